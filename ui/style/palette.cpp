// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace decodescope {

namespace {

struct Named
{
    std::string_view name;
    QRgb color; // in the dark theme
};

// "other" comes first.
constexpr Named kParts[] = {
    {"other", 0x5b6370},     {"embedding", 0x7cc4ac},  {"position", 0x8fcfba},      {"norm", 0x8e96a3},
    {"q_proj", 0x4c8dd6},    {"k_proj", 0x5c99de},     {"v_proj", 0x6ca5e5},        {"qkv_proj", 0x4c8dd6},
    {"o_proj", 0x4381c8},    {"rope", 0x5fa88f},       {"kv_cache", 0xb0679b},      {"mask", 0xc48bb3},
    {"attention", 0xe0a030}, {"gate_proj", 0x2f6bb3},  {"up_proj", 0x3975bd},       {"gate_up_proj", 0x2f6bb3},
    {"down_proj", 0x255fa6}, {"fc_in", 0x2f6bb3},      {"fc_out", 0x255fa6},        {"router", 0x9a86d6},
    {"experts", 0x2f6bb3},   {"activation", 0xa6b04a}, {"gate_mul", 0xbfc772},      {"residual", 0x6f7785},
    {"lm_head", 0x7fb2ea},   {"sampling", 0xd98a63},   {"communication", 0xc9584c}, {"copy", 0x9a7bb5},
};

constexpr Named kFamilies[] = {
    {"other", 0x5b6370},         {"gemm", 0x2f6bb3},      {"gemv", 0x4c8dd6},     {"attention", 0xe0a030},
    {"elementwise", 0x8e96a3},   {"reduction", 0x5fa88f}, {"softmax", 0xd9b36a},  {"norm", 0xa6adb8},
    {"copy", 0x9a7bb5},          {"gather", 0x7cc4ac},    {"sampling", 0xd98a63}, {"fused", 0xa6b04a},
    {"communication", 0xc9584c}, {"memory", 0xb0679b},
};

constexpr Named kGaps[] = {
    {"unknown", 0x5b6370},     {"op_before_launch", 0xd9822b}, {"other_op", 0xe3b341}, {"python", 0x9a8f3c},
    {"synchronize", 0xc9584c}, {"allocation", 0xb0679b},       {"copy", 0x9a7bb5},     {"step_boundary", 0x8e96a3},
    {"profiler", 0x8a7a68},    {"launch_latency", 0x3f9aa6},   {"queued", 0x4c8dd6},
};

// By EventKind.
constexpr QRgb kKinds[] = {
    0x5f6875, // other
    0x4a7089, // cpuOp
    0x4f6697, // annotation
    0x4f6697, // gpuAnnotation
    0x5b8fc4, // kernel
    0x9a7bb5, // memcpy: as the part `copy`
    0x7c87c9, // memset
    0x7d6399, // runtimeCall
    0x8d6aa0, // driverCall
    0xa0813d, // sync
    0x4a7462, // pythonFunction
    0x6b6258, // overhead
    0xa6b04a, // memory
    0x4b6087, // module
};
constexpr int kKindCount = static_cast<int>(std::size(kKinds));

// White text is taken where it reads well, even if black would read better: rows look calmer.
constexpr double kEnoughContrast = 4.0;

constexpr QRgb kDurationRamp[] = {0x3b4a6b, 0x3f5b85, 0x3f6d99, 0x4080a8, 0x4592ad, 0x55a3a8, 0x72b19a, 0x98bb85,
                                  0xbdc070, 0xdabd5f, 0xe9ad52, 0xee974a, 0xea7d48, 0xdf634b, 0xcd4b50, 0xb53756};

// Where each group of rows begins.
constexpr int kVariants = 4; // lightness variants of a kind
constexpr int kNames = 32;
constexpr int kPartAt = 0;
constexpr int kFamilyAt = 40;
constexpr int kKindAt = 64;
constexpr int kNameAt = kKindAt + kKindCount * kVariants;
constexpr int kDurationAt = kNameAt + kNames;
constexpr int kLayerAt = kDurationAt + static_cast<int>(std::size(kDurationRamp));
constexpr int kGapAt = kLayerAt + 2;
static_assert(std::size(kParts) <= kFamilyAt && kFamilyAt + std::size(kFamilies) <= kKindAt &&
              kGapAt + std::size(kGaps) <= 256);

template <std::size_t N>
ColorIndex find(const Named (&table)[N], int at, std::string_view name)
{
    for (std::size_t i = 1; i < N; ++i) {
        if (table[i].name == name)
            return static_cast<ColorIndex>(at + static_cast<int>(i));
    }
    return static_cast<ColorIndex>(at);
}

// On white, light colours need more body.
QRgb fitted(QRgb color, bool isDark)
{
    if (isDark)
        return 0xff000000u | color;
    float h = 0, s = 0, l = 0;
    QColor(0xff000000u | color).getHslF(&h, &s, &l);
    return QColor::fromHslF(std::max(h, 0.0F), std::min(1.0F, s * 1.12F), l * 0.94F + 0.03F).rgb();
}

QRgb lighter(QRgb color, float by)
{
    float h = 0, s = 0, l = 0;
    QColor(0xff000000u | color).getHslF(&h, &s, &l);
    return QColor::fromHslF(std::max(h, 0.0F), s, std::clamp(l + by, 0.0F, 1.0F)).rgb();
}

// WCAG 2 relative luminance.
double luminance(QRgb color)
{
    const auto linear = [](int channel) {
        const double c = channel / 255.0;
        return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(qRed(color)) + 0.7152 * linear(qGreen(color)) + 0.0722 * linear(qBlue(color));
}

} // namespace

Palette::Palette(bool isDark)
{
    m_colors.fill(fitted(kParts[0].color, isDark));
    for (std::size_t i = 0; i < std::size(kParts); ++i)
        m_colors[kPartAt + i] = fitted(kParts[i].color, isDark);
    for (std::size_t i = 0; i < std::size(kFamilies); ++i)
        m_colors[kFamilyAt + i] = fitted(kFamilies[i].color, isDark);
    for (std::size_t i = 0; i < kKindCount; ++i) {
        for (std::size_t v = 0; v < kVariants; ++v)
            m_colors[kKindAt + i * kVariants + v] =
                fitted(lighter(kKinds[i], 0.024F * static_cast<float>(v) - 0.036F), isDark);
    }
    for (int i = 0; i < kNames; ++i) {
        const int hue = (i % 16) * 360 / 16;
        const QColor color = QColor::fromHsl(hue, 85, i < 16 ? 118 : 150);
        m_colors[static_cast<std::size_t>(kNameAt) + static_cast<std::size_t>(i)] =
            fitted(color.rgb() & 0xffffff, isDark);
    }
    for (std::size_t i = 0; i < std::size(kDurationRamp); ++i)
        m_colors[kDurationAt + i] = fitted(kDurationRamp[i], isDark);
    m_colors[kLayerAt] = fitted(0x4b6087, isDark);
    m_colors[kLayerAt + 1] = fitted(0x3d4f70, isDark);
    for (std::size_t i = 0; i < std::size(kGaps); ++i)
        m_colors[kGapAt + i] = fitted(kGaps[i].color, isDark);
    for (std::size_t i = 0; i < m_colors.size(); ++i) {
        const double l = luminance(m_colors[i]);
        const bool white = 1.05 / (l + 0.05) >= kEnoughContrast || 1.05 / (l + 0.05) >= (l + 0.05) / 0.05;
        m_texts[i] = white ? 0xffffffffu : 0xff0c0e12u;
    }
}

const Palette& Palette::of(bool isDark)
{
    static const Palette dark(true);
    static const Palette light(false);
    return isDark ? dark : light;
}

ColorIndex partColorIndex(std::string_view part)
{
    return find(kParts, kPartAt, part);
}

ColorIndex familyColorIndex(std::string_view family)
{
    return find(kFamilies, kFamilyAt, family);
}

ColorIndex kindColorIndex(EventKind kind, std::uint32_t nameHash)
{
    const int k = std::min(static_cast<int>(kind), kKindCount - 1);
    return static_cast<ColorIndex>(kKindAt + k * kVariants + static_cast<int>(nameHash % kVariants));
}

ColorIndex nameColorIndex(std::uint32_t nameHash)
{
    return static_cast<ColorIndex>(kNameAt + static_cast<int>(nameHash % kNames));
}

ColorIndex durationColorIndex(Ns duration)
{
    constexpr int kSteps = static_cast<int>(std::size(kDurationRamp));
    const double decades = std::log10(static_cast<double>(std::max<Ns>(duration, 1))) - 3; // above 1 us
    return static_cast<ColorIndex>(kDurationAt + std::clamp(static_cast<int>(decades / 4 * kSteps), 0, kSteps - 1));
}

ColorIndex layerColorIndex(bool even)
{
    return static_cast<ColorIndex>(kLayerAt + (even ? 0 : 1));
}

ColorIndex gapColorIndex(std::string_view cause)
{
    return find(kGaps, kGapAt, cause);
}

std::uint32_t stableHash(std::string_view text)
{
    std::uint32_t hash = 2166136261u;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return hash ^ (hash >> 15);
}

QColor partColor(std::string_view part, bool isDark)
{
    return QColor(Palette::of(isDark).color(partColorIndex(part)));
}

QColor familyColor(std::string_view family, bool isDark)
{
    return QColor(Palette::of(isDark).color(familyColorIndex(family)));
}

QColor gapColor(std::string_view cause, bool isDark)
{
    return QColor(Palette::of(isDark).color(gapColorIndex(cause)));
}

QColor heatColor(double amount, bool isDark)
{
    constexpr std::array<QRgb, 3> kDark{0x222f47, 0x4c8dd6, 0xe3f0ff};
    constexpr std::array<QRgb, 3> kLight{0xdfe9f8, 0x4c86cc, 0x12224a};
    const auto& stops = isDark ? kDark : kLight;
    const double at = std::clamp(amount, 0.0, 1.0) * 2;
    const std::size_t below = at < 1 ? 0 : 1;
    const double rest = at - static_cast<double>(below);
    const auto mixed = [&](int (*channel)(QRgb)) {
        return static_cast<int>(std::lround(channel(stops[below]) * (1 - rest) + channel(stops[below + 1]) * rest));
    };
    return QColor(mixed(qRed), mixed(qGreen), mixed(qBlue));
}

} // namespace decodescope
