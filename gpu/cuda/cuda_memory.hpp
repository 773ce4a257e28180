#pragma once

#include "gpu/block_pool.hpp"
#include "gpu/cuda/cuda_context.hpp"
#include "gpu/device.hpp"

#include <memory>
#include <string_view>

namespace poslab::gpu {

/// Memory of the device that returns to its pool.
class CudaBuffer final : public DeviceBuffer {
  public:
    CudaBuffer(std::size_t size, const MemoryBlock& block, BlockPool& pool)
        : DeviceBuffer(size), block_(block), pool_(pool) {}
    ~CudaBuffer() override { pool_.give_back(block_); }
    CudaBuffer(const CudaBuffer&) = delete;
    CudaBuffer& operator=(const CudaBuffer&) = delete;

    /// Returns the address of bytes offset ... offset + count - 1. Throws DeviceFailure if they exceed the
    /// buffer.
    [[nodiscard]] CUdeviceptr part(std::size_t offset, std::size_t count) const;

  private:
    MemoryBlock block_;
    BlockPool& pool_;
};

[[nodiscard]] const CudaBuffer& on_device(const DeviceBuffer& buffer);

/// The memory of a context's device, managed by a pool. All uses go through one stream, or are waited for, so
/// a block can be reused immediately.
class CudaMemory {
  public:
    explicit CudaMemory(CudaContext& context);

    /// Throws DeviceFailure with the purpose, the required and the free memory.
    [[nodiscard]] std::unique_ptr<DeviceBuffer> allocate(std::size_t bytes, std::string_view what);
    [[nodiscard]] BlockPool& pool() { return pool_; }

  private:
    CudaContext& context_;
    BlockPool pool_;
};

}  // namespace poslab::gpu
