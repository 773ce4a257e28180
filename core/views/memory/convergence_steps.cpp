// Errors against step size: which sizes, from which samples, of which methods.

#include "core/memory/convergence.hpp"

#include "core/views/array_adder.hpp"
#include "core/views/memory/convergence.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory {

namespace {

constexpr double longest_exact = 0.3;  // of a scan of `exact`, which only shows rounding
constexpr std::int64_t fewest_samples = 16;
constexpr double sizes_in_all = 9, sizes_together = 3.4;  // of the finest
constexpr std::int64_t refined = 4;                       // what step_references() takes for the continuous signal

/// Of all sizes: `begin`, and `step` times the finest.
ScanSeconds seconds_of(const Asked& asked, Method method) {
    MemorySpec spec = memory_spec(asked.params.memory);
    spec.method = method;
    const ScanSeconds scan = scan_seconds(spec);
    return {sizes_in_all * scan.begin, sizes_together * scan.step};
}

bool wants_continuous(const Asked& asked) {
    return std::any_of(compared_methods.begin(), compared_methods.end(),
                       [&](const ComparedMethod& compared) { return asked.add.named(compared.step_error_continuous); });
}

bool wants(const Asked& asked, const ComparedMethod& compared) {
    return asked.add.named(compared.step_error) || asked.add.named(compared.step_error_continuous);
}

bool from_projection(const Asked& asked) { return asked.params.memory.measure->is_projection; }

/// Of all that is asked for, and of what it is compared with.
ScanSeconds seconds_of(const Asked& asked) {
    ScanSeconds all;
    const auto add = [&](Method method, double share) {
        const ScanSeconds more = seconds_of(asked, method);
        all.begin += share * more.begin;
        all.step += share * more.step;
    };
    for (const ComparedMethod& compared : compared_methods)
        if (wants(asked, compared) && compared.method != Method::exact) add(compared.method, 1);
    add(from_projection(asked) ? Method::forward : Method::exact, 1);
    if (!from_projection(asked) && wants_continuous(asked) && is_function_of_place(asked.params.signal.signal))
        add(Method::exact, refined / sizes_together);
    return all;
}

ResampledSignal resampled(const Asked& asked, std::int64_t finest) {
    if (is_function_of_place(asked.params.signal.signal)) return {signal_spec(asked.params.signal), {}};
    const History& history = asked.history();
    if (finest == history.length) {
        std::vector<double> samples(static_cast<std::size_t>(finest));
        history.source->read(0, samples, asked.job);
        return {std::nullopt, std::move(samples)};
    }
    std::vector<double> means, samples;  // a block at a time, to whole samples: where they are so many it does not show
    for (std::int64_t n = 0; n < finest; ++n) {
        if (n % 256 == 0) asked.job.check();
        const std::int64_t begin = n * history.length / finest, end = (n + 1) * history.length / finest;
        samples.resize(static_cast<std::size_t>(end - begin));
        history.source->read(begin, samples, asked.job);
        means.push_back(block_means(samples, 1).front());
    }
    return {std::nullopt, std::move(means)};
}

struct StepCurves {
    StepReferences references;
    std::array<std::optional<StepErrors>, compared_methods.size()> errors;
};

void add_curves(const StepCurves& curves, const SampleRequest& request, Data& data) {
    ArrayAdder add(data, request);
    const auto set = [&](std::string_view name, double value) {
        for (NamedValue& named : data.values)
            if (named.name == name && std::isfinite(value)) named.value = value;
    };
    const std::vector<std::int64_t>& sizes = curves.references.sizes;
    add.vector("step_sizes", "size", "samples", [&] { return std::vector<double>(sizes.begin(), sizes.end()); });
    for (std::size_t n = 0; n < compared_methods.size(); ++n) {
        if (!curves.errors[n]) continue;
        const ComparedMethod& compared = compared_methods[n];
        const StepErrors& errors = *curves.errors[n];
        add.vector(compared.step_error, "size", "", [&] { return errors.held; });
        add.vector(compared.step_error_continuous, "size", "", [&] { return errors.continuous; });
        if (request.wants(compared.step_error)) set(compared.slope, step_slope(curves.references, errors.held));
        if (request.wants(compared.step_error_continuous))
            set(compared.slope_continuous, step_slope(curves.references, errors.continuous));
    }
}

void say_finest(const Asked& asked, std::int64_t finest) {
    const std::string samples = finest < fewest_samples ? "" : fmt::format("{}", finest);
    if (samples.empty())
        asked.data.warnings.push_back("Errors against step size would take too long at this order; they are left out."_tr);
    else
        asked.data.warnings.push_back(
            tr("Errors against step size go up to {} samples of the signal; more would take too long.", samples));
}

void compare(const Asked& asked, std::int64_t finest, double seconds) {
    StepCurves curves;
    const MemoryGroup& group = asked.params.memory;
    MemorySpec spec = memory_spec(group);
    spec.span *= static_cast<double>(finest) / static_cast<double>(asked.history().length);
    curves.references =
        step_references(spec, convergence_sizes(finest), resampled(asked, finest), wants_continuous(asked), asked.job);
    const bool scan_exact = seconds_of(asked, Method::exact).step * static_cast<double>(finest) < longest_exact;
    for (std::size_t n = 0; n < compared_methods.size(); ++n) {
        if (!wants(asked, compared_methods[n])) continue;
        curves.errors[n] = step_errors(curves.references, compared_methods[n].method, compared_alpha(group), scan_exact, asked.job);
        asked.job.progress(static_cast<double>(n + 1) / compared_methods.size());
        if (seconds < slow_comparison || !asked.request.publish) continue;
        Data partial = asked.data;
        add_curves(curves, asked.request, partial);
        partial.partial = true;
        asked.request.publish(std::move(partial));
    }
    add_curves(curves, asked.request, asked.data);
}

}  // namespace

void add_step_errors(const Asked& asked) {
    for (const ComparedMethod& compared : compared_methods)
        for (const std::string_view name : {compared.slope, compared.slope_continuous})
            asked.data.values.push_back({std::string(name), Scalar{}});
    const bool any = std::any_of(compared_methods.begin(), compared_methods.end(),
                                 [&](const ComparedMethod& compared) { return wants(asked, compared); });
    if (!any && !asked.add.named("step_sizes")) return;
    const ScanSeconds seconds = seconds_of(asked);
    const double fit =
        std::clamp((longest_comparison - seconds.begin) / seconds.step, 0.0, static_cast<double>(most_converging_samples));
    const std::int64_t length = asked.history().length, finest = std::min(length, static_cast<std::int64_t>(fit));
    if (finest < length) say_finest(asked, finest);
    if (finest >= std::min(length, fewest_samples))
        compare(asked, finest, seconds.begin + seconds.step * static_cast<double>(finest));
}

}  // namespace poslab::memory
