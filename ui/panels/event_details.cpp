// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/event_details.h"

#include "core/label/kernel_family.h"
#include "core/label/kernel_name.h"
#include "core/query/card_bandwidth.h"
#include "core/query/gpu_operations.h"
#include "core/query/linear_weights.h"
#include "core/query/recording.h"
#include "core/query/trace_info.h"
#include "ui/model/core_texts.h"
#include "ui/panels/columns.h"
#include "ui/style/palette.h"
#include "ui/style/theme.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

namespace decodescope {

namespace {

constexpr std::size_t kMostLaunched = 12; // links listed before "and N more"
constexpr int kLongestArgument = 400;
constexpr std::size_t kMostDigits = 7; // of a fraction that is shown as it is

struct Text
{
    Q_DECLARE_TR_FUNCTIONS(EventDetails)
};

// Kernels are called by their short names: one in full may fill the panel.
QString nameOf(const Trace& trace, EventId event)
{
    return trace.kind(event) == EventKind::kernel ? QString::fromStdString(shortKernelName(trace.name(event)))
                                                  : fromUtf8View(trace.name(event));
}

QString link(const Trace& trace, EventId event)
{
    return QStringLiteral("<a href='event:%1'>%2</a>").arg(index(event)).arg(nameOf(trace, event).toHtmlEscaped());
}

// "[4, 24, 1]" as "4 x 24 x 1".
QString timesText(const QString& list)
{
    QString text = list;
    text.remove(QLatin1Char('[')).remove(QLatin1Char(']'));
    QStringList numbers = text.split(QLatin1Char(','));
    for (QString& number : numbers)
        number = number.trimmed();
    return numbers.join(QStringLiteral(" \u00d7 "));
}

// "[[1, 5632], [5632, 2048], []]" as "[1, 5632] . [5632, 2048]": tensors only.
QString shapesText(const QString& json)
{
    QStringList shapes;
    const QJsonDocument document = QJsonDocument::fromJson(json.toUtf8());
    for (const auto& shape : document.array()) {
        const QJsonArray dims = shape.toArray();
        if (dims.isEmpty())
            continue;
        QStringList numbers;
        for (const auto& dim : dims)
            numbers.push_back(dim.isDouble()
                                  ? QString::number(qint64(dim.toDouble()))
                                  : QString::fromUtf8(QJsonDocument(dim.toArray()).toJson(QJsonDocument::Compact)));
        shapes.push_back(QLatin1Char('[') + numbers.join(QStringLiteral(", ")) + QLatin1Char(']'));
    }
    return shapes.join(QStringLiteral(" \u00b7 "));
}

QString kindText(EventKind kind, EventType type)
{
    switch (kind) {
    case EventKind::cpuOp:
        return Text::tr("operator");
    case EventKind::annotation:
        return Text::tr("annotation");
    case EventKind::gpuAnnotation:
        return Text::tr("annotation on the GPU");
    case EventKind::kernel:
        return Text::tr("kernel");
    case EventKind::memcpy:
        return Text::tr("copy on the GPU");
    case EventKind::memset:
        return Text::tr("memset on the GPU");
    case EventKind::runtimeCall:
        return Text::tr("CUDA runtime call");
    case EventKind::driverCall:
        return Text::tr("CUDA driver call");
    case EventKind::sync:
        return Text::tr("synchronization");
    case EventKind::pythonFunction:
        return Text::tr("Python function");
    case EventKind::overhead:
        return Text::tr("profiler overhead");
    case EventKind::memory:
        return Text::tr("memory event");
    case EventKind::module:
        return Text::tr("module");
    case EventKind::other:
        break;
    }
    return type == EventType::slice     ? Text::tr("slice")
           : type == EventType::instant ? Text::tr("instant")
                                        : Text::tr("counter sample");
}

QString layerAndPart(const Label& label)
{
    const QString part = partText(label.part);
    return label.layer < 0 ? part : Text::tr("layer %1").arg(label.layer) + QStringLiteral(" \u203a ") + part;
}

QString foundByText(LabelSource source)
{
    switch (source) {
    case LabelSource::moduleScope:
        return Text::tr("module scope of the capture");
    case LabelSource::pythonStack:
        return Text::tr("nn.Module in the Python stack");
    case LabelSource::moduleHierarchy:
        return Text::tr("module hierarchy of the operator");
    case LabelSource::inferred:
        return Text::tr("inferred from names, shapes and place");
    case LabelSource::none:
        break;
    }
    return Text::tr("not known");
}

// The matrix of the linear operator that launched a kernel.
struct Weight
{
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t bytes = 0;
};

std::optional<Weight> weightOf(const Trace& trace, EventId kernel)
{
    for (EventId op = trace.opOf(kernel); op != kNoEvent; op = trace.enclosingOp(op)) {
        if (trace.name(op) != "aten::linear")
            continue;
        const ArgsId args = trace.events().args(op);
        const auto parse = [&](std::string_view key) {
            return QJsonDocument::fromJson(QByteArray::fromStdString(trace.args().value(args, key).value_or("[]")))
                .array();
        };
        const QJsonArray shape = parse("Input Dims").at(1).toArray();
        const auto bytes = bytesOfType(parse("Input type").at(1).toString().toStdString());
        if (shape.size() != 2 || !bytes)
            return std::nullopt;
        const auto rows = std::int64_t(shape.at(0).toDouble());
        const auto columns = std::int64_t(shape.at(1).toDouble());
        return Weight{rows, columns, rows * columns * *bytes};
    }
    return std::nullopt;
}

std::optional<double> peakOf(const Trace& trace, EventId kernel)
{
    const auto device = gpuPlaceOf(trace, kernel).device;
    const Track& track = trace.track(trace.events().track(kernel));
    const std::uint32_t source = trace.processOf(track).source;
    if (!device || source >= trace.sources().size())
        return std::nullopt;
    for (const DeviceInfo& info : devicesOf(trace.sources()[source]))
        if (info.id == *device)
            return peakBandwidthGbPerS(info.name, info.memoryBytes);
    return std::nullopt;
}

// Collects the sections of one event.
class Describer
{
public:
    Describer(const Trace& trace, const Labels* labels, EventId event, Ns origin)
        : m_trace(trace)
        , m_labels(labels)
        , m_event(event)
        , m_row(trace.event(event))
        , m_kind(trace.kind(event))
        , m_origin(origin)
    {
    }

