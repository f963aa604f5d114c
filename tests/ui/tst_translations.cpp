// SPDX-License-Identifier: GPL-3.0-or-later
// The translations as files: complete, up to date with the sources, and usable by the program.
#include "core/io/open_trace.h"
#include "core/query/expected_shares.h"
#include "core/query/gpu_profile.h"
#include "core/query/reconcile.h"
#include "core/query/record_sheet.h"
#include "core/query/what_if.h"
#include "tests/support/strict_messages.h"
#include "tests/support/test_data.h"
#include "tests/support/translation_file.h"
#include "ui/model/core_texts.h"
#include "ui/model/gap_text.h"
#include "ui/model/language.h"
#include "ui/model/number_text.h"

#include <QApplication>
#include <QFileInfo>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace decodescope;
using test::readTranslations;
using test::TranslatedMessage;
using test::translationFile;

namespace {

using Keys = std::set<std::tuple<QString, QString, QString, bool>>;

Keys keysOf(const std::vector<TranslatedMessage>& messages)
{
    Keys keys;
    for (const TranslatedMessage& message : messages)
        keys.insert(message.key());
    return keys;
}

// "%1", "%n", and markup: what a translation must have as often as its source.
QStringList placeholdersOf(const QString& text)
{
    static const QRegularExpression kPlaceholder(QStringLiteral("%L?[0-9n]|</?[a-z][^>]*>|\\*\\.[a-z.]+|;;"));
    QStringList found;
    for (auto it = kPlaceholder.globalMatch(text); it.hasNext();)
        found.push_back(it.next().captured());
    found.sort();
    return found;
}

// How a text ends: what comes after it, or that a dialog follows.
QChar endOf(const QString& whole)
{
    const QString text = whole.trimmed().replace(QStringLiteral("..."), QStringLiteral("\u2026"));
    const QChar last = text.isEmpty() ? QChar() : text.back();
    if (last == QChar(0x3002) || last == QLatin1Char('.')) // the Chinese full stop
        return QLatin1Char('.');
    if (last == QChar(0xff1a) || last == QLatin1Char(':'))
        return QLatin1Char(':');
    if (last == QChar(0xff1f) || last == QLatin1Char('?'))
        return QLatin1Char('?');
    return last == QChar(0x2026) || last == QChar(0x25be) ? last : QChar();
}

qsizetype mnemonicsOf(QString text)
{
    return text.remove(QStringLiteral("&&")).count(QLatin1Char('&'));
}

QString faultOf(const TranslatedMessage& message, qsizetype forms)
{
    if (!message.state.isEmpty())
        return message.state;
    if (message.forms.size() != forms)
        return QStringLiteral("%1 forms, not %2").arg(message.forms.size()).arg(forms);
    for (const QString& form : message.forms) {
        if (form.isEmpty())
            return QStringLiteral("empty");
        if (placeholdersOf(form) != placeholdersOf(message.source))
            return QStringLiteral("other placeholders: ") + form;
        if (mnemonicsOf(form) != mnemonicsOf(message.source))
            return QStringLiteral("other mnemonics: ") + form;
        if (endOf(form) != endOf(message.source))
            return QStringLiteral("another end: ") + form;
    }
    return {};
}

// The sources' texts as lupdate finds them now; empty where there is no lupdate.
std::vector<TranslatedMessage> textsOfSources(const QString& name, const QStringList& options)
{
    const QString lupdate = QStringLiteral(LUPDATE);
    if (!QFileInfo::exists(lupdate))
        return {};
    const QTemporaryDir folder;
    const QString file = folder.filePath(name);
    QProcess process;
    process.setWorkingDirectory(QString::fromStdString(test::repositoryRoot().string()));
    process.start(lupdate, QStringList{QStringLiteral("-silent"), QStringLiteral("-locations"), QStringLiteral("none"),
                                       QStringLiteral("-I"), QStringLiteral(".")} +
                               options +
                               QStringList{QStringLiteral("ui"), QStringLiteral("app"), QStringLiteral("-ts"), file});
    const bool done = process.waitForFinished(120'000) && process.exitCode() == 0;
    return done ? readTranslations(file) : std::vector<TranslatedMessage>();
}

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup();
    void areComplete_data();
    void areComplete();
    void areUpToDate_data();
    void areUpToDate();
    void sourcesHaveNoFaults();
    void coreTextsAreListed();
    void sentencesKeepTheirNumbers_data();
    void sentencesKeepTheirNumbers();
    void recordSheetIsTranslated();
    void pluralFormsAreRight();
    void pluralNumberKeepsTheForm();
    void languageFollowsTheUser_data();
    void languageFollowsTheUser();
    void anotherLanguageTakesThePlace();
    void qtsOwnTextsAreTranslated();
};

void TestTranslations::initTestCase()
{
    test::makeWarningsFatal();
}

void TestTranslations::cleanup()
{
    applyLanguage(*qApp, QStringLiteral("en"));
}

void TestTranslations::areComplete_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("forms");
    QTest::newRow("zh_CN") << QStringLiteral("decodescope_zh_CN.ts") << 1;
    QTest::newRow("en") << QStringLiteral("decodescope_en.ts") << 2;
}

