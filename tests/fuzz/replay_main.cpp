// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a fuzz target without libFuzzer: every file of a folder as it is, cut short at many places, and with bytes
// changed, added and taken out by a generator with a fixed seed. The target itself aborts on a fault.
// usage: fuzz_name_replay FOLDER
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr int kMutations = 3000;      // a file
constexpr std::size_t kMaxCuts = 400; // a file

std::size_t runs = 0;

void run(const Bytes& bytes)
{
    // A copy of exactly this size, so that a sanitizer sees a read beyond its end.
    const Bytes exact(bytes);
    LLVMFuzzerTestOneInput(exact.data(), exact.size());
    ++runs;
}

Bytes mutated(Bytes bytes, std::mt19937& random)
{
    const std::uint32_t changes = 1 + random() % 4;
    for (std::uint32_t i = 0; i < changes && !bytes.empty(); ++i) {
        const auto at = bytes.begin() + static_cast<std::ptrdiff_t>(random() % bytes.size());
        constexpr std::string_view kTelling = "{}[]\",:-0123456789.eEnNt\\\xff";
        switch (random() % 4) {
        case 0:
            *at = static_cast<std::uint8_t>(random());
            break;
        case 1:
            *at = static_cast<std::uint8_t>(kTelling[random() % kTelling.size()]);
            break;
        case 2:
            bytes.erase(at, at + std::min<std::ptrdiff_t>(1 + random() % 8, bytes.end() - at));
            break;
        default:
            bytes.insert(at, static_cast<std::uint8_t>(kTelling[random() % kTelling.size()]));
        }
    }
    return bytes;
}

void replay(const Bytes& bytes)
{
    run(bytes);
    const std::size_t step = std::max<std::size_t>(1, bytes.size() / kMaxCuts);
    for (std::size_t length = 0; length < bytes.size(); length += step)
        run(Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)));
    std::mt19937 random(20240229);
    for (int i = 0; i < kMutations; ++i)
        run(mutated(bytes, random));
}

} // namespace

int main(int argumentCount, char** arguments)
{
    if (argumentCount != 2) {
        std::fprintf(stderr, "usage: %s FOLDER\n", arguments[0]);
        return 2;
    }
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(arguments[1]))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    if (files.empty()) {
        std::fprintf(stderr, "%s: no files to replay\n", arguments[1]);
        return 1;
    }
    for (const std::filesystem::path& file : files) {
        std::ifstream stream(file, std::ios::binary);
        replay(Bytes(std::istreambuf_iterator<char>(stream), {}));
    }
    std::printf("%zu inputs from %zu files\n", runs, files.size());
    return 0;
}
