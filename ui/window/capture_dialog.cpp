// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/capture_dialog.h"

#include "ui/model/number_text.h"
#include "ui/style/quiet_style.h"
#include "ui/style/theme.h"
#include "ui/window/form_area.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

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

QLineEdit* makeList(const std::vector<int>& counts, const QString& explanation)
{
    auto* field = new QLineEdit(QString::fromStdString(countsText(counts)));
    field->setToolTip(explanation);
    return field;
}

// What the combo box of decode modes offers, in its order.
const std::vector<std::vector<DecodeMode>>& modeChoices()
{
    static const std::vector<std::vector<DecodeMode>> choices{
        {DecodeMode::eager}, {DecodeMode::cudaGraph}, {DecodeMode::eager, DecodeMode::cudaGraph}};
    return choices;
}

} // namespace

CaptureDialog::CaptureDialog(const CaptureOptions& options, const SweepLists& lists, const QString& sweepFolder,
                             QWidget* parent)
    : QDialog(parent)
    , m_initial(options)
    , m_lists(lists)
    , m_warning(new QLabel)
    , m_plan(new QLabel)
{
    setWindowTitle(tr("Capture a decode"));
    auto* form = new QWidget;
    auto* rows = new QVBoxLayout(form);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(12);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(16);
    columns->addWidget(makeModel(), 3);
    auto* right = new QVBoxLayout;
    right->addWidget(makeSchedule());
    right->addWidget(makeRecording());
    right->addStretch(1);
    columns->addLayout(right, 2);
    rows->addLayout(columns);
    rows->addWidget(makeSweepFolder(sweepFolder));
    m_form = new FormArea(form);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_start = buttons->addButton(tr("Start capture"), QDialogButtonBox::AcceptRole);
    m_start->setProperty(QuietStyle::kRecordProperty, true);
    connect(buttons, &QDialogButtonBox::accepted, this, &CaptureDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &CaptureDialog::reject);
    m_plan->setWordWrap(true);
    m_plan->setMinimumHeight(fontMetrics().height() * 2); // a sentence must not move the fields
    m_plan->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(12);
    layout->addWidget(m_form, 1);
    layout->addWidget(m_plan);
    layout->addWidget(m_warning);
    layout->addWidget(buttons);
    m_warning->setWordWrap(true);
    m_warning->hide();
    // Now that they are in the dialog; before, it would not know of its default button and take the first one in the
    // order of focus, which may be Cancel.
    buttons->button(QDialogButtonBox::Cancel)->setAutoDefault(false);
    m_start->setDefault(true);
    for (QSpinBox* box : {m_wait, m_warmup, m_active, m_repeat, m_timedSteps})
        connect(box, &QSpinBox::valueChanged, this, &CaptureDialog::showPlan);
    for (QLineEdit* field : {m_batches, m_promptLengths, m_sweepFolder})
        connect(field, &QLineEdit::textChanged, this, &CaptureDialog::showPlan);
    connect(m_mode, &QComboBox::currentIndexChanged, this, &CaptureDialog::showPlan);
    connect(m_promptText, &QPlainTextEdit::textChanged, this, &CaptureDialog::showPlan);
    showPlan();
}

void CaptureDialog::warn(const QString& sentence)
{
    m_warning->setText(sentence);
    m_warning->show();
}

