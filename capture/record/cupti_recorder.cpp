// SPDX-License-Identifier: GPL-3.0-or-later
// The GpuRecorder over CUPTI.
#include "capture/record/buffer_pool.h"
#include "capture/record/clock.h"
#include "capture/record/cupti_api.h"
#include "capture/record/cupti_records.h"
#include "capture/record/gpu_recorder.h"
#include "capture/record/op_stack.h"

#include <array>
#include <atomic>

namespace decodescope {

namespace {

// Small ones are full soon, and full ones come by themselves: asking for half-full ones of 1 MB every 66 ms made steps
// of TinyLlama on an H200 longer by 0.7 ms, and records came later.
constexpr std::size_t kBufferBytes = std::size_t{1} << 17; // about 600 kernels
constexpr std::uint32_t kDeliveryMs = 30;
constexpr std::size_t kReadyBuffers = 32;
constexpr std::size_t kMaxBuffers = 1024;
// Before CUDA 12.9 (API 27) CUPTI may crash when it is refused a buffer, so there the bound is where memory is the
// problem.
constexpr std::uint32_t kVersionThatTakesRefusals = 27;
constexpr std::size_t kMaxBuffersBefore = 32768;

constexpr std::array kNeededKinds = {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY,
                                     CUPTI_ACTIVITY_KIND_MEMSET};
constexpr std::array kWelcomeKinds = {CUPTI_ACTIVITY_KIND_OVERHEAD}; // not SYNCHRONIZATION: see gpu_records.h

constexpr std::array<std::pair<CallDomain, CUpti_CallbackDomain>, 2> kDomains = {
    {{CallDomain::runtime, CUPTI_CB_DOMAIN_RUNTIME_API}, {CallDomain::driver, CUPTI_CB_DOMAIN_DRIVER_API}}};
constexpr std::uint32_t kMaxCallbackId = 2048; // CUPTI 13 has fewer than 900 a domain

// CUPTI's buffer callbacks carry no user data, and CUPTI may call them while the process ends: never destroyed.
std::atomic<BufferPool*> g_buffers = nullptr;
std::atomic<bool> g_isRegistered = false; // the buffer callbacks, once a process
std::atomic<bool> g_isClaimed = false;

void CUPTIAPI onBufferRequested(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords)
{
    BufferPool* pool = g_buffers.load(std::memory_order_acquire);
    *buffer = pool->acquire();
    *size = *buffer != nullptr ? pool->blockBytes() : 0;
    *maxRecords = 0; // as many as fit
}

void CUPTIAPI onBufferCompleted(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t validBytes)
{
    g_buffers.load(std::memory_order_acquire)->complete(buffer, validBytes);
}

void CUPTIAPI onCall(void*, CUpti_CallbackDomain domain, CUpti_CallbackId cbid, const void* data)
{
    const auto* call = static_cast<const CUpti_CallbackData*>(data);
    OpStack* stack = OpStack::ofThisThread();
    if (stack == nullptr || !stack->isRecording())
        return;
    if (call->callbackSite == CUPTI_API_EXIT) {
        stack->endCall(stack->callDepth() == 1 ? ticksNow() : 0);
        return;
    }
    stack->beginCall(domain == CUPTI_CB_DOMAIN_RUNTIME_API ? CallDomain::runtime : CallDomain::driver, cbid,
                     call->correlationId, stack->callDepth() == 0 ? ticksNow() : 0);
}

// Calls cuptiActivityGetNextRecord() with the type that CuptiRecords knows.
const CuptiApi* g_api = nullptr;
int nextRecord(std::uint8_t* buffer, std::size_t validBytes, void** record)
{
    auto* current = static_cast<CUpti_Activity*>(*record);
    const CUptiResult result = g_api->activityGetNextRecord(buffer, validBytes, &current);
    *record = current;
    return result;
}

class CuptiRecorder final : public GpuRecorder
{
public:
    explicit CuptiRecorder(const CuptiApi& api)
        : m_api(api)
    {
    }
    ~CuptiRecorder() override
    {
        detach();
        leave();
        if (BufferPool* pool = g_buffers.load()) {
            for (const auto& block : pool->takeFilled()) // of nobody's interest any more
                pool->release(block);
            pool->trim();
        }
        g_isClaimed.store(false);
    }
    CuptiRecorder(const CuptiRecorder&) = delete;
    CuptiRecorder& operator=(const CuptiRecorder&) = delete;

    Result<void> claim();
    Result<void> attach() override;
    void detach() override;
    void flush() override
    {
        if (m_isAttached)
            m_api.activityFlushAll(0);
    }
    void take(std::vector<GpuRecord>& records) override;

    const CallTable& calls() const override { return m_calls; }
    GpuRecorderCounts counts() const override;
    std::uint32_t cuptiVersion() const override { return m_api.version; }
    const std::string& cuptiPath() const override { return m_api.path; }

private:
    Result<void> registerBuffers();
    void leave();
    void findCalls();
    void enableCalls(bool enable);

