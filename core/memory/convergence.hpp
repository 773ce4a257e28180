#pragma once

#include "core/base/job.hpp"
#include "core/hippo/signals.hpp"
#include "core/memory/memory_scan.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace poslab {

// How the error of a discretisation falls as its steps become smaller (docs/formulas.md §6.6): one signal at T = T_0 < T_1 < …
// samples, and of each method the state x_T after all of them.

/// T_j = `finest` · 2^(−j/2), rounded, j = 8 … 0: rising, each size once, at least 1. finest >= 1.
[[nodiscard]] std::vector<std::int64_t> convergence_sizes(std::int64_t finest);

/// `samples` as held, in `count` equal intervals, 1 <= count <= samples.size(): the means over them. O(samples).
[[nodiscard]] std::vector<double> block_means(std::span<const double> samples, std::int64_t count);

/// One signal at any number of samples.
struct ResampledSignal {
    std::optional<SignalSpec> function{};  // a function of place, known between its samples, too; its length does not matter
    std::vector<double> finest{};          // else: coarser ones are block means of these

    [[nodiscard]] std::vector<double> at(std::int64_t samples, const Job& job) const;
};

/// What the states of all methods are compared with.
struct StepReferences {
    MemorySpec spec;                           // method and alpha do not count
    double span_share = 1;                     // the window as a share of the signal, the same at every size
    std::vector<std::int64_t> sizes;           // rising
    std::vector<std::vector<double>> samples;  // of each size
    /// The numbers (as MemoryScan has them) of the state of `exact` from these held samples. Of legs by projection.
    std::vector<std::vector<double>> held;
    /// Those from the signal between its samples: of legs its projection, of others `exact` from 4 times as many samples as the
    /// finest size has (which are off by a 16th of what `exact` itself is at that size). Of a signal that is no function of place
    /// the finest held one, since no more is known of it. Empty: not asked for.
    std::vector<double> continuous;
    double largest_input = 0;
};

/// spec.span is of `sizes.back()` samples. Throws as memory_scan() does; Cancelled.
[[nodiscard]] StepReferences step_references(const MemorySpec& spec, std::span<const std::int64_t> sizes,
                                             const ResampledSignal& signal, bool continuous, const Job& job);

/// max over n of |x_n − reference_n| at each size; NaN where the state is not finite or nothing is compared: `exact` against the
/// held signal, but for legs with `scan_exact`, where its scan and the projection differ by rounding only.
struct StepErrors {
    std::vector<double> held, continuous;
};
[[nodiscard]] StepErrors step_errors(const StepReferences& references, Method method, double alpha, bool scan_exact,
                                     const Job& job);

/// The p of error ~ (1/T)^p, by least squares of log error against log 1/T over the sizes that tell of it (docs/formulas.md §6.6):
/// those with more samples (of a window: within it) than a state has components, so that transients are over, and errors from 1e-12
/// to 1 times the largest sample, neither rounding nor divergence. NaN with fewer than three of them.
[[nodiscard]] double step_slope(const StepReferences& references, std::span<const double> errors);

/// Least squares of log y against log x. Pairs that are not positive and finite are left out; NaN with fewer than three left.
[[nodiscard]] double log_log_slope(std::span<const double> x, std::span<const double> y);

/// Roughly how long a scan takes, in seconds, to leave out what nobody would wait for: before its first sample, and each step.
struct ScanSeconds {
    double begin = 0, step = 0;
};
[[nodiscard]] ScanSeconds scan_seconds(const MemorySpec& spec);

}  // namespace poslab
