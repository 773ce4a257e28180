#pragma once

#include "gpu/cuda/cuda_context.hpp"

#include <array>
#include <cstddef>
#include <span>

namespace poslab::gpu {

/// Sends bytes to the device through memory that it may read by itself, so that the caller's may be gone when the call returns and
/// that kernels and copies overlap. Used while the device is held.
class Staging {
  public:
    explicit Staging(CudaContext& context) : context_(context) {}
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;

    void upload(CUdeviceptr to, std::span<const std::byte> bytes);

  private:
    static constexpr std::size_t part_bytes = std::size_t{8} << 20U;
    struct Part {
        void* memory = nullptr;
        CUevent free = nullptr;  // the device has read it
    };

    Part& next_part();

    CudaContext& context_;
    std::array<Part, 2> parts_;
    std::size_t next_ = 0;
};

}  // namespace poslab::gpu
