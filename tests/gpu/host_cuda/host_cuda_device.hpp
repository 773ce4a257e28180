#pragma once

#include "gpu/device.hpp"
#include "gpu/kernels.hpp"
#include "host_cuda/group.hpp"
#include "host_cuda/host_kernel.hpp"
#include "host_cuda/random_order.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>

namespace host_cuda {

struct Grid {
    int groups_x = 1, groups_y = 1;
    int threads = 32;
    std::size_t shared_bytes = 0;
    std::uint64_t seed = machine_seed();
    std::uint64_t launch = 0;  // those of a seed differ
};

/// Runs a function in all threads of a grid, its groups in random order; they share the processor's threads. Throws MachineError.
void run_grid(const Grid& grid, const std::function<void()>& kernel);

/// The CUDA kernels, compiled as C++, on an emulated machine of three multiprocessors: for tests. What the machine does not define
/// is MachineError: so are buffers of another number, too small a task, writing beyond a buffer.
[[nodiscard]] std::unique_ptr<poslab::gpu::Device> open_host_cuda_device();

/// The same, with kernels of a test's own in the place of some, and a seed.
[[nodiscard]] std::unique_ptr<poslab::gpu::Device> open_host_cuda_device_with(
    const std::map<poslab::gpu::Kernel, HostKernel>& instead, std::uint64_t seed);

}  // namespace host_cuda
