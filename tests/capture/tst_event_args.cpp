// SPDX-License-Identifier: GPL-3.0-or-later
// Names and arguments against those that torch.profiler wrote on an H200 (tests/data/torch-h200-args.tsv).
#include "capture/record/api_calls.h"
#include "capture/record/event_args.h"
#include "capture/record/kernel_names.h"
#include "capture/record/occupancy.h"
#include "capture/record/op_inputs.h"
#include "tests/support/test_data.h"

#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>

using namespace decodescope;
using decodescope::test::dataPath;
using nlohmann::json;

namespace {

// The H200 of the traces, from their deviceProperties.
GpuProperties h200()
{
    GpuProperties gpu;
    gpu.name = "NVIDIA H200";
    gpu.totalMemoryBytes = 150109880320;
    gpu.computeMajor = 9;
    gpu.computeMinor = 0;
    gpu.maxThreadsPerBlock = 1024;
    gpu.maxThreadsPerMultiprocessor = 2048;
    gpu.registersPerBlock = 65536;
    gpu.registersPerMultiprocessor = 65536;
    gpu.warpSize = 32;
    gpu.multiprocessors = 132;
    gpu.sharedMemoryPerBlockBytes = 49152;
    gpu.sharedMemoryPerBlockOptinBytes = 232448;
    gpu.sharedMemoryPerMultiprocessorBytes = 233472;
    return gpu;
}

struct TorchEvent
{
    std::string category;
    std::string name;
    double durationUs = 0;
    std::string args;
};

std::vector<TorchEvent> torchEvents(const std::string& category)
{
    QFile file(QString::fromStdString(dataPath("torch-h200-args.tsv").string()));
    std::vector<TorchEvent> events;
    if (!file.open(QIODevice::ReadOnly))
        return events;
    for (const QByteArray& line : file.readAll().split('\n')) {
        const QList<QByteArray> fields = line.split('\t');
        if (fields.size() == 4 && fields[0].startsWith(category.c_str()))
            events.push_back(
                {fields[0].toStdString(), fields[1].toStdString(), fields[2].toDouble(), fields[3].toStdString()});
    }
    return events;
}

// torch puts blanks here and there; nothing else may differ.
std::string withoutBlanks(std::string text)
{
    std::erase(text, ' ');
    return text;
}

int elementTypeOf(const std::string& name)
{
    for (int type = 0; type < 64; ++type) {
        if (name == elementTypeName(type))
            return type;
    }
    return -1;
}

void encodeTensor(std::vector<std::int64_t>& words, const std::string& type, const json& sizes, const json& strides)
{
    words.push_back(OpInput::header(OpInput::tensor, elementTypeOf(type), sizes.size()));
    for (const auto& size : sizes)
        words.push_back(size);
    for (const auto& stride : strides)
        words.push_back(stride);
}

// A scalar as torch printed it, back to a word.
std::pair<OpInput::Kind, std::int64_t> scalarOf(const std::string& text)
{
    if (text == "True" || text == "False")
        return {OpInput::boolean, text == "True"};
    if (text.find('.') != std::string::npos)
        return {OpInput::real, std::bit_cast<std::int64_t>(std::stod(text))};
    return {OpInput::integer, std::stoll(text)};
}

std::vector<std::int64_t> encode(const json& args)
{
    std::vector<std::int64_t> words;
    for (std::size_t i = 0; i < args.at("Input type").size(); ++i) {
        const std::string type = args["Input type"][i];
        const std::string concrete = args["Concrete Inputs"][i];
        const json& dims = args["Input Dims"][i];
        const json& strides = args["Input Strides"][i];
        if (type.empty()) {
            words.push_back(OpInput::header(OpInput::other, 0, 0));
        } else if (type == "Scalar") {
            const auto [kind, word] = scalarOf(concrete);
            words.push_back(OpInput::header(kind, 0, 1));
            words.push_back(word);
        } else if (type == "ScalarList") {
            const json values = json::parse(concrete);
            words.push_back(OpInput::header(OpInput::integerList, 0, values.size()));
            for (const auto& value : values)
                words.push_back(value);
        } else if (type == "TensorList") {
            words.push_back(OpInput::header(OpInput::tensorList, 0, dims.size()));
            for (std::size_t member = 0; member < dims.size(); ++member)
                encodeTensor(words, "float", dims[member], strides[member]);
        } else {
            encodeTensor(words, type, dims, strides);
        }
    }
    return words;
}

} // namespace

class EventArgsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kernels();
    void operators();
    void calls();
    void transfers();
    void unlinkedKernelHasNoExternalId();
    void graphKernelNamesItsNode();
    void realNumbersAreAsTorchPrintsThem();
    void damagedInputsEndTheList();
    void modules();
    void kernelNamesAreDemangled();
    void plainCallNames();
    void workCalls();
};

