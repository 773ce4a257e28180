#pragma once

#include "core/base/job.hpp"
#include "core/hippo/signals.hpp"
#include "core/memory/memory_scan.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace poslab {

// The convergence of discretisations as steps become smaller (docs/formulas.md §6.6): one signal at
// T = T_0 < T_1 < … samples, and for each method the state x_T after all samples.

/// Returns T_j = `finest` · 2^(−j/2), rounded, j = 8 … 0: distinct sizes in increasing order, at least 1.
/// finest >= 1.
[[nodiscard]] std::vector<std::int64_t> convergence_sizes(std::int64_t finest);

/// Returns the means of the held `samples` over `count` equal intervals, 1 <= count <= samples.size().
/// O(samples).
[[nodiscard]] std::vector<double> block_means(std::span<const double> samples, std::int64_t count);

/// One signal at any number of samples.
struct ResampledSignal {
    std::optional<SignalSpec> function{};  // a function of s, defined between samples; length ignored
    std::vector<double> finest{};          // else the finest samples; coarser ones are block means

    [[nodiscard]] std::vector<double> at(std::int64_t samples, const Job& job) const;
};

/// The reference states for all methods.
struct StepReferences {
    MemorySpec spec;                           // method and alpha are ignored
    double span_share = 1;                     // window as a share of the signal, equal at every size
    std::vector<std::int64_t> sizes;           // increasing
    std::vector<std::vector<double>> samples;  // of each size
    /// The numbers (as in MemoryScan) of the state of `exact` from these held samples; for legs by
    /// projection.
    std::vector<std::vector<double>> held;
    /// The state of the continuous signal: for legs its projection, for others `exact` from 4 times as many
    /// samples as the finest size, with 1/16 of the error of `exact` at that size. For a signal that is no
    /// function of s, the finest held state, since no more is known. Empty if not requested.
    std::vector<double> continuous;
    double largest_input = 0;
};

/// Returns the reference states; spec.span refers to `sizes.back()` samples. Throws as memory_scan() does.
[[nodiscard]] StepReferences step_references(const MemorySpec& spec, std::span<const std::int64_t> sizes,
                                             const ResampledSignal& signal, bool continuous, const Job& job);

/// The maximum over n of |x_n − reference_n| at each size. NaN if the state is not finite, or for `exact`
/// against the held signal, its own reference; for legs with `scan_exact` that compares scan and projection,
/// which differ by rounding.
struct StepErrors {
    std::vector<double> held, continuous;
};
[[nodiscard]] StepErrors step_errors(const StepReferences& references, Method method, double alpha,
                                     bool scan_exact, const Job& job);

/// Returns p of error ~ (1/T)^p, by least squares of log error against log 1/T (docs/formulas.md §6.6). Uses
/// the sizes with more samples (in a window: within it) than state components, so that transients are over,
/// and with errors from 1e-12 to 1 times the largest sample, which excludes rounding and divergence. NaN with
/// fewer than three such sizes.
[[nodiscard]] double step_slope(const StepReferences& references, std::span<const double> errors);

/// Returns the slope of log y against log x by least squares over the positive finite pairs; NaN with fewer
/// than three.
[[nodiscard]] double log_log_slope(std::span<const double> x, std::span<const double> y);

/// The multiply-adds of a scan, in leading order: before the first sample, and per step. A value of a
/// Legendre polynomial and its product count as one.
struct ScanWork {
    double begin = 0, step = 0;
};
[[nodiscard]] ScanWork scan_work(const MemorySpec& spec);
/// The approximate duration of a scan on one core in seconds, to state it or to skip scans that are too slow.
struct ScanSeconds {
    double begin = 0, step = 0;
};
[[nodiscard]] ScanSeconds scan_seconds(const MemorySpec& spec);

}  // namespace poslab