    const CuptiApi& m_api;
    CUpti_SubscriberHandle m_subscriber = nullptr;
    CallTable m_calls;
    std::vector<std::pair<CUpti_CallbackDomain, std::uint32_t>> m_callbacks;
    CuptiRecords m_records;
    std::vector<CUpti_ActivityKind> m_enabledKinds;
    std::uint64_t m_dropped = 0;
    std::uint64_t m_refusedBefore = 0;
    std::atomic<bool> m_isAttached = false;
};

Result<void> CuptiRecorder::claim()
{
    const auto result = m_api.subscribe(&m_subscriber, &onCall, nullptr);
    if (result != CUPTI_SUCCESS) {
        m_subscriber = nullptr;
        return tl::unexpected(cuptiError(m_api, result, "GPU recording could not start"));
    }
    findCalls();
    return registerBuffers();
}

Result<void> CuptiRecorder::registerBuffers()
{
    if (g_buffers.load() == nullptr) {
        const bool takesRefusals = m_api.version >= kVersionThatTakesRefusals;
        g_buffers.store(new BufferPool(kBufferBytes, takesRefusals ? kMaxBuffers : kMaxBuffersBefore));
    }
    m_refusedBefore = g_buffers.load()->refused();
    if (g_isRegistered.load())
        return {};
    m_api.setThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
    std::uint8_t zeroed = 1; // free blocks are zero already: see BufferPool
    std::size_t size = sizeof zeroed;
    m_api.activitySetAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &size, &zeroed);
    g_api = &m_api;
    const auto result = m_api.activityRegisterCallbacks(&onBufferRequested, &onBufferCompleted);
    if (result != CUPTI_SUCCESS)
        return tl::unexpected(cuptiError(m_api, result, "GPU recording could not register its buffers"));
    g_isRegistered.store(true);
    return {};
}

// CUPTI itself stays: cuptiFinalize() leaves 0.5 MB of GPU memory behind each time (CUPTI 13.0), and older ones crash
// in a process that has used CUDA graphs.
void CuptiRecorder::leave()
{
    if (m_subscriber == nullptr)
        return;
    enableCalls(false);
    m_api.unsubscribe(m_subscriber);
    m_subscriber = nullptr;
}

void CuptiRecorder::findCalls()
{
    for (const auto& [domain, cuptiDomain] : kDomains) {
        for (std::uint32_t cbid = 1; cbid < kMaxCallbackId; ++cbid) {
            const char* name = nullptr;
            if (m_api.getCallbackName(cuptiDomain, cbid, &name) != CUPTI_SUCCESS || name == nullptr)
                continue;
            if (!isWorkCall(name))
                continue;
            m_calls.add(domain, cbid, name);
            m_callbacks.emplace_back(cuptiDomain, cbid);
        }
    }
}

void CuptiRecorder::enableCalls(bool enable)
{
    for (const auto& [domain, cbid] : m_callbacks)
        m_api.enableCallback(enable ? 1 : 0, m_subscriber, domain, cbid);
}

Result<void> CuptiRecorder::attach()
{
    if (m_isAttached)
        return {};
    g_buffers.load()->prepare(kReadyBuffers);
    m_isAttached = true; // detach() undoes what was done, even where something failed half way
    for (const CUpti_ActivityKind kind : kNeededKinds) {
        const auto result = m_api.activityEnable(kind);
        if (result != CUPTI_SUCCESS) {
            detach();
            return tl::unexpected(cuptiError(m_api, result, "GPU recording could not start"));
        }
        m_enabledKinds.push_back(kind);
    }
    for (const CUpti_ActivityKind kind : kWelcomeKinds) {
        if (m_api.activityEnable(kind) == CUPTI_SUCCESS)
            m_enabledKinds.push_back(kind);
    }
    m_api.activityFlushPeriod(kDeliveryMs);
    enableCalls(true);
    return {};
}

void CuptiRecorder::detach()
{
    if (!m_isAttached)
        return;
    m_isAttached = false;
    enableCalls(false);
    m_api.activityFlushPeriod(0); // off
    m_api.activityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    for (const CUpti_ActivityKind kind : m_enabledKinds)
        m_api.activityDisable(kind);
    m_enabledKinds.clear();
    m_api.activityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED); // what came in between
    std::size_t dropped = 0;
    if (m_api.activityGetNumDroppedRecords(nullptr, 0, &dropped) == CUPTI_SUCCESS)
        m_dropped += dropped;
}

void CuptiRecorder::take(std::vector<GpuRecord>& records)
{
    BufferPool& pool = *g_buffers.load();
    for (const BufferPool::Filled& block : pool.takeFilled()) {
        m_records.decode(&nextRecord, block.data, block.bytes, records);
        pool.release(block);
    }
}

GpuRecorderCounts CuptiRecorder::counts() const
{
    const CuptiDecodeCounts& decoded = m_records.counts();
    return {m_dropped, g_buffers.load()->refused() - m_refusedBefore, decoded.withoutTimes, decoded.unknownKinds,
            decoded.faultyBuffers};
}

} // namespace

bool GpuRecorder::isInProcess()
{
    return g_isRegistered.load();
}

Result<std::unique_ptr<GpuRecorder>> GpuRecorder::open()
{
    const auto api = CuptiApi::load();
    if (!api)
        return tl::unexpected(api.error());
    if (g_isClaimed.exchange(true))
        return failure(ErrorCode::device,
                       "Another capture is recording this process's GPU work: wait until it has ended.");
    auto recorder = std::make_unique<CuptiRecorder>(**api);
    if (auto claimed = recorder->claim(); !claimed)
        return tl::unexpected(claimed.error());
    return recorder;
}

} // namespace decodescope
