<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US">
<context>
    <name>ModelBlocks</name>
    <message numerus="yes">
        <source>%1 operations</source>
        <translation>
            <numerusform>%1 operation</numerusform>
            <numerusform>%1 operations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>longest of %1 blocks here: zoom in</source>
        <translation>
            <numerusform>longest of %1 block here: zoom in</numerusform>
            <numerusform>longest of %1 blocks here: zoom in</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SliceTip</name>
    <message numerus="yes">
        <source>longest of %1 slices here: zoom in</source>
        <translation>
            <numerusform>longest of %1 slice here: zoom in</numerusform>
            <numerusform>longest of %1 slices here: zoom in</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TraceDetails</name>
    <message numerus="yes">
        <source>%1 operations</source>
        <translation>
            <numerusform>%1 operation</numerusform>
            <numerusform>%1 operations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::AveragesPanel</name>
    <message numerus="yes">
        <source>%n names, %1</source>
        <translation>
            <numerusform>%n name, %1</numerusform>
            <numerusform>%n names, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::CaptureDialog</name>
    <message numerus="yes">
        <source>%n steps are timed, then </source>
        <translation>
            <numerusform>%n step is timed, then </numerusform>
            <numerusform>%n steps are timed, then </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>A sweep of %n settings, a trace each. In each: </source>
        <translation>
            <numerusform>A sweep of %n setting, a trace each. In each: </numerusform>
            <numerusform>A sweep of %n settings, a trace each. In each: </numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>cycles of %n steps run until you stop, %1 of each recorded.</source>
        <translation>
            <numerusform>cycles of %n step run until you stop, %1 of each recorded.</numerusform>
            <numerusform>cycles of %n steps run until you stop, %1 of each recorded.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps run, %2 of them recorded.</source>
        <translation>
            <numerusform>%1 step runs, %2 of them recorded.</numerusform>
            <numerusform>%1 steps run, %2 of them recorded.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::CaptureStrip</name>
    <message numerus="yes">
        <source>%1 records were lost.</source>
        <translation>
            <numerusform>%1 record was lost.</numerusform>
            <numerusform>%1 records were lost.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::CompareSideView</name>
    <message numerus="yes">
        <source>%n of these steps are not whole in the file: only a part of what ran in them is counted.</source>
        <translation>
            <numerusform>%n of these steps is not whole in the file: only a part of what ran in it is counted.</numerusform>
            <numerusform>%n of these steps are not whole in the file: only a part of what ran in them is counted.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps that are not whole in the file are left out.</source>
        <translation>
            <numerusform>%n step that is not whole in the file is left out.</numerusform>
            <numerusform>%n steps that are not whole in the file are left out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::FileCommands</name>
    <message numerus="yes">
        <source>Wrote %1 events to %2</source>
        <translation>
            <numerusform>Wrote %1 event to %2</numerusform>
            <numerusform>Wrote %1 events to %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::GapsPanel</name>
    <message numerus="yes">
        <source>%1 idle in %2 gaps of %3 (%4)</source>
        <translation>
            <numerusform>%1 idle in %2 gap of %3 (%4)</numerusform>
            <numerusform>%1 idle in %2 gaps of %3 (%4)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, summed over %n streams</source>
        <translation>
            <numerusform>, summed over %n stream</numerusform>
            <numerusform>, summed over %n streams</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::LayerHeatMap</name>
    <message numerus="yes">
        <source>%1 in %n operations, %2 of the GPU time</source>
        <translation>
            <numerusform>%1 in %n operation, %2 of the GPU time</numerusform>
            <numerusform>%1 in %n operations, %2 of the GPU time</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::LoadingStrip</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>numbers are of %1 events so far</source>
        <translation>
            <numerusform>numbers are of %1 event so far</numerusform>
            <numerusform>numbers are of %1 events so far</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::PartsPanel</name>
    <message numerus="yes">
        <source>%1 of GPU time in %2 operations, %3</source>
        <translation>
            <numerusform>%1 of GPU time in %2 operation, %3</numerusform>
            <numerusform>%1 of GPU time in %2 operations, %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1
%2, %3 of the GPU time
%4 operations, %5 of all</source>
        <translation>
            <numerusform>%1
%2, %3 of the GPU time
%4 operation, %5 of all</numerusform>
            <numerusform>%1
%2, %3 of the GPU time
%4 operations, %5 of all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::RulesCommands</name>
    <message numerus="yes">
        <source>%n rules of %1 are asked before the built-in ones.</source>
        <translation>
            <numerusform>%n rule of %1 is asked before the built-in ones.</numerusform>
            <numerusform>%n rules of %1 are asked before the built-in ones.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::SelectionPanel</name>
    <message numerus="yes">
        <source>%n streams</source>
        <translation>
            <numerusform>%n stream</numerusform>
            <numerusform>%n streams</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 GPU operations with copies and memsets</source>
        <translation>
            <numerusform>%1 GPU operation with copies and memsets</numerusform>
            <numerusform>%1 GPU operations with copies and memsets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Time per output token by a timer, over %n steps with nothing attached.</source>
        <translation>
            <numerusform>Time per output token by a timer, over %n step with nothing attached.</numerusform>
            <numerusform>Time per output token by a timer, over %n steps with nothing attached.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::StartPage</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::StatusLine</name>
    <message numerus="yes">
        <source>%1 CPU slices</source>
        <translation>
            <numerusform>%1 CPU slice</numerusform>
            <numerusform>%1 CPU slices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 kernels</source>
        <translation>
            <numerusform>%1 kernel</numerusform>
            <numerusform>%1 kernels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::StepBars</name>
    <message numerus="yes">
        <source>%1, %2
%3 (%4 of %5) in %6 operations</source>
        <translation>
            <numerusform>%1, %2
%3 (%4 of %5) in %6 operation</numerusform>
            <numerusform>%1, %2
%3 (%4 of %5) in %6 operations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::StepChips</name>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::SweepWindow</name>
    <message numerus="yes">
        <source>%n settings, traces in %1</source>
        <translation>
            <numerusform>%n setting, traces in %1</numerusform>
            <numerusform>%n settings, traces in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::TimelineCorner</name>
    <message numerus="yes">
        <source>%1 slices</source>
        <translation>
            <numerusform>%1 slice</numerusform>
            <numerusform>%1 slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>decodescope::TraceDocument</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
</TS>