QWidget* CaptureDialog::makeModel()
{
    auto* group = new QGroupBox(tr("Model"));
    auto* form = new QFormLayout(group);
    m_model = new QComboBox;
    m_model->setEditable(true);
    m_model->setCompleter(nullptr);                // it would make "tiny", a preset's id, the entry that begins with it
    m_model->setInsertPolicy(QComboBox::NoInsert); // Enter would make the text an entry of its own, without a model
    m_model->addItem(tr("TinyLlama 1.1B, random weights"), QStringLiteral("tinyllama"));
    m_model->addItem(tr("Tiny, 2 layers, for a quick look, random weights"), QStringLiteral("tiny"));
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
    m_kvCache = makeChoices(
        {tr("Concatenated each step (DynamicCache)"), tr("Allocated before"), tr("Static, with a mask (StaticCache)")},
        int(m_initial.kvCache));
    m_kvCache->setToolTip(tr("A CUDA graph always uses the static one"));
    const auto choice = std::find(modeChoices().begin(), modeChoices().end(), m_lists.modes);
    m_mode = makeChoices({tr("Eager"), tr("CUDA graph"), tr("Both, one after the other")},
                         choice == modeChoices().end() ? 0 : int(choice - modeChoices().begin()));
    m_batches =
        makeList(m_lists.batches, tr("Sequences decoded together; several with commas make a sweep: 1, 2, 4, 8"));
    m_promptLengths =
        makeList(m_lists.promptLengths, tr("Tokens in the cache before the first decode step; several with "
                                           "commas make a sweep: 128, 1024"));
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
    form->addRow(tr("Batch"), m_batches);
    form->addRow(tr("Prompt tokens"), m_promptLengths);
    form->addRow(tr("Prompt"), m_promptText);
    return group;
}