void TestTranslations::areComplete()
{
    QFETCH(const QString, file);
    QFETCH(const int, forms);
    const std::vector<TranslatedMessage> messages = readTranslations(translationFile(file));
    QVERIFY(!messages.empty());
    QStringList faults;
    for (const TranslatedMessage& message : messages)
        if (const QString fault = faultOf(message, message.isPlural ? forms : 1); !fault.isEmpty())
            faults.push_back(message.context + QStringLiteral(": \"") + message.source + QStringLiteral("\": ") +
                             fault);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestTranslations::areUpToDate_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("options");
    QTest::newRow("zh_CN") << QStringLiteral("decodescope_zh_CN.ts") << QStringList();
    QTest::newRow("en") << QStringLiteral("decodescope_en.ts") << QStringList(QStringLiteral("-pluralonly"));
}

void TestTranslations::areUpToDate()
{
    QFETCH(const QString, file);
    QFETCH(const QStringList, options);
    const std::vector<TranslatedMessage> now = textsOfSources(file, options);
    if (now.empty())
        QSKIP("needs lupdate (package qt6-l10n-tools)");
    const Keys inSources = keysOf(now);
    const Keys inFile = keysOf(readTranslations(translationFile(file)));
    QStringList faults;
    for (const auto& key : inSources)
        if (!inFile.contains(key))
            faults.push_back(QStringLiteral("new: ") + std::get<0>(key) + QStringLiteral(": ") + std::get<1>(key));
    for (const auto& key : inFile)
        if (!inSources.contains(key))
            faults.push_back(QStringLiteral("gone: ") + std::get<0>(key) + QStringLiteral(": ") + std::get<1>(key));
    faults.push_back(QStringLiteral("Build the target update_translations, then translate what is unfinished."));
    QVERIFY2(faults.size() == 1, qPrintable(faults.join(QLatin1Char('\n'))));
}

// A text that says a number of things in words needs the plural of each language.
void TestTranslations::sourcesHaveNoFaults()
{
    for (const TranslatedMessage& message : readTranslations(translationFile(QStringLiteral("decodescope_zh_CN.ts")))) {
        QVERIFY2(message.source.trimmed().size() > 0, qPrintable(message.context));
        if (message.source.contains(QStringLiteral("%n")))
            QVERIFY2(message.isPlural, qPrintable(message.source));
        QVERIFY2(!message.context.isEmpty() && message.context != QLatin1String("decodescope"),
                 qPrintable(QStringLiteral("asked for outside of any context: ") + message.source));
    }
}

void TestTranslations::coreTextsAreListed()
{
    std::set<QString> listed;
    for (const TranslatedMessage& message : readTranslations(translationFile(QStringLiteral("decodescope_zh_CN.ts"))))
        if (message.context == QLatin1String("core"))
            listed.insert(message.source);
    std::set<std::string_view> wanted;
    for (std::size_t i = 0; i < kPartCount; ++i) {
        wanted.insert(partName(static_cast<Part>(i)));
        wanted.insert(partGroupName(static_cast<Part>(i)));
    }
    for (std::size_t i = 0; i < kKernelGroupCount; ++i)
        wanted.insert(groupName(static_cast<KernelGroup>(i)));
    wanted.insert(expectationBasis());
    for (const KernelFamily family : kKernelFamilies)
        wanted.insert(familyName(family));
    for (std::size_t i = 0; i < kGapCauseCount; ++i)
        wanted.insert(gapCauseMeaning(static_cast<GapCause>(i)));
    for (int i = 0; i <= int(WarningKind::noGpuRows); ++i)
        wanted.insert(warningName(static_cast<WarningKind>(i)));
    for (const std::string_view text : wanted)
        QVERIFY2(listed.contains(QString::fromUtf8(text.data(), qsizetype(text.size()))), std::string(text).c_str());
}

