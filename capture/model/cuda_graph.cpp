// SPDX-License-Identifier: GPL-3.0-or-later
// The CudaGraph over at::cuda::CUDAGraph, which keeps the memory of captured work apart from the rest.
#include "capture/model/cuda_graph.h"

#include <ATen/cuda/CUDAGraph.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>

#include <cstddef>
#include <dlfcn.h>

namespace decodescope {

namespace {

// How many nodes the graph that a stream captures into has so far. From the driver, whose functions keep their form
// under their versioned names, while those of the runtime change with CUDA's major version.
class NodeCounter
{
public:
    explicit NodeCounter(void* stream)
        : m_stream(stream)
    {
        void* driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD); // LibTorch has loaded it
        if (driver == nullptr)
            return;
        m_captureInfo = reinterpret_cast<CaptureInfo>(::dlsym(driver, "cuStreamGetCaptureInfo_v2"));
        m_graphNodes = reinterpret_cast<GraphNodes>(::dlsym(driver, "cuGraphGetNodes"));
    }

    // 0 where it cannot be known.
    std::size_t count() const noexcept
    {
        if (m_captureInfo == nullptr || m_graphNodes == nullptr)
            return 0;
        int status = 0;
        unsigned long long id = 0;
        void* graph = nullptr;
        std::size_t nodes = 0;
        if (m_captureInfo(m_stream, &status, &id, &graph, nullptr, nullptr) != 0 || graph == nullptr ||
            m_graphNodes(graph, nullptr, &nodes) != 0)
            return 0;
        return nodes;
    }

private:
    using CaptureInfo = int (*)(void* stream, int* status, unsigned long long* id, void** graph, const void** nodes,
                                std::size_t* nodeCount);
    using GraphNodes = int (*)(void* graph, void** nodes, std::size_t* nodeCount);
    void* m_stream;
    CaptureInfo m_captureInfo = nullptr;
    GraphNodes m_graphNodes = nullptr;
};

// Gives the nodes that have come since it was last told of something to the module that was innermost meanwhile.
class NodeScopes final : public ModuleScopeSink
{
public:
    NodeScopes(void* stream, std::vector<ModuleScope>& scopes)
        : m_nodes(stream)
        , m_scopes(scopes)
    {
    }
    void enter(const ModuleScope& scope) noexcept override
    {
        take();
        m_open.push_back(scope);
    }
    void leave() noexcept override
    {
        take();
        m_open.pop_back();
    }
    void take() noexcept
    {
        const std::size_t count = m_nodes.count();
        if (count > m_scopes.size())
            m_scopes.resize(count, m_open.empty() ? ModuleScope() : m_open.back());
    }

private:
    const NodeCounter m_nodes;
    std::vector<ModuleScope>& m_scopes;
    std::vector<ModuleScope> m_open;
};

class TorchCudaGraph final : public CudaGraph
{
public:
    void capture(const std::function<void()>& warmUp, const Work& work) override
    {
        const c10::impl::VirtualGuardImpl device(c10::DeviceType::CUDA);
        const c10::DeviceIndex index = device.getDevice().index();
        device.synchronizeDevice(index);
        {
            const c10::Stream stream = device.getStreamFromGlobalPool(device.getDevice());
            const c10::StreamGuard guard(stream);
            warmUp();
            device.synchronizeDevice(index);
            record(stream, work);
        }
        device.synchronizeDevice(index);
    }

    void replay() override { m_graph.replay(); }
    const std::vector<ModuleScope>& nodeScopes() const override { return m_scopes; }

private:
    void record(const c10::Stream& stream, const Work& work)
    {
        m_graph.capture_begin({0, 0}, cudaStreamCaptureModeThreadLocal);
        try {
            NodeScopes scopes(c10::cuda::CUDAStream(stream).stream(), m_scopes);
            work(&scopes);
            scopes.take();
        } catch (...) {
            m_scopes.clear();
            try {
                m_graph.capture_end(); // a stream left in capture could not be used any more
            } catch (...) {            // says once more that the capture failed
            }
            throw;
        }
        m_graph.capture_end();
    }

    at::cuda::CUDAGraph m_graph;
    std::vector<ModuleScope> m_scopes;
};

} // namespace

Result<std::unique_ptr<CudaGraph>> CudaGraph::create()
{
    return std::make_unique<TorchCudaGraph>();
}

} // namespace decodescope
