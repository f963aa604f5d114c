// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preferences_dialog.h"

#include "ui/model/language.h"
#include "ui/style/letter_width.h"
#include "ui/window/form_area.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

namespace decodescope {

namespace {

constexpr int kFontStep = 5;
constexpr int kPlaceMarginPx = 16;
constexpr int kLongestPlace = 80; // letters

void addHeading(QFormLayout* form, const QString& text)
{
    auto* label = new QLabel(text);
    QFont font = label->font();
    font.setWeight(QFont::DemiBold);
    label->setFont(font);
    if (form->rowCount() > 0)
        label->setContentsMargins(0, label->fontMetrics().height() / 2, 0, 0);
    form->addRow(label);
}

QLabel* makeNote(const QString& text)
{
    auto* label = new QLabel(text);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setWordWrap(true);
    return label;
}

} // namespace

PreferencesDialog::PreferencesDialog(Settings& settings, const QList<NamedId>& colors, const QList<NamedId>& folders,
                                     QWidget* parent)
    : QDialog(parent)
    , m_settings(settings)
{
    setWindowTitle(tr("Preferences"));
    auto* page = new QWidget;
    auto* form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    form->setHorizontalSpacing(fontMetrics().averageCharWidth() * 2);
    addAppearance(form, colors);
    addHeading(form, tr("Start"));
    m_reopenLast = new QCheckBox(tr("Open what was open last"));
    m_reopenLast->setToolTip(tr("Unless a file is named on the command line, or the program crashed with it"));
    form->addRow(QString(), m_reopenLast);
    addFolders(form, folders);
    addCapture(form);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::RestoreDefaults | QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::RestoreDefaults)->setText(tr("Reset all"));
    buttons->button(QDialogButtonBox::Close)->setDefault(true);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QAbstractButton::clicked, this,
            &PreferencesDialog::reset);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    page->setMinimumWidth(fontMetrics().averageCharWidth() * 75);
    layout->addWidget(new FormArea(page), 1);
    layout->addWidget(buttons);
    showPreferences(settings.preferences());

    connect(m_theme, &QComboBox::currentIndexChanged, this, &PreferencesDialog::emitChanged);
    connect(m_fontPercent, &QSpinBox::valueChanged, this, &PreferencesDialog::emitChanged);
    connect(m_color, &QComboBox::currentIndexChanged, this, &PreferencesDialog::emitChanged);
    connect(m_reopenLast, &QCheckBox::toggled, this, &PreferencesDialog::emitChanged);
    for (QLineEdit* edit : {m_exportFolder, m_libTorchFolder})
        connect(edit, &QLineEdit::textChanged, this, &PreferencesDialog::emitChanged);
}

void PreferencesDialog::addAppearance(QFormLayout* form, const QList<NamedId>& colors)
{
    addHeading(form, tr("Appearance"));
    m_theme = new QComboBox; // in the order of ThemeMode
    m_theme->setObjectName(QStringLiteral("theme"));
    m_theme->addItems({tr("That of the desktop"), tr("Light"), tr("Dark")});
    m_fontPercent = new QSpinBox;
    m_fontPercent->setRange(Preferences::kSmallestFont, Preferences::kLargestFont);
    m_fontPercent->setSingleStep(kFontStep);
    m_fontPercent->setSuffix(tr(" % of the desktop's"));
    m_fontPercent->setKeyboardTracking(false); // not for each digit of a number
    m_color = new QComboBox;
    m_color->setObjectName(QStringLiteral("color"));
    for (const auto& [text, id] : colors)
        m_color->addItem(text, id);
    m_color->setToolTip(tr("What new windows begin with; the View menu changes it for this one"));
    addLanguage(form);
    form->addRow(tr("&Theme"), m_theme);
    form->addRow(tr("&Size of text"), m_fontPercent);
    form->addRow(tr("&Colour of slices"), m_color);
}

void PreferencesDialog::addLanguage(QFormLayout* form)
{
    auto* choices = m_language = new QComboBox;
    choices->setObjectName(QStringLiteral("language"));
    choices->addItem(tr("That of the desktop"), QString());
    for (const Language& language : languages())
        choices->addItem(language.name, language.code);
    choices->setCurrentIndex(qMax(0, choices->findData(m_settings.language())));
    connect(choices, &QComboBox::currentIndexChanged, this,
            [this, choices] { Q_EMIT languageChosen(choices->currentData().toString()); });
    form->addRow(tr("&Language"), choices);
}

