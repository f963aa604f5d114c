// SPDX-License-Identifier: GPL-3.0-or-later
// What can be known about CUPTI without a GPU: it is found or its absence is said plainly, and errors become sentences.
#include "capture/record/cupti_api.h"
#include "capture/record/gpu_recorder.h"

#include <QTest>

using namespace decodescope;

class CuptiApiTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void loadsOrSaysWhy();
    void errorsAreSentences_data();
    void errorsAreSentences();
    void openingWithoutAGpuFailsEveryTimeAlike();
};

void CuptiApiTest::loadsOrSaysWhy()
{
    const auto api = CuptiApi::load();
    if (!api) {
        QCOMPARE(api.error().code, ErrorCode::device);
        QVERIFY(api.error().message.find("CUPTI") != std::string::npos);
        return;
    }
    QVERIFY((*api)->version > 0);
    QVERIFY((*api)->path.find("libcupti") != std::string::npos);
    QCOMPARE(*CuptiApi::load(), *api);
}

void CuptiApiTest::errorsAreSentences_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("mentions");
    QTest::newRow("another profiler") << 39 << QByteArray("another profiler");
    QTest::newRow("privileges") << 35 << QByteArray("NVreg_RestrictProfilingToAdminUsers=0");
    QTest::newRow("driver too old") << 15 << QByteArray("update the NVIDIA driver");
    QTest::newRow("not compatible") << 14 << QByteArray("does not go together");
    QTest::newRow("virtual GPU") << 33 << QByteArray("virtualized");
    QTest::newRow("MIG") << 43 << QByteArray("MIG");
    QTest::newRow("unforeseen") << 999 << QByteArray("CUPTI_ERROR_UNKNOWN");
}

void CuptiApiTest::errorsAreSentences()
{
    QFETCH(int, code);
    QFETCH(QByteArray, mentions);
    CuptiApi api;
    api.getResultString = [](CUptiResult, const char** text) {
        *text = "CUPTI_ERROR_UNKNOWN";
        return CUPTI_SUCCESS;
    };
    const Error error = cuptiError(api, static_cast<CUptiResult>(code), "GPU recording could not start");
    QCOMPARE(error.code, ErrorCode::device);
    QVERIFY2(error.message.find(mentions.toStdString()) != std::string::npos, error.message.c_str());
    QVERIFY(error.message.starts_with("GPU recording could not start: "));
    QVERIFY(error.message.ends_with("."));
    QCOMPARE(error.where, "CUPTI error " + std::to_string(code));
}

void CuptiApiTest::openingWithoutAGpuFailsEveryTimeAlike()
{
    const auto first = GpuRecorder::open();
    if (first)
        QSKIP("there is a GPU here");
    QVERIFY(!first.error().message.empty());
    const auto second = GpuRecorder::open();
    QVERIFY(!second);
    QCOMPARE(second.error().message, first.error().message);
}

QTEST_APPLESS_MAIN(CuptiApiTest)
#include "tst_cupti_api.moc"
