// SPDX-License-Identifier: GPL-3.0-or-later
// Programs run as a script runs them.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace decodescope::test {

struct Outcome
{
    int exitCode = -1; // also when it crashed or took two minutes
    QByteArray out;
    QByteArray err;
};

Outcome runProgram(const QString& program, const QStringList& arguments, const QByteArray& input = {});
// decodescope-cli of this build.
Outcome runCli(const QStringList& arguments, const QByteArray& input = {});

// Split at the blanks.
QStringList words(const char* text);

// Path of the bundled trace by torch.
QString torchSample();

} // namespace decodescope::test
