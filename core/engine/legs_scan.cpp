#include "core/engine/legs_scan.hpp"

#include "core/base/errors.hpp"
#include "core/hippo/memory_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab {

namespace {

// With these limits all arithmetic on sizes stays within 64 bits.
constexpr std::int64_t max_channels = std::int64_t{1} << 40;
constexpr std::int64_t max_samples = std::int64_t{1} << 60;

void check_shapes(const LegsScanInput& input) {
    (void)checked_memory_order(input.order);
    if (input.channels < 1 || input.channels > max_channels)
        throw UsageError(
            fmt::format("a scan of {} channels: there must be from 1 to {}", input.channels, max_channels));
    if (input.samples_taken < 0 || input.samples_taken > max_samples)
        throw UsageError(fmt::format("a scan cannot continue after {} samples", input.samples_taken));
    const bool starts = input.samples_taken == 0 && input.state.empty();
    if (!starts && input.state.size() != static_cast<std::size_t>(input.order * input.channels))
        throw UsageError(fmt::format("the initial state has {} numbers: {} x {} channels are needed",
                                     input.state.size(), input.order, input.channels));
    if (input.signal.size() % static_cast<std::size_t>(input.channels) != 0)
        throw UsageError(
            fmt::format("{} samples are not a multiple of {} channels", input.signal.size(), input.channels));
}

}  // namespace

void check_legs_scan(const LegsScanInput& input, std::span<const std::int64_t> times) {
    check_shapes(input);
    (void)step_coefficients(input.method, input.alpha, 1, true);  // throws if method or alpha is invalid
    const auto bad =
        std::find_if_not(input.signal.begin(), input.signal.end(), [](double u) { return std::isfinite(u); });
    if (bad != input.signal.end())
        throw UsageError(fmt::format("sample {} of the signal is not a finite number",
                                     input.samples_taken + (bad - input.signal.begin()) / input.channels));
    const std::int64_t end =
        input.samples_taken + static_cast<std::int64_t>(input.signal.size()) / input.channels;
    if (!std::is_sorted(times.begin(), times.end()) ||
        (!times.empty() && (times.front() < input.samples_taken || times.back() > end)))
        throw UsageError(
            fmt::format("times of states must increase, from {} to at most {}", input.samples_taken, end));
}

double legs_scan_products(const LegsScanInput& input, std::span<const std::int64_t> times) {
    if (times.empty()) return 0;
    const auto order = static_cast<double>(input.order);
    return static_cast<double>(times.back() - input.samples_taken) * static_cast<double>(input.channels) *
           order * order;
}

}  // namespace poslab
