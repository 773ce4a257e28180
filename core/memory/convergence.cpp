#include "core/memory/convergence.hpp"

#include "core/base/errors.hpp"
#include "core/hippo/dense_scan.hpp"
#include "core/hippo/legs_projection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr int halvings = 8;  // of √2 each
constexpr std::int64_t refined = 4;
constexpr double rounding = 1e-12;

MemorySpec spec_at(const MemorySpec& spec, double span_share, std::int64_t size, Method method,
                   double alpha) {
    MemorySpec at = spec;
    at.span = span_share * static_cast<double>(size);
    at.method = method;
    at.alpha = alpha;
    return at;
}

std::vector<double> exact_state(const MemorySpec& spec, double span_share, std::span<const double> samples,
                                const Job& job) {
    if (spec.measure->is_projection) return held_projection(spec.order, samples, job);
    return state_after(spec_at(spec, span_share, static_cast<std::int64_t>(samples.size()), Method::exact, 0),
                       samples, job);
}

std::vector<double> continuous_state(const StepReferences& references, const ResampledSignal& signal,
                                     const Job& job) {
    if (!signal.function) return references.held.back();
    if (references.spec.measure->is_projection)
        return signal_projection(references.spec.order, *signal.function, job);
    const std::vector<double> samples = signal.at(refined * references.sizes.back(), job);
    return exact_state(references.spec, references.span_share, samples, job);
}

double largest_difference(const MemorySpec& spec, std::span<const double> state,
                          std::span<const double> reference) {
    if (reference.empty() || state.size() != reference.size()) return nan;
    const bool is_complex = spec.measure->is_complex;
    double largest = 0;
    for (std::size_t n = 0; n < state.size(); n += is_complex ? 2 : 1) {
        const double real = state[n] - reference[n];
        const double size = is_complex ? std::hypot(real, state[n + 1] - reference[n + 1]) : std::abs(real);
        if (!std::isfinite(size)) return nan;
        largest = std::max(largest, size);
    }
    return largest;
}

}  // namespace

