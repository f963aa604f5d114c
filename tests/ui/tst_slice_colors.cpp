// SPDX-License-Identifier: GPL-3.0-or-later
// What a colour means: a part's colour is that part and nothing else.
#include "core/label/labels.h"
#include "tests/support/trace_dsl.h"
#include "ui/timeline/slice_colors.h"

#include <QTest>

using namespace decodescope;
using decodescope::test::eventNamed;
using decodescope::test::traceOf;

namespace {

std::shared_ptr<const Trace> threeOperations()
{
    return traceOf(R"(
        cpu 1 1
        call 1 2 cudaLaunchKernel #1
        call 3 4 cudaMemcpyAsync #2
        call 5 6 cudaLaunchKernel #3
        gpu 0 7
        kernel 10 20 append #1
        memcpy 30 40 "Memcpy HtoD" #2
        kernel 50 60 something #3
    )");
}

} // namespace

class SliceColorsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAPartIsOther();
    void withoutPartsKindsAndNamesDiffer();
};

void SliceColorsTest::withoutAPartIsOther()
{
    const auto trace = threeOperations();
    SliceColors colors;
    colors.setTrace(trace, std::make_shared<const Labels>(std::vector<Label>{
                               {0, Part::kvCache, KernelFamily::copy, LabelSource::inferred}, {}, {}}));
    QCOMPARE(colors.colorOf(eventNamed(*trace, "append")), partColorIndex("kv_cache"));
    QCOMPARE(colors.colorOf(eventNamed(*trace, "Memcpy HtoD")), partColorIndex("other"));
    QCOMPARE(colors.colorOf(eventNamed(*trace, "something")), partColorIndex("other"));
    for (const bool isDark : {false, true})
        for (const char* part : {"kv_cache", "attention", "norm", "rope", "q_proj"})
            QVERIFY2(partColor(part, isDark) != partColor("other", isDark), part);
}

void SliceColorsTest::withoutPartsKindsAndNamesDiffer()
{
    const auto trace = threeOperations();
    SliceColors colors;
    colors.setTrace(trace, std::make_shared<const Labels>(std::vector<Label>(3)));
    const ColorIndex append = colors.colorOf(eventNamed(*trace, "append"));
    const ColorIndex copy = colors.colorOf(eventNamed(*trace, "Memcpy HtoD"));
    QVERIFY(append != copy);
    QCOMPARE(append, nameColorIndex(stableHash("append")));
    // The colour of the KV cache is no copy's.
    for (const bool isDark : {false, true})
        QVERIFY(QColor(Palette::of(isDark).color(copy)) != partColor("kv_cache", isDark));
}

QTEST_APPLESS_MAIN(SliceColorsTest)
#include "tst_slice_colors.moc"