    EventDetails describe()
    {
        m_details.kind = kindText(m_kind, m_row.type);
        m_details.name = nameOf(m_trace, m_event);
        if (isGpuOperation(m_kind))
            addPurpose();
        addTime();
        if (isGpuOperation(m_kind))
            addLaunch();
        else
            addCpuPlace();
        if (m_kind == EventKind::kernel)
            addNameInWords();
        addArguments();
        addFullName();
        return std::move(m_details);
    }

private:
    DetailSection& section(const QString& title)
    {
        m_details.sections.push_back({title, {}});
        return m_details.sections.back();
    }

    std::optional<QString> argument(std::string_view key)
    {
        const auto value = m_trace.args().value(m_row.args, key);
        if (!value)
            return std::nullopt;
        m_told.push_back(fromUtf8View(key));
        return QString::fromStdString(*value);
    }

    void addPurpose()
    {
        const auto operation = m_trace.gpuOperationIndex(m_event);
        if (!m_labels || !operation)
            return;
        const Label& label = m_labels->of(*operation);
        DetailSection& serves = section(Text::tr("Serves"));
        serves.rows.push_back({Text::tr("part"), layerAndPart(label).toHtmlEscaped(), label.part});
        serves.rows.push_back({Text::tr("found by"), foundByText(label.source)});
        if (const auto weight = weightOf(m_trace, m_event);
            weight && (label.family == KernelFamily::gemm || label.family == KernelFamily::gemv))
            addWeight(serves, *weight);
    }

    // What a matrix product reads, and how fast: decode at a small batch is bound by that.
    void addWeight(DetailSection& serves, const Weight& weight)
    {
        serves.rows.push_back({Text::tr("weights"), Text::tr("[%1 \u00d7 %2], %3")
                                                        .arg(weight.rows)
                                                        .arg(weight.columns)
                                                        .arg(bytesText(std::uint64_t(weight.bytes)))});
        if (m_row.duration <= 0)
            return;
        const double gbPerS = double(weight.bytes) / double(m_row.duration); // bytes a ns
        QString text = Text::tr("%1 GB/s").arg(QLocale().toString(gbPerS, 'f', 0));
        const auto peak = peakOf(m_trace, m_event);
        if (peak && gbPerS <= *peak)
            text += Text::tr(" of %1").arg(QLocale().toString(*peak, 'f', 0));
        else if (peak)
            text += Text::tr(": more than the card's memory gives, so from its cache");
        serves.rows.push_back({Text::tr("bandwidth"), text});
    }

