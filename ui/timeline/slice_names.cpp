// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/slice_names.h"

#include "core/label/kernel_name.h"

namespace decodescope {

namespace {

constexpr int kFewestLetters = 5; // of a name that is cut
constexpr QLatin1String kStep("ProfilerStep#");
constexpr QLatin1String kAten("aten::");

QString qstring(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

SliceNames::SliceNames(const QFont& font)
    : m_texts(font)
{
}

void SliceNames::setFont(const QFont& font)
{
    m_texts.setFont(font);
    m_known.clear();
}

void SliceNames::clear()
{
    m_known.clear();
}

QString SliceNames::shortName(std::string_view name, EventKind kind)
{
    if (kind == EventKind::kernel)
        return QString::fromStdString(shortKernelName(name));
    return qstring(name.substr(0, 200)).simplified();
}

QString SliceNames::cut(const QString& text, double width)
{
    return m_texts.cut(text, width, kFewestLetters);
}

QString SliceNames::fitting(const Trace& trace, NameId name, EventKind kind, double width)
{
    const auto key = static_cast<std::uint32_t>(name);
    auto known = m_known.find(key);
    if (known == m_known.end()) {
        Known fresh;
        fresh.whole = shortName(trace.text(name), kind);
        if (fresh.whole.startsWith(
                kAten)) // on every operator, so it tells nothing; and captions do not change with room
            fresh.whole.remove(0, kAten.size());
        const qsizetype separator = fresh.whole.lastIndexOf(QLatin1String("::"));
        if (kind == EventKind::kernel)
            fresh.bare = fresh.whole;
        else if (fresh.whole.startsWith(kStep)) // "#4"
            fresh.bare = fresh.whole.mid(kStep.size() - 1);
        else
            fresh.bare = separator > 0 ? fresh.whole.mid(separator + 2) : fresh.whole;
        fresh.wholeWidth = m_texts.width(fresh.whole);
        fresh.bareWidth = m_texts.width(fresh.bare);
        known = m_known.insert(key, fresh);
    }
    if (known->wholeWidth <= width)
        return known->whole;
    if (known->bareWidth <= width)
        return known->bare;
    return cut(known->bare, width);
}

QString SliceNames::fitting(const QString& text, double width)
{
    return m_texts.width(text) <= width ? text : cut(text, width);
}

} // namespace decodescope
