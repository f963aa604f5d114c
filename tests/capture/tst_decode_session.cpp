// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/decode_session.h"
#include "capture/model/device_timer.h"
#include "capture/model/gpu_device.h"
#include "tests/support/test_data.h"

#include <QtTest/QtTest>

#include <cmath>
#include <fstream>

using namespace decodescope;

namespace {

ModelOptions tinyOptions()
{
    ModelOptions options;
    options.preset = "tiny";
    options.device = DeviceKind::cpu;
    options.promptLength = 12;
    return options;
}

std::vector<std::int64_t> decoded(const ModelOptions& options, int steps)
{
    std::vector<std::int64_t> tokens;
    const auto session = DecodeSession::create(options);
    if (!session || !(*session)->prefill())
        return tokens;
    for (int i = 0; i < steps && (*session)->decodeStep(); ++i) {
        const auto picked = (*session)->tokens().value();
        tokens.insert(tokens.end(), picked.begin(), picked.end());
    }
    return tokens;
}

} // namespace

class TestDecodeSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void a_session_says_what_it_runs();
    void a_stop_cancels_loading_and_prefill();
    void random_weights_follow_the_seed();
    void random_weights_are_normal_with_hugging_faces_deviation();
    void each_sequence_of_a_batch_has_its_own_random_prompt();
    void steps_need_a_prefill();
    void options_out_of_range_are_refused_data();
    void options_out_of_range_are_refused();
    void bad_folders_are_named();
    void a_missing_gpu_is_one_sentence();
    void the_timer_measures_on_the_cpu();
};

void TestDecodeSession::a_session_says_what_it_runs()
{
    ModelOptions options = tinyOptions();
    options.batch = 2;
    const auto session = DecodeSession::create(options);
    QVERIFY2(session.has_value(), session ? "" : session.error().text().c_str());
    const SessionInfo& info = (*session)->info();
    QCOMPARE(info.deviceName, std::string("cpu"));
    QCOMPARE(info.dtype, FloatType::float32);
    QCOMPARE(info.batch, std::int64_t(2));
    QCOMPARE(info.promptLength, std::int64_t(12));
    QCOMPARE(info.weightBytesPerStep, 4 * weightsReadPerStep(info.config, 2));
    QCOMPARE((*session)->cacheLength(), std::int64_t(0));
    QVERIFY((*session)->prefill().has_value());
    QVERIFY((*session)->decodeStep().has_value());
    QVERIFY((*session)->synchronize().has_value());
    QCOMPARE((*session)->cacheLength(), std::int64_t(13));
    QCOMPARE((*session)->tokens()->size(), std::size_t(2));
    QCOMPARE((*session)->lastLogits()->size(), std::size_t(2 * 512));
}

void TestDecodeSession::a_stop_cancels_loading_and_prefill()
{
    std::stop_source stop;
    ModelOptions options = tinyOptions();
    options.stop = stop.get_token();
    const auto session = DecodeSession::create(options);
    QVERIFY(session.has_value());
    QVERIFY((*session)->prefill().has_value());
    stop.request_stop();
    const auto prefilled = (*session)->prefill();
    QVERIFY(!prefilled);
    QCOMPARE(prefilled.error().code, ErrorCode::cancelled);
    const auto loaded = DecodeSession::create(options);
    QVERIFY(!loaded);
    QCOMPARE(loaded.error().code, ErrorCode::cancelled);
}

void TestDecodeSession::random_weights_follow_the_seed()
{
    ModelOptions options = tinyOptions();
    const std::vector<std::int64_t> tokens = decoded(options, 8);
    QCOMPARE(tokens.size(), std::size_t(8));
    QCOMPARE(decoded(options, 8), tokens);
    options.seed = 1;
    QVERIFY(decoded(options, 8) != tokens);
}

// With the norm's weights at one, the last hidden state has a mean square of one, so a logit is the sum of 64 weights
// times it: of variance 64 x 0.02^2.
void TestDecodeSession::random_weights_are_normal_with_hugging_faces_deviation()
{
    double sum = 0;
    double squares = 0;
    std::size_t count = 0;
    for (std::uint64_t seed = 0; seed < 8; ++seed) {
        ModelOptions options = tinyOptions();
        options.seed = seed;
        const auto session = DecodeSession::create(options);
        QVERIFY((*session)->prefill().has_value());
        const std::vector<float> logits = (*session)->lastLogits().value();
        for (const float logit : logits) {
            sum += double(logit);
            squares += double(logit) * double(logit);
            ++count;
        }
    }
    const double mean = sum / double(count);
    const double deviation = std::sqrt(squares / double(count) - mean * mean);
    const double expected = 8 * 0.02;
    QVERIFY2(std::abs(mean) < 5 * expected / std::sqrt(double(count)), qPrintable(QString::number(mean)));
    QVERIFY2(std::abs(deviation / expected - 1) < 0.1, qPrintable(QString::number(deviation)));
}

