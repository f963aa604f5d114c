// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/card_bandwidth.h"

#include "core/query/resources.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace decodescope {

namespace {

struct Card
{
    std::vector<std::string> words; // lower case
    std::int64_t minMemoryBytes = 0;
    double gbPerS = 0;
};

// The letters and digits of a text, in lower case, cut where anything else stands.
std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words(1);
    for (const char c : text) {
        const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (isLetter || (c >= '0' && c <= '9'))
            words.back() += isLetter && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty())
        words.pop_back();
    return words;
}

// The table is ours, so a fault in it ends the program: a test reads it.
std::vector<Card> readCards()
{
    std::vector<Card> cards;
    const nlohmann::json table = nlohmann::json::parse(kGpuMemoryBandwidthJson);
    for (const nlohmann::json& entry : table.at("cards")) {
        Card card;
        for (const nlohmann::json& word : entry.at("words"))
            card.words.push_back(wordsOf(word.get<std::string>()).at(0));
        card.minMemoryBytes = entry.value("min_memory_gib", std::int64_t{0}) << 30;
        card.gbPerS = entry.at("gb_per_s").get<double>();
        cards.push_back(std::move(card));
    }
    return cards;
}

} // namespace

std::optional<double> peakBandwidthGbPerS(std::string_view deviceName, std::int64_t memoryBytes)
{
    static const std::vector<Card> kCards = readCards();
    const std::vector<std::string> name = wordsOf(deviceName);
    for (const Card& card : kCards) {
        const bool named = std::ranges::all_of(
            card.words, [&](const std::string& word) { return std::ranges::find(name, word) != name.end(); });
        if (named && memoryBytes >= card.minMemoryBytes)
            return card.gbPerS;
    }
    return std::nullopt;
}

} // namespace decodescope
