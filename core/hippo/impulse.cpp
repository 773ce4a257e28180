#include "core/hippo/impulse.hpp"

#include "core/base/errors.hpp"
#include "core/hippo/legendre.hpp"
#include "core/hippo/memory_order.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace poslab {
namespace {

void check_gamma(double gamma) {
    if (!(gamma > 0 && gamma < 1))
        throw UsageError(fmt::format("gamma {}: must be above 0 and below 1", gamma));
}

void check_elapsed(double elapsed) {
    if (!(elapsed >= 0 && std::isfinite(elapsed)))
        throw UsageError(
            fmt::format("time after a sample, {} steps: must be finite and not negative", elapsed));
}

// Computes the states after one sample, each in O(N).
class Impulse {
  public:
    Impulse(std::int64_t order, std::int64_t from)
        : order_(checked_memory_order(order)), from_(static_cast<double>(from)), rule_(rule_for(order)) {
        if (from < 1)
            throw UsageError(fmt::format("end of the sample at step {}: must be step 1 or later", from));
    }

    [[nodiscard]] std::vector<double> state(double elapsed) const {
        check_elapsed(elapsed);
        return turning(elapsed) > max_turning ? by_antiderivatives(elapsed) : by_nodes(elapsed);
    }

    [[nodiscard]] double norm(double elapsed) const {
        double sum = 0;
        for (const double component : state(elapsed)) sum += component * component;
        return std::sqrt(sum);
    }

    [[nodiscard]] double from() const { return from_; }

  private:
    // A rule with N/2 nodes is exact. With 24 nodes: if p_{N−1} turns by at most 12 rad on each side of the
    // sample's middle, its Chebyshev coefficients over the sample are below 1e-20 from degree 48 on.
    static constexpr double max_turning = 24;
    static constexpr std::int64_t max_nodes = 24;
    static Quadrature rule_for(std::int64_t order) {
        return gauss_legendre(std::min((order + 1) / 2, max_nodes));
    }

    // Returns the phase in rad that p_{N−1} runs through over the sample: 2N times its length in θ/2,
    // s = sin²(θ/2).
    [[nodiscard]] double turning(double elapsed) const {
        const double now = from_ + elapsed;
        const double start = std::asin(std::sqrt((from_ - 1) / now)),
                     end = std::acos(std::sqrt(elapsed / now));
        return 2 * static_cast<double>(order_) * (end - start);
    }

    // Quadrature, for short samples, for which antiderivatives cancel.
    [[nodiscard]] std::vector<double> by_nodes(double elapsed) const {
        const double now = from_ + elapsed;
        const std::size_t count = rule_.nodes.size();
        std::vector<double> s(count), rest(count);
        for (std::size_t i = 0; i < count; ++i) {
            s[i] = (from_ - 1 + rule_.nodes[i]) / now;
            rest[i] = (elapsed + rule_.nodes[count - 1 - i]) / now;
        }
        LegendreSweep sweep(s, rest);
        std::vector<double> x(order_);
        for (double& component : x) {
            for (std::size_t i = 0; i < count; ++i) component += rule_.weights[i] * sweep.values()[i];
            component /= now;
            sweep.advance();
        }
        return x;
    }

    // Uses ∫ p_j ds = (P_{j+1} − P_{j−1})/(2√(2j+1)), for samples long enough that both ends differ.
    [[nodiscard]] std::vector<double> by_antiderivatives(double elapsed) const {
        const double now = from_ + elapsed;
        LegendreSweep sweep(std::array{(from_ - 1) / now, from_ / now},
                            std::array{(elapsed + 1) / now, elapsed / now});
        std::vector<double> x(order_);
        x[0] = 1 / now;
        double before = 0;  // P_{j−1} at the end of the sample minus at its start
        sweep.advance();
        double here = (sweep.values()[1] - sweep.values()[0]) / std::sqrt(3.0);
        for (std::size_t j = 1; j < order_; ++j) {
            sweep.advance();
            const double twice = 2 * static_cast<double>(j);
            const double after = (sweep.values()[1] - sweep.values()[0]) / std::sqrt(twice + 3);
            x[j] = (after - before) / (2 * std::sqrt(twice + 1));
            before = here;
            here = after;
        }
        return x;
    }

    std::size_t order_;
    double from_;
    Quadrature rule_;
};

}  // namespace

std::vector<double> impulse_state(std::int64_t order, std::int64_t from, double elapsed) {
    return Impulse(order, from).state(elapsed);
}

std::vector<double> impulse_norms(std::int64_t order, std::int64_t from, std::span<const double> elapsed,
                                  const Job& job) {
    const Impulse impulse(order, from);
    std::vector<double> norms;
    norms.reserve(elapsed.size());
    for (const double steps : elapsed) {
        job.check();
        norms.push_back(impulse.norm(steps));
        job.progress(static_cast<double>(norms.size()) / static_cast<double>(elapsed.size()));
    }
    return norms;
}

double impulse_half_life(std::int64_t order, std::int64_t from) {
    const Impulse impulse(order, from);
    const double half = impulse.norm(0) / 2;
    double low = 0, high = 3 * impulse.from();
    while (high - low > 1e-13 * high) {
        const double middle = (low + high) / 2;
        (impulse.norm(middle) > half ? low : high) = middle;
    }
    return high;
}

std::vector<double> rnn_decay(double gamma, std::span<const double> elapsed) {
    check_gamma(gamma);
    std::vector<double> left;
    left.reserve(elapsed.size());
    for (const double steps : elapsed) {
        check_elapsed(steps);
        left.push_back(std::pow(gamma, steps));
    }
    return left;
}

double rnn_half_life(double gamma) {
    check_gamma(gamma);
    return -std::log(2.0) / std::log(gamma);
}

double rnn_of_half_life(double half_life) {
    if (!(half_life > 0 && std::isfinite(half_life)))
        throw UsageError(fmt::format("half-life {} steps: must be positive and finite", half_life));
    return std::exp2(-1 / half_life);
}

}  // namespace poslab
