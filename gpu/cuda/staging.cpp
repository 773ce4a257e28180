#include "gpu/cuda/staging.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace poslab::gpu {
namespace {

constexpr std::size_t part_bytes = std::size_t{8} << 20U;
constexpr std::size_t ring_bytes = 4 * part_bytes;
constexpr std::size_t alignment = 256;
constexpr const char* up = "data on their way to the device";
constexpr const char* down = "results of the device";

}  // namespace

Staging::~Staging() {
    const Driver& driver = context_.driver();
    while (!slices_.empty()) {
        (void)driver.wait_for_event(slices_.front().read);
        free_events_.push_back(slices_.front().read);
        slices_.pop_front();
    }
    for (const CUevent event : free_events_) (void)driver.destroy_event(event);
    if (ring_ != nullptr) (void)driver.free_on_host(ring_);
    for (const Part& part : parts_) {
        if (part.busy) (void)driver.wait_for_event(part.written);
        if (part.written != nullptr) (void)driver.destroy_event(part.written);
        if (part.memory != nullptr) (void)driver.free_on_host(part.memory);
    }
}

std::byte* Staging::pinned(std::size_t bytes, const char* what) {
    void* memory = nullptr;
    context_.check(context_.driver().allocate_on_host(&memory, bytes), "cuMemAllocHost", what);
    return static_cast<std::byte*>(memory);
}

CUevent Staging::event(const char* what) {
    if (!free_events_.empty()) {
        const CUevent free = free_events_.back();
        free_events_.pop_back();
        return free;
    }
    CUevent made = nullptr;
    context_.check(context_.driver().create_event(&made, CU_EVENT_DISABLE_TIMING), "cuEventCreate", what);
    return made;
}

void Staging::forget_oldest() {
    context_.check(context_.driver().wait_for_event(slices_.front().read), "cuEventSynchronize", up);
    free_events_.push_back(slices_.front().read);
    slices_.pop_front();
}

// Slices are ordered by age, so the ones that overlap the requested range are the oldest.
std::size_t Staging::place_of(std::size_t bytes) {
    if (ring_ == nullptr) ring_ = pinned(ring_bytes, up);
    if (next_ + bytes > ring_bytes) {
        while (!slices_.empty() && slices_.front().begin >= next_) forget_oldest();
        next_ = 0;
    }
    const std::size_t index = next_, end = index + bytes;
    while (!slices_.empty() && slices_.front().begin < end && slices_.front().end > index) forget_oldest();
    next_ = std::min((end + alignment - 1) / alignment * alignment, ring_bytes);
    return index;
}

void Staging::upload(CUdeviceptr to, std::span<const std::byte> bytes) {
    const Driver& driver = context_.driver();
    for (std::size_t first = 0; first < bytes.size(); first += part_bytes) {
        const std::size_t count = std::min(part_bytes, bytes.size() - first);
        const std::size_t index = place_of(count);
        std::memcpy(ring_ + index, bytes.data() + first, count);
        {
            const DeviceClock::Span span = DeviceClock::Span::upload(clock_, count);
            context_.check(driver.upload(to + first, ring_ + index, count, context_.stream()),
                           "cuMemcpyHtoDAsync", up);
        }
        const CUevent read = event(up);
        slices_.push_back({index, index + count, read});
        context_.check(driver.record_event(read, context_.stream()), "cuEventRecord", up);
    }
}

void Staging::make_room(Part& part, std::size_t bytes) {
    wait(part);
    if (part.written == nullptr) part.written = event(down);
    if (part.room >= bytes) return;
    if (part.memory != nullptr) (void)context_.driver().free_on_host(std::exchange(part.memory, nullptr));
    part.room = 0;
    part.memory = pinned(bytes, down);
    part.room = bytes;
}

void Staging::wait(Part& part) {
    if (part.busy) context_.check(context_.driver().wait_for_event(part.written), "cuEventSynchronize", down);
    part.busy = false;
}

/// The device copies nothing before take(), so that downloads started one after the other do not wait for
/// each other's events.
class Staging::StagedDownload final : public Download {
  public:
    StagedDownload(Staging& staging, CUdeviceptr from, const DownloadParts& parts)
        : staging_(staging), from_(from), parts_(parts), begin_(staging.event(down)) {
        const CudaContext& context = staging.context_;
        staging.context_.check(context.driver().record_event(begin_, context.stream()), "cuEventRecord",
                               down);
    }
    ~StagedDownload() override { staging_.free_events_.push_back(begin_); }
    StagedDownload(const StagedDownload&) = delete;
    StagedDownload& operator=(const StagedDownload&) = delete;

    void take(const TakePart& part) override {
        if (parts_.bytes == 0) return;
        CudaContext& context = staging_.context_;
        context.check(
            context.driver().wait_in_stream(context.download_stream(), begin_, CU_EVENT_WAIT_DEFAULT),
            "cuStreamWaitEvent", down);
        staging_.download(from_, parts_, part);
    }

  private:
    Staging& staging_;
    CUdeviceptr from_;
    DownloadParts parts_;
    CUevent begin_;
};

std::unique_ptr<Download> Staging::start_download(CUdeviceptr from, const DownloadParts& parts) {
    return std::make_unique<StagedDownload>(*this, from, parts);
}

void Staging::download(CUdeviceptr from, const DownloadParts& parts, const TakePart& take) {
    const Driver& driver = context_.driver();
    const CUstream stream = context_.download_stream();
    const std::size_t most = std::max(part_bytes / parts.unit, std::size_t{1}) * parts.unit;
    const auto start = [&](std::size_t first) -> Part& {
        Part& part = parts_[turn_++ % parts_.size()];
        make_room(part, std::max(part_bytes, most));
        part.first = first;
        part.bytes = std::min(most, parts.bytes - first);
        {
            const DeviceClock::Span span = DeviceClock::Span::download(clock_, part.bytes);
            context_.check(driver.download(part.memory, from + first, part.bytes, stream),
                           "cuMemcpyDtoHAsync", down);
        }
        part.busy = true;
        context_.check(driver.record_event(part.written, stream), "cuEventRecord", down);
        return part;
    };
    Part* present = &start(0);
    while (present != nullptr) {
        const std::size_t after = present->first + present->bytes;
        Part* const following = after < parts.bytes ? &start(after) : nullptr;
        wait(*present);
        take(present->first, {present->memory, present->bytes});
        present = following;
    }
}

}  // namespace poslab::gpu
