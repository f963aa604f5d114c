// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of slices: by model part, kind of event, name, kernel family, duration.
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/trace/event.h"

#include <QColor>

#include <array>
#include <cstdint>
#include <string_view>

namespace decodescope {

// A row of the palette. What a slice means is one byte; how that looks is the palette's, in light and in dark.
using ColorIndex = std::uint8_t;

// Parts and families go by their words (see `decodescope-cli parts`); unknown words look like "other". Parts that
// belong together share a hue: attention projections and feed-forward matrices blues, attention amber, what is small
// greys, greens and violets. Hues differ in lightness too, so that they can be told apart without red and green.
ColorIndex partColorIndex(std::string_view part);
ColorIndex familyColorIndex(std::string_view family);
// Operators and calls by kind; names of one kind differ a little in lightness.
ColorIndex kindColorIndex(EventKind kind, std::uint32_t nameHash);
ColorIndex nameColorIndex(std::uint32_t nameHash);
// Longer is warmer, on a logarithmic scale from 1 us to 10 ms.
ColorIndex durationColorIndex(Ns duration);
ColorIndex layerColorIndex(bool even);
// By the words of `decodescope-cli gaps`: what the host does warm, what the GPU or its queue does cool.
ColorIndex gapColorIndex(std::string_view cause);

// The same in every run: FNV-1a.
std::uint32_t stableHash(std::string_view text);

class Palette
{
public:
    static const Palette& of(bool isDark);

    QRgb color(ColorIndex i) const { return m_colors[i]; }
    // Black or white, whichever reads better on color(i).
    QRgb text(ColorIndex i) const { return m_texts[i]; }

private:
    explicit Palette(bool isDark);
    std::array<QRgb, 256> m_colors{};
    std::array<QRgb, 256> m_texts{};
};

// For tables and legends.
QColor partColor(std::string_view part, bool isDark);
QColor familyColor(std::string_view family, bool isDark);
QColor gapColor(std::string_view cause, bool isDark);

// For amounts in a table of cells, 0..1: from close to the background to loud. Lightness alone tells the order.
QColor heatColor(double amount, bool isDark);

} // namespace decodescope
