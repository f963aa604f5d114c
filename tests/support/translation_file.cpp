// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/translation_file.h"

#include "tests/support/test_data.h"

#include <QFile>
#include <QXmlStreamReader>

namespace decodescope::test {

namespace {

TranslatedMessage readMessage(QXmlStreamReader& xml, const QString& context)
{
    TranslatedMessage message;
    message.context = context;
    message.isPlural = xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1String("source")) {
            message.source = xml.readElementText();
        } else if (xml.name() == QLatin1String("comment")) {
            message.comment = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            message.state = xml.attributes().value(QLatin1String("type")).toString();
            if (!message.isPlural) {
                message.forms.push_back(xml.readElementText());
                continue;
            }
            while (xml.readNextStartElement())
                message.forms.push_back(xml.readElementText());
        } else {
            xml.skipCurrentElement();
        }
    }
    return message;
}

} // namespace

std::vector<TranslatedMessage> readTranslations(const QString& file)
{
    QFile input(file);
    if (!input.open(QIODevice::ReadOnly))
        return {};
    std::vector<TranslatedMessage> messages;
    QXmlStreamReader xml(&input);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("message"))
            messages.push_back(readMessage(xml, context));
    }
    return xml.hasError() ? std::vector<TranslatedMessage>() : messages;
}

QString translationFile(const QString& name)
{
    return QString::fromStdString((repositoryRoot() / "resources" / "translations").string()) + QLatin1Char('/') + name;
}

} // namespace decodescope::test
