// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/safetensors.h"
#include "tests/support/test_data.h"

#include <QtTest/QtTest>

#include <cstring>
#include <fstream>

using namespace decodescope;

namespace {

using Bytes = std::vector<std::byte>;

Bytes fileBytes(const QByteArray& header, int dataBytes)
{
    Bytes bytes(std::size_t(8 + header.size() + dataBytes));
    const std::uint64_t length = std::uint64_t(header.size());
    std::memcpy(bytes.data(), &length, 8); // this machine is little-endian, as the format is
    std::memcpy(bytes.data() + 8, header.constData(), std::size_t(header.size()));
    return bytes;
}

QByteArray tensor(const char* name, const char* dtype, const char* shape, const char* offsets)
{
    return QByteArray("\"") + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
           ",\"data_offsets\":" + offsets + "}";
}

QByteArray document(const QByteArrayList& tensors)
{
    return "{" + tensors.join(",") + "}";
}

const QByteArray kGood = document({tensor("b", "F32", "[2,3]", "[4,28]"), tensor("a", "BF16", "[2]", "[0,4]")});

} // namespace

class TestSafetensors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tensors_come_in_the_order_of_their_data();
    void unusual_files_that_are_sound_data();
    void unusual_files_that_are_sound();
    void every_truncation_is_an_error();
    void every_trailing_byte_is_an_error();
    void faults_are_named_data();
    void faults_are_named();
    void header_lengths_are_checked_data();
    void header_lengths_are_checked();
    void a_file_of_hugging_face_is_read();
    void files_that_cannot_be_opened_are_named();
};

void TestSafetensors::tensors_come_in_the_order_of_their_data()
{
    const auto tensors = parseSafetensors(fileBytes(kGood, 28), "f");
    QVERIFY2(tensors.has_value(), tensors ? "" : tensors.error().text().c_str());
    QCOMPARE(tensors->size(), std::size_t(2));
    const std::uint64_t dataBegin = 8 + std::uint64_t(kGood.size());
    QCOMPARE(tensors->at(0).name, std::string("a"));
    QCOMPARE(tensors->at(0).begin, dataBegin);
    QCOMPARE(tensors->at(0).bytes, std::uint64_t(4));
    QCOMPARE(tensors->at(0).type, std::optional(FloatType::bfloat16));
    QCOMPARE(tensors->at(1).name, std::string("b"));
    QCOMPARE(tensors->at(1).begin, dataBegin + 4);
    QCOMPARE(tensors->at(1).shape, (std::vector<std::int64_t>{2, 3}));
    QCOMPARE(tensors->at(1).type, std::optional(FloatType::float32));
}

void TestSafetensors::unusual_files_that_are_sound_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("dataBytes");
    QTest::addColumn<int>("count");
    QTest::newRow("no tensors") << QByteArray("{}") << 0 << 0;
    QTest::newRow("padded header") << QByteArray("{}      ") << 0 << 0;
    QTest::newRow("metadata") << QByteArray(R"({"__metadata__":{"format":"pt","x":"y"}})") << 0 << 0;
    QTest::newRow("a number") << document({tensor("n", "F16", "[]", "[0,2]")}) << 2 << 1;
    QTest::newRow("an empty tensor between two")
        << document({tensor("a", "F16", "[1]", "[0,2]"), tensor("e", "F16", "[0,7]", "[2,2]"),
                     tensor("b", "F16", "[1]", "[2,4]")})
        << 4 << 3;
    QTest::newRow("a type that is no float") << document({tensor("i", "I64", "[1]", "[0,8]")}) << 8 << 1;
    QTest::newRow("odd name") << document({tensor(R"(\u0000 é \")", "F16", "[1]", "[0,2]")}) << 2 << 1;
}

void TestSafetensors::unusual_files_that_are_sound()
{
    QFETCH(QByteArray, header);
    QFETCH(int, dataBytes);
    QFETCH(int, count);
    const auto tensors = parseSafetensors(fileBytes(header, dataBytes), "f");
    QVERIFY2(tensors.has_value(), tensors ? "" : tensors.error().text().c_str());
    QCOMPARE(int(tensors->size()), count);
}

void TestSafetensors::every_truncation_is_an_error()
{
    const Bytes whole = fileBytes(kGood, 28);
    QVERIFY(parseSafetensors(whole, "f").has_value());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const Bytes cut(whole.begin(), whole.begin() + std::ptrdiff_t(length));
        const auto tensors = parseSafetensors(cut, "f");
        QVERIFY2(!tensors.has_value(), qPrintable(QString::number(length)));
        QCOMPARE(tensors.error().code, ErrorCode::format);
        QVERIFY(tensors.error().where.starts_with("f"));
    }
}

void TestSafetensors::every_trailing_byte_is_an_error()
{
    const auto tensors = parseSafetensors(fileBytes(kGood, 29), "f");
    QVERIFY(!tensors.has_value());
    QVERIFY(tensors.error().message.find("1 bytes at its end") != std::string::npos);
}

