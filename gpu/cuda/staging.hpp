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

/// Brings bytes to the device and back through memory that it reads and writes by itself, so that the caller's memory may be gone
/// when a call returns and that kernels and copies overlap. Used while the device is held.
class Staging {
  public:
    Staging(CudaContext& context, CudaClock& clock) : context_(context), clock_(clock) {}
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;

    /// In the order of the context's stream.
    void upload(CUdeviceptr to, std::span<const std::byte> bytes);
    /// Beside the context's stream, after what it was asked for until now.
    [[nodiscard]] std::unique_ptr<Download> start_download(CUdeviceptr from, const DownloadParts& parts);

  private:
    class StagedDownload;

    /// What of the ring the device has not read yet.
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
    /// A place in the ring that the device is done with.
    [[nodiscard]] std::size_t place_of(std::size_t bytes);
    void forget_oldest();
    void make_room(Part& part, std::size_t bytes);
    void wait(Part& part);
    void download(CUdeviceptr from, const DownloadParts& parts, const TakePart& take);

    CudaContext& context_;
    CudaClock& clock_;
    std::byte* ring_ = nullptr;
    std::size_t next_ = 0;  // place
    std::deque<Slice> slices_;
    std::vector<CUevent> free_events_;
    std::array<Part, 2> parts_;
    std::size_t turn_ = 0;
};

}  // namespace poslab::gpu
