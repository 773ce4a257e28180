#include "core/base/free_memory.hpp"
#include "core/engine/legs_scan.hpp"
#include "core/hippo/legs_scan.hpp"
#include "core/hippo/recorded_states.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

namespace poslab {

namespace {

// Below this many, one thread finishes before others have started.
constexpr double min_parallel_numbers = 0x1p22;
constexpr std::size_t channels_of_group = 16;  // two of the widest vectors, which LegsStep processes together

/// Columns `first` ... of `rows` [any, channels], `width` of them.
std::vector<double> columns(std::span<const double> rows, std::size_t channels, std::size_t first,
                            std::size_t width) {
    std::vector<double> chosen;
    chosen.reserve(rows.size() / channels * width);
    for (std::size_t row = 0; row < rows.size(); row += channels)
        for (std::size_t c = 0; c < width; ++c) chosen.push_back(rows[row + first + c]);
    return chosen;
}

RecordedStates<double> scan_together(const LegsScanInput& input, std::span<const std::int64_t> times,
                                     const Job& job) {
    if (input.samples_taken == 0) {
        LegsScan scan(input.order, input.channels, input.method, input.alpha);
        return record_states(scan, input.signal, times, job);
    }
    LegsScan scan({input.order, input.channels, input.method, input.alpha}, input.samples_taken, input.state);
    return record_states(scan, input.signal, times, job);
}

/// The channels in groups, each scanned by one thread.
class GroupedScan {
  public:
    GroupedScan(const LegsScanInput& input, std::span<const std::int64_t> times, const Job& job)
        : input_(input), times_(times), job_(job), channels_(static_cast<std::size_t>(input.channels)) {}

    [[nodiscard]] RecordedStates<double> run() {
        const std::size_t state = static_cast<std::size_t>(input_.order) * channels_;
        check_memory(static_cast<double>(times_.size()) * static_cast<double>(state) * sizeof(double),
                     "recorded states"_tr);
        all_.states.resize(times_.size() * state);
        groups_ = channels_ / channels_of_group;
        oneapi::tbb::parallel_for(std::size_t{0}, groups_,
                                  [this](std::size_t group) { scan_group(group * channels_of_group); });
        if (all_.extent.lost()) lose_together(state);
        return std::move(all_);
    }

  private:
    void scan_group(std::size_t first) {
        // The last group has the rest, so that no channel is alone: LegsStep rounds one channel differently.
        const bool is_last = first / channels_of_group + 1 == groups_;
        const std::size_t width = is_last ? channels_ - first : channels_of_group;
        const std::vector<double> signal = columns(input_.signal, channels_, first, width);
        const std::vector<double> state = columns(input_.state, channels_, first, width);
        LegsScanInput part = input_;
        part.channels = static_cast<std::int64_t>(width);
        part.signal = signal;
        part.state = state;
        constexpr double share = 1.0 / 32;  // of a group's progress: threads seldom meet to report it
        double before = 0;
        const Job job = job_.with_progress([&](double fraction) {
            if (fraction - before >= share || fraction == 1)
                report(fraction - std::exchange(before, fraction));
        });
        const RecordedStates<double> recorded = scan_together(part, times_, job);
        for (std::size_t row = 0; row * width < recorded.states.size(); ++row)
            std::copy_n(recorded.states.begin() + static_cast<std::ptrdiff_t>(row * width), width,
                        all_.states.begin() + static_cast<std::ptrdiff_t>(row * channels_ + first));
        const std::scoped_lock lock(mutex_);
        all_.extent.include(recorded.extent);
    }

    void report(double part) {
        const std::scoped_lock lock(mutex_);
        done_ += part;
        job_.progress(std::min(1.0, done_ / static_cast<double>(groups_)));
    }

    /// Matches one scan of all channels: from the first NaN of any channel on, all are NaN.
    void lose_together(std::size_t state) {
        const auto first =
            std::find_if(all_.states.begin(), all_.states.end(), [](double x) { return std::isnan(x); });
        const std::ptrdiff_t time = (first - all_.states.begin()) / static_cast<std::ptrdiff_t>(state);
        if (first != all_.states.end())
            std::fill(all_.states.begin() + time * static_cast<std::ptrdiff_t>(state), all_.states.end(),
                      std::numeric_limits<double>::quiet_NaN());
    }

    const LegsScanInput& input_;
    std::span<const std::int64_t> times_;
    const Job& job_;
    std::size_t channels_;
    std::size_t groups_ = 0;
    RecordedStates<double> all_;
    std::mutex mutex_;  // guards the members below and all_.extent
    double done_ = 0;
};

}  // namespace

RecordedStates<double> linear_legs_scan(const LegsScanInput& input, std::span<const std::int64_t> times,
                                        const Job& job) {
    check_legs_scan(input, times);
    const auto numbers = static_cast<double>(input.signal.size()) * static_cast<double>(input.order);
    if (input.channels <= static_cast<std::int64_t>(channels_of_group) || numbers < min_parallel_numbers)
        return scan_together(input, times, job);
    return GroupedScan(input, times, job).run();
}

}  // namespace poslab