void TestSafetensors::faults_are_named_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("dataBytes");
    QTest::addColumn<QString>("message"); // a part of it
    QTest::addColumn<QString>("where");
    const auto one = [](const char* dtype, const char* shape, const char* offsets) {
        return document({tensor("w", dtype, shape, offsets)});
    };
    QTest::newRow("overlap") << document({tensor("a", "F32", "[2]", "[0,8]"), tensor("b", "F32", "[2]", "[4,12]")})
                             << 12 << "overlaps"
                             << "f: b";
    QTest::newRow("same place") << document({tensor("a", "F32", "[2]", "[0,8]"), tensor("b", "F32", "[2]", "[0,8]")})
                                << 8 << "overlaps"
                                << "f: b";
    QTest::newRow("hole") << document({tensor("a", "F32", "[2]", "[0,8]"), tensor("b", "F32", "[2]", "[12,20]")}) << 20
                          << "hole"
                          << "f: b";
    QTest::newRow("hole at the start") << one("F32", "[2]", "[4,12]") << 12 << "hole"
                                       << "f: w";
    QTest::newRow("beyond the end") << one("F32", "[2]", "[0,8]") << 7 << "truncated"
                                    << "f: w";
    QTest::newRow("far beyond the end") << one("F32", "[1]", "[18446744073709551611,18446744073709551615]") << 8
                                        << "truncated"
                                        << "f: w";
    QTest::newRow("wrong product") << one("F32", "[3]", "[0,8]") << 8 << "has 8 bytes, its shape and dtype ask for 12"
                                   << "f: w";
    QTest::newRow("wrong type size") << one("BF16", "[2]", "[0,8]") << 8 << "ask for 4"
                                     << "f: w";
    QTest::newRow("product overflows") << one("F32", "[4294967296,4294967296,4]", "[0,0]") << 0
                                       << "larger than any file"
                                       << "f: w";
    QTest::newRow("length too large") << one("F32", "[9223372036854775808]", "[0,8]") << 8 << "too large"
                                      << "f: w";
    QTest::newRow("length beyond 64 bits")
        << one("F32", "[18446744073709551616]", "[0,8]") << 8 << "no offset or length"
        << "f: w";
    QTest::newRow("negative length") << one("F32", "[-2]", "[0,8]") << 8 << "negative"
                                     << "f: w";
    QTest::newRow("negative offset") << one("F32", "[2]", "[-8,0]") << 8 << "negative"
                                     << "f: w";
    QTest::newRow("fraction") << one("F32", "[2.0]", "[0,8]") << 8 << "no offset or length"
                              << "f: w";
    QTest::newRow("not a number") << one("F32", "[NaN]", "[0,8]") << 8 << "not valid JSON"
                                  << "f";
    QTest::newRow("infinite") << one("F32", "[1e999]", "[0,8]") << 8 << "not valid JSON"
                              << "f";
    QTest::newRow("null length") << one("F32", "[null]", "[0,8]") << 8 << "null"
                                 << "f: w";
    QTest::newRow("text as length") << one("F32", "[\"2\"]", "[0,8]") << 8 << "a string"
                                    << "f: w";
    QTest::newRow("backwards") << one("F32", "[2]", "[8,0]") << 8 << "ends before it begins"
                               << "f: w";
    QTest::newRow("one offset") << one("F32", "[2]", "[0]") << 8 << "fewer than two"
                                << "f: w";
    QTest::newRow("three offsets") << one("F32", "[2]", "[0,8,9]") << 8 << "more than two"
                                   << "f: w";
    QTest::newRow("nine dimensions") << one("F32", "[1,1,1,1,1,1,1,1,2]", "[0,8]") << 8 << "more than 8 dimensions"
                                     << "f: w";
    QTest::newRow("unknown type") << one("Q4_K", "[2]", "[0,8]") << 8 << "\"Q4_K\" is not known"
                                  << "f: w";
    QTest::newRow("type is a number") << QByteArray(R"({"w":{"dtype":5,"shape":[],"data_offsets":[0,4]}})") << 4
                                      << "a number"
                                      << "f: w";
    QTest::newRow("no type") << QByteArray(R"({"w":{"shape":[2],"data_offsets":[0,8]}})") << 8 << "lacks dtype"
                             << "f: w";
    QTest::newRow("no shape") << QByteArray(R"({"w":{"dtype":"F32","data_offsets":[0,8]}})") << 8 << "lacks shape"
                              << "f: w";
    QTest::newRow("no offsets") << QByteArray(R"({"w":{"dtype":"F32","shape":[2]}})") << 8 << "lacks data_offsets"
                                << "f: w";
    QTest::newRow("unknown key") << QByteArray(R"({"w":{"dtype":"F32","stride":[2]}})") << 8 << "unknown key \"stride\""
                                 << "f: w";
    QTest::newRow("key twice") << QByteArray(R"({"w":{"dtype":"F32","dtype":"F16"}})") << 8 << "dtype twice"
                               << "f: w";
    QTest::newRow("name twice") << document({tensor("w", "F32", "[1]", "[0,4]"), tensor("w", "F32", "[1]", "[4,8]")})
                                << 8 << "two tensors have this name"
                                << "f: w";
    QTest::newRow("array for a tensor") << QByteArray(R"({"w":[1,2]})") << 8 << "an array"
                                        << "f";
    QTest::newRow("object for a shape") << QByteArray(R"({"w":{"shape":{}}})") << 0 << "an object"
                                        << "f: w";
    QTest::newRow("nested shape") << QByteArray(R"({"w":{"shape":[[1]]}})") << 0 << "an array"
                                  << "f: w";
    QTest::newRow("metadata with a number") << QByteArray(R"({"__metadata__":{"x":1}})") << 0 << "a number"
                                            << "f";
    QTest::newRow("an array") << QByteArray("[]") << 0 << "does not begin with {"
                              << "f";
    QTest::newRow("blank first") << QByteArray(" {}") << 0 << "does not begin with {"
                                 << "f";
    QTest::newRow("two documents") << QByteArray("{}{}") << 0 << "not valid JSON"
                                   << "f";
    QTest::newRow("bad UTF-8") << QByteArray("{\"\xff\":{}}") << 0 << "not valid JSON"
                               << "f";
}

