#pragma once

#include "gpu/cuda/cuda_clock.hpp"
#include "gpu/cuda/cuda_context.hpp"
#include "gpu/device.hpp"

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <vector>

namespace poslab::gpu {

/// Transfers bytes to and from the device through pinned memory, so that the caller's memory is free when a
/// call returns and kernels and copies overlap. Used while the device is held.
class Staging {
  public:
    Staging(CudaContext& context, CudaClock& clock) : context_(context), clock_(clock) {}
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;

    /// Runs in the order of the context's stream.
    void upload(CUdeviceptr to, std::span<const std::byte> bytes);
    /// Runs concurrently with the context's stream, after the work queued so far.
    [[nodiscard]] std::unique_ptr<Download> start_download(CUdeviceptr from, const DownloadParts& parts);

  private:
    class StagedDownload;

    /// A part of the ring that the device has not yet read.
    struct Slice {
        std::size_t begin, end;
        CUevent read;
    };
    struct Part {
        std::byte* memory = nullptr;
        std::size_t room = 0;
        CUevent written = nullptr;
        bool busy = false;
        std::size_t first = 0, bytes = 0;
    };

    [[nodiscard]] std::byte* pinned(std::size_t bytes, const char* what);
    [[nodiscard]] CUevent event(const char* what);
    /// Returns a free position in the ring.
    [[nodiscard]] std::size_t place_of(std::size_t bytes);
    void forget_oldest();
    void make_room(Part& part, std::size_t bytes);
    void wait(Part& part);
    void download(CUdeviceptr from, const DownloadParts& parts, const TakePart& take);

    CudaContext& context_;
    CudaClock& clock_;
    std::byte* ring_ = nullptr;
    std::size_t next_ = 0;  // position in the ring
    std::deque<Slice> slices_;
    std::vector<CUevent> free_events_;
    std::array<Part, 2> parts_;
    std::size_t turn_ = 0;
};

}  // namespace poslab::gpu
