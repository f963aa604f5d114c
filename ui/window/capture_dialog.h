// SPDX-License-Identifier: GPL-3.0-or-later
// What to decode and how to record it.
#pragma once

#include "core/live/capture_options.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QPlainTextEdit;
class QSpinBox;

namespace decodescope {

// Usable as it comes up: Enter starts a capture of the preset model.
class CaptureDialog : public QDialog
{
    Q_OBJECT
public:
    CaptureDialog(const CaptureOptions& options, QWidget* parent);

    CaptureOptions options() const;

private:
    QWidget* makeModel();
    QWidget* makeSchedule();
    QWidget* makeRecording();
    void showPlan();
    void chooseFolder();

    CaptureOptions m_initial;
    QComboBox* m_model;
    QComboBox* m_device;
    QComboBox* m_dtype;
    QComboBox* m_attention;
    QComboBox* m_kvCache;
    QComboBox* m_mode;
    QSpinBox* m_batch;
    QSpinBox* m_promptLength;
    QPlainTextEdit* m_promptText;
    QSpinBox* m_wait;
    QSpinBox* m_warmup;
    QSpinBox* m_active;
    QSpinBox* m_repeat;
    QSpinBox* m_timedSteps;
    QCheckBox* m_synchronize;
    QCheckBox* m_shapes;
    QCheckBox* m_prefill;
    QLabel* m_plan;
};

} // namespace decodescope
