#include "core/views/memory/comparisons.hpp"

#include "core/views/array_adder.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::memory {

namespace {

constexpr std::int64_t speed_times = 512;
constexpr double size_times = 512, few_size_times = 128;  // few: where a state takes N² to be seen
constexpr std::int64_t constant_length = 10'000;
constexpr std::int64_t article_order = 8;
constexpr double slow_products = 3e7;  // of exact LegS, N² a sample: some tenths of a second
constexpr std::array<std::int64_t, 3> article_times{10, 200, 1000};

/// 1, 2, 3, … and later ever further apart; the last one is `length`.
std::vector<std::int64_t> logarithmic_times(std::int64_t length, double most = size_times) {
    std::vector<std::int64_t> times{1};
    const double width = std::log(std::max(2.0, static_cast<double>(length))) / most;
    while (times.back() < length)
        times.push_back(
            std::clamp(static_cast<std::int64_t>(static_cast<double>(times.back()) * std::exp(width)), times.back() + 1, length));
    return times;
}

std::vector<double> numbers_of(std::span<const std::int64_t> integers) { return {integers.begin(), integers.end()}; }

/// Calls look(state) at each of `times`, each sample taken in `repeated` times.
void each_state(MemoryScan& scan, std::span<const double> samples, std::int64_t repeated, std::span<const std::int64_t> times,
                const Job& job, const std::function<void(MemoryScan&)>& look) {
    std::vector<double> held(static_cast<std::size_t>(repeated));
    std::int64_t taken = 0;
    for (const std::int64_t time : times) {
        for (; taken < time; ++taken) {
            if (taken % 64 == 0) job.check();
            std::fill(held.begin(), held.end(), samples[static_cast<std::size_t>(taken)]);
            scan.take(held);
        }
        look(scan);
    }
}

std::vector<double> first_samples(const Asked& asked, std::int64_t most) {
    std::vector<double> samples(static_cast<std::size_t>(std::min(asked.history().length, most)));
    asked.history().source->read(0, samples, asked.job);
    return samples;
}

double largest_of(std::span<const double> numbers, bool is_complex) {
    double largest = 0;
    for (std::size_t n = 0; n < numbers.size(); n += is_complex ? 2 : 1) {
        const double size = is_complex ? std::hypot(numbers[n], numbers[n + 1]) : std::abs(numbers[n]);
        if (!(size <= largest)) largest = size;  // NaN stays
    }
    return largest;
}

bool is_complex(const MemorySpec& spec) { return spec.measure->is_complex; }

bool is_slow(const MemorySpec& spec, std::int64_t samples) {
    const auto order = static_cast<double>(spec.order);
    return spec.measure->is_projection && spec.method == Method::exact &&
           order * order * static_cast<double>(samples) > slow_products;
}

/// max |x_n − e_0|.
double miss_of(MemoryScan& scan, std::int64_t constant, bool complex_numbers) {
    std::vector<double> numbers(scan.numbers().begin(), scan.numbers().end());
    numbers[static_cast<std::size_t>(constant * (complex_numbers ? 2 : 1))] -= 1;
    return largest_of(numbers, complex_numbers);
}

std::vector<double> misses(const MemorySpec& spec, std::span<const std::int64_t> times, const Asked& asked) {
    std::vector<double> result;
    const std::vector<double> ones(static_cast<std::size_t>(times.back()), 1.0);
    const std::int64_t constant = is_complex(spec) ? spec.order : 0;
    const auto scan = memory_scan(spec, asked.job, asked.engine);
    each_state(*scan, ones, 1, times, asked.job,
               [&](MemoryScan& at) { result.push_back(miss_of(at, constant, is_complex(spec))); });
    return result;
}

bool names_a_method(const Asked& asked, std::string_view prefix) {
    for (std::size_t method = 0; method < MemoryGroup::methods.size(); ++method)
        if (asked.add.named(method_array(prefix, static_cast<Method>(method)))) return true;
    return false;
}

template <class Values>
void add_vector(const Asked& asked, const std::string& name, std::string_view axis, std::string_view unit, Values&& values) {
    if (asked.add.named(name)) asked.add.vector(name, axis, unit, [&] { return values; });
}

}  // namespace

