#include "gpu/cuda/cuda_clock.hpp"

#include <bit>

namespace poslab::gpu {
namespace {

constexpr const char* what = "times of the device";

CUevent event_of(std::uint64_t stamp) { return std::bit_cast<CUevent>(stamp); }

}  // namespace

CudaClock::~CudaClock() {
    for (const Stamp stamp : take_stamps()) (void)context_.driver().destroy_event(event_of(stamp));
}

DeviceClock::Stamp CudaClock::new_stamp() {
    CUevent event = nullptr;
    context_.check(context_.driver().create_event(&event, CU_EVENT_DEFAULT), "cuEventCreate", what);
    return std::bit_cast<Stamp>(event);
}

// Errors are ignored: the next call finds a lost device.
void CudaClock::set(Stamp stamp, bool down) {
    (void)context_.driver().record_event(event_of(stamp),
                                         down ? context_.download_stream() : context_.stream());
}

double CudaClock::seconds(Stamp begin, Stamp end) {
    const Driver& driver = context_.driver();
    context_.check(driver.wait_for_event(event_of(end)), "cuEventSynchronize", what);
    float milliseconds = 0;
    context_.check(driver.elapsed(&milliseconds, event_of(begin), event_of(end)), "cuEventElapsedTime", what);
    return 1e-3 * static_cast<double>(milliseconds);
}

}  // namespace poslab::gpu