void EventArgsTest::kernels()
{
    GpuRecord smallest;
    smallest.grid = smallest.block = {1, 1, 1};
    if (!estimatedOccupancyPercent(smallest, h200()))
        QSKIP("built without cuda_occupancy.h");
    const auto events = torchEvents("kernel");
    QVERIFY(events.size() > 20);
    for (const TorchEvent& event : events) {
        const json args = json::parse(event.args);
        GpuRecord kernel;
        kernel.device = args["device"];
        kernel.context = args["context"];
        kernel.stream = args["stream"];
        kernel.grid = args["grid"];
        kernel.block = args["block"];
        kernel.registersPerThread = args["registers per thread"];
        kernel.dynamicSharedBytes = args["shared memory"]; // the trace does not tell static from dynamic
        QCOMPARE(withoutBlanks(kernelArgs(kernel, args["External id"], args["correlation"], h200())),
                 withoutBlanks(event.args));
    }
}

void EventArgsTest::operators()
{
    const auto events = torchEvents("cpu_op");
    QVERIFY(events.size() >= 40);
    for (const TorchEvent& event : events) {
        const json args = json::parse(event.args);
        std::string inputs;
        appendOpInputs(inputs, encode(args));
        QCOMPARE(withoutBlanks(opArgs(args["External id"], inputs)), withoutBlanks(event.args));
    }
}

void EventArgsTest::calls()
{
    auto events = torchEvents("cuda_runtime");
    const auto driver = torchEvents("cuda_driver");
    events.insert(events.end(), driver.begin(), driver.end());
    QCOMPARE(events.size(), std::size_t{8});
    for (const TorchEvent& event : events) {
        const json args = json::parse(event.args);
        HostRecord call;
        call.id = args.value("External id", 0);
        call.cbid = args["cbid"];
        call.correlation = args["correlation"];
        QCOMPARE(withoutBlanks(callArgs(call)), withoutBlanks(event.args));
    }
}

void EventArgsTest::transfers()
{
    const std::map<std::string, std::array<std::uint8_t, 3>> kinds = {
        // CUpti_ActivityMemcpyKind, source and destination CUpti_ActivityMemoryKind, by hand from CUPTI's
        // documentation.
        {"Memcpy HtoD (Pageable -> Device)", {1, 1, 3}},
        {"Memcpy HtoD (Pinned -> Device)", {1, 2, 3}},
        {"Memcpy DtoH (Device -> Pinned)", {2, 3, 2}},
        {"Memcpy DtoD (Device -> Device)", {8, 3, 3}},
        {"Memset (Device)", {0, 3, 0}},
    };
    const auto events = torchEvents("gpu_mem");
    QCOMPARE(events.size(), std::size_t{5});
    for (const TorchEvent& event : events) {
        const json args = json::parse(event.args);
        GpuRecord record;
        record.kind = event.category == "gpu_memset" ? GpuRecordKind::memset : GpuRecordKind::memcpy;
        const auto& kind = kinds.at(event.name);
        record.copyKind = kind[0];
        record.sourceMemory = kind[1];
        record.destinationMemory = kind[2];
        record.end = std::llround(event.durationUs * 1000);
        record.device = args["device"];
        record.context = args["context"];
        record.stream = args["stream"];
        record.bytes = args["bytes"];
        QCOMPARE(transferName(record), event.name);
        QCOMPARE(withoutBlanks(transferArgs(record, args["External id"], args["correlation"])),
                 withoutBlanks(event.args));
    }
}

void EventArgsTest::unlinkedKernelHasNoExternalId()
{
    const json args = json::parse(kernelArgs({}, 0, 12, h200()));
    QVERIFY(!args.contains("External id"));
    QCOMPARE(args["correlation"].get<int>(), 12);
}

void EventArgsTest::graphKernelNamesItsNode()
{
    GpuRecord kernel;
    kernel.graphId = 4;
    kernel.graphNodeId = 17179869187;
    const json args = json::parse(kernelArgs(kernel, 0, 12, h200()));
    QCOMPARE(args["graph id"].get<int>(), 4);
    QCOMPARE(args["graph node id"].get<std::int64_t>(), std::int64_t{17179869187});
}

// As torch 2.13's c10::IValue prints them.
void EventArgsTest::realNumbersAreAsTorchPrintsThem()
{
    const std::vector<std::pair<double, std::string>> cases = {{0.0, "0."},
                                                               {-0.0, "-0."},
                                                               {1.0, "1."},
                                                               {0.125, "0.125"},
                                                               {1e-5, "1.0000000000000001e-05"},
                                                               {1e10, "10000000000"},
                                                               {0.1, "0.10000000000000001"}};
    for (const auto& [value, text] : cases) {
        std::string out;
        appendOpInputs(
            out, std::vector<std::int64_t>{OpInput::header(OpInput::real, 0, 1), std::bit_cast<std::int64_t>(value)});
        QCOMPARE(json::parse("{" + out.substr(0, out.size() - 2) + "}")["Concrete Inputs"][0].get<std::string>(), text);
    }
}