std::string method_array(std::string_view prefix, Method method) {
    std::string name = std::string(prefix) + std::string(MemoryGroup::methods[static_cast<std::size_t>(method)].id);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

void add_speeds(const Asked& asked) {
    if (!asked.add.names_any({"speed_time", "speed_states", "speed_states_slow", "speed_difference"})) return;
    const MemorySpec& spec = asked.history().spec;
    const std::int64_t stretch = asked.params.moment.stretch;
    const std::vector<double> samples = first_samples(asked, most_compared_samples);
    const std::vector<std::int64_t> times = even_times(static_cast<std::int64_t>(samples.size()), speed_times);
    const std::size_t each = is_complex(spec) ? 2 : 1;
    const auto numbers = static_cast<std::size_t>(memory_numbers(spec));
    std::vector<double> fast, slow;
    for (auto* states : {&fast, &slow})
        each_state(*asked.history().scan->clone(), samples, states == &slow ? stretch : 1, times, asked.job,
                   [&](MemoryScan& scan) { states->insert(states->end(), scan.numbers().begin(), scan.numbers().end()); });
    const auto shown = static_cast<std::size_t>(std::min<std::int64_t>(shown_coefficients, spec.order));
    const std::size_t first = is_complex(spec) ? static_cast<std::size_t>(spec.order) : 0;  // of Fourier-LegS from n = 0 on
    std::vector<double> difference, shown_fast, shown_slow;
    for (std::size_t t = 0; t < times.size(); ++t) {
        double largest = 0;
        for (std::size_t n = t * numbers; n < (t + 1) * numbers; ++n) {
            const double miss = std::abs(slow[n] - fast[n]);
            if (!(miss <= largest)) largest = miss;
        }
        difference.push_back(largest);
    }
    for (std::size_t n = first; n < first + shown; ++n)
        for (std::size_t t = 0; t < times.size(); ++t) {
            shown_fast.push_back(fast[t * numbers + n * each]);
            shown_slow.push_back(slow[t * numbers + n * each]);
        }
    const auto rows = static_cast<std::int64_t>(shown);
    const auto add_states = [&](const char* name, std::vector<double> values) {
        if (asked.add.named(name))
            asked.add.matrix(name, {"coefficient", "speed_time"}, rows, std::move(values), std::array{rows, times.back()});
    };
    add_vector(asked, "speed_time", "speed_time", "samples", numbers_of(times));
    add_states("speed_states", std::move(shown_fast));
    add_states("speed_states_slow", std::move(shown_slow));
    add_vector(asked, "speed_difference", "speed_time", "", difference);
}

void add_sizes(const Asked& asked) {
    if (!asked.add.named("size_time") && !asked.add.named("size_peaks") && !names_a_method(asked, "size_")) return;
    MemorySpec spec = asked.history().spec;
    const std::vector<double> samples = first_samples(asked, most_compared_samples);
    const std::vector<std::int64_t> times = logarithmic_times(static_cast<std::int64_t>(samples.size()),
                                                              is_complex(spec) && spec.order > 64 ? few_size_times : size_times);
    std::vector<double> peaks;
    for (std::size_t method = 0; method < MemoryGroup::methods.size(); ++method) {
        spec.method = static_cast<Method>(method);
        if (spec.method == Method::alpha && asked.params.memory.method != Method::alpha) spec.alpha = 0.5;
        std::vector<double> sizes;
        double peak = std::nan("");
        if (!is_slow(spec, times.back())) {
            const auto scan = memory_scan(spec, asked.job, asked.engine);
            each_state(*scan, samples, 1, times, asked.job,
                       [&](MemoryScan& at) { sizes.push_back(largest_of(at.numbers(), is_complex(spec))); });
            peak = scan->extent().peak_state;
        }
        sizes.resize(times.size(), std::nan(""));
        peaks.push_back(peak);
        add_vector(asked, method_array("size_", spec.method), "size_time", "", sizes);
        asked.job.progress(static_cast<double>(method + 1) / static_cast<double>(MemoryGroup::methods.size()));
    }
    add_vector(asked, "size_time", "size_time", "samples", numbers_of(times));
    add_vector(asked, "size_peaks", "method", "", peaks);
}

void add_constant(const Asked& asked) {
    const MemorySpec article{"legs", article_order, Method::bilinear, 0.5, 1};
    const std::vector<double> found = misses(article, article_times, asked);
    for (std::size_t n = 0; n < found.size(); ++n)
        asked.data.values.push_back({"constant_miss_" + std::to_string(article_times[n]), found[n]});
    if (!asked.add.named("constant_time") && !names_a_method(asked, "constant_")) return;
    const std::vector<std::int64_t> times = logarithmic_times(constant_length);
    MemorySpec spec = asked.history().spec;
    for (std::size_t method = 0; method < MemoryGroup::methods.size(); ++method) {
        spec.method = static_cast<Method>(method);
        if (spec.method == Method::alpha && asked.params.memory.method != Method::alpha) spec.alpha = 0.5;
        std::vector<double> miss(times.size(), std::nan(""));
        if (!is_slow(spec, constant_length)) miss = misses(spec, times, asked);
        add_vector(asked, method_array("constant_", spec.method), "constant_time", "", miss);
    }
    add_vector(asked, "constant_time", "constant_time", "samples", numbers_of(times));
}

}  // namespace poslab::memory