void TestSafetensors::faults_are_named()
{
    QFETCH(QByteArray, header);
    QFETCH(int, dataBytes);
    QFETCH(QString, message);
    QFETCH(QString, where);
    const auto tensors = parseSafetensors(fileBytes(header, dataBytes), "f");
    QVERIFY(!tensors.has_value());
    QCOMPARE(tensors.error().code, ErrorCode::format);
    const QString text = QString::fromStdString(tensors.error().message);
    QVERIFY2(text.contains(message), qPrintable(text));
    QCOMPARE(QString::fromStdString(tensors.error().where), where);
}

void TestSafetensors::header_lengths_are_checked_data()
{
    QTest::addColumn<quint64>("length");
    QTest::newRow("zero") << quint64(0);
    QTest::newRow("one too many") << quint64(3);
    QTest::newRow("32 bits") << quint64(0xffffffff);
    QTest::newRow("sign bit") << (quint64(1) << 63);
    QTest::newRow("minus one") << ~quint64(0);
    QTest::newRow("minus eight") << ~quint64(7);
}

void TestSafetensors::header_lengths_are_checked()
{
    QFETCH(quint64, length);
    Bytes bytes = fileBytes("{}", 0);
    std::memcpy(bytes.data(), &length, 8);
    const auto tensors = parseSafetensors(bytes, "f");
    QVERIFY(!tensors.has_value());
    QCOMPARE(tensors.error().code, ErrorCode::format);
    QCOMPARE(tensors.error().where, std::string("f"));
}

void TestSafetensors::a_file_of_hugging_face_is_read()
{
    const auto file = SafetensorsFile::open(test::dataPath("models/tiny-llama/model.safetensors"));
    QVERIFY2(file.has_value(), file ? "" : file.error().text().c_str());
    QCOMPARE(file->tensors().size(), std::size_t(3 * 9 + 3)); // nine weights a layer, two tables, the last norm
    std::uint64_t bytes = 0;
    for (const TensorEntry& entry : file->tensors()) {
        bytes += entry.bytes;
        QCOMPARE(file->find(entry.name), &entry);
        QCOMPARE(std::uint64_t(file->data(entry).size()), entry.bytes);
    }
    QCOMPARE(bytes, std::uint64_t(792320)); // total_size in the index of the same model in shards
    const TensorEntry* norm = file->find("model.norm.weight");
    QVERIFY(norm);
    QCOMPARE(norm->shape, std::vector<std::int64_t>{64});
    float first = 0;
    std::memcpy(&first, file->data(*norm).data(), sizeof first);
    QCOMPARE(first, 1.0F); // Hugging Face starts norms with ones
    QVERIFY(!file->find("model.norm.weigh"));
    QVERIFY(!file->find(""));
}

void TestSafetensors::files_that_cannot_be_opened_are_named()
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    const auto absent = SafetensorsFile::open(path / "absent");
    QVERIFY(!absent.has_value());
    QCOMPARE(absent.error().code, ErrorCode::io);
    QCOMPARE(absent.error().where, (path / "absent").string());
    QCOMPARE(SafetensorsFile::open(path).error().code, ErrorCode::io); // a folder
    std::ofstream(path / "empty").close();
    const auto empty = SafetensorsFile::open(path / "empty");
    QVERIFY(!empty.has_value());
    QCOMPARE(empty.error().code, ErrorCode::format);
}

QTEST_APPLESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
