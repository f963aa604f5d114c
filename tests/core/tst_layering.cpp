// SPDX-License-Identifier: GPL-3.0-or-later
// app -> ui -> core, app -> (loads) capture -> core, and in each of them from later folders to earlier ones: no
// #include line goes any other way.
#include "tests/support/include_scan.h"
#include "tests/support/test_data.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

using decodescope::test::findLayerBreaches;
using decodescope::test::LayerBreach;

class LayeringTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsPlantedInclude_data();
    void findsPlantedInclude();
    void namesLineAndFile();
    void sourcesKeepToTheirLayer_data();
    void sourcesKeepToTheirLayer();
};

void LayeringTest::findsPlantedInclude_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("include");
    QTest::addColumn<bool>("isBreach");
    const auto row = [](const char* file, const char* include, bool isBreach) {
        QTest::addRow("%s %s", file, include) << QByteArray(file) << QByteArray(include) << isBreach;
    };
    row("core/trace/trace.h", "<QString>", true);
    row("core/trace/trace.h", "<QtCore/QString>", true);
    row("core/trace/trace.h", "<qcustomplot.h>", true);
    row("core/trace/trace.h", "<qobject.h>", true);
    row("core/io/x.cpp", "<torch/torch.h>", true);
    row("core/io/x.cpp", "<ATen/record_function.h>", true);
    row("core/io/x.cpp", "<cuda_runtime.h>", true);
    row("core/io/x.cpp", "<cupti.h>", true);
    row("core/io/x.cpp", "\"ui/style/theme.h\"", true);
    row("core/io/x.cpp", "\"capture/live_capture.h\"", true);
    row("core/io/x.cpp", "\"app/application.h\"", true);
    row("core/io/x.cpp", "\"tests/support/test_data.h\"", true);
    row("core/io/x.cpp", "\"../trace/trace.h\"", true);
    row("core/io/x.cpp", "<queue>", false);
    row("core/io/x.cpp", "<simdjson.h>", false);
    row("core/io/x.cpp", "\"core/trace/trace.h\"", false);
    row("core/io/x.cpp", "\"core/io/y.h\"", false);
    row("core/io/x.cpp", "\"core/query/query.h\"", true);
    row("core/trace/x.h", "\"core/io/y.h\"", true);
    row("core/query/x.h", "\"core/label/y.h\"", false);
    row("core/label/x.h", "\"core/query/y.h\"", true);
    row("capture/model/x.h", "\"capture/record/y.h\"", true);
    row("ui/style/x.h", "\"ui/model/y.h\"", true);
    row("ui/panels/x.h", "\"ui/window/y.h\"", true);
    row("ui/panels/x.h", "\"ui/main_window.h\"", true);
    row("ui/main_window.h", "\"ui/window/y.h\"", false);
    row("ui/window/x.cpp", "\"ui/main_window.h\"", false);
    row("capture/decode_worker.cpp", "<QObject>", true);
    row("capture/decode_worker.cpp", "\"ui/model/trace_document.h\"", true);
    row("capture/decode_worker.cpp", "<torch/torch.h>", false);
    row("capture/decode_worker.cpp", "<cupti.h>", false);
    row("capture/decode_worker.cpp", "\"core/live/live_source.h\"", false);
    row("ui/model/live_controller.cpp", "\"capture/live_capture.h\"", true);
    row("ui/model/live_controller.cpp", "<c10/core/Device.h>", true);
    row("ui/model/live_controller.cpp", "<cuda.h>", true);
    row("ui/model/live_controller.cpp", "\"app/composition.h\"", true);
    row("ui/model/live_controller.cpp", "\"core/live/live_source.h\"", false);
    row("ui/model/live_controller.cpp", "<QTimer>", false);
    row("ui/model/live_controller.cpp", "\"live_controller.moc\"", false);
    row("app/cli/main.cpp", "<QCoreApplication>", true);
    row("app/cli/main.cpp", "\"ui/main_window.h\"", true);
    row("app/cli/main.cpp", "<CLI/CLI.hpp>", false);
    row("app/main.cpp", "<torch/script.h>", true);
    row("app/main.cpp", "<QApplication>", false);
    row("app/main.cpp", "\"ui/main_window.h\"", false);
    row("tests/core/tst_x.cpp", "<QTest>", false);
}

void LayeringTest::findsPlantedInclude()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, include);
    QFETCH(bool, isBreach);
    const QByteArray source = "#pragma once\n  #  include " + include + " // why\nint x;\n";
    QCOMPARE(!findLayerBreaches(file.toStdString(), source.toStdString()).empty(), isBreach);
}

void LayeringTest::namesLineAndFile()
{
    const auto breaches = findLayerBreaches("core/a.h", "#include <vector>\n\n#include <QWidget>\n");
    QCOMPARE(breaches.size(), std::size_t{1});
    QCOMPARE(breaches[0].text(), std::string("core/a.h:3: includes QWidget, but core must not see Qt"));
}

void LayeringTest::sourcesKeepToTheirLayer_data()
{
    QTest::addColumn<QString>("layer");
    for (const char* layer : {"core", "capture", "ui", "app"})
        QTest::addRow("%s", layer) << QString::fromLatin1(layer);
}

void LayeringTest::sourcesKeepToTheirLayer()
{
    QFETCH(QString, layer);
    namespace fs = std::filesystem;
    static constexpr std::array kExtensions{".h", ".hpp", ".cpp", ".cc", ".inl"};
    const fs::path root = decodescope::test::repositoryRoot();
    QStringList breaches;
    int scanned = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / layer.toStdString())) {
        if (!entry.is_regular_file() || std::ranges::find(kExtensions, entry.path().extension()) == kExtensions.end())
            continue;
        std::ostringstream source;
        source << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        for (const LayerBreach& breach : findLayerBreaches(fs::relative(entry.path(), root).string(), source.str()))
            breaches << QString::fromStdString(breach.text());
        ++scanned;
    }
    QVERIFY2(breaches.isEmpty(), qPrintable(breaches.join(QLatin1Char('\n'))));
    if (scanned == 0)
        QSKIP("the layer has no sources");
}

QTEST_APPLESS_MAIN(LayeringTest)
#include "tst_layering.moc"