    void addTime()
    {
        DetailSection& time = section(Text::tr("Time"));
        if (m_row.type == EventType::slice)
            time.rows.push_back({Text::tr("duration"), exactDurationText(m_row.duration)});
        time.rows.push_back({Text::tr("start"), relativeTimeText(m_row.begin, m_origin)});
        if (m_row.has(EventFlag::unfinished))
            time.rows.push_back({{}, Text::tr("Its end is not in the trace.")});
        if (m_row.has(EventFlag::implausible))
            time.rows.push_back({{}, Text::tr("Not plausible; left out of all totals.")});
        const EventId launch = isGpuOperation(m_kind) ? m_trace.launchOf(m_event) : kNoEvent;
        if (launch != kNoEvent)
            time.rows.push_back({Text::tr("launch delay"),
                                 exactDurationText(saturatingSub(m_row.begin, m_trace.events().begin(launch)))});
        if (const auto step = isGpuOperation(m_kind) ? m_trace.stepOf(m_event) : m_trace.stepAt(m_row.begin))
            time.rows.push_back({Text::tr("step"), link(m_trace, m_trace.steps()[*step].event)});
    }

    void addLaunch()
    {
        DetailSection& launch = section(Text::tr("Launch"));
        if (const auto grid = argument("grid"))
            launch.rows.push_back({Text::tr("grid"), timesText(*grid)});
        if (const auto block = argument("block"))
            launch.rows.push_back({Text::tr("block"), timesText(*block)});
        const GpuPlace place = gpuPlaceOf(m_trace, m_event);
        m_told << QStringLiteral("stream") << QStringLiteral("device");
        if (place.stream)
            launch.rows.push_back(
                {Text::tr("stream"), place.device ? Text::tr("%1 on GPU %2").arg(*place.stream).arg(*place.device)
                                                  : QString::number(*place.stream)});
        const EventId call = m_trace.launchOf(m_event);
        if (call == kNoEvent) {
            launch.rows.push_back({Text::tr("launched by"), Text::tr("not in the trace")});
            return;
        }
        // The call, then the operators around it, innermost first.
        QString chain = link(m_trace, call);
        QString shapes;
        for (EventId op = m_trace.enclosingOp(call); op != kNoEvent; op = m_trace.enclosingOp(op)) {
            chain += QStringLiteral(" \u203a ") + link(m_trace, op);
            if (shapes.isEmpty())
                if (const auto dims = m_trace.args().value(m_trace.events().args(op), "Input Dims"))
                    shapes = shapesText(QString::fromStdString(*dims));
        }
        launch.rows.push_back({Text::tr("launched by"), chain});
        if (!shapes.isEmpty())
            launch.rows.push_back({Text::tr("shapes"), shapes.toHtmlEscaped()});
    }

    void addNameInWords()
    {
        const std::string words = describeKernel(decodeKernelName(m_trace.name(m_event)));
        if (!words.empty())
            section(Text::tr("Name in words")).rows.push_back({{}, QString::fromStdString(words).toHtmlEscaped()});
    }

    void addCpuPlace()
    {
        DetailSection& place = section(Text::tr("Place"));
        const Track& track = m_trace.track(m_row.track);
        place.rows.push_back({Text::tr("row"), QString::fromStdString(trackName(m_trace, track)).toHtmlEscaped()});
        if (const EventId parent = m_trace.parent(m_event); parent != kNoEvent)
            place.rows.push_back({Text::tr("inside"), link(m_trace, parent)});
        if (const auto dims = argument("Input Dims"))
            if (const QString shapes = shapesText(*dims); !shapes.isEmpty())
                place.rows.push_back({Text::tr("shapes"), shapes.toHtmlEscaped()});
        const std::vector<EventId> launched = isApiCall(m_kind) ? m_trace.launchedBy(m_event) : launchedWithin();
        if (launched.empty())
            return;
        DetailSection& gpu = section(Text::tr("On the GPU"));
        Ns total = 0;
        for (const EventId operation : launched)
            total = saturatingAdd(total, m_trace.events().duration(operation));
        gpu.rows.push_back({Text::tr("operations"), countText(launched.size())});
        gpu.rows.push_back({Text::tr("time"), exactDurationText(total)});
        QString list;
        for (std::size_t i = 0; i < std::min(launched.size(), kMostLaunched); ++i)
            list += link(m_trace, launched[i]) + QStringLiteral("<br>");
        if (launched.size() > kMostLaunched)
            list += Text::tr("and %1 more").arg(countText(launched.size() - kMostLaunched));
        gpu.rows.push_back({{}, list});
    }

