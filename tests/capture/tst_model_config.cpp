// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/model_config.h"
#include "capture/model/safetensors.h"
#include "tests/support/test_data.h"

#include <QtTest/QtTest>
#include <nlohmann/json.hpp>

using namespace decodescope;

namespace {

// A small sound configuration, to break one key of.
nlohmann::json soundConfig()
{
    return nlohmann::json::parse(R"({"model_type": "llama", "hidden_size": 64, "intermediate_size": 128,
        "num_hidden_layers": 2, "num_attention_heads": 8, "vocab_size": 100})");
}

Result<ModelConfig> parse(const nlohmann::json& config)
{
    return parseModelConfig(config.dump(), "c");
}

} // namespace

class TestModelConfig : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void defaults_are_those_of_the_family();
    void keys_of_each_family_data();
    void keys_of_each_family();
    void both_spellings_of_rope_are_read();
    void the_count_of_parameters_is_that_of_the_files_data();
    void the_count_of_parameters_is_that_of_the_files();
    void presets_have_their_published_size();
    void what_is_not_supported_is_named_data();
    void what_is_not_supported_is_named();
    void what_is_not_json_is_named();
};

void TestModelConfig::defaults_are_those_of_the_family()
{
    const auto llama = parse(soundConfig());
    QVERIFY2(llama.has_value(), llama ? "" : llama.error().text().c_str());
    QCOMPARE(llama->kvHeads, std::int64_t(8)); // as many as heads
    QCOMPARE(llama->headDim, std::int64_t(8)); // hidden size over heads
    QCOMPARE(llama->normEps, 1e-6);
    QCOMPARE(llama->rope.theta, 10000.0);
    QVERIFY(!llama->tiedEmbeddings && !llama->qkvBias && !llama->mlpBias && !llama->slidingWindow);
    QCOMPARE(llama->storedType, FloatType::float32);

    nlohmann::json config = soundConfig();
    config["model_type"] = "qwen3";
    config["num_key_value_heads"] = 4;
    QCOMPARE(parse(config)->headDim, std::int64_t(128));
    config["model_type"] = "mistral";
    config.erase("num_key_value_heads");
    QCOMPARE(parse(config)->kvHeads, std::int64_t(8));
}

void TestModelConfig::keys_of_each_family_data()
{
    QTest::addColumn<QString>("folder");
    QTest::addColumn<int>("family");
    QTest::addColumn<qint64>("headDim");
    QTest::addColumn<bool>("qkvBias");
    QTest::addColumn<bool>("outputBias");
    QTest::addColumn<bool>("qkNorm");
    QTest::addColumn<bool>("isTied");
    QTest::addColumn<int>("window");
    QTest::newRow("llama") << "tiny-llama" << int(ModelFamily::llama) << qint64(8) << false << false << false << false
                           << 0;
    QTest::newRow("llama3") << "tiny-llama3-tied" << int(ModelFamily::llama) << qint64(32) << true << true << false
                            << true << 0;
    QTest::newRow("qwen2") << "tiny-qwen2" << int(ModelFamily::qwen2) << qint64(8) << true << false << false << true
                           << 0;
    QTest::newRow("qwen3") << "tiny-qwen3" << int(ModelFamily::qwen3) << qint64(16) << false << false << true << false
                           << 0;
    QTest::newRow("mistral") << "tiny-mistral" << int(ModelFamily::mistral) << qint64(8) << false << false << false
                             << false << 64;
}

void TestModelConfig::keys_of_each_family()
{
    QFETCH(QString, folder);
    const auto config = readModelConfig(test::dataPath("models/" + folder.toStdString() + "/config.json"));
    QVERIFY2(config.has_value(), config ? "" : config.error().text().c_str());
    QTEST(int(config->family), "family");
    QTEST(qint64(config->headDim), "headDim");
    QTEST(config->qkvBias, "qkvBias");
    QTEST(config->outputBias, "outputBias");
    QTEST(config->qkNorm, "qkNorm");
    QTEST(config->tiedEmbeddings, "isTied");
    QTEST(int(config->slidingWindow.value_or(0)), "window");
}

