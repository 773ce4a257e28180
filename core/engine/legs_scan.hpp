#pragma once

#include "core/base/job.hpp"
#include "core/hippo/discretisation.hpp"
#include "core/hippo/state_extent.hpp"

#include <cstdint>
#include <span>

namespace poslab {

/// A part of a signal that states of the measure legs take in (10137), each channel one of its own: x_(k+1) from x_k and u_k by the
/// formulas of Method, x_1 = u_0 e_0. Arrays are row-major.
struct LegsScanInput {
    std::int64_t order = 1;     // N numbers of a state
    std::int64_t channels = 1;  // any number of them
    Method method = Method::alpha;
    double alpha = 0.5;                // of Method::alpha
    std::int64_t samples_taken = 0;    // K, of every channel, before this part of the signal
    std::span<const double> state{};   // [order, channels], x_K; may be empty at K = 0, where it counts for nothing
    std::span<const double> signal{};  // [samples, channels], u_K and on; finite
};

/// Throws UsageError for an order outside [1, 4096], no channels, alpha outside [0, 1], Method::exact (whose step is no product and
/// solve: ExactLegsScan has it), shapes that do not fit, a sample that is not finite, and `times` (as of Engine::legs_scan) that do
/// not rise or are not from samples_taken to samples_taken + samples.
void check_legs_scan(const LegsScanInput& input, std::span<const std::int64_t> times);

/// samples channels order^2, which `unsupported` is asked for, up to the last of `times`: multiply-adds of products and solves with
/// matrices, one half each.
[[nodiscard]] double legs_scan_products(const LegsScanInput& input, std::span<const std::int64_t> times);

/// Engine::legs_scan as it is written for reading: the rows of the matrix, one after the other, O(order^2) a step.
[[nodiscard]] RecordedStates<double> legs_scan_by_rows(const LegsScanInput& input, std::span<const std::int64_t> times,
                                                       const Job& job);

/// Engine::legs_scan of the CPU engine: LegsStep, O(order) a step, threads over groups of channels.
[[nodiscard]] RecordedStates<double> legs_scan_by_sums(const LegsScanInput& input, std::span<const std::int64_t> times,
                                                       const Job& job);

}  // namespace poslab
