// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/settings.h"

#include "ui/model/language.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace decodescope {

namespace {

constexpr int kLayoutVersion = 1;

// Every key of the file.
const QString kVersion = QStringLiteral("layoutVersion");
const QString kTheme = QStringLiteral("theme");
const QString kLanguage = QStringLiteral("language");
const QString kFontPercent = QStringLiteral("fontPercent");
const QString kColorAction = QStringLiteral("colorAction");
const QString kReopenLast = QStringLiteral("reopenLast");
const QString kExportFolder = QStringLiteral("exportFolder");
const QString kLibTorchFolder = QStringLiteral("libTorchFolder");
const QString kRecentFiles = QStringLiteral("recentFiles");
const QString kLastFolder = QStringLiteral("lastFolder");
const QString kRulesFiles = QStringLiteral("rulesFiles");
const QString kDrawerPanel = QStringLiteral("drawerPanel");
const QString kLayoutGroup = QStringLiteral("layout/");
const QString kCaptureGroup = QStringLiteral("capture/");
const QString kSweepParent = QStringLiteral("sweepFolder");

QString configFile()
{
    return QStandardPaths::writableLocation(QStandardPaths::ConfigLocation) +
           QStringLiteral("/decodescope/decodescope.ini");
}

template <class Enum>
Enum enumOf(const QVariant& value, Enum fallback, int count)
{
    bool ok = false;
    const int number = value.toInt(&ok);
    return ok && number >= 0 && number < count ? static_cast<Enum>(number) : fallback;
}

} // namespace

Settings::Settings()
    : Settings(configFile())
{
}

Settings::Settings(const QString& file)
    : m_settings(file, QSettings::IniFormat)
{
    if (m_settings.value(kVersion, kLayoutVersion).toInt() != kLayoutVersion)
        m_settings.remove(QStringLiteral("layout"));
    m_settings.setValue(kVersion, kLayoutVersion);
}

Preferences Settings::preferences() const
{
    Preferences p;
    p.theme = enumOf(m_settings.value(kTheme), p.theme, 3);
    const int percent = m_settings.value(kFontPercent, p.fontPercent).toInt();
    if (percent >= Preferences::kSmallestFont && percent <= Preferences::kLargestFont)
        p.fontPercent = percent;
    p.colorAction = m_settings.value(kColorAction).toString();
    p.reopenLast = m_settings.value(kReopenLast, p.reopenLast).toBool();
    p.exportFolder = m_settings.value(kExportFolder).toString();
    p.libTorchFolder = m_settings.value(kLibTorchFolder).toString();
    return p;
}

void Settings::setPreferences(const Preferences& p)
{
    m_settings.setValue(kTheme, int(p.theme));
    m_settings.setValue(kFontPercent, p.fontPercent);
    m_settings.setValue(kColorAction, p.colorAction);
    m_settings.setValue(kReopenLast, p.reopenLast);
    m_settings.setValue(kExportFolder, p.exportFolder);
    m_settings.setValue(kLibTorchFolder, p.libTorchFolder);
    m_settings.sync(); // other windows read the same file
}

QString Settings::file() const
{
    return m_settings.fileName();
}

QString Settings::language() const
{
    const QString code = m_settings.value(kLanguage).toString();
    return isLanguage(code) ? code : QString();
}

void Settings::setLanguage(const QString& code)
{
    m_settings.setValue(kLanguage, code);
}

QStringList Settings::recentFiles() const
{
    QStringList there;
    for (const QString& file : m_settings.value(kRecentFiles).toStringList())
        if (QFileInfo::exists(file))
            there.push_back(file);
    return there;
}

void Settings::addRecentFile(const QString& file)
{
    const QString path = QFileInfo(file).absoluteFilePath();
    QStringList files = m_settings.value(kRecentFiles).toStringList();
    files.removeAll(path);
    files.prepend(path);
    m_settings.setValue(kRecentFiles, files.mid(0, kMostRecentFiles));
}

void Settings::clearRecentFiles()
{
    m_settings.remove(kRecentFiles);
}

QByteArray Settings::layout(const QString& what) const
{
    return m_settings.value(kLayoutGroup + what).toByteArray();
}

void Settings::setLayout(const QString& what, const QByteArray& state)
{
    m_settings.setValue(kLayoutGroup + what, state);
}

QString Settings::drawerPanel() const
{
    return m_settings.value(kDrawerPanel).toString();
}

void Settings::setDrawerPanel(const QString& id)
{
    m_settings.setValue(kDrawerPanel, id);
}

QString Settings::lastFolder() const
{
    const QString folder = m_settings.value(kLastFolder).toString();
    return QFileInfo(folder).isDir() ? folder : QDir::homePath();
}

