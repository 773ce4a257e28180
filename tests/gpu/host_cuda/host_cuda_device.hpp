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
    std::uint64_t launch = 0;  // makes launches of one seed differ
};

/// Runs a function in all threads of a grid, with its groups in random order on the processor's threads.
/// Throws MachineError.
void run_grid(const Grid& grid, const std::function<void()>& kernel);

/// Opens the CUDA kernels, compiled as C++, on an emulated machine of three multiprocessors, for tests.
/// Behaviour that is undefined on the machine throws MachineError, and so do a wrong number of buffers, a
/// task that is too small and writes beyond a buffer.
[[nodiscard]] std::unique_ptr<poslab::gpu::Device> open_host_cuda_device();

/// The same, with some kernels replaced by the test's own, and with a seed.
[[nodiscard]] std::unique_ptr<poslab::gpu::Device> open_host_cuda_device_with(
    const std::map<poslab::gpu::Kernel, HostKernel>& instead, std::uint64_t seed);

}  // namespace host_cuda
