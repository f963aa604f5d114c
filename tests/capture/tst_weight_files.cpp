// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/weight_files.h"
#include "tests/support/test_data.h"

#include <QtTest/QtTest>

#include <cstring>
#include <fstream>

using namespace decodescope;

namespace {

using Path = std::filesystem::path;

void write(const Path& file, const std::string& text)
{
    std::ofstream(file, std::ios::binary) << text;
}

// A file with one tensor of two elements.
void writeShard(const Path& file, const std::string& tensor, const std::string& dtype = "F32",
                std::size_t elementBytes = 4)
{
    const std::string header = "{\"" + tensor + "\":{\"dtype\":\"" + dtype + "\",\"shape\":[2],\"data_offsets\":[0," +
                               std::to_string(2 * elementBytes) + "]}}";
    std::string text(8, '\0');
    const std::uint64_t length = header.size();
    std::memcpy(text.data(), &length, 8);
    write(file, text + header + std::string(2 * elementBytes, '\x01'));
}

} // namespace

class TestWeightFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void a_single_file_is_taken();
    void shards_are_found_through_the_index();
    void the_shared_shards_hold_what_the_single_file_holds();
    void wrong_tensors_are_named();
    void unusable_folders_are_named_data();
    void unusable_folders_are_named();
    void an_index_cannot_leave_its_folder_data();
    void an_index_cannot_leave_its_folder();

private:
    std::unique_ptr<QTemporaryDir> m_temporary;
    Path m_folder;
};

void TestWeightFiles::init()
{
    m_temporary = std::make_unique<QTemporaryDir>();
    m_folder = m_temporary->path().toStdString();
}

void TestWeightFiles::a_single_file_is_taken()
{
    writeShard(m_folder / "model.safetensors", "w");
    const auto files = WeightFiles::open(m_folder);
    QVERIFY(files.has_value());
    QVERIFY(files->contains("w"));
    QVERIFY(!files->contains("v"));
    const auto view = files->find("w", {2});
    QVERIFY(view.has_value());
    QCOMPARE(view->bytes.size(), std::size_t(8));
    QCOMPARE(view->bytes[7], std::byte(1));
}

void TestWeightFiles::shards_are_found_through_the_index()
{
    writeShard(m_folder / "one", "a");
    writeShard(m_folder / "two", "b", "BF16", 2);
    write(m_folder / "model.safetensors.index.json", R"({"metadata":{},"weight_map":{"a":"one","b":"two"}})");
    const auto files = WeightFiles::open(m_folder);
    QVERIFY2(files.has_value(), files ? "" : files.error().text().c_str());
    QCOMPARE(files->find("a", {2})->type, FloatType::float32);
    QCOMPARE(files->find("b", {2})->type, FloatType::bfloat16);
}

void TestWeightFiles::the_shared_shards_hold_what_the_single_file_holds()
{
    const Path shards = test::sharedPath("data/models/tiny-llama-sharded");
    if (shards.empty())
        QSKIP(test::kNoSharedData);
    const auto sharded = WeightFiles::open(shards);
    QVERIFY2(sharded.has_value(), sharded ? "" : sharded.error().text().c_str());
    const auto single = SafetensorsFile::open(test::dataPath("models/tiny-llama/model.safetensors"));
    for (const TensorEntry& tensor : single->tensors()) {
        const auto view = sharded->find(tensor.name, tensor.shape);
        QVERIFY2(view.has_value(), tensor.name.c_str());
        QVERIFY(std::ranges::equal(view->bytes, single->data(tensor)));
    }
}

void TestWeightFiles::wrong_tensors_are_named()
{
    writeShard(m_folder / "model.safetensors", "w", "I16", 2);
    const auto files = WeightFiles::open(m_folder);
    const auto absent = files->find("v", {2});
    QCOMPARE(absent.error().code, ErrorCode::format);
    QCOMPARE(absent.error().where, (m_folder / "model.safetensors").string() + ": v");
    const auto misshapen = files->find("w", {2, 1});
    QCOMPARE(misshapen.error().code, ErrorCode::format);
    QCOMPARE(misshapen.error().message, std::string("This tensor is [2], config.json asks for [2, 1]."));
    const auto integers = files->find("w", {2});
    QCOMPARE(integers.error().code, ErrorCode::unsupported);
    QVERIFY(integers.error().message.find("I16") != std::string::npos);
}

void TestWeightFiles::unusable_folders_are_named_data()
{
    QTest::addColumn<QString>("file"); // the only one in the folder; empty: none
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    const QString index = "model.safetensors.index.json";
    QTest::newRow("empty folder") << "" << QByteArray() << int(ErrorCode::io) << "neither model.safetensors nor";
    QTest::newRow("pickled") << "pytorch_model.bin" << QByteArray() << int(ErrorCode::unsupported) << "pickled";
    QTest::newRow("index without map") << index << QByteArray("{}") << int(ErrorCode::format) << "no object weight_map";
    QTest::newRow("index is a list") << index << QByteArray("[]") << int(ErrorCode::format) << "no object weight_map";
    QTest::newRow("index cut") << index << QByteArray("{\"weight_map\":{") << int(ErrorCode::format)
                               << "not valid JSON";
    QTest::newRow("nested index") << index << QByteArray(100000, '[') << int(ErrorCode::format) << "not valid JSON";
    QTest::newRow("deep index") << index << QByteArray(100000, '[') + QByteArray(100000, ']') << int(ErrorCode::format)
                                << "too deep";
    QTest::newRow("absent shard") << index << QByteArray(R"({"weight_map":{"a":"one"}})") << int(ErrorCode::io)
                                  << "cannot be read";
    QTest::newRow("truncated file") << "model.safetensors" << QByteArray("\x10\0\0\0\0\0\0\0{}", 10)
                                    << int(ErrorCode::format) << "truncated";
}

void TestWeightFiles::unusable_folders_are_named()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, text);
    QFETCH(int, code);
    QFETCH(QString, message);
    if (!file.isEmpty())
        write(m_folder / file.toStdString(), text.toStdString());
    const auto files = WeightFiles::open(m_folder);
    QVERIFY(!files.has_value());
    QCOMPARE(int(files.error().code), code);
    QVERIFY2(QString::fromStdString(files.error().message).contains(message), files.error().message.c_str());
    QVERIFY(files.error().where.starts_with(m_folder.string()));
}

void TestWeightFiles::an_index_cannot_leave_its_folder_data()
{
    QTest::addColumn<QByteArray>("shard");
    QTest::newRow("parent") << QByteArray(R"("../one")");
    QTest::newRow("absolute") << QByteArray(R"("/etc/passwd")");
    QTest::newRow("dots") << QByteArray(R"("..")");
    QTest::newRow("zero byte") << QByteArray(R"("one\u0000")");
    QTest::newRow("empty") << QByteArray(R"("")");
    QTest::newRow("number") << QByteArray("1");
}

void TestWeightFiles::an_index_cannot_leave_its_folder()
{
    QFETCH(QByteArray, shard);
    writeShard(m_folder / "one", "a");
    write(m_folder / "model.safetensors.index.json", "{\"weight_map\":{\"a\":" + shard.toStdString() + "}}");
    const auto files = WeightFiles::open(m_folder);
    QVERIFY(!files.has_value());
    QCOMPARE(files.error().code, ErrorCode::format);
    QVERIFY(files.error().where.ends_with("index.json: a"));
}

QTEST_APPLESS_MAIN(TestWeightFiles)
#include "tst_weight_files.moc"
