// SPDX-License-Identifier: GPL-3.0-or-later
// The decoder against logits and greedy tokens that Hugging Face's LlamaForCausalLM gave for the same files.
#include "capture/model/decode_session.h"
#include "capture/model/gpu_device.h"
#include "tests/support/test_data.h"

#include <QtTest/QtTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

using namespace decodescope;
using decodescope::test::dataPath;
using decodescope::test::sharedPath;

namespace {

using Path = std::filesystem::path;
using Tokens = std::vector<std::int64_t>;

struct Reference
{
    Tokens prompt;
    Tokens greedy;
    std::vector<std::vector<float>> logits; // of the last position: after the prefill, after each step
};

Reference readReference(const std::string& name)
{
    std::ifstream stream(dataPath("models/" + name));
    const nlohmann::json json = nlohmann::json::parse(stream);
    Reference reference;
    reference.prompt = json.at("prompt").get<Tokens>();
    reference.greedy = json.at("greedy_tokens").get<Tokens>();
    reference.logits = json.at("last_logits_per_step").get<std::vector<std::vector<float>>>();
    return reference;
}

ModelOptions cpuOptions(const Path& folder, const Reference& reference)
{
    ModelOptions options;
    options.folder = folder;
    options.promptTokens = reference.prompt;
    options.device = DeviceKind::cpu;
    options.dtype = FloatType::float32;
    return options;
}

float largestDifference(const std::vector<float>& a, const std::vector<float>& b)
{
    float largest = a.size() == b.size() ? 0.0F : INFINITY;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest = std::max(largest, std::isfinite(a[i]) ? std::abs(a[i] - b[i]) : INFINITY);
    return largest;
}

// Runs prefill and steps; fills in the tokens and the largest difference to the reference's logits. Only row `row`.
struct Outcome
{
    QString error;
    Tokens tokens;
    float difference = 0;
    std::int64_t cacheLength = 0;
};

Outcome decode(const ModelOptions& options, const Reference& reference, std::size_t row = 0)
{
    Outcome outcome;
    const auto session = DecodeSession::create(options);
    if (!session) {
        outcome.error = QString::fromStdString(session.error().text());
        return outcome;
    }
    for (std::size_t step = 0; step <= reference.greedy.size(); ++step) {
        const Result<void> done = step == 0 ? (*session)->prefill() : (*session)->decodeStep();
        if (!done) {
            outcome.error = QString::fromStdString(done.error().text());
            return outcome;
        }
        if (step < reference.logits.size()) {
            const std::vector<float> all = (*session)->lastLogits().value();
            const auto vocabulary = static_cast<std::ptrdiff_t>(reference.logits[step].size());
            const auto begin = all.begin() + static_cast<std::ptrdiff_t>(row) * vocabulary;
            outcome.difference =
                std::max(outcome.difference, largestDifference({begin, begin + vocabulary}, reference.logits[step]));
        }
        if (step < reference.greedy.size())
            outcome.tokens.push_back((*session)->tokens().value().at(row));
    }
    outcome.cacheLength = (*session)->cacheLength();
    return outcome;
}

constexpr float kTolerance = 1e-4F;

} // namespace

class TestModelLogits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void float32_equals_hugging_face_data();
    void float32_equals_hugging_face();
    void float32_on_the_gpu_equals_hugging_face_data();
    void float32_on_the_gpu_equals_hugging_face();
    void every_cache_and_backend_gives_the_same_data();
    void every_cache_and_backend_gives_the_same();
    void each_row_of_a_batch_equals_the_single_run();
    void a_fixed_length_cache_gives_every_model_the_same_data();
    void a_fixed_length_cache_gives_every_model_the_same();
    void a_second_prefill_starts_over();
    void a_full_sliding_window_is_refused();
    void half_precision_runs_on_the_cpu_data();
    void half_precision_runs_on_the_cpu();
};

void TestModelLogits::float32_equals_hugging_face_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<QString>("referenceFile");
    QTest::addColumn<bool>("isShared");
    QTest::newRow("single file") << "tiny-llama"
                                 << "tiny-llama-reference.json" << false;
    QTest::newRow("shards") << "tiny-llama-sharded"
                            << "tiny-llama-reference.json" << true;
    QTest::newRow("llama3 rope, tied, one KV head, biases") << "tiny-llama3-tied"
                                                            << "tiny-llama3-tied-reference.json" << false;
    QTest::newRow("bfloat16 file") << "tiny-llama-bf16"
                                   << "tiny-llama-bf16-reference.json" << false;
    QTest::newRow("Qwen2: q, k, v biases, tied") << "tiny-qwen2"
                                                 << "tiny-qwen2-reference.json" << false;
    QTest::newRow("Qwen3: head norms, head_dim") << "tiny-qwen3"
                                                 << "tiny-qwen3-reference.json" << false;
    QTest::newRow("Mistral: inside its window") << "tiny-mistral"
                                                << "tiny-mistral-reference.json" << false;
}

