#include "tests/support/engine_cases.hpp"

#include "gpu/cuda/cuda_device.hpp"
#include "gpu/engine/gpu_engine.hpp"
#include "gpu/opengl/opengl_device.hpp"
#include "tests/gpu/host_cuda/host_cuda_device.hpp"

#include <functional>
#include <map>
#include <memory>
#include <stdexcept>

namespace poslab::test {

namespace {

/// Engines on a device live until the program ends.
EngineUnderTest on_device(const std::string& name, const std::function<std::unique_ptr<gpu::Device>()>& open,
                          bool emulated) {
    static std::vector<std::unique_ptr<const Engine>> engines;
    try {
        std::unique_ptr<gpu::Device> device = open();
        const bool slow = emulated || device->info().software;
        engines.push_back(gpu::make_gpu_engine(name, std::move(device)));
        return {engines.back().get(), "", true, slow, emulated};
    } catch (const gpu::DeviceFailure& failure) {
        return {nullptr, failure.what(), true, false, emulated};
    }
}

EngineUnderTest opened(const std::string& name) {
    if (name == "reference") return {&reference_engine(), "", false, false, false};
    if (name == "cpu") return {&cpu_engine(), "", false, false, false};
    if (name == "opengl")
        return on_device(
            name, [] { return gpu::open_opengl_device(); }, false);
    if (name == "cuda") return on_device(name, gpu::open_cuda_device, false);
    if (name == "cuda_on_host") return on_device(name, host_cuda::open_host_cuda_device, true);
    throw std::invalid_argument("no engine " + name);
}

}  // namespace

const EngineUnderTest& engine_under_test(const std::string& name) {
    static std::map<std::string, EngineUnderTest> engines;
    const auto found = engines.find(name);
    return found != engines.end() ? found->second : engines.emplace(name, opened(name)).first->second;
}

}  // namespace poslab::test
