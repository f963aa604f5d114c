// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/language.h"

#include <QFont>
#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include <algorithm>

namespace decodescope {

namespace {

const QString kOwner = QStringLiteral("decodescope-language");
const QString kCompiledIn = QStringLiteral(":/i18n");

// The translator installed last is asked first.
void install(QGuiApplication& application, const QString& name)
{
    auto* translator = new QTranslator(&application);
    translator->setObjectName(kOwner);
    if (translator->load(name, kCompiledIn) ||
        translator->load(name, QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

// Without this a desktop that is not Chinese may draw Chinese with the letters of a Japanese font.
void useFonts(const QStringList& fonts)
{
    static const QString ofDesktop = QFontInfo(QGuiApplication::font()).family();
    QStringList families(ofDesktop);
    const QStringList there = QFontDatabase::families();
    for (const QString& font : fonts)
        if (there.contains(font) && !families.contains(font))
            families.push_back(font);
    QFont font = QGuiApplication::font();
    if (families.size() < 2 && QFontInfo(font).family() == ofDesktop)
        return;
    font.setFamilies(families);
    QGuiApplication::setFont(font);
}

} // namespace

const std::vector<Language>& languages()
{
    static const std::vector<Language> all{
        {QStringLiteral("en"), QStringLiteral("English")},
        {QStringLiteral("zh_CN"),
         QStringLiteral("简体中文"),
         {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans SC"), QStringLiteral("Source Han Sans SC"),
          QStringLiteral("WenQuanYi Micro Hei"), QStringLiteral("WenQuanYi Zen Hei")}},
    };
    return all;
}

bool isLanguage(const QString& code)
{
    return std::ranges::find(languages(), code, &Language::code) != languages().end();
}

QString languageFor(const QStringList& wanted)
{
    for (const QString& name : wanted) {
        const QLocale reader(name);
        for (const Language& language : languages()) {
            const QLocale locale(language.code);
            if (reader.language() == locale.language() && reader.script() == locale.script())
                return language.code;
        }
    }
    return languages().front().code;
}

void applyLanguage(QGuiApplication& application, const QString& code)
{
    qDeleteAll(application.findChildren<QTranslator*>(kOwner, Qt::FindDirectChildrenOnly));
    const QString chosen = isLanguage(code) ? code : languageFor(QLocale::system().uiLanguages());
    const QString texts = QStringLiteral("decodescope_");
    install(application, texts + languages().front().code); // has plural forms only
    useFonts(std::ranges::find(languages(), chosen, &Language::code)->fonts);
    if (chosen == languages().front().code)
        return;
    install(application, QStringLiteral("qtbase_") + chosen); // Qt's own dialogs and buttons
    install(application, texts + chosen);
}

} // namespace decodescope