QWidget* CaptureDialog::makeSchedule()
{
    auto* group = new QGroupBox(tr("Steps"));
    auto* form = new QFormLayout(group);
    const ScheduleOptions& s = m_initial.schedule;
    m_wait = makeNumber(0, kMostScheduledSteps, s.wait, tr("Decoded, not recorded"));
    m_warmup = makeNumber(0, kMostScheduledSteps, s.warmup,
                          tr("Recorded and thrown away, so that the recorder itself has warmed up"));
    m_active = makeNumber(1, kMostScheduledSteps, s.active, tr("Recorded"));
    m_repeat = makeNumber(0, kMostScheduledSteps, s.repeat, tr("How often wait, warm-up and active follow each other"));
    m_repeat->setSpecialValueText(tr("until stopped"));
    m_timedSteps = makeNumber(0, kMostTimedSteps, m_initial.timedSteps,
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

QWidget* CaptureDialog::makeSweepFolder(const QString& folder)
{
    m_sweepRow = new QWidget;
    auto* row = new QHBoxLayout(m_sweepRow);
    row->setContentsMargins(0, 0, 0, 0);
    m_sweepFolder = new QLineEdit(QDir::toNativeSeparators(folder));
    m_sweepFolder->setToolTip(tr("Made where it is missing; it gets a trace for each setting, and their table"));
    auto* label = new QLabel(tr("&Traces go to"));
    label->setBuddy(m_sweepFolder);
    auto* choose = new QToolButton;
    choose->setText(tr("Folder\u2026"));
    connect(choose, &QToolButton::clicked, this, &CaptureDialog::chooseSweepFolder);
    row->addWidget(label);
    row->addWidget(m_sweepFolder, 1);
    row->addWidget(choose);
    return m_sweepRow;
}

QString CaptureDialog::readSettings(QWidget*& field)
{
    m_lists.modes = modeChoices()[std::size_t(m_mode->currentIndex())];
    field = m_batches;
    const auto batches = parseCounts(m_batches->text().toStdString(), {}, kLargestBatch);
    if (!batches)
        return tr("The batch is a whole number from 1 to %1, or several with commas between them.").arg(kLargestBatch);
    field = m_promptLengths;
    const auto prompts = parseCounts(m_promptLengths->text().toStdString(), {}, kLongestPrompt);
    if (!prompts)
        return tr("The prompt length is a whole number from 1 to %1, or several with commas between them.")
            .arg(kLongestPrompt);
    if (prompts->size() > 1 && !m_promptText->toPlainText().isEmpty())
        return tr("A prompt as text has a length of its own: give one prompt length, or no text.");
    m_lists.batches = *batches;
    m_lists.promptLengths = *prompts;
    field = m_batches;
    auto settings = sweepSettings(m_lists);
    if (!settings)
        return tr("These lists make more than %1 settings.").arg(kMostSettings);
    m_settings = std::move(*settings);
    field = m_repeat;
    if (isSweep() && m_repeat->value() == 0)
        return tr("A setting of a sweep must end by itself: choose how often the steps repeat.");
    field = m_sweepFolder;
    if (isSweep() && m_sweepFolder->text().trimmed().isEmpty())
        return tr("Name a folder for the traces of the sweep.");
    field = nullptr;
    return {};
}

void CaptureDialog::showPlan()
{
    QWidget* field = nullptr;
    const QString problem = readSettings(field);
    QPalette colors = palette();
    const Theme& theme = Theme::of(colors);
    colors.setColor(QPalette::WindowText, problem.isEmpty() ? theme.textDim : theme.error);
    m_plan->setPalette(colors);
    m_plan->setText(problem.isEmpty() ? planText() : problem);
    m_start->setText(problem.isEmpty() && isSweep() ? tr("Start the sweep") : tr("Start capture"));
    m_sweepRow->setEnabled(problem.isEmpty() ? isSweep() : field == m_sweepFolder || isSweep());
}

void CaptureDialog::accept()
{
    QWidget* field = nullptr;
    if (readSettings(field).isEmpty())
        return QDialog::accept();
    showPlan();
    field->setFocus(Qt::OtherFocusReason);
    m_form->ensureWidgetVisible(field);
}

QString CaptureDialog::planText() const
{
    const int cycle = m_wait->value() + m_warmup->value() + m_active->value();
    const auto repeat = std::uint64_t(m_repeat->value());
    QString text =
        m_timedSteps->value() > 0 ? tr("%n steps are timed, then ", nullptr, m_timedSteps->value()) : QString();
    text +=
        m_repeat->value() == 0
            ? tr("cycles of %n steps run until you stop, %1 of each recorded.", nullptr, cycle).arg(m_active->value())
            : tr("%1 steps run, %2 of them recorded.", nullptr, pluralOf(std::uint64_t(cycle) * repeat))
                  .arg(countText(std::uint64_t(cycle) * repeat), countText(std::uint64_t(m_active->value()) * repeat));
    if (m_timedSteps->value() > 0 && m_repeat->value() != 0)
        text += QLatin1Char(' ') + tr("The timer runs again at the end.");
    text[0] = text[0].toUpper();
    return isSweep() ? tr("A sweep of %n settings, a trace each. In each: ", nullptr, int(m_settings.size())) + text
                     : text + QLatin1Char(' ') + tr("Several batches or prompt lengths, with commas, make a sweep.");
}

void CaptureDialog::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of a model"));
    if (!folder.isEmpty())
        m_model->setEditText(folder);
}

void CaptureDialog::chooseSweepFolder()
{
    const QString folder =
        QFileDialog::getExistingDirectory(this, tr("Folder for the traces of the sweep"), m_sweepFolder->text());
    if (!folder.isEmpty())
        m_sweepFolder->setText(QDir::toNativeSeparators(folder));
}

QString CaptureDialog::sweepFolder() const
{
    return QDir::fromNativeSeparators(m_sweepFolder->text().trimmed());
}

CaptureOptions CaptureDialog::options() const
{
    CaptureOptions o = m_initial;
    const QString model = m_model->currentText().trimmed();
    const int known = m_model->findText(model);
    o.model = (known >= 0 ? m_model->itemData(known).toString() : model).toStdString();
    o.device = static_cast<CaptureDevice>(m_device->currentIndex());
    o.dtype = static_cast<CaptureDtype>(m_dtype->currentIndex());
    o.attention = static_cast<AttentionBackend>(m_attention->currentIndex());
    o.kvCache = static_cast<KvCacheKind>(m_kvCache->currentIndex());
    o.promptText = m_promptText->toPlainText().toStdString();
    o.schedule.wait = m_wait->value();
    o.schedule.warmup = m_warmup->value();
    o.schedule.active = m_active->value();
    o.schedule.repeat = m_repeat->value();
    o.timedSteps = m_timedSteps->value();
    o.recordShapes = m_shapes->isChecked();
    o.synchronizeEachStep = m_synchronize->isChecked();
    o.includePrefill = m_prefill->isChecked();
    return m_settings.empty() ? o : withSetting(o, m_settings.front());
}

} // namespace decodescope