void EventArgsTest::damagedInputsEndTheList()
{
    const std::vector<std::vector<std::int64_t>> cases = {
        {OpInput::header(OpInput::tensor, 6, 5), 1, 2},
        {OpInput::header(OpInput::integer, 0, 1)},
        {OpInput::header(OpInput::tensorList, 0, 0xffffffff), OpInput::header(OpInput::tensor, 6, 0)},
        {-1, -1, -1},
        {},
    };
    for (const auto& words : cases) {
        std::string out;
        appendOpInputs(out, words);
        const json args = json::parse("{" + out.substr(0, out.size() - 2) + "}");
        QCOMPARE(args.size(), std::size_t{4});
    }
}

void EventArgsTest::modules()
{
    HostRecord module;
    module.kind = HostRecordKind::module;
    module.number = 7;
    module.name = "q_proj";
    QCOMPARE(moduleName(module), std::string("layers.7.self_attn.q_proj"));
    QVERIFY(json::parse(moduleArgs(module)) == json({{"layer", 7}, {"part", "q_proj"}}));
    module.name = "";
    QCOMPARE(moduleName(module), std::string("layers.7"));
    QVERIFY(json::parse(moduleArgs(module)) == json({{"layer", 7}}));
    module.number = -1;
    module.name = "lm_head";
    QCOMPARE(moduleName(module), std::string("lm_head"));
    QVERIFY(json::parse(moduleArgs(module)) == json({{"part", "lm_head"}}));
}

void EventArgsTest::kernelNamesAreDemangled()
{
    KernelNames names;
    const char* mangled = "_ZN8cublasLt19splitKreduce_kernelILi32ELi16EifEEvPKfPf";
    const std::string& text = names.demangled(mangled);
    QCOMPARE(text, std::string("void cublasLt::splitKreduce_kernel<32, 16, int, float>(float const*, float*)"));
    QCOMPARE(&names.demangled(mangled), &text); // once
    QCOMPARE(names.demangled("nvjet_sm90_hsh_64x8_64x16_4x1_v_bz_TNT"),
             std::string("nvjet_sm90_hsh_64x8_64x16_4x1_v_bz_TNT"));
    QCOMPARE(names.demangled(""), std::string());
}

void EventArgsTest::plainCallNames()
{
    QCOMPARE(plainCallName("cudaLaunchKernel_v7000"), std::string("cudaLaunchKernel"));
    QCOMPARE(plainCallName("cudaLaunchKernelExC_v11060"), std::string("cudaLaunchKernelExC"));
    QCOMPARE(plainCallName("cuLaunchKernelEx"), std::string("cuLaunchKernelEx"));
    QCOMPARE(plainCallName("cuMemcpyHtoDAsync_v2"), std::string("cuMemcpyHtoDAsync_v2"));
}

void EventArgsTest::workCalls()
{
    for (const char* name :
         {"cudaLaunchKernel_v7000", "__cudaLaunchKernel_v13000", "cuLaunchKernel", "cuLaunchKernelEx",
          "cudaLaunchKernelExC_v11060", "cudaMemcpyAsync_v3020", "cudaMemsetAsync_v3020", "cudaGraphLaunch_v10000",
          "cuGraphLaunch", "cudaDeviceSynchronize_v3020", "cudaStreamSynchronize_v3020", "cuMemsetD32Async",
          "cudaEventSynchronize_v3020"})
        QVERIFY2(isWorkCall(name), name);
    for (const char* name : {"cudaGetDevice_v3020", "cudaEventRecord_v3020", "cudaStreamIsCapturing_v10000",
                             "cudaGraphAddMemcpyNode_v10000", "cuLaunchHostFunc", "cudaLaunchHostFunc_v10000",
                             "cudaMalloc_v3020", "cudaPointerGetAttributes_v4000"})
        QVERIFY2(!isWorkCall(name), name);
    QCOMPARE(launchesOf("cuLaunchKernelEx"), Launches::kernel);
    QCOMPARE(launchesOf("cudaMemcpyAsync_v3020"), Launches::copy);
    QCOMPARE(launchesOf("cudaDeviceSynchronize_v3020"), Launches::nothing);
    QCOMPARE(launchesOf("cudaGraphLaunch_v10000"), Launches::graph);
    QCOMPARE(launchesOf("cuGraphLaunch_ptsz"), Launches::graph);

    CallTable calls;
    calls.add(CallDomain::driver, 307, "cuLaunchKernel");
    QCOMPARE(calls.name(CallDomain::driver, 307), std::string_view("cuLaunchKernel"));
    QCOMPARE(calls.name(CallDomain::runtime, 307), std::string_view());
    QCOMPARE(calls.launches(CallDomain::driver, 307), Launches::kernel);
}

QTEST_APPLESS_MAIN(EventArgsTest)
#include "tst_event_args.moc"
