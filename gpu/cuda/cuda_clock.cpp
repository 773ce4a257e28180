#include "gpu/cuda/cuda_clock.hpp"

#include <utility>

namespace poslab::gpu {
namespace {

constexpr std::size_t most_open = 512;  // pairs of events
constexpr const char* what = "times of the device";

}  // namespace

CudaClock::~CudaClock() {
    for (const CUevent event : free_) (void)context_.driver().destroy_event(event);
    for (const Entry& entry : open_) {
        (void)context_.driver().destroy_event(entry.begin);
        (void)context_.driver().destroy_event(entry.end);
    }
}

void CudaClock::start() {
    times_ = {};
    runs_ = true;
}

DeviceTimes CudaClock::stop() {
    add_up();
    runs_ = false;
    return std::exchange(times_, {});
}

CUevent CudaClock::event() {
    if (!free_.empty()) {
        const CUevent event = free_.back();
        free_.pop_back();
        return event;
    }
    CUevent event = nullptr;
    context_.check(context_.driver().create_event(&event, CU_EVENT_DEFAULT), "cuEventCreate", what);
    return event;
}

void CudaClock::add_up() {
    const Driver& driver = context_.driver();
    for (const Entry& entry : open_) {
        context_.check(driver.wait_for_event(entry.end), "cuEventSynchronize", what);
        float milliseconds = 0;
        context_.check(driver.elapsed(&milliseconds, entry.begin, entry.end), "cuEventElapsedTime", what);
        const double seconds = 1e-3 * static_cast<double>(milliseconds);
        if (entry.kernel) {
            times_.kernels[static_cast<std::size_t>(*entry.kernel)] += seconds;
            ++times_.launches[static_cast<std::size_t>(*entry.kernel)];
        } else {
            (entry.down ? times_.downloads : times_.uploads) += seconds;
            (entry.down ? times_.downloaded : times_.uploaded) += static_cast<std::int64_t>(entry.bytes);
        }
        free_.push_back(entry.begin);
        free_.push_back(entry.end);
    }
    open_.clear();
}

CudaClock::Span::Span(CudaClock& clock, CUstream stream, std::optional<Kernel> kernel, std::size_t bytes, bool down)
    : clock_(clock), stream_(stream) {
    if (!clock.runs_) return;
    if (clock.open_.size() >= most_open) clock.add_up();
    clock.open_.push_back({clock.event(), clock.event(), kernel, bytes, down});
    clock.context_.check(clock.context_.driver().record_event(clock.open_.back().begin, stream), "cuEventRecord", what);
}

// A lost device is found by whatever comes next.
CudaClock::Span::~Span() {
    if (clock_.runs_) (void)clock_.context_.driver().record_event(clock_.open_.back().end, stream_);
}

}  // namespace poslab::gpu
