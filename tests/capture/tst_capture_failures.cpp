// SPDX-License-Identifier: GPL-3.0-or-later
// Captures that cannot be made, through the library's one exported function: each says why in one sentence, and the
// next one works.
#include "core/live/live_source.h"
#include "tests/support/test_data.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace decodescope;

namespace {

CaptureOptions tinyOptions()
{
    CaptureOptions options;
    options.model = "tiny";
    options.device = CaptureDevice::cpu;
    options.promptLength = 5;
    options.timedSteps = 2;
    return options;
}

// CUDA alone may take 100 GB and more of it.
std::uint64_t addressSpaceBytes()
{
    std::uint64_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

bool canBeMapped(std::uint64_t bytes)
{
    void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory != MAP_FAILED && ::munmap(memory, bytes) == 0;
}

} // namespace

class CaptureFailuresTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void unknownModelFails();
    void truncatedWeightsAreNamed();
    void aGraphNeedsAGpu();
    void gpuWithoutDriverFails();
    void cpuOutOfMemoryIsAnError();

private:
    CaptureStatus capture(const CaptureOptions& options);

    CreateLiveSource m_create = nullptr;
};

void CaptureFailuresTest::initTestCase()
{
    qputenv("OMP_NUM_THREADS", "1"); // the model is tiny: more threads only wait for each other
    void* library = ::dlopen(CAPTURE_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    QVERIFY2(library, ::dlerror());
    m_create = reinterpret_cast<CreateLiveSource>(::dlsym(library, kCreateLiveSourceSymbol));
    QVERIFY(m_create);
}

// The last status of one capture.
CaptureStatus CaptureFailuresTest::capture(const CaptureOptions& options)
{
    BatchQueue queue;
    CaptureStatus status;
    const std::unique_ptr<LiveSource> source(m_create());
    if (const auto started = source->start(options, queue); !started) {
        status.phase = CapturePhase::failed;
        status.error = started.error();
        return status;
    }
    constexpr int kLongestMs = 120'000;
    const bool hasEnded = QTest::qWaitFor(
        [&] {
            queue.takeAll();
            status = source->status();
            return status.phase == CapturePhase::finished || status.phase == CapturePhase::failed;
        },
        kLongestMs);
    if (!hasEnded)
        qWarning("The capture does not end.");
    return status;
}

void CaptureFailuresTest::unknownModelFails()
{
    CaptureOptions options = tinyOptions();
    options.model = "/nowhere/no-such-model";
    const CaptureStatus status = capture(options);
    QCOMPARE(status.phase, CapturePhase::failed);
    QVERIFY(status.error.text().find("no-such-model") != std::string::npos);
    QCOMPARE(capture(tinyOptions()).phase, CapturePhase::finished); // the next one works
}

// A model folder as a broken download leaves it.
void CaptureFailuresTest::truncatedWeightsAreNamed()
{
    const QTemporaryDir folder;
    const std::filesystem::path copy = folder.filePath("model").toStdString();
    std::filesystem::copy(test::dataPath("models/tiny-llama"), copy, std::filesystem::copy_options::recursive);
    const std::filesystem::path weights = copy / "model.safetensors";
    std::filesystem::permissions(weights, std::filesystem::perms::owner_write, std::filesystem::perm_options::add);
    std::filesystem::resize_file(weights, std::filesystem::file_size(weights) - 100);
    CaptureOptions options = tinyOptions();
    options.model = copy.string();
    const CaptureStatus status = capture(options);
    QCOMPARE(status.phase, CapturePhase::failed);
    QCOMPARE(status.error.code, ErrorCode::format);
    QVERIFY2(status.error.text().find("model.safetensors") != std::string::npos, status.error.text().c_str());
    QVERIFY2(status.error.message.ends_with("."), status.error.text().c_str());
    QCOMPARE(capture(tinyOptions()).phase, CapturePhase::finished);
}

void CaptureFailuresTest::aGraphNeedsAGpu()
{
    CaptureOptions options = tinyOptions();
    options.mode = DecodeMode::cudaGraph;
    for (const CaptureDevice device : {CaptureDevice::cpu, CaptureDevice::automatic}) {
        options.device = device;
        const CaptureStatus status = capture(options);
        if (status.phase == CapturePhase::finished && device == CaptureDevice::automatic)
            continue; // this machine has a GPU
        QCOMPARE(status.phase, CapturePhase::failed);
        QVERIFY2(status.error.text().find("needs a CUDA GPU") != std::string::npos, status.error.text().c_str());
    }
}

void CaptureFailuresTest::gpuWithoutDriverFails()
{
    CaptureOptions options = tinyOptions();
    options.device = CaptureDevice::cuda;
    options.deviceIndex = 99;
    const CaptureStatus status = capture(options);
    QCOMPARE(status.phase, CapturePhase::failed);
    QCOMPARE(status.error.code, ErrorCode::device);
    QVERIFY(!status.error.message.empty());
}

// 50 GB a tensor for the KV cache where 16 GB more are allowed: LibTorch throws, the capture says so, the next one
// works.
void CaptureFailuresTest::cpuOutOfMemoryIsAnError()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("sanitizers end the program when memory is refused");
#endif
    CaptureOptions options = tinyOptions();
    options.kvCache = KvCacheKind::preallocated;
    options.batch = 4096;
    options.promptLength = 1;
    options.timedSteps = 100'000;
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_AS, &before), 0);
    rlimit limit = before;
    constexpr std::uint64_t kAllowed = std::uint64_t{16} << 30;
    limit.rlim_cur = std::min<rlim_t>(before.rlim_cur, addressSpaceBytes() + kAllowed);
    QCOMPARE(::setrlimit(RLIMIT_AS, &limit), 0);
    const bool isBounded = !canBeMapped(2 * kAllowed);
    const CaptureStatus status = isBounded ? capture(options) : CaptureStatus();
    QCOMPARE(::setrlimit(RLIMIT_AS, &before), 0);
    if (!isBounded)
        QSKIP("this system does not bound the address space");
    QCOMPARE(status.phase, CapturePhase::failed);
    QVERIFY2(status.error.text().find("too little memory") != std::string::npos, status.error.text().c_str());
    QCOMPARE(capture(tinyOptions()).phase, CapturePhase::finished);
}

QTEST_GUILESS_MAIN(CaptureFailuresTest)
#include "tst_capture_failures.moc"
