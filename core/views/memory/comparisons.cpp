// A signal at two speeds, the size of states over time, and the error on a constant.

#include "core/views/memory/arrays.hpp"

namespace poslab::memory {
namespace {

/// Number of the first coefficients shown as curves.
constexpr std::int64_t shown_coefficients = 5;
constexpr std::int64_t speed_times = 512;
constexpr double max_times = 512, few_times = 128;  // few: where each state costs N²
constexpr std::int64_t constant_length = 10'000;
constexpr double slow_products = 3e7;  // for exact LegS, N² per sample: some tenths of a second

/// Returns 1, 2, 3, … and then increasingly spaced times; the last one is `length`.
std::vector<std::int64_t> logarithmic_times(std::int64_t length, double most) {
    std::vector<std::int64_t> times{1};
    const double width = std::log(std::max(2.0, static_cast<double>(length))) / most;
    while (times.back() < length)
        times.push_back(
            std::clamp(static_cast<std::int64_t>(static_cast<double>(times.back()) * std::exp(width)),
                       times.back() + 1, length));
    return times;
}

/// Calls look(state) at each of `times`, feeding each sample `repeated` times.
void each_state(MemoryScan& scan, std::span<const double> samples, std::int64_t repeated,
                std::span<const std::int64_t> times, const Job& job,
                const std::function<void(std::span<const double>)>& look) {
    std::vector<double> held(static_cast<std::size_t>(repeated));
    std::int64_t taken = 0;
    for (const std::int64_t time : times) {
        for (; taken < time; ++taken) {
            if (taken % 64 == 0) job.check();
            std::fill(held.begin(), held.end(), samples[static_cast<std::size_t>(taken)]);
            scan.take(held);
        }
        look(scan.numbers());
    }
}

double max_magnitude(std::span<const double> numbers, bool is_complex) {
    double largest = 0;
    for (std::size_t n = 0; n < numbers.size(); n += is_complex ? 2 : 1) {
        const double size = is_complex ? std::hypot(numbers[n], numbers[n + 1]) : std::abs(numbers[n]);
        if (!(size <= largest)) largest = size;  // NaN is retained
    }
    return largest;
}

bool is_slow(const MemorySpec& spec, std::int64_t samples) {
    const auto order = static_cast<double>(spec.order);
    return spec.measure->is_projection && spec.method == Method::exact &&
           order * order * static_cast<double>(samples) > slow_products;
}

std::vector<double> misses(const MemorySpec& spec, std::span<const std::int64_t> times,
                           const SampleContext& context) {
    const bool is_complex = spec.measure->is_complex;
    const auto constant = static_cast<std::size_t>(is_complex ? 2 * spec.order : 0);
    const std::vector<double> ones(static_cast<std::size_t>(times.back()), 1.0);
    std::vector<double> result;
    each_state(*memory_scan(spec, context.job, context.engine), ones, 1, times, context.job,
               [&](std::span<const double> state) {
                   std::vector<double> missed(state.begin(), state.end());
                   missed[constant] -= 1;
                   result.push_back(max_magnitude(missed, is_complex));
               });
    return result;
}

Speeds speeds_of(const SampleContext& context, const std::vector<double>& samples) {
    const MemorySpec& spec = context.history().spec;
    Speeds speeds;
    speeds.times = even_times(std::ssize(samples), speed_times);
    speeds.coefficients = std::min<std::int64_t>(shown_coefficients, spec.order);
    const auto states = [&](std::int64_t repeated) {
        std::vector<double> all;
        each_state(*context.history().scan->clone(), samples, repeated, speeds.times, context.job,
                   [&](std::span<const double> state) { all.insert(all.end(), state.begin(), state.end()); });
        return all;
    };
    const std::vector<double> fast = states(1), slow = states(context.params.moment.stretch);
    const auto numbers = static_cast<std::size_t>(memory_numbers(spec));
    for (std::size_t begin = 0; begin < fast.size(); begin += numbers) {
        std::vector<double> missed;
        for (std::size_t n = begin; n < begin + numbers; ++n) missed.push_back(slow[n] - fast[n]);
        speeds.difference.push_back(max_magnitude(missed, false));
    }
    for (std::int64_t n = 0; n < speeds.coefficients; ++n) {
        const auto number = static_cast<std::size_t>(context.is_complex() ? 2 * (spec.order + n) : n);
        for (std::size_t begin = 0; begin < fast.size(); begin += numbers) {
            speeds.states.push_back(fast[begin + number]);
            speeds.states_of_slow.push_back(slow[begin + number]);
        }
    }
    return speeds;
}

Sizes sizes_of(SampleContext& context, Method method) {
    const MemorySpec spec = context.spec_of(method);
    const std::vector<std::int64_t> times = context.size_times();
    Sizes sizes{{}, std::nan("")};
    if (!is_slow(spec, times.back())) {
        const auto scan = memory_scan(spec, context.job, context.engine);
        each_state(*scan, context.first_samples(), 1, times, context.job, [&](std::span<const double> state) {
            sizes.largest.push_back(max_magnitude(state, spec.measure->is_complex));
        });
        sizes.peak = scan->extent().peak_state;
    }
    sizes.largest.resize(times.size(), std::nan(""));
    context.job.progress((static_cast<double>(method) + 1) / method_count);
    return sizes;
}

}  // namespace

MemorySpec SampleContext::spec_of(Method method) const {
    MemorySpec spec = history().spec;
    spec.method = method;
    spec.alpha = compared_alpha(params.memory);
    return spec;
}

const std::vector<double>& SampleContext::first_samples() {
    return first_samples_made.get([&] {
        std::vector<double> samples(
            static_cast<std::size_t>(std::min(history().length, max_compared_samples)));
        history().source->read(0, samples, job);
        return samples;
    });
}
const Speeds& SampleContext::speeds() {
    return speeds_made.get([&] { return speeds_of(*this, first_samples()); });
}
std::vector<std::int64_t> SampleContext::size_times() const {
    return logarithmic_times(std::min(history().length, max_compared_samples),
                             is_complex() && history().spec.order > 64 ? few_times : max_times);
}
const Sizes& SampleContext::sizes(Method method) {
    recall();
    return sizes_made[index_of(method)].get([&] { return sizes_of(*this, method); });
}
std::vector<double> peaks(SampleContext& context) {
    std::vector<double> peaks;
    for (std::size_t n = 0; n < method_count; ++n)
        peaks.push_back(context.sizes(static_cast<Method>(n)).peak);
    return peaks;
}

const std::vector<double>& SampleContext::article_misses() {
    const MemorySpec article{"legs", 8, Method::bilinear, 0.5, 1};
    return article_misses_made.get([&] {
        return misses(article, std::array<std::int64_t, 3>{10, 200, 1000}, *this);
    });
}
std::vector<std::int64_t> constant_times() { return logarithmic_times(constant_length, max_times); }
std::vector<double> constant_misses(const SampleContext& context, Method method) {
    const MemorySpec spec = context.spec_of(method);
    const std::vector<std::int64_t> times = constant_times();
    return is_slow(spec, constant_length) ? std::vector<double>(times.size(), std::nan(""))
                                          : misses(spec, times, context);
}

}  // namespace poslab::memory
