// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/capture_dialog.h"

#include "ui/style/quiet_style.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

namespace decodescope {

namespace {

QComboBox* makeChoices(const QStringList& texts, int current)
{
    auto* box = new QComboBox;
    box->addItems(texts);
    box->setCurrentIndex(current);
    return box;
}

QSpinBox* makeNumber(int from, int to, int value, const QString& explanation)
{
    auto* box = new QSpinBox;
    box->setRange(from, to);
    box->setValue(value);
    box->setToolTip(explanation);
    return box;
}

QCheckBox* makeSwitch(const QString& text, bool on, const QString& explanation)
{
    auto* box = new QCheckBox(text);
    box->setChecked(on);
    box->setToolTip(explanation);
    return box;
}

} // namespace

CaptureDialog::CaptureDialog(const CaptureOptions& options, QWidget* parent)
    : QDialog(parent)
    , m_initial(options)
    , m_plan(new QLabel)
{
    setWindowTitle(tr("Capture a decode"));
    auto* columns = new QHBoxLayout;
    columns->setSpacing(16);
    columns->addWidget(makeModel(), 3);
    auto* right = new QVBoxLayout;
    right->addWidget(makeSchedule());
    right->addWidget(makeRecording());
    right->addStretch(1);
    columns->addLayout(right, 2);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    auto* start = buttons->addButton(tr("Start capture"), QDialogButtonBox::AcceptRole);
    start->setDefault(true);
    start->setProperty(QuietStyle::kRecordProperty, true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_plan->setForegroundRole(QPalette::PlaceholderText);
    m_plan->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addLayout(columns);
    layout->addWidget(m_plan);
    layout->addWidget(buttons);
    for (QSpinBox* box : {m_wait, m_warmup, m_active, m_repeat, m_timedSteps})
        connect(box, &QSpinBox::valueChanged, this, &CaptureDialog::showPlan);
    showPlan();
}

QWidget* CaptureDialog::makeModel()
{
    auto* group = new QGroupBox(tr("Model"));
    auto* form = new QFormLayout(group);
    m_model = new QComboBox;
    m_model->setEditable(true);
    m_model->addItem(tr("TinyLlama 1.1B, random weights"), QStringLiteral("tinyllama"));
    m_model->addItem(tr("Tiny Llama for a quick look, random weights"), QStringLiteral("tiny"));
    const QString model = QString::fromStdString(m_initial.model);
    if (const int known = m_model->findData(model); known >= 0)
        m_model->setCurrentIndex(known);
    else
        m_model->setEditText(model);
    m_model->setToolTip(tr("A preset, or a folder in Hugging Face's layout (config.json, *.safetensors)"));
    auto* folder = new QToolButton;
    folder->setText(tr("Folder\u2026"));
    connect(folder, &QToolButton::clicked, this, &CaptureDialog::chooseFolder);
    auto* row = new QHBoxLayout;
    row->addWidget(m_model, 1);
    row->addWidget(folder);
    m_device = makeChoices({tr("GPU if there is one"), tr("CPU"), tr("GPU (CUDA)")}, int(m_initial.device));
    m_dtype = makeChoices(
        {tr("fp16 on a GPU, fp32 on a CPU"), QStringLiteral("fp32"), QStringLiteral("fp16"), QStringLiteral("bf16")},
        int(m_initial.dtype));
    m_attention =
        makeChoices({tr("What LibTorch picks"), tr("FlashAttention"), tr("Memory-efficient"), tr("Math"), tr("cuDNN")},
                    int(m_initial.attention));
    m_kvCache =
        makeChoices({tr("Concatenated each step (DynamicCache)"), tr("Allocated before")}, int(m_initial.kvCache));
    m_mode = makeChoices({tr("Eager"), tr("CUDA graph")}, int(m_initial.mode));
    m_batch = makeNumber(1, 1024, m_initial.batch, tr("Sequences decoded together"));
    m_promptLength =
        makeNumber(1, 131072, m_initial.promptLength, tr("Tokens in the cache before the first decode step"));
    m_promptText = new QPlainTextEdit(QString::fromStdString(m_initial.promptText));
    m_promptText->setPlaceholderText(tr("Prompt (optional; needs a tokenizer in the model's folder)"));
    m_promptText->setTabChangesFocus(true);
    m_promptText->setFixedHeight(fontMetrics().height() * 4);
    form->addRow(tr("Model"), row);
    form->addRow(tr("Device"), m_device);
    form->addRow(tr("Number type"), m_dtype);
    form->addRow(tr("Attention"), m_attention);
    form->addRow(tr("KV cache"), m_kvCache);
    form->addRow(tr("Launching"), m_mode);
    form->addRow(tr("Batch"), m_batch);
    form->addRow(tr("Prompt tokens"), m_promptLength);
    form->addRow(tr("Prompt"), m_promptText);
    return group;
}

QWidget* CaptureDialog::makeSchedule()
{
    auto* group = new QGroupBox(tr("Steps"));
    auto* form = new QFormLayout(group);
    const ScheduleOptions& s = m_initial.schedule;
    m_wait = makeNumber(0, 10000, s.wait, tr("Decoded, not recorded"));
    m_warmup =
        makeNumber(0, 10000, s.warmup, tr("Recorded and thrown away, so that the recorder itself has warmed up"));
    m_active = makeNumber(1, 10000, s.active, tr("Recorded"));
    m_repeat = makeNumber(0, 10000, s.repeat, tr("How often wait, warm-up and active follow each other"));
    m_repeat->setSpecialValueText(tr("until stopped"));
    m_timedSteps = makeNumber(0, 10000, m_initial.timedSteps,
                              tr("Timed before recording, with nothing attached: the TPOT to trust"));
    form->addRow(tr("Wait"), m_wait);
    form->addRow(tr("Warm-up"), m_warmup);
    form->addRow(tr("Active"), m_active);
    form->addRow(tr("Repeat"), m_repeat);
    form->addRow(tr("Timed first"), m_timedSteps);
    return group;
}

QWidget* CaptureDialog::makeRecording()
{
    auto* group = new QGroupBox(tr("Recording"));
    auto* layout = new QVBoxLayout(group);
    m_shapes = makeSwitch(tr("Input shapes"), m_initial.recordShapes, tr("Tells which projection a matrix product is"));
    m_synchronize = makeSwitch(tr("Synchronize after each step"), m_initial.synchronizeEachStep,
                               tr("Keeps steps apart on the GPU"));
    m_prefill = makeSwitch(tr("Record the prefill too"), m_initial.includePrefill, {});
    layout->addWidget(m_shapes);
    layout->addWidget(m_synchronize);
    layout->addWidget(m_prefill);
    return group;
}

void CaptureDialog::showPlan()
{
    const int cycle = m_wait->value() + m_warmup->value() + m_active->value();
    QString text =
        m_timedSteps->value() > 0 ? tr("%n steps are timed, then ", nullptr, m_timedSteps->value()) : QString();
    text +=
        m_repeat->value() == 0
            ? tr("cycles of %1 steps run until you stop; %2 of each are recorded.").arg(cycle).arg(m_active->value())
            : tr("%1 steps run, of which %2 are recorded.")
                  .arg(cycle * m_repeat->value())
                  .arg(m_active->value() * m_repeat->value());
    text[0] = text[0].toUpper();
    m_plan->setText(text);
}

void CaptureDialog::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of a model"));
    if (!folder.isEmpty())
        m_model->setEditText(folder);
}

CaptureOptions CaptureDialog::options() const
{
    CaptureOptions o = m_initial;
    const int known = m_model->findText(m_model->currentText());
    o.model = (known >= 0 ? m_model->itemData(known).toString() : m_model->currentText()).toStdString();
    o.device = static_cast<CaptureDevice>(m_device->currentIndex());
    o.dtype = static_cast<CaptureDtype>(m_dtype->currentIndex());
    o.attention = static_cast<AttentionBackend>(m_attention->currentIndex());
    o.kvCache = static_cast<KvCacheKind>(m_kvCache->currentIndex());
    o.mode = static_cast<DecodeMode>(m_mode->currentIndex());
    o.batch = m_batch->value();
    o.promptLength = m_promptLength->value();
    o.promptText = m_promptText->toPlainText().toStdString();
    o.schedule.wait = m_wait->value();
    o.schedule.warmup = m_warmup->value();
    o.schedule.active = m_active->value();
    o.schedule.repeat = m_repeat->value();
    o.timedSteps = m_timedSteps->value();
    o.recordShapes = m_shapes->isChecked();
    o.synchronizeEachStep = m_synchronize->isChecked();
    o.includePrefill = m_prefill->isChecked();
    return o;
}

} // namespace decodescope