QLineEdit* PreferencesDialog::addFolder(QFormLayout* form, const QString& label, const QString& placeholder,
                                        const QString& explanation)
{
    auto* edit = new QLineEdit;
    edit->setPlaceholderText(placeholder);
    edit->setToolTip(explanation);
    edit->setClearButtonEnabled(true);
    auto* choose = new QToolButton;
    choose->setText(tr("Folder\u2026"));
    QString plain = label;
    choose->setAccessibleName(tr("Choose a folder: %1").arg(plain.remove(QLatin1Char('&'))));
    choose->setFocusPolicy(Qt::StrongFocus);
    connect(choose, &QToolButton::clicked, this, [this, edit, choose] {
        const QString folder = QFileDialog::getExistingDirectory(this, choose->accessibleName(), edit->text());
        if (!folder.isEmpty())
            edit->setText(QDir::toNativeSeparators(folder));
    });
    auto* row = new QHBoxLayout;
    row->addWidget(edit, 1);
    row->addWidget(choose);
    auto* caption = new QLabel(label);
    caption->setBuddy(edit);
    form->addRow(caption, row);
    return edit;
}

void PreferencesDialog::addFolders(QFormLayout* form, const QList<NamedId>& folders)
{
    addHeading(form, tr("Folders"));
    m_exportFolder = addFolder(form, tr("&Exports and pictures"), tr("where the last file was"),
                               tr("Where the dialogs for saving begin"));
    m_libTorchFolder =
        addFolder(form, tr("LibT&orch"), tr("searched for"),
                  tr("For captures: the folder torch of a Python package, a virtual environment that has it, or an "
                     "unpacked LibTorch. Counts from the next start on once a capture has loaded another one."));
    for (const auto& [what, path] : folders) {
        // A field, since a path may be longer than the dialog is wide; and keys alone can copy it.
        auto* place = new QLineEdit(QDir::toNativeSeparators(path));
        place->setReadOnly(true);
        place->setFrame(false);
        place->setToolTip(place->text());
        place->setCursorPosition(0);
        // In sight as a whole, up to a width that fits any screen.
        place->setMinimumWidth(qMin(fontMetrics().horizontalAdvance(place->text()) + kPlaceMarginPx,
                                    letterWidth(fontMetrics()) * kLongestPlace));
        form->addRow(what, place);
    }
}

void PreferencesDialog::addCapture(QFormLayout* form)
{
    addHeading(form, tr("Capture"));
    m_capture = makeNote({});
    m_capture->setMinimumHeight(2 * m_capture->fontMetrics().lineSpacing()); // a row gives a wrapped text one line
    auto* forget = new QPushButton(tr("Forget"));
    forget->setToolTip(tr("The next capture begins with the program's own choices"));
    forget->setAccessibleName(tr("Forget the last capture's choices"));
    forget->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(forget, &QPushButton::clicked, this, &PreferencesDialog::forgetCapture);
    auto* row = new QHBoxLayout;
    row->setSpacing(fontMetrics().averageCharWidth() * 2); // a text as wide as its label
    row->addWidget(m_capture, 1);
    row->addWidget(forget);
    form->addRow(tr("Begins with"), row);
    showCapture();
}

void PreferencesDialog::forgetCapture()
{
    m_settings.setCaptureOptions({});
    m_settings.setSweepLists({});
    showCapture();
}

void PreferencesDialog::showCapture()
{
    const CaptureOptions options = m_settings.captureOptions();
    const ScheduleOptions& s = options.schedule;
    m_capture->setText(tr("%1, batch %2, %3 prompt tokens, %4 + %5 + %6 steps")
                           .arg(QString::fromStdString(options.model))
                           .arg(options.batch)
                           .arg(options.promptLength)
                           .arg(s.wait)
                           .arg(s.warmup)
                           .arg(s.active));
}

void PreferencesDialog::showPreferences(const Preferences& p)
{
    const QSignalBlocker blockers[] = {QSignalBlocker(m_theme),        QSignalBlocker(m_fontPercent),
                                       QSignalBlocker(m_color),        QSignalBlocker(m_reopenLast),
                                       QSignalBlocker(m_exportFolder), QSignalBlocker(m_libTorchFolder)};
    m_theme->setCurrentIndex(int(p.theme));
    m_fontPercent->setValue(p.fontPercent);
    m_color->setCurrentIndex(qMax(0, m_color->findData(p.colorAction)));
    m_reopenLast->setChecked(p.reopenLast);
    m_exportFolder->setText(p.exportFolder);
    m_libTorchFolder->setText(p.libTorchFolder);
}

Preferences PreferencesDialog::chosen() const
{
    Preferences p;
    p.theme = static_cast<ThemeMode>(m_theme->currentIndex());
    p.fontPercent = m_fontPercent->value();
    if (m_color->currentIndex() > 0)
        p.colorAction = m_color->currentData().toString();
    p.reopenLast = m_reopenLast->isChecked();
    p.exportFolder = m_exportFolder->text().trimmed();
    p.libTorchFolder = m_libTorchFolder->text().trimmed();
    return p;
}

void PreferencesDialog::emitChanged()
{
    Q_EMIT changed(chosen());
}

void PreferencesDialog::reset()
{
    showPreferences(Preferences());
    forgetCapture();
    emitChanged();
    m_language->setCurrentIndex(0);
}

} // namespace decodescope