std::vector<std::int64_t> convergence_sizes(std::int64_t finest) {
    std::vector<std::int64_t> sizes;
    for (int j = halvings; j >= 0; --j)
        sizes.push_back(
            std::max<std::int64_t>(1, std::llround(static_cast<double>(finest) * std::exp2(-j / 2.0))));
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

std::vector<double> block_means(std::span<const double> samples, std::int64_t count) {
    std::vector<double> means;
    means.reserve(static_cast<std::size_t>(count));
    const double each = static_cast<double>(samples.size()) / static_cast<double>(count);
    for (std::int64_t block = 0; block < count; ++block) {
        const double begin = static_cast<double>(block) * each, end = begin + each;
        const auto first = static_cast<std::size_t>(begin);
        const auto last = std::min(static_cast<std::size_t>(std::ceil(end)), samples.size());
        double sum = 0;
        for (std::size_t k = first; k < last; ++k) {
            const double share =
                std::min(end, static_cast<double>(k + 1)) - std::max(begin, static_cast<double>(k));
            sum += std::max(share, 0.0) * samples[k];
        }
        means.push_back(sum / each);
    }
    return means;
}

std::vector<double> ResampledSignal::at(std::int64_t samples, const Job& job) const {
    if (!function) return block_means(finest, samples);
    SignalSpec spec = *function;
    spec.length = samples;
    std::vector<double> values(static_cast<std::size_t>(samples));
    signal_samples(spec, 0, values, job.quiet());
    return values;
}

StepReferences step_references(const MemorySpec& spec, std::span<const std::int64_t> sizes,
                               const ResampledSignal& signal, bool continuous, const Job& job) {
    if (sizes.empty()) throw UsageError("step errors need at least one sample count"_tr);
    StepReferences references{
        spec, spec.span / static_cast<double>(sizes.back()), {sizes.begin(), sizes.end()}, {}, {}, {}, 0};
    for (const std::int64_t size : sizes) {
        references.samples.push_back(signal.at(size, job));
        references.held.push_back(exact_state(spec, references.span_share, references.samples.back(), job));
    }
    for (const double u : references.samples.back())
        references.largest_input = std::max(references.largest_input, std::abs(u));
    if (continuous) references.continuous = continuous_state(references, signal, job);
    return references;
}

StepErrors step_errors(const StepReferences& references, Method method, double alpha, bool scan_exact,
                       const Job& job) {
    const bool exact = method == Method::exact;
    const bool scans = !exact || (scan_exact && references.spec.measure->is_projection);
    StepErrors errors;
    for (std::size_t j = 0; j < references.sizes.size(); ++j) {
        const MemorySpec spec =
            spec_at(references.spec, references.span_share, references.sizes[j], method, alpha);
        const std::vector<double>& held = references.held[j];
        const std::vector<double> state = scans ? state_after(spec, references.samples[j], job) : held;
        errors.held.push_back(scans ? largest_difference(spec, state, held) : nan);
        errors.continuous.push_back(largest_difference(spec, state, references.continuous));
    }
    return errors;
}

double step_slope(const StepReferences& references, std::span<const double> errors) {
    const bool whole = remembers_whole_history(references.spec.measure);
    const auto components =
        static_cast<double>(memory_states(references.spec.measure, references.spec.order));
    std::vector<double> steps, meaningful;
    for (std::size_t j = 0; j < references.sizes.size() && j < errors.size(); ++j) {
        const auto size = static_cast<double>(references.sizes[j]);
        const double remembered_samples = whole ? size : std::min(1.0, references.span_share) * size;
        if (remembered_samples <= components) continue;
        if (!(errors[j] >= rounding * references.largest_input && errors[j] <= references.largest_input))
            continue;
        steps.push_back(1 / size);
        meaningful.push_back(errors[j]);
    }
    return log_log_slope(steps, meaningful);
}

double log_log_slope(std::span<const double> x, std::span<const double> y) {
    double count = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
    for (std::size_t n = 0; n < std::min(x.size(), y.size()); ++n) {
        const double log_x = std::log(x[n]), log_y = std::log(y[n]);
        if (!std::isfinite(log_x) || !std::isfinite(log_y)) continue;
        ++count;
        sum_x += log_x;
        sum_y += log_y;
        sum_xx += log_x * log_x;
        sum_xy += log_x * log_y;
    }
    const double spread = sum_xx - sum_x * sum_x / count;
    return count < 3 || !(spread > 0) ? nan : (sum_xy - sum_x * sum_y / count) / spread;
}

ScanWork scan_work(const MemorySpec& spec) {
    const auto n = static_cast<double>(memory_states(spec.measure, spec.order));
    const bool exact = spec.method == Method::exact;
    if (spec.measure->is_projection) return {0, exact ? 2 * n * n : 2 * n};
    // Golub and Van Loan, Matrix Computations, 4th edition, 4.2, 5.1, 7.4 and 8.6: Cholesky n³/6, its product
    // n³/2, reflections 5n³/3 and their product 2n³/3, singular vectors of half the order 21(n/2)³/2, their
    // products n³ in all, and the triangular solution n³/2.
    constexpr double modes = 1.0 / 6 + 0.5 + 5.0 / 3 + 2.0 / 3 + 21.0 / 16 + 1 + 0.5;
    if (spec.measure->is_complex && spec.method != Method::forward) return {modes * n * n * n, 4 * n};
    // a complex product has four real ones
    if (spec.measure->is_complex) return {0, 4 * n * n};
    const double begin = spec.method == Method::forward
                             ? 0
                             : dense_step_work(memory_states(spec.measure, spec.order), spec.method);
    return {begin, n * n};
}

ScanSeconds scan_seconds(const MemorySpec& spec) {
    // Seconds of a step's overhead and of a multiply-add, measured on one core at 2 GHz.
    constexpr double call = 1e-7, dense = dense_multiply_add, recurrence = 1.5e-9, diagonal = 2e-9;
    const ScanWork work = scan_work(spec);
    const bool exact = spec.method == Method::exact;
    const bool is_dense =
        !spec.measure->is_projection && !(spec.measure->is_complex && spec.method != Method::forward);
    return {dense * work.begin, call + (is_dense                               ? dense
                                        : exact && spec.measure->is_projection ? recurrence
                                                                               : diagonal) *
                                           work.step};
}

}  // namespace poslab
