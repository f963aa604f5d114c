// SPDX-License-Identifier: GPL-3.0-or-later
// A .ts file of Qt Linguist, as data.
#pragma once

#include <QString>
#include <QStringList>

#include <tuple>
#include <vector>

namespace decodescope::test {

struct TranslatedMessage
{
    QString context;
    QString source;
    QString comment;
    bool isPlural = false;
    QString state;     // "unfinished", "obsolete", "vanished"; empty: finished
    QStringList forms; // translations: as many as the language has plural forms, else one

    // What a text is looked up by.
    std::tuple<QString, QString, QString, bool> key() const { return {context, source, comment, isPlural}; }
};

// Empty where the file cannot be read as one.
std::vector<TranslatedMessage> readTranslations(const QString& file);

// resources/translations/NAME of the repository.
QString translationFile(const QString& name);

} // namespace decodescope::test
