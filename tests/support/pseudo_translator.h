// SPDX-License-Identifier: GPL-3.0-or-later
// A language that does not exist, for finding texts that are not translated, or have no room.
#pragma once

#include <QString>
#include <QTranslator>

#include <set>
#include <utility>

namespace decodescope::test {

// Asked for a text, it gives the text itself, in marks and 40 % longer: "[!!Open~~!!]"; and notes what it was asked
// for.
class PseudoTranslator : public QTranslator
{
public:
    using Key = std::pair<QString, QString>; // context, source

    static QString beginMark() { return QStringLiteral("[!!"); }
    static QString endMark() { return QStringLiteral("!!]"); }

    QString translate(const char* context, const char* source, const char* comment, int n) const override;
    bool isEmpty() const override { return false; }
    // Without the texts of Qt itself.
    const std::set<Key>& asked() const { return m_asked; }

private:
    mutable std::set<Key> m_asked;
};

// What is left of a text without what is in marks, which may be nested and cut at the end.
QString outsideOfMarks(const QString& text);

} // namespace decodescope::test