void TestModelConfig::both_spellings_of_rope_are_read()
{
    const nlohmann::json scaling = {{"rope_type", "llama3"},
                                    {"factor", 8.0},
                                    {"low_freq_factor", 1.0},
                                    {"high_freq_factor", 4.0},
                                    {"original_max_position_embeddings", 8192}};
    nlohmann::json before = soundConfig(); // transformers 4
    before["rope_theta"] = 500000.0;
    before["rope_scaling"] = scaling;
    nlohmann::json now = soundConfig(); // transformers 5
    now["rope_parameters"] = scaling;
    now["rope_parameters"]["rope_theta"] = 500000.0;
    for (const nlohmann::json& config : {before, now}) {
        const auto read = parse(config);
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QCOMPARE(read->rope.kind, RopeConfig::Kind::llama3);
        QCOMPARE(read->rope.theta, 500000.0);
        QCOMPARE(read->rope.factor, 8.0);
        QCOMPARE(read->rope.lowFreqFactor, 1.0);
        QCOMPARE(read->rope.highFreqFactor, 4.0);
        QCOMPARE(read->rope.originalMaxPositions, 8192.0);
    }
    before["rope_scaling"] = nullptr;
    QCOMPARE(parse(before)->rope.kind, RopeConfig::Kind::plain);
    QCOMPARE(parse(before)->rope.theta, 500000.0);
}

void TestModelConfig::the_count_of_parameters_is_that_of_the_files_data()
{
    QTest::addColumn<QString>("folder");
    for (const char* folder : {"tiny-llama", "tiny-llama3-tied", "tiny-qwen2", "tiny-qwen3", "tiny-mistral"})
        QTest::newRow(folder) << folder;
}

void TestModelConfig::the_count_of_parameters_is_that_of_the_files()
{
    QFETCH(QString, folder);
    const std::filesystem::path path = test::dataPath("models/" + folder.toStdString());
    const auto config = readModelConfig(path / "config.json");
    const auto file = SafetensorsFile::open(path / "model.safetensors");
    std::int64_t bytes = 0;
    for (const TensorEntry& tensor : file->tensors())
        bytes += std::int64_t(tensor.bytes);
    QCOMPARE(parameterCount(*config) * floatTypeBytes(config->storedType), bytes);
    // A step reads all but the table of embeddings, of which it reads a row a sequence; tied, the table is the head.
    const std::int64_t table = config->tiedEmbeddings ? 0 : config->vocabSize * config->hiddenSize;
    QCOMPARE(weightsReadPerStep(*config, 3), parameterCount(*config) - table + 3 * config->hiddenSize);
}

void TestModelConfig::presets_have_their_published_size()
{
    QCOMPARE(parameterCount(presetModelConfig("tinyllama").value()), std::int64_t(1100048384)); // TinyLlama-1.1B
    QVERIFY(presetModelConfig("tiny").has_value());
    QCOMPARE(presetModelConfig("huge").error().code, ErrorCode::unsupported);
}