void TestModelLogits::float32_equals_hugging_face()
{
    QFETCH(QString, folder);
    QFETCH(QString, referenceFile);
    QFETCH(bool, isShared);
    const std::string name = folder.toStdString();
    const Path path = isShared ? sharedPath("data/models/" + name) : dataPath("models/" + name);
    if (path.empty())
        QSKIP(test::kNoSharedData);
    const Reference reference = readReference(referenceFile.toStdString());
    QCOMPARE(reference.greedy.size(), std::size_t(24));
    QCOMPARE(reference.logits.size(), std::size_t(25));

    const Outcome outcome = decode(cpuOptions(path, reference), reference);
    QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
    qInfo("largest difference of a logit: %.3g over %zu positions", double(outcome.difference),
          reference.logits.size());
    QVERIFY(outcome.difference <= kTolerance);
    QCOMPARE(outcome.tokens, reference.greedy);
    QCOMPARE(outcome.cacheLength, std::int64_t(reference.prompt.size() + reference.greedy.size()));
}

void TestModelLogits::float32_on_the_gpu_equals_hugging_face_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<int>("attention");
    QTest::addColumn<int>("cache");
    // Not flash and not cudnn, which have no float32 kernel.
    for (const AttentionBackend attention :
         {AttentionBackend::automatic, AttentionBackend::memEfficient, AttentionBackend::math}) {
        for (const CacheMode cache : {CacheMode::concatenate, CacheMode::preallocated, CacheMode::fixedLength}) {
            for (const char* folder : {"tiny-llama", "tiny-llama3-tied", "tiny-qwen2", "tiny-qwen3", "tiny-mistral"})
                QTest::addRow("%s, backend %d, cache %d", folder, int(attention), int(cache))
                    << folder << int(attention) << int(cache);
        }
    }
}

void TestModelLogits::float32_on_the_gpu_equals_hugging_face()
{
    QFETCH(QString, folder);
    QFETCH(int, attention);
    QFETCH(int, cache);
    const auto gpu = readGpuProperties(0);
    if (!gpu)
        QSKIP(gpu.error().message.c_str());
    const Reference reference = readReference(folder.toStdString() + "-reference.json");
    ModelOptions options = cpuOptions(dataPath("models/" + folder.toStdString()), reference);
    options.device = DeviceKind::cuda;
    options.attention = AttentionBackend(attention);
    options.cache = CacheMode(cache);
    const Outcome outcome = decode(options, reference);
    QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
    qInfo("largest difference of a logit: %.3g", double(outcome.difference));
    QVERIFY(outcome.difference <= kTolerance);
    QCOMPARE(outcome.tokens, reference.greedy);
}

void TestModelLogits::every_cache_and_backend_gives_the_same_data()
{
    QTest::addColumn<int>("cache");
    QTest::addColumn<int>("attention");
    QTest::newRow("concatenate, flash") << int(CacheMode::concatenate) << int(AttentionBackend::flash);
    QTest::newRow("concatenate, math") << int(CacheMode::concatenate) << int(AttentionBackend::math);
    QTest::newRow("preallocated, automatic") << int(CacheMode::preallocated) << int(AttentionBackend::automatic);
    QTest::newRow("preallocated, math") << int(CacheMode::preallocated) << int(AttentionBackend::math);
    QTest::newRow("fixed length, automatic") << int(CacheMode::fixedLength) << int(AttentionBackend::automatic);
    QTest::newRow("fixed length, math") << int(CacheMode::fixedLength) << int(AttentionBackend::math);
}

void TestModelLogits::every_cache_and_backend_gives_the_same()
{
    QFETCH(int, cache);
    QFETCH(int, attention);
    const Reference reference = readReference("tiny-llama-reference.json");
    ModelOptions options = cpuOptions(dataPath("models/tiny-llama"), reference);
    options.cache = CacheMode(cache);
    options.attention = AttentionBackend(attention);
    options.cacheCapacity = std::int64_t(reference.prompt.size() + reference.greedy.size()); // exactly enough
    const Outcome outcome = decode(options, reference);
    QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
    QVERIFY2(outcome.difference <= kTolerance, qPrintable(QString::number(outcome.difference)));
    QCOMPARE(outcome.tokens, reference.greedy);
}