void TestTranslations::sentencesKeepTheirNumbers_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    const auto row = [](const char* english, const char* chinese) {
        QTest::newRow(english) << QString::fromUtf8(english) << QString::fromUtf8(chinese);
    };
    row("median of 3 steps", "3 步的中位数");
    row("median of 23.32 ms, 25.27 ms, 21.00 ms", "23.32 ms, 25.27 ms, 21.00 ms 的中位数");
    row("sum of the kernels launched in it; 9.0 % of the step", "其中启动的 kernel 之和；占这一步的 9.0 %");
    row("flash needs sm_80 or later, this card is sm_75", "flash 需要 sm_80 及以上，此卡为 sm_75");
    row("2.20 GB of weights, read once a step at 4800 GB/s (NVIDIA H200)",
        "权重 2.20 GB，每步以 4800 GB/s 读一遍（NVIDIA H200）");
    row("20.5 \u00b5s in all, 66.3 %, 1 call a step; q_proj, rope", "共 20.5 \u00b5s，66.3 %，每步 1 次；q_proj, RoPE");
    row("1 of 2 steps are whole; of sample-2.pt.trace.json.gz", "2 步中有 1 步完整；取自 sample-2.pt.trace.json.gz");
    row("0 of 1 step is whole; the file stops before its end", "1 步中有 0 步完整；文件在结尾之前中断");
    row("1 step, 12 events, shapes recorded", "1 步，12 个事件，已记录形状");
    row("of one step", "仅一步");
    row("1 launch + 4 more that graphs launched", "1 次启动 + graph 另启动 4 次");
    row("1 pair of step and stream", "1 组步与流");
    row("7 x 1 layer + 1 = 8", "7 × 1 层 + 1 = 8");
    row("0 of 2 steps are whole; of a longer recording", "2 步中有 0 步完整；取自更长的记录");
    row("Launch-bound: of 14.06 ms the GPU works 345.41 \u00b5s (2.5 %) and waits for launches 13.70 ms (97.4 %).",
        "启动受限：14.06 ms 中，GPU 工作 345.41 \u00b5s（2.5 %），等待启动 13.70 ms（97.4 %）。");
    row("what nobody has listed, 12 ms", "what nobody has listed, 12 ms");
    row("reduce: argmax", "reduce: argmax");
    row("", "");
}

void TestTranslations::sentencesKeepTheirNumbers()
{
    QFETCH(const QString, english);
    QFETCH(const QString, chinese);
    QCOMPARE(coreSentence(english.toStdString()), english);
    applyLanguage(*qApp, QStringLiteral("zh_CN"));
    QCOMPARE(coreSentence(english.toStdString()), chinese);
}

void TestTranslations::recordSheetIsTranslated()
{
    Progress progress;
    const std::vector<std::string> files{test::samplePath("tinyllama-h200-torch.pt.trace.json.gz").string()};
    const auto trace = openTraces(files, progress, {});
    QVERIFY(trace);
    std::vector<std::string> texts;
    for (const SheetRow& row : recordSheet(**trace, nullptr).rows)
        texts.insert(texts.end(), {row.item, row.note});
    for (const Check& check : reconcile(**trace, nullptr))
        texts.insert(texts.end(), {check.name, check.expected, check.found, check.meaning});
    if (const auto table = whatIf(**trace, nullptr))
        for (const WhatIf& row : table->rows)
            texts.insert(texts.end(), {row.change, row.assumption});
    QVERIFY(texts.size() > 40);
    applyLanguage(*qApp, QStringLiteral("zh_CN"));
    // Names of operators and software, and numbers, are no words.
    static const QRegularExpression kNoWords(
        QStringLiteral("^(by aten::\\w+|CUPTI.*|[^A-Za-z]*( (ns|\u00b5s|ms|s))?)$"));
    for (const std::string& text : texts)
        for (const QString& clause : QString::fromStdString(text).split(QStringLiteral("; ")))
            QVERIFY2(kNoWords.match(clause).hasMatch() || coreSentence(clause.toStdString()) != clause,
                     qPrintable(clause));
}