void TestModelConfig::what_is_not_supported_is_named_data()
{
    QTest::addColumn<QByteArray>("patch"); // merged into a sound configuration; null takes a key out
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("where");
    const int format = int(ErrorCode::format);
    const int unsupported = int(ErrorCode::unsupported);
    QTest::newRow("other model") << QByteArray(R"({"model_type":"gpt2"})") << unsupported << "c: model_type";
    QTest::newRow("no model") << QByteArray(R"({"model_type":null})") << unsupported << "c: model_type";
    QTest::newRow("model is a number") << QByteArray(R"({"model_type":3})") << format << "c: model_type";
    QTest::newRow("activation") << QByteArray(R"({"hidden_act":"gelu"})") << unsupported << "c: hidden_act";
    QTest::newRow("quantized") << QByteArray(R"({"quantization_config":{"bits":4}})") << unsupported
                               << "c: quantization_config";
    QTest::newRow("rope kind") << QByteArray(R"({"rope_parameters":{"rope_type":"yarn"}})") << unsupported
                               << "c: rope_parameters.rope_type";
    QTest::newRow("old rope kind") << QByteArray(R"({"rope_scaling":{"type":"dynamic","factor":2.0}})") << unsupported
                                   << "c: rope_scaling.type";
    QTest::newRow("rope without factor") << QByteArray(R"({"rope_scaling":{"rope_type":"llama3"}})") << format
                                         << "c: rope_scaling.factor";
    QTest::newRow("partial rope") << QByteArray(R"({"rope_parameters":{"partial_rotary_factor":0.5}})") << unsupported
                                  << "c: rope_parameters.partial_rotary_factor";
    QTest::newRow("partial rope, old") << QByteArray(R"({"partial_rotary_factor":0.25})") << unsupported
                                       << "c: partial_rotary_factor";
    QTest::newRow("rope is a list") << QByteArray(R"({"rope_scaling":[1]})") << format << "c: rope_scaling";
    QTest::newRow("sliding window") << QByteArray(R"({"use_sliding_window":true})") << unsupported
                                    << "c: use_sliding_window";
    QTest::newRow("layer types") << QByteArray(R"({"layer_types":["full_attention","sliding_attention"]})")
                                 << unsupported << "c: layer_types";
    QTest::newRow("class") << QByteArray(R"({"architectures":["LlamaForSequenceClassification"]})") << unsupported
                           << "c: architectures";
    QTest::newRow("stored type") << QByteArray(R"({"dtype":"float8_e4m3fn"})") << unsupported << "c: dtype";
    QTest::newRow("stored type, old key") << QByteArray(R"({"torch_dtype":"int8"})") << unsupported << "c: torch_dtype";
    QTest::newRow("no size") << QByteArray(R"({"hidden_size":null})") << format << "c: hidden_size";
    QTest::newRow("size is text") << QByteArray(R"({"hidden_size":"64"})") << format << "c: hidden_size";
    QTest::newRow("size is a fraction") << QByteArray(R"({"hidden_size":64.5})") << format << "c: hidden_size";
    QTest::newRow("no layers") << QByteArray(R"({"num_hidden_layers":0})") << format << "c: num_hidden_layers";
    QTest::newRow("negative heads") << QByteArray(R"({"num_attention_heads":-8})") << format
                                    << "c: num_attention_heads";
    QTest::newRow("huge vocabulary") << QByteArray(R"({"vocab_size":18446744073709551615})") << format
                                     << "c: vocab_size";
    QTest::newRow("KV heads") << QByteArray(R"({"num_key_value_heads":3})") << format << "c: num_key_value_heads";
    QTest::newRow("heads") << QByteArray(R"({"num_attention_heads":7})") << format << "c: hidden_size";
    QTest::newRow("odd head") << QByteArray(R"({"head_dim":7})") << format << "c: head_dim";
    QTest::newRow("epsilon") << QByteArray(R"({"rms_norm_eps":-1})") << format << "c: rms_norm_eps";
    QTest::newRow("tied") << QByteArray(R"({"tie_word_embeddings":1})") << format << "c: tie_word_embeddings";
}

void TestModelConfig::what_is_not_supported_is_named()
{
    QFETCH(QByteArray, patch);
    nlohmann::json config = soundConfig();
    config.merge_patch(nlohmann::json::parse(patch.toStdString()));
    const auto read = parse(config);
    QVERIFY(!read.has_value());
    QTEST(int(read.error().code), "code");
    QTEST(QString::fromStdString(read.error().where), "where");
    QVERIFY2(read.error().message.ends_with("."), read.error().message.c_str());
}

void TestModelConfig::what_is_not_json_is_named()
{
    for (const char* text : {"", "{", "[1]", "null", "{\"a\":NaN}", "\xff"}) {
        const auto read = parseModelConfig(text, "c");
        QVERIFY2(!read.has_value(), text);
        QCOMPARE(read.error().code, ErrorCode::format);
        QCOMPARE(read.error().where, std::string("c"));
    }
    QCOMPARE(readModelConfig("/nonexistent/config.json").error().code, ErrorCode::io);
}

QTEST_APPLESS_MAIN(TestModelConfig)
#include "tst_model_config.moc"
