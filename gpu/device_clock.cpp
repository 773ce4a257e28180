#include "gpu/device_clock.hpp"

#include <utility>

namespace poslab::gpu {
namespace {

constexpr std::size_t max_open = 512;  // pairs of stamps

}  // namespace

void DeviceClock::start() {
    times_ = {};
    runs_ = true;
}

DeviceTimes DeviceClock::stop() {
    add_up();
    runs_ = false;
    return std::exchange(times_, {});
}

std::vector<DeviceClock::Stamp> DeviceClock::take_stamps() {
    for (const Span::Entry& entry : open_) free_.insert(free_.end(), {entry.begin, entry.end});
    open_.clear();
    return std::exchange(free_, {});
}

DeviceClock::Stamp DeviceClock::stamp() {
    if (free_.empty()) return new_stamp();
    const Stamp stamp = free_.back();
    free_.pop_back();
    return stamp;
}

void DeviceClock::add_up() {
    for (const Span::Entry& entry : open_) {
        const double time = seconds(entry.begin, entry.end);
        if (entry.kernel) {
            times_.kernels[static_cast<std::size_t>(*entry.kernel)] += time;
            ++times_.launches[static_cast<std::size_t>(*entry.kernel)];
        } else {
            (entry.down ? times_.downloads : times_.uploads) += time;
            (entry.down ? times_.downloaded : times_.uploaded) += static_cast<std::int64_t>(entry.bytes);
        }
        free_.insert(free_.end(), {entry.begin, entry.end});
    }
    open_.clear();
}

DeviceClock::Span::Span(DeviceClock& clock, const Entry& entry) : clock_(clock) {
    if (!clock.runs_) return;
    if (clock.open_.size() >= max_open) clock.add_up();
    Entry made = entry;
    made.begin = clock.stamp();
    made.end = clock.stamp();
    clock.set(made.begin, made.down);
    clock.open_.push_back(made);
}

DeviceClock::Span::~Span() {
    if (clock_.runs_ && !clock_.open_.empty()) clock_.set(clock_.open_.back().end, clock_.open_.back().down);
}

}  // namespace poslab::gpu
