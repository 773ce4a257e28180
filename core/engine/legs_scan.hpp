#pragma once

#include "core/base/job.hpp"
#include "core/engine/operation_facts.hpp"
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
/// solve: ExactLegsScan has it), shapes that do not fit, a sample that is not finite, and `times` (as of operation::LegsScan) that
/// do not rise or are not from samples_taken to samples_taken + samples.
void check_legs_scan(const LegsScanInput& input, std::span<const std::int64_t> times);

/// samples channels order^2, which `unsupported` is asked for, up to the last of `times`: multiply-adds of products and solves with
/// matrices, one half each.
[[nodiscard]] double legs_scan_products(const LegsScanInput& input, std::span<const std::int64_t> times);

/// operation::LegsScan as it is written for reading: the rows of the matrix, one after the other, O(order^2) a step.
[[nodiscard]] RecordedStates<double> legs_scan_by_rows(const LegsScanInput& input, std::span<const std::int64_t> times,
                                                       const Job& job);

/// operation::LegsScan of the CPU engine: LegsStep, O(order) a step, threads over groups of channels.
[[nodiscard]] RecordedStates<double> legs_scan_by_sums(const LegsScanInput& input, std::span<const std::int64_t> times,
                                                       const Job& job);

namespace operation {

/// The states after `times` samples of the whole signal (samples_taken counts among them; they rise, and may repeat), float64:
/// RecordedStates [times, order, channels]. The scan ends with the last of them; so whoever goes on block by block asks for the end
/// of the block, too, and hands that state back. The extent is that of the states from samples_taken + 1 on, and of their samples,
/// over all channels; all of them are NaN from where any number of any was not finite on. Each step is within 1e-12 of the
/// largest number of its state up to order 512, 1e-11 at 4096. Throws UsageError as `check_legs_scan` does, TooLarge where the
/// states do not fit, too.
struct LegsScan {
    const LegsScanInput& input;
    std::span<const std::int64_t> times;

    static constexpr OperationFacts facts{
        .operation = Operation::legs_scan,
        .name = "legs_scan",
        .too_much = "the reference engine visits every product: it would need {:.0f} products, {:.0f} are allowed"_tr,
        .units_a_second = 2e9,
        .least_device_seconds = 0.02,
        .slow_on_cpu = 1e10,  // by numbers, of orders around 64
        .slow_in_reference = 2e7,
        .most_in_reference = 0x1p33,
        .examples = {{{"4096 samples, order 64", 4096.0 * 64 * 64},
                      {"a minute at 16 kHz, order 64", 960000.0 * 64 * 64},
                      {"a minute at 16 kHz, order 4096", 960000.0 * 4096 * 4096}}}};
    [[nodiscard]] double size() const { return legs_scan_products(input, times); }
    /// Numbers of a state times samples; with few channels none: a chain of short steps, which a processor does faster.
    [[nodiscard]] double units() const {
        constexpr std::int64_t least_channels = 256;
        return input.channels < least_channels ? 0 : size() / static_cast<double>(input.order);
    }
    void check() const { check_legs_scan(input, times); }
};

}  // namespace operation

}  // namespace poslab
