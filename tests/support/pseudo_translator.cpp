// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/pseudo_translator.h"

#include <QRegularExpression>
#include <QStringView>

namespace decodescope::test {

QString PseudoTranslator::translate(const char* context, const char* source, const char*, int n) const
{
    const QString where = QString::fromUtf8(context);
    if (where == QLatin1String("QShortcut")) // names of keys are written as they are on them
        return {};
    QString text = QString::fromUtf8(source);
    if (!where.startsWith(QLatin1Char('Q')))
        m_asked.insert({where, text});
    static const QRegularExpression kMarkup(QStringLiteral("<[^>]*>"));
    const auto more = int(double(QString(text).remove(kMarkup).size()) * 0.4 + 0.5);
    if (n >= 0)
        text.replace(QStringLiteral("%n"), QString::number(n));
    return beginMark() + text + QString(more, QLatin1Char('~')) + endMark();
}

QString outsideOfMarks(const QString& text)
{
    const QStringView all(text);
    QString left;
    int depth = 0;
    for (qsizetype i = 0; i < all.size(); ++i) {
        if (all.mid(i).startsWith(PseudoTranslator::beginMark())) {
            ++depth;
            i += PseudoTranslator::beginMark().size() - 1;
        } else if (depth > 0 && all.mid(i).startsWith(PseudoTranslator::endMark())) {
            --depth;
            i += PseudoTranslator::endMark().size() - 1;
        } else if (depth == 0) {
            left += all[i];
        }
    }
    return left;
}

} // namespace decodescope::test
