// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/include_scan.h"

#include <algorithm>
#include <array>
#include <optional>
#include <regex>
#include <span>
#include <sstream>

namespace decodescope::test {

namespace {

bool isQt(const std::string& include)
{
    // <QWidget>, <QtCore/qglobal.h>, <qcustomplot.h>, <private/qobject_p.h>, "moc_x.cpp" and "x.moc".
    static const std::regex pattern(R"(^Q[A-Za-z]|^q[a-z0-9]+\.h$|^private/q|\.moc$|^moc_)");
    return std::regex_search(include, pattern);
}

bool isTorch(const std::string& include)
{
    static const std::regex pattern(R"(^(torch|ATen|c10|caffe2|libkineto|kineto)(/|$))");
    return std::regex_search(include, pattern);
}

bool isCuda(const std::string& include)
{
    static const std::regex pattern(R"((^|/)(cuda|cupti|nvtx|nvml|cublas|cudnn|generated_cuda)\w*(\.h|/))");
    return std::regex_search(include, pattern);
}

bool isFrom(const std::string& include, std::string_view layer)
{
    return include.size() > layer.size() && include.starts_with(layer) && include[layer.size()] == '/';
}

bool isTestCode(const std::string& include)
{
    return isFrom(include, "tests");
}

bool isCapture(const std::string& include)
{
    return isFrom(include, "capture");
}

bool isUi(const std::string& include)
{
    return isFrom(include, "ui");
}

bool isApp(const std::string& include)
{
    return isFrom(include, "app");
}

struct Ban
{
    bool (*matches)(const std::string&);
    const char* what;
};

constexpr Ban kTests{isTestCode, "test code"};
constexpr Ban kQt{isQt, "Qt"};
constexpr Ban kTorch{isTorch, "torch"};
constexpr Ban kCuda{isCuda, "CUDA"};
constexpr Ban kCapture{isCapture, "capture"};
constexpr Ban kUi{isUi, "ui"};
constexpr Ban kApp{isApp, "app"};

struct Layer
{
    std::string_view folder;
    std::span<const Ban> bans;
};

constexpr std::array kCoreBans{kTests, kQt, kTorch, kCuda, kCapture, kUi, kApp};
constexpr std::array kCaptureBans{kTests, kQt, kUi, kApp};
constexpr std::array kUiBans{kTests, kTorch, kCuda, kCapture, kApp};
constexpr std::array kCliBans{kTests, kQt, kTorch, kCuda, kUi};
constexpr std::array kAppBans{kTests, kTorch, kCuda};

// The first folder that fits counts, so app/cli stands before app.
constexpr std::array kLayers{Layer{"core", kCoreBans}, Layer{"capture", kCaptureBans}, Layer{"ui", kUiBans},
                             Layer{"app/cli", kCliBans}, Layer{"app", kAppBans}};

// The folders of a layer, lowest first: each may include what stands before it, so that none goes round in a circle.
struct Order
{
    std::string_view layer;
    std::span<const std::string_view> folders;
};

constexpr std::array<std::string_view, 6> kCoreFolders{"base", "trace", "io", "live", "label", "query"};
constexpr std::array<std::string_view, 2> kCaptureFolders{"model", "record"};
constexpr std::array<std::string_view, 5> kUiFolders{"style", "model", "timeline", "panels", "window"};
constexpr std::array kOrders{Order{"core", kCoreFolders}, Order{"capture", kCaptureFolders}, Order{"ui", kUiFolders}};

// Where a file's folder stands in the order. Files that lie in the layer itself stand with its last folder, as the main
// window does with what it is put together from.
std::size_t placeOf(const std::string& path, const Order& order)
{
    const auto found = std::ranges::find_if(order.folders, [&](std::string_view folder) {
        return isFrom(path, std::string(order.layer) + "/" + std::string(folder));
    });
    return std::min(static_cast<std::size_t>(found - order.folders.begin()), order.folders.size() - 1);
}

// Whether an include goes up.
bool goesUp(const std::string& file, const std::string& include)
{
    return std::ranges::any_of(kOrders, [&](const Order& order) {
        return isFrom(file, order.layer) && isFrom(include, order.layer) &&
               placeOf(include, order) > placeOf(file, order);
    });
}

std::optional<Layer> layerOf(const std::string& path)
{
    for (const Layer& layer : kLayers) {
        if (isFrom(path, layer.folder))
            return layer;
    }
    return std::nullopt;
}

} // namespace

std::string LayerBreach::text() const
{
    return file + ":" + std::to_string(line) + ": includes " + include + ", but " + reason;
}

std::vector<LayerBreach> findLayerBreaches(std::string_view path, std::string_view source)
{
    const std::string file(path);
    const std::optional<Layer> layer = layerOf(file);
    if (!layer)
        return {};

    static const std::regex includeLine(R"(^\s*#\s*(?:include|include_next|import)\s*[<"]([^>"]+)[>"])");
    std::vector<LayerBreach> breaches;
    std::istringstream lines{std::string(source)};
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        std::smatch match;
        if (!std::regex_search(line, match, includeLine))
            continue;
        const std::string include = match[1];
        if (include.find("..") != std::string::npos)
            breaches.push_back({file, number, include, "includes are written from the repository root"});
        if (goesUp(file, include))
            breaches.push_back({file, number, include, "that folder stands above this one"});
        for (const Ban& ban : layer->bans) {
            if (ban.matches(include))
                breaches.push_back({file, number, include, std::string(layer->folder) + " must not see " + ban.what});
        }
    }
    return breaches;
}

} // namespace decodescope::test
