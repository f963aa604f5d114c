// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/labelled_window.h"

#include "core/io/open_trace.h"
#include "core/label/label_trace.h"
#include "tests/support/test_data.h"
#include "ui/panels/table_view.h"
#include "ui/window/file_commands.h"

#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QTest>

namespace decodescope::test {

namespace {

QString sample()
{
    return QString::fromStdString(samplePath("tinyllama-h200-torch.pt.trace.json.gz").string());
}

} // namespace

LabelledWindow::LabelledWindow()
    : m_settings(std::make_unique<Settings>(m_folder.filePath(QStringLiteral("settings.ini"))))
    , m_document(std::make_unique<TraceDocument>(
          [](const std::vector<std::string>& files, Progress& progress, std::stop_token stop, const auto&) {
              return openTraces(files, progress, stop);
          },
          [](const Trace& trace, std::stop_token stop) { return labelTrace(trace, *LabelRules::builtIn(), stop); }))
    , m_live(std::make_unique<LiveController>(*m_document, []() -> Result<std::unique_ptr<LiveSource>> {
        return failure(ErrorCode::unsupported, "This build cannot capture.");
    }))
{
    makeWindow();
}

LabelledWindow::~LabelledWindow() = default;

void LabelledWindow::makeWindow()
{
    m_window =
        std::make_unique<MainWindow>(*m_document, *m_live, *m_settings, MainWindow::Places{sample(), m_folder.path()});
    m_window->resize(1600, 1000);
    m_window->show();
}

void LabelledWindow::reopen()
{
    m_window->close();
    makeWindow();
}

bool LabelledWindow::settle()
{
    return QTest::qWaitFor([this] { return m_window->isSettled(); });
}

bool LabelledWindow::openSample()
{
    m_window->files().openSample();
    return QTest::qWaitFor([this] { return !m_document->isEmpty() && m_document->labels() != nullptr; }) && settle();
}

void LabelledWindow::showPanel(const char* place)
{
    if (!m_window->showPanel(QLatin1String(place)) || !settle())
        qFatal("the panel %s is not there, or does not settle", place);
}

QVector<QStringList> copiedRows(TableView& table)
{
    table.clearSelection();
    table.copyToClipboard();
    QVector<QStringList> rows;
    for (const QString& line : QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts))
        rows.push_back(line.split(QLatin1Char('\t')));
    return rows;
}

QString valueIn(const QVector<QStringList>& rows, const QString& name, const QString& title)
{
    const qsizetype column = rows.value(0).indexOf(title);
    for (const QStringList& row : rows)
        if (row.value(0) == name)
            return row.value(column);
    return QStringLiteral("no row ") + name;
}

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString written(const QString& path, const QByteArray& text)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly))
        file.write(text);
    return path;
}

} // namespace decodescope::test