void Settings::setLastFolder(const QString& folder)
{
    m_settings.setValue(kLastFolder, folder);
}

QStringList Settings::rulesFiles() const
{
    return m_settings.value(kRulesFiles).toStringList();
}

void Settings::setRulesFiles(const QStringList& files)
{
    QStringList paths;
    for (const QString& file : files)
        paths.push_back(QFileInfo(file).absoluteFilePath());
    if (paths.isEmpty())
        m_settings.remove(kRulesFiles);
    else
        m_settings.setValue(kRulesFiles, paths);
}

CaptureOptions Settings::captureOptions() const
{
    const auto value = [this](const char* key, const QVariant& fallback) {
        return m_settings.value(kCaptureGroup + QLatin1String(key), fallback);
    };
    CaptureOptions o;
    o.model = value("model", QString::fromStdString(o.model)).toString().toStdString();
    o.device = enumOf(value("device", int(o.device)), o.device, 3);
    o.dtype = enumOf(value("dtype", int(o.dtype)), o.dtype, 4);
    o.attention = enumOf(value("attention", int(o.attention)), o.attention, 5);
    o.kvCache = enumOf(value("kvCache", int(o.kvCache)), o.kvCache, 3);
    const SweepLists lists = sweepLists();
    o.mode = lists.modes.front();
    o.batch = lists.batches.front();
    o.promptLength = lists.promptLengths.front();
    o.promptText = value("promptText", QString()).toString().toStdString();
    o.schedule.wait = value("wait", o.schedule.wait).toInt();
    o.schedule.warmup = value("warmup", o.schedule.warmup).toInt();
    o.schedule.active = value("active", o.schedule.active).toInt();
    o.schedule.repeat = value("repeat", o.schedule.repeat).toInt();
    o.synchronizeEachStep = value("synchronizeEachStep", o.synchronizeEachStep).toBool();
    o.recordShapes = value("recordShapes", o.recordShapes).toBool();
    o.includePrefill = value("includePrefill", o.includePrefill).toBool();
    o.timedSteps = value("timedSteps", o.timedSteps).toInt();
    return o;
}

void Settings::setCaptureOptions(const CaptureOptions& o)
{
    const auto set = [this](const char* key, const QVariant& value) {
        m_settings.setValue(kCaptureGroup + QLatin1String(key), value);
    };
    set("model", QString::fromStdString(o.model));
    set("device", int(o.device));
    set("dtype", int(o.dtype));
    set("attention", int(o.attention));
    set("kvCache", int(o.kvCache));
    set("promptText", QString::fromStdString(o.promptText));
    set("wait", o.schedule.wait);
    set("warmup", o.schedule.warmup);
    set("active", o.schedule.active);
    set("repeat", o.schedule.repeat);
    set("synchronizeEachStep", o.synchronizeEachStep);
    set("recordShapes", o.recordShapes);
    set("includePrefill", o.includePrefill);
    set("timedSteps", o.timedSteps);
}

SweepLists Settings::sweepLists() const
{
    const auto text = [this](const char* key, const QString& fallback) {
        return m_settings.value(kCaptureGroup + QLatin1String(key), fallback).toString().toStdString();
    };
    SweepLists lists;
    if (auto batches = parseCounts(text("batch", {}), {}, kLargestBatch))
        lists.batches = std::move(*batches);
    if (auto prompts = parseCounts(text("promptLength", {}), {}, kLongestPrompt))
        lists.promptLengths = std::move(*prompts);
    std::vector<DecodeMode> modes;
    for (const QString& word : QString::fromStdString(text("decode", {})).split(QLatin1Char(','))) {
        if (const auto mode = decodeModeFromName(word.toStdString()))
            modes.push_back(*mode);
    }
    if (!modes.empty())
        lists.modes = std::move(modes);
    return lists;
}

void Settings::setSweepLists(const SweepLists& lists)
{
    QStringList modes;
    for (const DecodeMode mode : lists.modes)
        modes << QString::fromStdString(std::string(decodeModeName(mode)));
    m_settings.setValue(kCaptureGroup + QStringLiteral("decode"), modes.join(QLatin1Char(',')));
    m_settings.setValue(kCaptureGroup + QStringLiteral("batch"), QString::fromStdString(countsText(lists.batches)));
    m_settings.setValue(kCaptureGroup + QStringLiteral("promptLength"),
                        QString::fromStdString(countsText(lists.promptLengths)));
}

QString Settings::sweepParentFolder() const
{
    const QString standard = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return m_settings.value(kSweepParent, standard + QStringLiteral("/decodescope/sweeps")).toString();
}

void Settings::setSweepParentFolder(const QString& folder)
{
    m_settings.setValue(kSweepParent, folder);
}

} // namespace decodescope
