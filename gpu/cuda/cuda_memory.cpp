#include "gpu/cuda/cuda_memory.hpp"

#include <fmt/format.h>

namespace poslab::gpu {
namespace {

BlockPool pool_of(CudaContext& context) {
    const auto allocate = [&context](std::size_t bytes) -> std::optional<std::uint64_t> {
        CUdeviceptr place = 0;
        const CUresult error = context.driver().allocate(&place, bytes);
        if (error == CUDA_ERROR_OUT_OF_MEMORY) return std::nullopt;
        context.check(error, "cuMemAlloc", "memory of the device");
        return place;
    };
    // Running work may still use it.
    const auto free = [&context](std::uint64_t place) {
        (void)context.driver().wait_for_stream(context.stream());
        (void)context.driver().free(place);
    };
    return {allocate, free};
}

double gibibytes(std::size_t bytes) { return static_cast<double>(bytes) / 0x1p30; }

}  // namespace

CUdeviceptr CudaBuffer::part(std::size_t offset, std::size_t count) const {
    if (offset > bytes() || count > bytes() - offset)
        throw DeviceFailure(fmt::format("bytes {} to {} of a buffer of {}", offset, offset + count, bytes()));
    return block_.place + offset;
}

const CudaBuffer& on_device(const DeviceBuffer& buffer) { return dynamic_cast<const CudaBuffer&>(buffer); }

CudaMemory::CudaMemory(CudaContext& context) : context_(context), pool_(pool_of(context)) {}

std::unique_ptr<DeviceBuffer> CudaMemory::allocate(std::size_t bytes, std::string_view what) {
    if (const std::optional<MemoryBlock> block = pool_.take(bytes))
        return std::make_unique<CudaBuffer>(bytes, *block, pool_);
    throw DeviceFailure(
        fmt::format("{} need {:.2f} GiB of the device's memory, {:.2f} of {:.2f} GiB are free", what,
                    gibibytes(bytes), gibibytes(context_.free_memory()), gibibytes(context_.total_memory())));
}

}  // namespace poslab::gpu
