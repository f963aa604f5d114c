// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/core_texts.h"

#include "core/query/gpu_profile.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <set>

namespace decodescope {

namespace {

// Core's own words again, for lupdate to find; tst_translations says when one is missing.
constexpr const char* kTexts[] = {
    // Model parts, and groups of them. Those that are a module's name in the model's code stay as they are.
    QT_TRANSLATE_NOOP("core", "embedding"),
    QT_TRANSLATE_NOOP("core", "position"),
    QT_TRANSLATE_NOOP("core", "norm"),
    QT_TRANSLATE_NOOP("core", "q_proj"),
    QT_TRANSLATE_NOOP("core", "k_proj"),
    QT_TRANSLATE_NOOP("core", "v_proj"),
    QT_TRANSLATE_NOOP("core", "qkv_proj"),
    QT_TRANSLATE_NOOP("core", "o_proj"),
    QT_TRANSLATE_NOOP("core", "rope"),
    QT_TRANSLATE_NOOP("core", "kv_cache"),
    QT_TRANSLATE_NOOP("core", "mask"),
    QT_TRANSLATE_NOOP("core", "attention"),
    QT_TRANSLATE_NOOP("core", "gate_proj"),
    QT_TRANSLATE_NOOP("core", "up_proj"),
    QT_TRANSLATE_NOOP("core", "gate_up_proj"),
    QT_TRANSLATE_NOOP("core", "down_proj"),
    QT_TRANSLATE_NOOP("core", "fc_in"),
    QT_TRANSLATE_NOOP("core", "fc_out"),
    QT_TRANSLATE_NOOP("core", "router"),
    QT_TRANSLATE_NOOP("core", "experts"),
    QT_TRANSLATE_NOOP("core", "activation"),
    QT_TRANSLATE_NOOP("core", "gate_mul"),
    QT_TRANSLATE_NOOP("core", "residual"),
    QT_TRANSLATE_NOOP("core", "lm_head"),
    QT_TRANSLATE_NOOP("core", "sampling"),
    QT_TRANSLATE_NOOP("core", "communication"),
    QT_TRANSLATE_NOOP("core", "copy"),
    QT_TRANSLATE_NOOP("core", "other"),
    QT_TRANSLATE_NOOP("core", "attn proj"),
    QT_TRANSLATE_NOOP("core", "FFN in"),
    // Families of kernels that are not a part's name too.
    QT_TRANSLATE_NOOP("core", "gemm"),
    QT_TRANSLATE_NOOP("core", "gemv"),
    QT_TRANSLATE_NOOP("core", "elementwise"),
    QT_TRANSLATE_NOOP("core", "reduction"),
    QT_TRANSLATE_NOOP("core", "softmax"),
    QT_TRANSLATE_NOOP("core", "gather"),
    QT_TRANSLATE_NOOP("core", "fused"),
    QT_TRANSLATE_NOOP("core", "memory"),
    // What the GPU waited for.
    QT_TRANSLATE_NOOP("core", "the profiler's own work"),
    QT_TRANSLATE_NOOP("core", "the host waited for the GPU"),
    QT_TRANSLATE_NOOP("core", "the host was allocating or freeing memory"),
    QT_TRANSLATE_NOOP("core", "the host was in a call that copies memory"),
    QT_TRANSLATE_NOOP("core", "between two steps"),
    QT_TRANSLATE_NOOP("core", "the host was inside the operator that launches next, before its launch"),
    QT_TRANSLATE_NOOP("core", "the host was inside operators that launch nothing here"),
    QT_TRANSLATE_NOOP("core", "the host was between operators: Python and dispatch"),
    QT_TRANSLATE_NOOP("core", "the launch was on its way; the kernel began as soon as it could"),
    // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): it is one text
    QT_TRANSLATE_NOOP("core", "the host was late with the launch for most of this gap; the way from the launch to the "
                              "kernel took the rest"),
    QT_TRANSLATE_NOOP("core", "the kernel was in the queue: dependency, resource, or the change of kernels"),
    QT_TRANSLATE_NOOP("core", "the launch is not in the trace"),
    // Kinds of warnings.
    QT_TRANSLATE_NOOP("core", "truncated_input"),
    QT_TRANSLATE_NOOP("core", "invalid_json"),
    QT_TRANSLATE_NOOP("core", "non_standard_json"),
    QT_TRANSLATE_NOOP("core", "invalid_utf8"),
    QT_TRANSLATE_NOOP("core", "missing_field"),
    QT_TRANSLATE_NOOP("core", "bad_field"),
    QT_TRANSLATE_NOOP("core", "negative_length"),
    QT_TRANSLATE_NOOP("core", "implausible_length"),
    QT_TRANSLATE_NOOP("core", "stray_time"),
    QT_TRANSLATE_NOOP("core", "missing_length"),
    QT_TRANSLATE_NOOP("core", "unknown_phase"),
    QT_TRANSLATE_NOOP("core", "unknown_metadata"),
    QT_TRANSLATE_NOOP("core", "unmatched_end"),
    QT_TRANSLATE_NOOP("core", "unfinished_slice"),
    QT_TRANSLATE_NOOP("core", "overlap"),
    QT_TRANSLATE_NOOP("core", "too_deep"),
    QT_TRANSLATE_NOOP("core", "ambiguous_correlation"),
    QT_TRANSLATE_NOOP("core", "launch_not_recorded"),
    QT_TRANSLATE_NOOP("core", "kernel_before_launch"),
    QT_TRANSLATE_NOOP("core", "covered_kernel"),
    QT_TRANSLATE_NOOP("core", "dangling_flow"),
    QT_TRANSLATE_NOOP("core", "no_timed_events"),
    QT_TRANSLATE_NOOP("core", "limit_reached"),
    QT_TRANSLATE_NOOP("core", "clocks_not_aligned"),
    QT_TRANSLATE_NOOP("core", "dropped_records"),
    QT_TRANSLATE_NOOP("core", "no_gpu_rows"),
    // Sentences, with their numbers left out: the record sheet, its checks and its estimates.
    QT_TRANSLATE_NOOP("core", "; "),
    QT_TRANSLATE_NOOP("core", "card"),
    QT_TRANSLATE_NOOP("core", "driver's CUDA / CUDA runtime"),
    QT_TRANSLATE_NOOP("core", "trace file"),
    QT_TRANSLATE_NOOP("core", "ProfilerStep, one step of decode"),
    QT_TRANSLATE_NOOP("core", "kernels on the stream, a step"),
    QT_TRANSLATE_NOOP("core", "gap"),
    QT_TRANSLATE_NOOP("core", "linear operators a step"),
    QT_TRANSLATE_NOOP("core", "top %1 kernel"),
    QT_TRANSLATE_NOOP("core", "matrix products on the GPU, a step"),
    QT_TRANSLATE_NOOP("core", "bandwidth floor"),
    QT_TRANSLATE_NOOP("core", "floor / matrix products"),
    QT_TRANSLATE_NOOP("core", "attention backend"),
    QT_TRANSLATE_NOOP("core", "kernels a step"),
    QT_TRANSLATE_NOOP("core", "launch calls a step"),
    QT_TRANSLATE_NOOP("core", "TPOT by the timer"),
    QT_TRANSLATE_NOOP("core", "step while recording / TPOT"),
    QT_TRANSLATE_NOOP("core", "what sets the pace"),
    QT_TRANSLATE_NOOP("core", "%1, %2 multiprocessors, %3 of memory"),
    QT_TRANSLATE_NOOP("core", "%1 steps, %2 events, shapes recorded"),
    QT_TRANSLATE_NOOP("core", "%1 steps, %2 events, shapes not recorded"),
    QT_TRANSLATE_NOOP("core", "%1 step, %2 events, shapes recorded"),
    QT_TRANSLATE_NOOP("core", "%1 step, %2 events, shapes not recorded"),
    QT_TRANSLATE_NOOP("core", "of one step"),
    QT_TRANSLATE_NOOP("core", "median of %1"),
    QT_TRANSLATE_NOOP("core", "median of %1, ..."),
    QT_TRANSLATE_NOOP("core", "median of %1 steps"),
    QT_TRANSLATE_NOOP("core", "median of %1, the lower of the two in the middle"),
    QT_TRANSLATE_NOOP("core", "median of %1, ..., the lower of the two in the middle"),
    QT_TRANSLATE_NOOP("core", "median of %1 steps, the lower of the two in the middle"),
    QT_TRANSLATE_NOOP("core", "the lower of %1"),
    QT_TRANSLATE_NOOP("core", "the lower of %1 steps"),
    QT_TRANSLATE_NOOP("core", "no steps"),
    QT_TRANSLATE_NOOP("core", "no whole step: the file holds a part of a recording"),
    QT_TRANSLATE_NOOP("core", "nothing ran on a GPU"),
    QT_TRANSLATE_NOOP("core", "cut-out"),
    QT_TRANSLATE_NOOP("core", "cut off"),
    QT_TRANSLATE_NOOP("core", "the file stops before its end"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 steps are whole"),
    QT_TRANSLATE_NOOP("core", "%1 of %2 step is whole"),
    QT_TRANSLATE_NOOP("core", "of a longer recording"),
    QT_TRANSLATE_NOOP("core", "of %1"), // a file's name
    QT_TRANSLATE_NOOP("core", "sum of the kernels launched in it"),
    QT_TRANSLATE_NOOP("core", "%1 of the step"),
    QT_TRANSLATE_NOOP("core", "%1 of the step: the GPU did nothing"),
    QT_TRANSLATE_NOOP("core", "aten::linear, or mm and addmm outside of one"),
    QT_TRANSLATE_NOOP("core", "%1 x %2 layers + %3 = %4 in a Llama"),
    QT_TRANSLATE_NOOP("core", "%1 x %2 layer + %3 = %4 in a Llama"),
    QT_TRANSLATE_NOOP("core", "%1 in all, %2, %3 calls a step"),
    QT_TRANSLATE_NOOP("core", "%1 in all, %2, %3 call a step"),
    QT_TRANSLATE_NOOP("core", "%1 in all, %2"),
    QT_TRANSLATE_NOOP("core", "families gemm and gemv"),
    QT_TRANSLATE_NOOP("core", "%1 of weights, read once a step at %2 (%3)"),
    QT_TRANSLATE_NOOP("core", "needs shapes of the linear operators and a card that the table knows"),
    QT_TRANSLATE_NOOP("core", "how much of the card's bandwidth the matrix products use"),
    QT_TRANSLATE_NOOP("core", "flash needs %1 or later, this card is %2"),
    QT_TRANSLATE_NOOP("core", "flash needs %1 or later and this card is %2"),
    QT_TRANSLATE_NOOP("core", "the card (%1) could run flash: look at mask, type and head size"),
    QT_TRANSLATE_NOOP("core", "flash would run on this card (%1) too"),
    QT_TRANSLATE_NOOP("core", "no kernel or operator of attention is known in this trace"),
    QT_TRANSLATE_NOOP("core", "each takes the host %1 on average"),
    QT_TRANSLATE_NOOP("core", "a kernel begins %1 after its launch (median)"),
    QT_TRANSLATE_NOOP("core", "median over %1 steps with nothing attached"),
    QT_TRANSLATE_NOOP("core", "mean over %1 steps with nothing attached"),
    QT_TRANSLATE_NOOP("core", "median over %1 step with nothing attached"),
    QT_TRANSLATE_NOOP("core", "mean over %1 step with nothing attached"),
    QT_TRANSLATE_NOOP("core", "their mean is %1"),
    QT_TRANSLATE_NOOP("core", "TPOT at new cache lengths"),
    QT_TRANSLATE_NOOP("core", "the first pass over these lengths of the KV cache: libraries prepare for each one that "
                              "they have not seen"),
    QT_TRANSLATE_NOOP("core", "median over median"),
    QT_TRANSLATE_NOOP("core", "median over mean"),
    QT_TRANSLATE_NOOP("core", "no overhead can be seen: this machine varies by more than recording costs"),
    QT_TRANSLATE_NOOP("core", "this recording holds no measurement by a timer"),
    QT_TRANSLATE_NOOP("core",
                      "the recorder's overhead: take proportions from the trace, absolute times from the timer"),
    QT_TRANSLATE_NOOP("core", "launch-bound"),
    QT_TRANSLATE_NOOP("core", "bandwidth-bound"),
    QT_TRANSLATE_NOOP("core", "compute-bound"),
    QT_TRANSLATE_NOOP("core", "mixed"),
    QT_TRANSLATE_NOOP("core", "not known"),
    QT_TRANSLATE_NOOP("core", "Launch-bound: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5)"),
    QT_TRANSLATE_NOOP("core", "Launch-bound: of %1 the GPU works %2 (%3) and waits for launches %4 (%5)"),
    QT_TRANSLATE_NOOP("core", "Launch-bound: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5)."),
    QT_TRANSLATE_NOOP("core", "Launch-bound: of %1 the GPU works %2 (%3) and waits for launches %4 (%5)."),
    QT_TRANSLATE_NOOP("core", "Bandwidth-bound: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5)"),
    QT_TRANSLATE_NOOP("core", "Bandwidth-bound: of %1 the GPU works %2 (%3) and waits for launches %4 (%5)"),
    QT_TRANSLATE_NOOP("core", "Bandwidth-bound: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5)."),
    QT_TRANSLATE_NOOP("core", "Bandwidth-bound: of %1 the GPU works %2 (%3) and waits for launches %4 (%5)."),
    QT_TRANSLATE_NOOP("core", "Compute-bound: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5)"),
    QT_TRANSLATE_NOOP("core", "Compute-bound: of %1 the GPU works %2 (%3) and waits for launches %4 (%5)"),
    QT_TRANSLATE_NOOP("core", "Compute-bound: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5)."),
    QT_TRANSLATE_NOOP("core", "Compute-bound: of %1 the GPU works %2 (%3) and waits for launches %4 (%5)."),
    QT_TRANSLATE_NOOP("core", "Mixed: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5)"),
    QT_TRANSLATE_NOOP("core", "Mixed: of %1 the GPU works %2 (%3) and waits for launches %4 (%5)"),
    QT_TRANSLATE_NOOP("core", "Mixed: of a step of %1 the GPU works %2 (%3) and waits for launches %4 (%5)."),
    QT_TRANSLATE_NOOP("core", "Mixed: of %1 the GPU works %2 (%3) and waits for launches %4 (%5)."),
    QT_TRANSLATE_NOOP("core", "reading the weights once takes %1 at least."),
    QT_TRANSLATE_NOOP("core", "Not known: the trace has no whole step with work on a GPU."),
    QT_TRANSLATE_NOOP("core", "attention calls a step"),
    QT_TRANSLATE_NOOP("core", "cache appends a step"),
    QT_TRANSLATE_NOOP("core", "FFN over attention projections, GPU time"),
    QT_TRANSLATE_NOOP("core", "sum of parts"),
    QT_TRANSLATE_NOOP("core", "launches and operations in steps"),
    QT_TRANSLATE_NOOP("core", "gaps + busy = step"),
    QT_TRANSLATE_NOOP("core", "%1 x %2 layers + %3 = %4"),
    QT_TRANSLATE_NOOP("core", "%1 x %2 layer + %3 = %4"),
    QT_TRANSLATE_NOOP("core", "%1 layers"),
    QT_TRANSLATE_NOOP("core", "%1 layer"),
    QT_TRANSLATE_NOOP("core", "%1 x %2 layers = %3"),
    QT_TRANSLATE_NOOP("core", "%1 x %2 layer = %3"),
    QT_TRANSLATE_NOOP("core", "%1 by bytes of weights"),
    QT_TRANSLATE_NOOP("core", "%1 on all streams"),
    QT_TRANSLATE_NOOP("core", "%1 launches"),
    QT_TRANSLATE_NOOP("core", "%1 launch"),
    QT_TRANSLATE_NOOP("core", "%1 launches + %2 more that graphs launched"),
    QT_TRANSLATE_NOOP("core", "%1 launch + %2 more that graphs launched"),
    QT_TRANSLATE_NOOP("core", "%1 operations"),
    QT_TRANSLATE_NOOP("core", "%1 operation"),
    QT_TRANSLATE_NOOP("core", "%1 pairs of step and stream"),
    QT_TRANSLATE_NOOP("core", "%1 pair of step and stream"),
    QT_TRANSLATE_NOOP("core", "%1 equal to the ns"),
    QT_TRANSLATE_NOOP("core", "holds"),
    QT_TRANSLATE_NOOP("core", "fails"),
    QT_TRANSLATE_NOOP("core", "not checked"),
    QT_TRANSLATE_NOOP("core", "no linear operator is recorded in steps (a compiled or replayed model launches none)"),
    QT_TRANSLATE_NOOP("core", "the number of layers is not known"),
    // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one text on two lines
    QT_TRANSLATE_NOOP("core", "the step is not one token of the whole model: a step cut short, several tokens, a "
                              "router or adapters besides the layers' matrices, or an output matrix left out"),
    QT_TRANSLATE_NOOP("core", "no attention operator is recorded in steps, or the number of layers is not known"),
    QT_TRANSLATE_NOOP("core", "without labels the number of layers is itself read off these calls"),
    QT_TRANSLATE_NOOP("core", "layers without attention (a mixed model), or several calls a layer"),
    QT_TRANSLATE_NOOP("core", "needs labels: which copies serve the cache"),
    QT_TRANSLATE_NOOP("core", "the cache is written inside of other kernels (paged or fused attention)"),
    QT_TRANSLATE_NOOP("core", "one kernel writes both halves, or the cache is moved or expanded besides"),
    QT_TRANSLATE_NOOP("core", "needs labels: which matrix products are which"),
    QT_TRANSLATE_NOOP("core", "needs shapes and labels of both"),
    QT_TRANSLATE_NOOP("core", "the small matrices of attention do not fill the card, so they cost more than their "
                              "bytes: the card is wide for this model and batch"),
    QT_TRANSLATE_NOOP("core", "the FFN's kernels use the memory badly, or its products are split in several"),
    QT_TRANSLATE_NOOP("core", "a fault of this program: please report it"),
    QT_TRANSLATE_NOOP("core", "the trace has no steps"),
    QT_TRANSLATE_NOOP("core", "the file holds a part of a recording, and no whole step"),
    QT_TRANSLATE_NOOP("core", "launches and kernels lie on both sides of the end of a cut-out"),
    QT_TRANSLATE_NOOP("core",
                      "records of kernels are missing: the recording ended before they ran, or buffers were lost"),
    QT_TRANSLATE_NOOP("core", "operations of launches that are not in the trace"),
    QT_TRANSLATE_NOOP("core", "steps of one process overlap, so that a gap belongs to several"),
    QT_TRANSLATE_NOOP("core", "no launch gaps"),
    QT_TRANSLATE_NOOP("core", "every operation begins when the one before ends, as in a CUDA graph at its best"),
    QT_TRANSLATE_NOOP("core", "elementwise chains fused"),
    QT_TRANSLATE_NOOP("core", "%1 launches less"),
    QT_TRANSLATE_NOOP("core", "%1 launch less"),
    QT_TRANSLATE_NOOP("core", "the gaps before them are gone, the kernels' own time and bytes stay"),
    QT_TRANSLATE_NOOP("core", "%1 of weights read once at %2, and nothing else"),
    // Shares beside what was expected.
    QT_TRANSLATE_NOOP("core", "Expected of TinyLlama 1.1B in fp16, batch 1, a few hundred tokens, eager, on a T4: from "
                              "bytes and numbers of kernels, not measured."),
    QT_TRANSLATE_NOOP("core", "matrix products"),
    QT_TRANSLATE_NOOP("core", "attention core"),
    QT_TRANSLATE_NOOP("core", "KV cache append"),
    QT_TRANSLATE_NOOP("core", "the rest"),
    QT_TRANSLATE_NOOP("core", "as expected"),
    QT_TRANSLATE_NOOP("core", "below"),
    QT_TRANSLATE_NOOP("core", "above"),
    QT_TRANSLATE_NOOP("core", "gemm and gemv kernels: q, k, v, o, gate, up, down, lm_head"),
    QT_TRANSLATE_NOOP("core", "add, mul, silu, pow, rsqrt, neg, casts inside of norms and RoPE"),
    QT_TRANSLATE_NOOP("core", "flash, mem-efficient or cuDNN attention, or bmm, softmax, bmm"),
    QT_TRANSLATE_NOOP("core", "cat and copy kernels that append keys and values"),
    QT_TRANSLATE_NOOP("core", "reduce_kernel: the mean of each RMSNorm"),
    QT_TRANSLATE_NOOP("core", "all other kernels and copies, among them what torch.compile fused"),
    QT_TRANSLATE_NOOP("core", "Who took the rest of the time? Look at the groups above their range. On a fast card the "
                              "weights are read so quickly that the fixed cost of small kernels is what remains."),
    QT_TRANSLATE_NOOP("core", "Do the products take longer than their bytes? See floor / matrix products in the record "
                              "sheet: fp32 weights, no tensor cores, a prefill or a larger batch would show there."),
    QT_TRANSLATE_NOOP(
        "core", "Is this work fused (torch.compile, a fused norm), or do the products take longer than expected?"),
    QT_TRANSLATE_NOOP("core", "Are these kernels slow on this card, or are they many? Look at count and mean: kernels "
                              "of few microseconds cost their launch more than their work"),
    QT_TRANSLATE_NOOP("core", "fusing is what helps."),
    QT_TRANSLATE_NOOP("core", "Is the sequence very short? The attention core is the one part that grows with it."),
    QT_TRANSLATE_NOOP("core", "How long is the sequence, how large the batch? The core grows with both. Which backend "
                              "runs (record sheet)? The math backend reads and writes the whole score matrix."),
    QT_TRANSLATE_NOOP("core",
                      "Is the cache written in place (preallocated, paged), or inside of the attention kernel?"),
    QT_TRANSLATE_NOOP("core", "How long is the cache? torch.cat copies all of it for each new token"),
    QT_TRANSLATE_NOOP("core", "a preallocated cache does not. Are keys and values also expanded (repeat_kv)?"),
    QT_TRANSLATE_NOOP("core", "Are the norms fused kernels, which do their own reduction?"),
    QT_TRANSLATE_NOOP("core",
                      "Are there more reductions than two a layer? A fused norm takes one kernel instead of five."),
};

// Numbers with their units, and lists of times; what a card is called.
const QRegularExpression& numbers()
{
    static const QString kTime = QStringLiteral("[-+]?\\d[\\d.]* (?:ns|\u00b5s|ms|s)(?!\\w)");
    static const QString kNumber =
        QStringLiteral("(?:sm_\\d+|[-+]?\\d[\\d.]*(?<!\\.))(?: (?:%|B|kB|MB|GB/s|GB|TB))?(?!\\w)");
    static const QRegularExpression kNumbers(
        QStringLiteral("(?<![\\w.])(?:%1(?:, %1)*|%2|NVIDIA [\\w .-]*\\w)").arg(kTime, kNumber));
    return kNumbers;
}

bool isListed(const QString& text)
{
    static const std::set<QString> kListed = [] {
        std::set<QString> listed;
        for (const char* each : kTexts)
            listed.insert(QString::fromUtf8(each));
        return listed;
    }();
    return kListed.contains(text);
}

// "q_proj, rope".
bool isListOfParts(const QStringList& words)
{
    return std::ranges::all_of(words, [](const QString& word) { return partFromName(word.toStdString()).has_value(); });
}

QString clauseText(const QString& english)
{
    QStringList words = english.split(QStringLiteral(", "));
    if (isListOfParts(words)) {
        for (QString& word : words)
            word = coreText(word.toStdString());
        return words.join(QStringLiteral(", "));
    }
    QStringList values;
    QString key;
    qsizetype end = 0;
    for (auto it = numbers().globalMatch(english); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        values.push_back(match.captured());
        key += english.mid(end, match.capturedStart() - end) + QStringLiteral("%") + QString::number(values.size());
        end = match.capturedEnd();
    }
    key += english.mid(end);
    if (!isListed(key)) {
        const QString of = QStringLiteral("of ");
        return english.startsWith(of) ? QCoreApplication::translate("core", "of %1").arg(english.mid(of.size()))
                                      : english;
    }
    const QString translated = QCoreApplication::translate("core", key.toUtf8().constData());
    QString text;
    for (qsizetype i = 0; i < translated.size(); ++i) { // not arg(), for which "9.0 %" would be a place
        const int place = translated[i] == QLatin1Char('%') ? translated.mid(i + 1, 1).toInt() : 0;
        if (place > 0 && place <= values.size()) {
            text += values[place - 1];
            ++i;
        } else {
            text += translated[i];
        }
    }
    return text;
}

} // namespace

QString partText(Part part)
{
    return coreText(partName(part));
}

QString partGroupText(Part part)
{
    return coreText(partGroupName(part));
}

QString familyText(KernelFamily family)
{
    return coreText(familyName(family));
}

QString warningText(WarningKind kind)
{
    return coreText(warningName(kind));
}

QString coreText(std::string_view english)
{
    return english.empty() ? QString() : QCoreApplication::translate("core", std::string(english).c_str());
}

QString coreSentence(const std::string& english)
{
    QStringList clauses = QString::fromStdString(english).split(QStringLiteral("; "));
    for (QString& clause : clauses)
        clause = clauseText(clause);
    return clauses.join(QCoreApplication::translate("core", "; "));
}

} // namespace decodescope
