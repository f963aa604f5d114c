// SPDX-License-Identifier: GPL-3.0-or-later
// The page of what the user can choose once and for all.
#pragma once

#include "ui/model/settings.h"

#include <QDialog>

#include <utility>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace decodescope {

// Every change counts at once: there is no OK. Reset takes all of them back to the defaults.
class PreferencesDialog : public QDialog
{
    Q_OBJECT
public:
    using NamedId = std::pair<QString, QString>; // text, id
    // `colors`: the actions that say what a slice's colour means, the default first. `folders`: what the program writes
    // and where. `settings` outlives it.
    PreferencesDialog(Settings& settings, const QList<NamedId>& colors, const QList<NamedId>& folders, QWidget* parent);

Q_SIGNALS:
    void changed(const decodescope::Preferences& preferences);
    void languageChosen(const QString& code); // as Settings::language()

private:
    void addAppearance(QFormLayout* form, const QList<NamedId>& colors);
    void addLanguage(QFormLayout* form);
    void addFolders(QFormLayout* form, const QList<NamedId>& folders);
    QLineEdit* addFolder(QFormLayout* form, const QString& label, const QString& placeholder,
                         const QString& explanation);
    void addCapture(QFormLayout* form);
    void showPreferences(const Preferences& preferences);
    Preferences chosen() const;
    void emitChanged();
    void showCapture();
    void forgetCapture();
    void reset();

    Settings& m_settings;
    QComboBox* m_language = nullptr;
    QComboBox* m_theme = nullptr;
    QSpinBox* m_fontPercent = nullptr;
    QComboBox* m_color = nullptr;
    QCheckBox* m_reopenLast = nullptr;
    QLineEdit* m_exportFolder = nullptr;
    QLineEdit* m_libTorchFolder = nullptr;
    QLabel* m_capture = nullptr;
};

} // namespace decodescope
