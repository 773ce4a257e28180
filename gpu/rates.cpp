#include "gpu/rates.hpp"

#include "gpu/cuda/cuda_device.hpp"
#include "gpu/engine/device_memory.hpp"
#include "gpu/opengl/opengl_device.hpp"
#include "gpu/tasks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace poslab::gpu {
namespace {

constexpr std::uint32_t threads = 256;
constexpr std::size_t place_bytes = 16;  // copied by a thread

/// Memory that outlives the hold in which it was allocated; it is freed in another hold.
template <class Number>
std::shared_ptr<const DeviceArray<Number>> shared_array(const std::shared_ptr<Device>& device,
                                                        std::size_t count) {
    const auto hold = device->hold();
    auto array = std::make_unique<DeviceArray<Number>>(*device, count, "what is measured with");
    array->clear();
    return {array.release(), [device](const DeviceArray<Number>* of) {
                const auto held = device->hold();
                const std::unique_ptr<const DeviceArray<Number>> freed(of);
            }};
}

DeviceProbe copy_probe(const std::shared_ptr<Device>& device) {
    const std::size_t bytes = device->info().software ? std::size_t{1} << 25U : std::size_t{1} << 29U;
    const int copies = device->info().software ? 1 : 8;  // enough that launch overhead is negligible
    const auto run = [device, bytes, copies, from = shared_array<std::byte>(device, bytes),
                      to = shared_array<std::byte>(device, bytes)] {
        const auto held = device->hold();
        const CopyProbeTask task{static_cast<uint>(bytes / place_bytes)};
        constexpr std::uint32_t row = 4096;  // of groups
        const std::uint32_t groups = task.count / threads;
        for (int n = 0; n < copies; ++n)
            device->run({Kernel::copy_probe,
                         std::min(groups, row),
                         (groups + row - 1) / row,
                         task_bytes(task),
                         {from->buffer(), to->buffer()}});
        device->finish();
    };
    return {fmt::format("{}, copies of {} MiB", device->info().name, bytes >> 20U),
            copies * 2.0 * static_cast<double>(bytes), run};
}

DeviceProbe product_probe(const std::shared_ptr<Device>& device) {
    const DeviceInfo& info = device->info();
    const ProductProbeTask task{info.software ? 256 : 16384};
    // Several groups per concurrent slot, so that the idle time of the last ones is negligible.
    const auto groups = static_cast<std::uint32_t>(8 * std::max(info.multiprocessors, 1));
    const double of_group = info.split_keys ? threads / 32 * 8 * 2048.0 : threads * 64.0;
    const auto run = [device, task, groups,
                      out = shared_array<float>(device, std::size_t{groups} * threads)] {
        const auto held = device->hold();
        device->run({Kernel::product_probe, groups, 1, task_bytes(task), {out->buffer()}});
        device->finish();
    };
    return {fmt::format("{}, {}", info.name,
                        info.split_keys ? "tensor cores, three halves a product" : "float32"),
            of_group * groups * task.rounds, run};
}

std::shared_ptr<Device> device_of(std::string_view engine) {
    if (engine == "opengl") return open_opengl_device();
    if (engine == "cuda") return open_cuda_device();
    return nullptr;
}

}  // namespace

DeviceProbes device_probes(std::string_view engine) {
    const std::shared_ptr<Device> device = device_of(engine);
    if (!device) return {};
    return {copy_probe(device), product_probe(device)};
}

}  // namespace poslab::gpu