    // What the calls inside of an operator put on the GPU, by the lanes below it. O(calls inside).
    std::vector<EventId> launchedWithin() const
    {
        std::vector<EventId> found;
        if (m_row.type != EventType::slice || m_kind != EventKind::cpuOp)
            return found;
        for (const Lane& lane : m_trace.track(m_row.track).lanes) {
            for (std::size_t i = lane.firstBeginningFrom(m_row.begin); i < lane.size() && lane.begin(i) < m_row.end();
                 ++i) {
                if (!isApiCall(m_trace.kind(lane.event(i))))
                    continue;
                const std::vector<EventId> some = m_trace.launchedBy(lane.event(i));
                found.insert(found.end(), some.begin(), some.end());
            }
        }
        std::sort(found.begin(), found.end());
        return found;
    }

    void addArguments()
    {
        const QJsonObject object =
            QJsonDocument::fromJson(QByteArray::fromStdString(m_trace.args().text(m_row.args))).object();
        DetailSection all{Text::tr("Arguments"), {}};
        for (auto it = object.begin(); it != object.end(); ++it) {
            if (m_told.contains(it.key()))
                continue;
            // As found in the file, but for the quotes of a text and the tail of a computed number.
            const auto raw = m_trace.args().value(m_row.args, it.key().toStdString());
            QString text = it->isString() ? it->toString() : QString::fromStdString(raw.value_or(std::string()));
            if (raw && it->isDouble() && raw->find('.') != std::string::npos && raw->size() > kMostDigits)
                text = QLocale().toString(it->toDouble(), 'g', 4);
            if (text.size() > kLongestArgument)
                text = text.left(kLongestArgument) + QStringLiteral("\u2026");
            all.rows.push_back({it.key().toHtmlEscaped(), text.toHtmlEscaped()});
        }
        if (!all.rows.empty())
            m_details.sections.push_back(std::move(all));
    }

    // Last, since templates go on for many lines.
    void addFullName()
    {
        const QString name = fromUtf8View(m_trace.name(m_event));
        if (name != m_details.name)
            section(Text::tr("Name in full")).rows.push_back({{}, name.toHtmlEscaped()});
    }

    const Trace& m_trace;
    const Labels* m_labels;
    EventId m_event;
    EventRow m_row;
    EventKind m_kind;
    Ns m_origin;
    QStringList m_told; // arguments that a section has shown already
    EventDetails m_details;
};

} // namespace

EventDetails describeEvent(const Trace& trace, const Labels* labels, EventId event, Ns origin)
{
    return Describer(trace, labels, event, origin).describe();
}

QString detailsHtml(const EventDetails& details, const Theme& theme)
{
    const QString caption = QStringLiteral("<p style='margin-top:14px; margin-bottom:4px; color:%1; font-size:small; "
                                           "font-weight:600'>%2</p>");
    QString html = caption.arg(theme.textDim.name(), details.kind.toUpper().toHtmlEscaped());
    html.replace(QStringLiteral("margin-top:14px"), QStringLiteral("margin-top:0px"));
    html += QStringLiteral("<p style='margin:0; font-family:monospace'>%1</p>").arg(details.name.toHtmlEscaped());
    for (const DetailSection& section : details.sections) {
        html += caption.arg(theme.textDim.name(), section.title.toUpper().toHtmlEscaped());
        html += QStringLiteral("<table width='100%' cellspacing='0' cellpadding='2'>");
        for (const DetailRow& row : section.rows) {
            const QString swatch = row.part ? QStringLiteral("<span style='color:%1'>\u25a0</span> ")
                                                  .arg(partColor(partName(*row.part), theme.isDark).name())
                                            : QString();
            html += row.label.isEmpty() ? QStringLiteral("<tr><td colspan='2'>%1</td></tr>").arg(row.html)
                                        : QStringLiteral("<tr><td width='34%' style='color:%1'>%2</td><td>%3</td></tr>")
                                              .arg(theme.textDim.name(), row.label, swatch + row.html);
        }
        html += QStringLiteral("</table>");
    }
    return html;
}

} // namespace decodescope
