// Errors against step size: selects the sizes, samples and methods.

#include "core/views/memory/arrays.hpp"

namespace poslab::memory {
namespace {

constexpr double longest_exact = 0.3;  // seconds for a scan of `exact`, which only shows rounding
constexpr std::int64_t fewest_samples = 16;
constexpr double sizes_in_all = 9, sizes_together = 3.4;  // cost in scans of the finest size
constexpr std::int64_t refined = 4;  // refinement of step_references() for the continuous signal

/// Returns the cost over all sizes: `begin` in total, and `step` per sample of the finest size.
ScanSeconds seconds_of(const SampleContext& context, Method method) {
    const ScanSeconds scan = scan_seconds(context.spec_of(method));
    return {sizes_in_all * scan.begin, sizes_together * scan.step};
}

bool wants_continuous(const SampleContext& context) {
    return std::any_of(arrays::step_errors_continuous.begin(), arrays::step_errors_continuous.end(),
                       [&](const ArrayRow& row) { return context.wants(row); });
}

bool wants(const SampleContext& context, std::size_t method) {
    return context.wants_any(arrays::step_errors[method], arrays::step_errors_continuous[method]);
}

/// Returns the cost of all requested errors and of their references.
ScanSeconds seconds_of(const SampleContext& context) {
    const bool from_projection = context.params.memory.measure->is_projection;
    ScanSeconds all;
    const auto add = [&](Method method, double share) {
        const ScanSeconds more = seconds_of(context, method);
        all.begin += share * more.begin;
        all.step += share * more.step;
    };
    for (std::size_t n = 0; n < method_count; ++n)
        if (const auto method = static_cast<Method>(n); wants(context, n) && method != Method::exact)
            add(method, 1);
    add(from_projection ? Method::forward : Method::exact, 1);
    if (!from_projection && wants_continuous(context) && is_function_of_place(context.params.signal.signal))
        add(Method::exact, refined / sizes_together);
    return all;
}

ResampledSignal resampled(const SampleContext& context, std::int64_t finest) {
    if (is_function_of_place(context.params.signal.signal)) return {signal_spec(context.params.signal), {}};
    const History& history = context.history();
    if (finest == history.length) {
        std::vector<double> samples(static_cast<std::size_t>(finest));
        history.source->read(0, samples, context.job);
        return {std::nullopt, std::move(samples)};
    }
    std::vector<double> means, samples;  // blocks of whole samples, which is accurate enough for this many
    for (std::int64_t n = 0; n < finest; ++n) {
        if (n % 256 == 0) context.job.check();
        const std::int64_t begin = n * history.length / finest, end = (n + 1) * history.length / finest;
        samples.resize(static_cast<std::size_t>(end - begin));
        history.source->read(begin, samples, context.job);
        means.push_back(block_means(samples, 1).front());
    }
    return {std::nullopt, std::move(means)};
}

void say_finest(const SampleContext& context, std::int64_t finest) {
    if (finest < fewest_samples)
        context.data.warnings.push_back("Errors against step size are left out: too slow at this order."_tr);
    else
        context.data.warnings.push_back(
            tr("Errors against step size use at most {} samples of the signal: more would be too slow.",
               finest));
}

void compare(SampleContext& context, std::int64_t finest, bool is_slow, StepCurves& curves) {
    MemorySpec spec = context.history().spec;
    spec.span *= static_cast<double>(finest) / static_cast<double>(context.history().length);
    curves.references = step_references(spec, convergence_sizes(finest), resampled(context, finest),
                                        wants_continuous(context), context.job);
    const bool scan_exact =
        seconds_of(context, Method::exact).step * static_cast<double>(finest) < longest_exact;
    for (std::size_t n = 0; n < method_count; ++n) {
        if (!wants(context, n)) continue;
        curves.errors[n] = step_errors(curves.references, static_cast<Method>(n),
                                       compared_alpha(context.params.memory), scan_exact, context.job);
        context.job.progress(static_cast<double>(n + 1) / method_count);
        if (is_slow) context.publish(arrays::of_steps);
    }
}

}  // namespace

const StepCurves& SampleContext::step_curves() {
    if (step_curves_made) return *step_curves_made;
    recall();
    StepCurves& curves = step_curves_made.emplace();
    const ScanSeconds seconds = seconds_of(*this);
    const double fit = std::clamp((longest_comparison - seconds.begin) / seconds.step, 0.0,
                                  static_cast<double>(max_converging_samples));
    const std::int64_t length = history().length, finest = std::min(length, static_cast<std::int64_t>(fit));
    if (finest < length) say_finest(*this, finest);
    if (finest >= std::min(length, fewest_samples))
        compare(*this, finest, seconds.begin + seconds.step * static_cast<double>(finest) >= slow_comparison,
                curves);
    return curves;
}

std::optional<double> step_slope_of(const SampleContext& context, const ArrayRow& row, Method method,
                                    std::vector<double> StepErrors::*errors) {
    if (!context.named(row) || !context.step_curves_made) return std::nullopt;
    return step_slope(context.step_curves_made->references,
                      context.step_curves_made->errors[index_of(method)].*errors);
}

}  // namespace poslab::memory