void TestDecodeSession::each_sequence_of_a_batch_has_its_own_random_prompt()
{
    ModelOptions options = tinyOptions();
    options.batch = 2;
    const auto session = DecodeSession::create(options);
    QVERIFY((*session)->prefill().has_value());
    const std::vector<float> logits = (*session)->lastLogits().value();
    const std::vector<float> first(logits.begin(), logits.begin() + 512);
    const std::vector<float> second(logits.begin() + 512, logits.end());
    QVERIFY(first != second);
}

void TestDecodeSession::steps_need_a_prefill()
{
    const auto session = DecodeSession::create(tinyOptions());
    QVERIFY(!(*session)->decodeStep().has_value());
    QVERIFY(!(*session)->tokens().has_value());
    QVERIFY(!(*session)->lastLogits().has_value());
    QVERIFY((*session)->prefill().has_value());
    QVERIFY((*session)->decodeStep().has_value());
}

void TestDecodeSession::options_out_of_range_are_refused_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("code");
    for (const char* what :
         {"batch 0", "batch 5000", "prompt 0", "prompt 2000000", "capacity 0", "capacity 3000000", "all 1048576"})
        QTest::newRow(what) << what << int(ErrorCode::limit);
    for (const char* what : {"mem-efficient", "cudnn", "preset", "token 512", "token -1", "text", "graph"})
        QTest::newRow(what) << what << int(ErrorCode::unsupported);
}

void TestDecodeSession::options_out_of_range_are_refused()
{
    QFETCH(QString, what);
    ModelOptions options = tinyOptions();
    const qint64 number = what.section(' ', 1).toLongLong();
    if (what.startsWith("batch"))
        options.batch = number;
    else if (what.startsWith("prompt"))
        options.promptLength = number;
    else if (what.startsWith("all"))
        options.promptLength = number, options.batch = 4096;
    else if (what.startsWith("capacity"))
        options.cacheCapacity = number;
    else if (what.startsWith("graph"))
        options.mode = DecodeMode::cudaGraph; // on the CPU
    else if (what.startsWith("token"))
        options.promptTokens = {1, number};
    else if (what == "mem-efficient")
        options.attention = AttentionBackend::memEfficient; // the CPU has no such kernel
    else if (what == "cudnn")
        options.attention = AttentionBackend::cudnn;
    else if (what == "preset")
        options.preset = "enormous";
    else
        options.promptText = "hello"; // a preset has no tokenizer
    const auto session = DecodeSession::create(options);
    QVERIFY(!session.has_value());
    QTEST(int(session.error().code), "code");
    QVERIFY(session.error().message.ends_with("."));
}

void TestDecodeSession::bad_folders_are_named()
{
    const QTemporaryDir temporary;
    const std::filesystem::path folder = temporary.path().toStdString();
    ModelOptions options = tinyOptions();
    options.folder = folder / "absent";
    QCOMPARE(DecodeSession::create(options).error().code, ErrorCode::io);
    options.folder = folder;
    QVERIFY(DecodeSession::create(options).error().message.find("no config.json") != std::string::npos);

    const std::filesystem::path good = test::dataPath("models/tiny-llama");
    std::filesystem::copy_file(good / "config.json", folder / "config.json");
    QCOMPARE(DecodeSession::create(options).error().code, ErrorCode::io); // no weights
    std::filesystem::copy_file(good / "model.safetensors", folder / "model.safetensors");
    QVERIFY(DecodeSession::create(options).has_value());
    std::filesystem::resize_file(folder / "model.safetensors", 700000);
    const auto truncated = DecodeSession::create(options);
    QCOMPARE(truncated.error().code, ErrorCode::format);
    QVERIFY(truncated.error().message.find("truncated") != std::string::npos);

    // A sound file of another shape.
    std::filesystem::copy_file(test::dataPath("models/tiny-qwen2/model.safetensors"), folder / "model.safetensors",
                               std::filesystem::copy_options::overwrite_existing);
    const auto other = DecodeSession::create(options);
    QCOMPARE(other.error().code, ErrorCode::format);
    QVERIFY(other.error().where.find("model.embed_tokens.weight") != std::string::npos);
}

void TestDecodeSession::a_missing_gpu_is_one_sentence()
{
    if (readGpuProperties(0).has_value())
        QSKIP("this machine has a GPU");
    ModelOptions options = tinyOptions();
    options.device = DeviceKind::cuda;
    const auto session = DecodeSession::create(options);
    QVERIFY(!session.has_value());
    QCOMPARE(session.error().code, ErrorCode::device);
    QCOMPARE(QString::fromStdString(session.error().message).count(QRegularExpression("\\.( |$)")), 1);
}

void TestDecodeSession::the_timer_measures_on_the_cpu()
{
    DeviceTimer timer(DeviceKind::cpu, 0);
    QVERIFY(timer.start().has_value());
    QVERIFY(timer.stop().has_value());
    const auto shorter = timer.elapsedNs();
    QVERIFY(shorter.has_value() && *shorter >= 0);
}

QTEST_GUILESS_MAIN(TestDecodeSession)
#include "tst_decode_session.moc"
