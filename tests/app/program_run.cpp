// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/program_run.h"

#include "tests/support/test_data.h"

#include <QProcess>

namespace decodescope::test {

Outcome runProgram(const QString& program, const QStringList& arguments, const QByteArray& input)
{
    QProcess process;
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(120'000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

Outcome runCli(const QStringList& arguments, const QByteArray& input)
{
    return runProgram(QStringLiteral(DECODESCOPE_CLI), arguments, input);
}

QStringList words(const char* text)
{
    return QString::fromLatin1(text).split(QLatin1Char(' '));
}

QString torchSample()
{
    return QString::fromStdString(samplePath("tinyllama-h200-torch.pt.trace.json.gz").string());
}

} // namespace decodescope::test
