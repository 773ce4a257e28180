#include "core/memory/diverged_steps.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace poslab {

namespace {

/// A scan, and one of the signal divided by 3. Both begin after `silent` samples of 0, which leave a state
/// of 0.
class TwoScans {
  public:
    TwoScans(const MemoryScan& start, std::int64_t numbers, std::int64_t silent)
        : plain_(start.clone()), scaled_(start.clone()) {
        if (silent == 0) return;
        const std::vector<double> zeros(static_cast<std::size_t>(numbers));
        plain_->resume(silent, zeros);
        scaled_->resume(silent, zeros);
    }

    void take(double u) {
        largest_input_ = std::max(largest_input_, std::abs(u));
        plain_->take(std::array{u});
        scaled_->take(std::array{u / 3});
    }
    [[nodiscard]] bool has_diverged() const {
        const std::span<const double> x = plain_->numbers(), scaled = scaled_->numbers();
        const double size = largest_size(x);
        if (!(size <= max_growth * largest_input_)) return true;
        double lost = 0;
        for (std::size_t n = 0; n < x.size(); ++n) lost = std::max(lost, std::abs(3 * scaled[n] - x[n]));
        return lost > three_digits * size;
    }

  private:
    static constexpr double max_growth = 1e6, three_digits = 1e-3;

    std::unique_ptr<MemoryScan> plain_, scaled_;
    double largest_input_ = 0;
};

/// Returns the number of samples before the first other than 0.
std::int64_t silent_samples(SampleSource& source, const Job& job) {
    constexpr std::int64_t block = 4096;
    std::vector<double> samples;
    for (std::int64_t k = 0; k < source.length(); k += block) {
        samples.resize(static_cast<std::size_t>(std::min(block, source.length() - k)));
        job.check();
        source.read(k, samples, job);
        const auto sounds = [](double u) { return u != 0; };
        const auto found = std::find_if(samples.begin(), samples.end(), sounds);
        if (found != samples.end()) return k + (found - samples.begin());
    }
    return source.length();
}

}  // namespace

DivergedSteps diverged_steps(const MemorySpec& spec, const MemoryScan& start, SampleSource& source,
                             const Job& job) {
    DivergedSteps steps;
    if (is_a_stable(spec.method, spec.alpha)) return steps;
    constexpr std::int64_t block = 64;
    const std::int64_t span = remembers_whole_history(spec.measure) ? 0 : std::llround(spec.span);
    const std::int64_t silent = silent_samples(source, job);
    if (silent == source.length()) return steps;
    const std::int64_t at_least = silent + 8 * std::max(spec.order, span);
    TwoScans scans(start, memory_numbers(spec), silent);
    std::vector<double> samples;
    for (std::int64_t k = silent; k < source.length() && (k < at_least || k < 2 * steps.last);) {
        samples.resize(static_cast<std::size_t>(std::min(block, source.length() - k)));
        source.read(k, samples, job);
        job.check();
        for (const double u : samples) {
            scans.take(u);
            ++k;
            if (!scans.has_diverged()) continue;
            if (steps.first == 0) steps.first = k;
            steps.last = k;
        }
    }
    return steps;
}

}  // namespace poslab
