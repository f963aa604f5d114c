// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/model/prompt.h"
#include "tests/support/test_data.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace decodescope;

class TestPrompt : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void random_prompts_follow_the_seed();
    void text_is_split_by_the_tokenizer();
    void the_begin_token_can_be_turned_off();
    void a_missing_tokenizer_is_named();
    void a_file_that_is_no_tokenizer_is_named();
};

void TestPrompt::random_prompts_follow_the_seed()
{
    const std::vector<std::int64_t> tokens = randomPrompt(10000, 100, 7);
    QCOMPARE(tokens.size(), std::size_t(10000));
    QCOMPARE(*std::ranges::min_element(tokens), std::int64_t(0));
    QCOMPARE(*std::ranges::max_element(tokens), std::int64_t(99));
    QCOMPARE(randomPrompt(10000, 100, 7), tokens);
    QVERIFY(randomPrompt(10000, 100, 8) != tokens);
    // The 10000th number of mt19937_64 with its default seed, as the C++ standard gives it: 9981545732273789042.
    QCOMPARE(randomPrompt(10000, std::int64_t(1) << 40, 5489).back(),
             std::int64_t(9981545732273789042ULL % (1ULL << 40)));
}

// The fixture's vocabulary begins with <unk> <s> </s> at _t he _the _a _c _s _cat _sat (tests/data/README.md).
void TestPrompt::text_is_split_by_the_tokenizer()
{
    const auto tokens = tokenizePrompt(test::dataPath("tokenizer"), "the cat sat");
    if (!tokens && tokens.error().message.find("without SentencePiece") != std::string::npos)
        QSKIP("built without SentencePiece");
    QVERIFY2(tokens.has_value(), tokens ? "" : tokens.error().text().c_str());
    QCOMPARE(*tokens, (std::vector<std::int64_t>{1, 6, 10, 11}));
}

void TestPrompt::the_begin_token_can_be_turned_off()
{
    const auto with = tokenizePrompt(test::dataPath("tokenizer"), "the cat sat");
    if (!with)
        QSKIP("built without SentencePiece");
    const QTemporaryDir temporary;
    const std::filesystem::path folder = temporary.path().toStdString();
    std::filesystem::copy_file(test::dataPath("tokenizer/tokenizer.model"), folder / "tokenizer.model");
    std::ofstream(folder / "tokenizer_config.json") << R"({"add_bos_token": false})";
    const auto without = tokenizePrompt(folder, "the cat sat");
    QVERIFY(without.has_value());
    QCOMPARE(*without, std::vector<std::int64_t>(with->begin() + 1, with->end()));
}

void TestPrompt::a_missing_tokenizer_is_named()
{
    const auto tokens = tokenizePrompt(test::dataPath("models/tiny-llama"), "x");
    QVERIFY(!tokens.has_value());
    QCOMPARE(tokens.error().code, ErrorCode::unsupported);
    QVERIFY(tokens.error().message.find("token ids") != std::string::npos);
    QCOMPARE(tokens.error().where, test::dataPath("models/tiny-llama").string());
    QCOMPARE(tokenizePrompt({}, "x").error().code, ErrorCode::unsupported); // a preset
}

void TestPrompt::a_file_that_is_no_tokenizer_is_named()
{
    const QTemporaryDir temporary;
    const std::filesystem::path folder = temporary.path().toStdString();
    std::ofstream(folder / "tokenizer.model") << "not a tokenizer";
    const auto tokens = tokenizePrompt(folder, "x");
    QVERIFY(!tokens.has_value());
    QCOMPARE(tokens.error().where, (folder / "tokenizer.model").string());
}

QTEST_APPLESS_MAIN(TestPrompt)
#include "tst_prompt.moc"
