// SPDX-License-Identifier: GPL-3.0-or-later
// What to decode and how to record it: once, or in several settings.
#pragma once

#include "core/live/sweep_plan.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QWidget;

namespace decodescope {

class FormArea;

// Usable as it comes up: Enter starts a capture of the preset model. Batch and prompt length take lists; more than one
// setting in all makes a sweep. What makes no sense is said in a sentence, and the dialog stays.
class CaptureDialog : public QDialog
{
    Q_OBJECT
public:
    // What each setting of a sweep has in common; what it is tried with; where its traces go.
    CaptureDialog(const CaptureOptions& options, const SweepLists& lists, const QString& sweepFolder, QWidget* parent);
    // A sentence above the buttons: what goes when the capture begins.
    void warn(const QString& sentence);

    // Of the only capture, or of a sweep's first one.
    CaptureOptions options() const;
    // After accept(): at least one.
    const SweepLists& lists() const { return m_lists; }
    const std::vector<SweepSetting>& settings() const { return m_settings; }
    bool isSweep() const { return m_settings.size() > 1; }
    QString sweepFolder() const;

    void accept() override;

private:
    QWidget* makeModel();
    QWidget* makeSchedule();
    QWidget* makeRecording();
    QWidget* makeSweepFolder(const QString& folder);
    // Reads the lists. Empty: they can be captured; else a sentence, and the field that it is about.
    QString readSettings(QWidget*& field);
    void showPlan();
    QString planText() const;
    void chooseFolder();
    void chooseSweepFolder();

    CaptureOptions m_initial;
    SweepLists m_lists;
    std::vector<SweepSetting> m_settings;
    FormArea* m_form;
    QComboBox* m_model;
    QComboBox* m_device;
    QComboBox* m_dtype;
    QComboBox* m_attention;
    QComboBox* m_kvCache;
    QComboBox* m_mode;
    QLineEdit* m_batches;
    QLineEdit* m_promptLengths;
    QWidget* m_sweepRow;
    QLineEdit* m_sweepFolder;
    QPlainTextEdit* m_promptText;
    QSpinBox* m_wait;
    QSpinBox* m_warmup;
    QSpinBox* m_active;
    QSpinBox* m_repeat;
    QSpinBox* m_timedSteps;
    QCheckBox* m_synchronize;
    QCheckBox* m_shapes;
    QCheckBox* m_prefill;
    QLabel* m_warning;
    QLabel* m_plan;
    QPushButton* m_start;
};

} // namespace decodescope