void TestTranslations::pluralFormsAreRight()
{
    const auto kernels = [](int n) {
        return QCoreApplication::translate("decodescope::StatusLine", "%1 kernels", nullptr, n).arg(n);
    };
    const auto streams = [](int n) {
        return QCoreApplication::translate("decodescope::SelectionPanel", "%n streams", nullptr, n);
    };
    applyLanguage(*qApp, QStringLiteral("en"));
    QCOMPARE(kernels(1), QStringLiteral("1 kernel"));
    QCOMPARE(kernels(2), QStringLiteral("2 kernels"));
    QCOMPARE(kernels(0), QStringLiteral("0 kernels"));
    QCOMPARE(streams(1), QStringLiteral("1 stream"));
    QCOMPARE(streams(21), QStringLiteral("21 streams"));
    applyLanguage(*qApp, QStringLiteral("zh_CN"));
    QCOMPARE(kernels(1), QStringLiteral("1 个 kernel"));
    QCOMPARE(kernels(2), QStringLiteral("2 个 kernel"));
    QCOMPARE(streams(1), QStringLiteral("1 个流"));
}

void TestTranslations::pluralNumberKeepsTheForm()
{
    QCOMPARE(pluralOf(0), 0);
    QCOMPARE(pluralOf(1), 1);
    QCOMPARE(pluralOf(999'999), 999'999);
    // Beyond an int; the last digits, by which Slavic languages choose, stay.
    QCOMPARE(pluralOf(10'000'000'021) % 1000, 21);
    QVERIFY(pluralOf(10'000'000'001) != 1);
    QVERIFY(pluralOf(UINT64_MAX) > 0);
}

void TestTranslations::languageFollowsTheUser_data()
{
    QTest::addColumn<QStringList>("wanted");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QStringList& wanted, const char* expected) {
        QTest::newRow(name) << wanted << QString::fromLatin1(expected);
    };
    row("Chinese", {QStringLiteral("zh-Hans-CN"), QStringLiteral("zh-CN"), QStringLiteral("zh")}, "zh_CN");
    row("Singapore", {QStringLiteral("zh-SG")}, "zh_CN");
    row("Taiwan reads another script", {QStringLiteral("zh-TW")}, "en");
    row("British", {QStringLiteral("en-GB"), QStringLiteral("zh-CN")}, "en");
    row("German, then Chinese", {QStringLiteral("de-DE"), QStringLiteral("zh-CN")}, "zh_CN");
    row("German", {QStringLiteral("de-DE")}, "en");
    row("C", {QStringLiteral("C")}, "en");
    row("nothing", {}, "en");
}

void TestTranslations::languageFollowsTheUser()
{
    QFETCH(const QStringList, wanted);
    QFETCH(const QString, expected);
    QCOMPARE(languageFor(wanted), expected);
}

void TestTranslations::anotherLanguageTakesThePlace()
{
    for (const char* code : {"zh_CN", "en", "zh_CN"}) {
        applyLanguage(*qApp, QString::fromLatin1(code));
        const bool isEnglish = code == std::string_view("en");
        QCOMPARE(partText(Part::attention), isEnglish ? QStringLiteral("attention") : QStringLiteral("注意力"));
        QCOMPARE(gapCauseSentence(GapCause::synchronize),
                 isEnglish ? QStringLiteral("the host waited for the GPU") : QStringLiteral("主机在等待 GPU"));
    }
    QCOMPARE(coreText("no text of core"), QStringLiteral("no text of core"));
    for (const Language& language : languages())
        QVERIFY(isLanguage(language.code));
    QVERIFY(!isLanguage(QStringLiteral("tlh")));
}

void TestTranslations::qtsOwnTextsAreTranslated()
{
    if (!QFileInfo::exists(QStringLiteral(":/i18n/qtbase_zh_CN.qm")))
        QSKIP("this build has no translations of Qt (package qt6-translations-l10n)");
    applyLanguage(*qApp, QStringLiteral("zh_CN"));
    QCOMPARE(QCoreApplication::translate("QPlatformTheme", "Cancel"), QStringLiteral("取消"));
}

QTEST_MAIN(TestTranslations)
#include "tst_translations.moc"
