#pragma once

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/base/job.hpp"
#include "core/hippo/state_extent.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cstdint>
#include <span>

namespace poslab {

/// Runs `scan`, whose take() processes any number of samples, on `signal` [samples, channels], its next
/// samples, to the last of `times`, and returns the states at these times. Times count samples from the
/// scan's first one, are sorted, and begin at or after its current time.
///
/// Throws UsageError for unsorted times or times beyond the signal, TooLarge if the states do not fit into
/// memory, Cancelled.
template <typename Scan>
[[nodiscard]] RecordedStates<typename Scan::Number> record_states(Scan& scan, std::span<const double> signal,
                                                                  std::span<const std::int64_t> times,
                                                                  const Job& job) {
    using Number = typename Scan::Number;
    const auto channels = static_cast<std::size_t>(scan.channels());
    const std::int64_t begin = scan.samples_taken();
    const std::int64_t end = begin + static_cast<std::int64_t>(signal.size() / channels);
    if (times.empty()) return {{}, scan.extent()};
    if (!std::is_sorted(times.begin(), times.end()) || times.front() < begin || times.back() > end)
        throw UsageError(fmt::format("times of states must increase, from {} to at most {}", begin, end));
    check_memory(
        static_cast<double>(times.size()) * static_cast<double>(scan.state().size()) * sizeof(Number),
        "recorded states"_tr);
    RecordedStates<Number> recorded;
    recorded.states.reserve(times.size() * scan.state().size());
    constexpr std::int64_t numbers_between_checks = 4096;
    const std::int64_t steps = times.back() - begin;
    const std::int64_t steps_together =
        std::max<std::int64_t>(1, numbers_between_checks / static_cast<std::int64_t>(scan.state().size()));
    const std::int64_t reported_steps = std::max<std::int64_t>(1, steps / 256);
    std::int64_t report = 0;
    for (const std::int64_t time : times) {
        while (scan.samples_taken() < time) {
            job.check();
            const std::int64_t done = scan.samples_taken() - begin;
            if (done >= report) {
                job.progress(static_cast<double>(done) / static_cast<double>(steps));
                report = done + reported_steps;
            }
            const std::int64_t next = std::min(steps_together, time - scan.samples_taken());
            scan.take(signal.subspan(static_cast<std::size_t>(done) * channels,
                                     static_cast<std::size_t>(next) * channels));
        }
        recorded.states.insert(recorded.states.end(), scan.state().begin(), scan.state().end());
    }
    job.progress(1);
    recorded.extent = scan.extent();
    return recorded;
}

}  // namespace poslab
