#pragma once

#include "gpu/device.hpp"

#include <cstring>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>

namespace host_cuda {

/// A kernel compiled as C++, run by a thread of a group with the bytes of its task and its buffers.
struct HostKernel {
    std::size_t task_bytes = 0;
    std::size_t buffers = 0;
    std::function<void(std::span<const std::byte> task, std::span<std::byte* const> buffers)> call;
};

template <class Task, class... Numbers>
[[nodiscard]] HostKernel host_kernel(void (*kernel)(Task, Numbers*...)) {
    static_assert(std::is_trivially_copyable_v<Task>);
    const auto call = [kernel](std::span<const std::byte> bytes, std::span<std::byte* const> buffers) {
        Task task;
        std::memcpy(&task, bytes.data(), sizeof task);
        [&]<std::size_t... n>(std::index_sequence<n...>) {
            kernel(task, reinterpret_cast<Numbers*>(buffers[n])...);
        }
        (std::index_sequence_for<Numbers...>{});
    };
    return {sizeof(Task), sizeof...(Numbers), call};
}

/// Returns a linked kernel; each is registered by an object of KernelName in its file.
[[nodiscard]] const HostKernel* find_kernel(poslab::gpu::Kernel kernel);

struct KernelName {
    KernelName(poslab::gpu::Kernel kernel, HostKernel of);
};

}  // namespace host_cuda
