#pragma once

#include "core/engine/job.hpp"
#include "core/errors.hpp"
#include "core/memory.hpp"
#include "core/memory/state_extent.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace poslab {

/// States of a scan at chosen times.
template <typename Scalar>
struct RecordedStates {
    std::vector<Scalar> states;  // [times, state of the scan]; NaN from where a state was not finite on
    StateExtent extent;          // over every time up to the last, recorded or not
};

/// Runs `scan` on to the last of `times` (samples taken in: rising, from those it has taken to those of the signal) and keeps the
/// states at these times only. `signal` [samples, channels] is all that the scan takes from its start on.
/// Throws Cancelled; UsageError for times that do not rise or that the signal does not reach, TooLarge for more states than fit.
template <typename Scan>
[[nodiscard]] RecordedStates<typename Scan::Number> recorded_states(Scan& scan, std::span<const double> signal,
                                                                    std::span<const std::int64_t> times, const Job& job) {
    using Scalar = typename Scan::Number;
    const auto channels = static_cast<std::size_t>(scan.channels());
    const auto length = static_cast<std::int64_t>(signal.size() / channels);
    if (times.empty()) return {{}, scan.extent()};
    if (!std::is_sorted(times.begin(), times.end()) || times.front() < scan.samples_taken() || times.back() > length)
        throw UsageError(fmt::format("times of states must rise from {} to at most {}", scan.samples_taken(), length));
    check_memory(static_cast<double>(times.size()) * static_cast<double>(scan.state().size()) * sizeof(Scalar), "recorded states");
    RecordedStates<Scalar> recorded;
    recorded.states.reserve(times.size() * scan.state().size());
    const std::int64_t report = std::max<std::int64_t>(1, times.back() / 256);
    for (const std::int64_t time : times) {
        while (scan.samples_taken() < time) {
            job.check();
            const std::int64_t k = scan.samples_taken();
            if (k % report == 0) job.progress(static_cast<double>(k) / static_cast<double>(times.back()));
            scan.take(signal.subspan(static_cast<std::size_t>(k) * channels, channels));
        }
        recorded.states.insert(recorded.states.end(), scan.state().begin(), scan.state().end());
    }
    job.progress(1);
    recorded.extent = scan.extent();
    return recorded;
}

}  // namespace poslab
