// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/slice_names.h"

namespace decodescope {

namespace {

constexpr int kFewestLetters = 5; // of a name that is cut

QString qstring(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

// A C++ name without its template arguments, parameters and namespaces.
QString withoutArguments(std::string_view name)
{
    std::string plain;
    int depth = 0;
    for (const char c : name) {
        if (c == '<' || c == '(')
            ++depth;
        else if (c == '>' || c == ')')
            --depth;
        else if (depth == 0)
            plain += c;
    }
    QString text = QString::fromStdString(plain).simplified();
    if (text.startsWith(QLatin1String("void ")))
        text = text.mid(5);
    return text.mid(text.lastIndexOf(QLatin1String("::")) < 0 ? 0 : text.lastIndexOf(QLatin1String("::")) + 2);
}

} // namespace

SliceNames::SliceNames(const QFont& font)
    : m_metrics(font)
{
}

void SliceNames::setFont(const QFont& font)
{
    m_metrics = QFontMetricsF(font);
    m_known.clear();
}

void SliceNames::clear()
{
    m_known.clear();
}

QString SliceNames::shortName(std::string_view name, EventKind kind)
{
    if (kind == EventKind::kernel)
        return withoutArguments(name);
    return qstring(name.substr(0, 200)).simplified();
}

QString SliceNames::cut(const QString& text, double width) const
{
    const QString cutText = m_metrics.elidedText(text, Qt::ElideRight, width);
    return cutText.size() > kFewestLetters ? cutText : QString();
}

QString SliceNames::fitting(const Trace& trace, NameId name, EventKind kind, double width)
{
    const auto key = static_cast<std::uint32_t>(name);
    auto known = m_known.find(key);
    if (known == m_known.end()) {
        Known fresh;
        fresh.whole = shortName(trace.text(name), kind);
        const qsizetype separator = fresh.whole.lastIndexOf(QLatin1String("::"));
        fresh.bare = separator > 0 && kind != EventKind::kernel ? fresh.whole.mid(separator + 2) : fresh.whole;
        fresh.wholeWidth = m_metrics.horizontalAdvance(fresh.whole);
        fresh.bareWidth = m_metrics.horizontalAdvance(fresh.bare);
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
    return m_metrics.horizontalAdvance(text) <= width ? text : cut(text, width);
}

} // namespace decodescope
