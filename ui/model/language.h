// SPDX-License-Identifier: GPL-3.0-or-later
// The languages of the window. Their texts are compiled in, from resources/translations.
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

class QGuiApplication;

namespace decodescope {

struct Language
{
    QString code; // "zh_CN"
    QString name; // in the language itself, for its speakers to find
    // Fonts with its letters, best first; one that is there is asked before others when the desktop's font has none.
    QStringList fonts = {};
};

// English, in which the texts are written, comes first.
const std::vector<Language>& languages();
bool isLanguage(const QString& code);

// The first of what the user reads ("zh-Hans-CN", "en-GB", as QLocale::uiLanguages() has them) that there is, else
// English. Script counts, region does not: zh-SG is read as zh_CN, zh-TW is not.
QString languageFor(const QStringList& wanted);

// Texts made from now on are in this language; an empty code: that of the desktop. Windows that are open are told by
// QEvent::LanguageChange. Numbers stay in the desktop's format. UI thread.
void applyLanguage(QGuiApplication& application, const QString& code);

} // namespace decodescope
