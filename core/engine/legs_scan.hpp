#pragma once

#include "core/base/job.hpp"
#include "core/engine/operation_facts.hpp"
#include "core/hippo/discretisation.hpp"
#include "core/hippo/state_extent.hpp"

#include <cstdint>
#include <span>

namespace poslab {

/// A part of a signal read by states of the measure LegS (10137), one state per channel: x_(k+1) from x_k and
/// u_k by the formulas of Method, x_1 = u_0 e_0. Arrays are row-major.
struct LegsScanInput {
    std::int64_t order = 1;     // N, the size of a state
    std::int64_t channels = 1;  // any number
    Method method = Method::alpha;
    double alpha = 0.5;                // for Method::alpha
    std::int64_t samples_taken = 0;    // K, per channel, before this part of the signal
    std::span<const double> state{};   // [order, channels], x_K; ignored at K = 0, where it may be empty
    std::span<const double> signal{};  // [samples, channels], from u_K; finite
};

/// Throws UsageError for an order outside [1, 4096], no channels, alpha outside [0, 1], Method::exact (its
/// step is not a product and a solve: use ExactLegsScan), inconsistent shapes, a sample that is not finite,
/// and `times` (see operation::LegsScan) that decrease or lie outside samples_taken ... samples_taken +
/// samples.
void check_legs_scan(const LegsScanInput& input, std::span<const std::int64_t> times);

/// Returns samples channels order^2 up to the last of `times`, the size that `unsupported_reason` expects:
/// multiply-adds of matrix products and solves, half each.
[[nodiscard]] double legs_scan_products(const LegsScanInput& input, std::span<const std::int64_t> times);

/// Reference implementation of operation::LegsScan: each row of the matrix is summed by definition,
/// O(order^2) per step.
[[nodiscard]] RecordedStates<double> reference_legs_scan(const LegsScanInput& input,
                                                         std::span<const std::int64_t> times, const Job& job);

/// operation::LegsScan of the CPU engine: LegsStep, O(order) per step, threads over groups of channels.
[[nodiscard]] RecordedStates<double> linear_legs_scan(const LegsScanInput& input,
                                                      std::span<const std::int64_t> times, const Job& job);

namespace operation {

/// The states after `times` samples of the whole signal (counted with samples_taken; nondecreasing), float64:
/// RecordedStates [times, order, channels]. The scan ends at the last of them; to continue block by block,
/// request the end of each block as well and pass that state to the next.
/// The extent covers the states from samples_taken + 1 on and their samples, over all channels; it is NaN
/// throughout from the first step at which any number was not finite. Each step is within 1e-12 of the
/// largest number of its state up to order 512, 1e-11 at 4096. Throws UsageError as `check_legs_scan` does,
/// and TooLarge if the states do not fit into memory.
struct LegsScan {
    const LegsScanInput& input;
    std::span<const std::int64_t> times;

    static constexpr OperationFacts facts{
        .operation = Operation::legs_scan,
        .name = "legs_scan",
        .too_much =
            "the reference engine visits every product: it would need {:.0f} products, {:.0f} are allowed"_tr,
        .units_a_second = 2e9,
        .min_device_seconds = 0.02,
        .slow_on_cpu = 1e10,  // by size of the state, for orders around 64
        .slow_in_reference = 2e7,
        .max_in_reference = 0x1p33,
        .examples = {{{"4096 samples, order 64", 4096.0 * 64 * 64},
                      {"a minute at 16 kHz, order 64", 960000.0 * 64 * 64},
                      {"a minute at 16 kHz, order 4096", 960000.0 * 4096 * 4096}}}};
    [[nodiscard]] double size() const { return legs_scan_products(input, times); }
    /// Size of a state times samples. With few channels it is 0: a chain of short steps, which the processor
    /// runs faster.
    [[nodiscard]] double units() const {
        constexpr std::int64_t min_channels = 256;
        return input.channels < min_channels ? 0 : size() / static_cast<double>(input.order);
    }
    void check() const { check_legs_scan(input, times); }
};

}  // namespace operation

}  // namespace poslab