void TestModelLogits::each_row_of_a_batch_equals_the_single_run()
{
    const Reference reference = readReference("tiny-llama3-tied-reference.json");
    ModelOptions options = cpuOptions(dataPath("models/tiny-llama3-tied"), reference);
    options.batch = 3;
    for (std::size_t row = 0; row < 3; ++row) {
        const Outcome outcome = decode(options, reference, row);
        QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
        QVERIFY2(outcome.difference <= kTolerance, qPrintable(QString::number(outcome.difference)));
        QCOMPARE(outcome.tokens, reference.greedy);
    }
}

void TestModelLogits::a_fixed_length_cache_gives_every_model_the_same_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<int>("spare");
    for (const char* folder : {"tiny-llama", "tiny-llama3-tied", "tiny-qwen2", "tiny-qwen3", "tiny-mistral"}) {
        for (const int spare : {0, 37}) // positions that are never filled
            QTest::addRow("%s, %d spare", folder, spare) << folder << spare;
    }
}

void TestModelLogits::a_fixed_length_cache_gives_every_model_the_same()
{
    QFETCH(QString, folder);
    QFETCH(int, spare);
    const Reference reference = readReference(folder.toStdString() + "-reference.json");
    ModelOptions options = cpuOptions(dataPath("models/" + folder.toStdString()), reference);
    options.cache = CacheMode::fixedLength;
    options.cacheCapacity = std::int64_t(reference.prompt.size() + reference.greedy.size()) + spare;
    options.batch = 2;
    for (std::size_t row = 0; row < 2; ++row) {
        const Outcome outcome = decode(options, reference, row);
        QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
        QVERIFY2(outcome.difference <= kTolerance, qPrintable(QString::number(outcome.difference)));
        QCOMPARE(outcome.tokens, reference.greedy);
    }
}

void TestModelLogits::a_second_prefill_starts_over()
{
    const Reference reference = readReference("tiny-llama-reference.json");
    ModelOptions options = cpuOptions(dataPath("models/tiny-llama"), reference);
    for (const CacheMode mode : {CacheMode::concatenate, CacheMode::preallocated, CacheMode::fixedLength}) {
        options.cache = mode;
        const auto session = DecodeSession::create(options);
        QVERIFY(session.has_value());
        for (int round = 0; round < 2; ++round) {
            QVERIFY((*session)->prefill().has_value());
            QCOMPARE((*session)->tokens().value().at(0), reference.greedy[0]);
            QVERIFY((*session)->decodeStep().has_value());
            QCOMPARE((*session)->tokens().value().at(0), reference.greedy[1]);
        }
    }
}

void TestModelLogits::a_full_sliding_window_is_refused()
{
    const Reference reference = readReference("tiny-mistral-reference.json");
    const auto session = DecodeSession::create(cpuOptions(dataPath("models/tiny-mistral"), reference));
    QVERIFY(session.has_value());
    QVERIFY((*session)->prefill().has_value());
    Result<void> step;
    while ((*session)->cacheLength() < 200 && (step = (*session)->decodeStep()))
        ;
    QVERIFY(!step.has_value());
    QCOMPARE(step.error().code, ErrorCode::unsupported);
    QCOMPARE((*session)->cacheLength(), std::int64_t(64)); // sliding_window of config.json
}

void TestModelLogits::half_precision_runs_on_the_cpu_data()
{
    QTest::addColumn<int>("type");
    QTest::newRow("float16") << int(FloatType::float16);
    QTest::newRow("bfloat16") << int(FloatType::bfloat16);
}

void TestModelLogits::half_precision_runs_on_the_cpu()
{
    QFETCH(int, type);
    Reference reference = readReference("tiny-llama3-tied-reference.json");
    reference.greedy.clear();
    ModelOptions options = cpuOptions(dataPath("models/tiny-llama3-tied"), reference);
    options.dtype = FloatType(type);
    const Outcome outcome = decode(options, reference);
    QVERIFY2(outcome.error.isEmpty(), qPrintable(outcome.error));
    qInfo("largest difference of a logit: %.3g", double(outcome.difference));
    QVERIFY(outcome.difference > 0);
    QVERIFY(outcome.difference < (FloatType(type) == FloatType::float16 ? 0.05F : 0.4F));
}

QTEST_GUILESS_MAIN(TestModelLogits)
#include "tst_model_logits.moc"
