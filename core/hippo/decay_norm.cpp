#include "core/hippo/decay_norm.hpp"

#include "core/hippo/decay_operator.hpp"
#include "core/hippo/memory_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab {
namespace {

// The matrix that commutes with G, in the basis p_k(1 − s), where the cap [0, r] starts at the pole x = 1 and
// ends at x = 1 − 2r:
//     T_kk = −k(k+1)(1 − 2r),   T_{k,k+1} = −(N² − 1 − k(k+2)) (k+1)/√((2k+1)(2k+3)).
// No off-diagonal is positive, so the lowest eigenvector, which is the most concentrated polynomial, has
// components of one sign. With a shift below the lowest eigenvalue every step of elimination adds numbers of
// one sign.
struct Tridiagonal {
    std::vector<double> diagonal;
    std::vector<double> below;  // [N−1], <= 0
};

Tridiagonal commuting_with_concentration(std::size_t order, double ratio) {
    Tridiagonal t{std::vector<double>(order), std::vector<double>(order - 1)};
    const auto n = static_cast<double>(order);
    for (std::size_t i = 0; i < order; ++i) {
        const auto k = static_cast<double>(i);
        t.diagonal[i] = k * (k + 1) * (2 * ratio - 1);
        if (i + 1 < order)
            t.below[i] = -(n * n - 1 - k * (k + 2)) * (k + 1) / std::sqrt((2 * k + 1) * (2 * k + 3));
    }
    return t;
}

// True if no eigenvalue is below `shift`: all pivots of T − shift are positive.
bool lies_below_all(const Tridiagonal& t, double shift) {
    double pivot = t.diagonal[0] - shift;
    for (std::size_t k = 1; k < t.diagonal.size() && pivot > 0; ++k)
        pivot = t.diagonal[k] - shift - t.below[k - 1] * t.below[k - 1] / pivot;
    return pivot > 0;
}

// Returns a shift below the lowest eigenvalue and far closer to it than to the next one: eigenvalues are
// about N√r apart, and at least about 1.
double shift_below_lowest(const Tridiagonal& t) {
    double low = std::numeric_limits<double>::infinity();
    double high = low;
    const std::size_t n = t.diagonal.size();
    for (std::size_t k = 0; k < n; ++k) {
        const double left = k > 0 ? t.below[k - 1] : 0, right = k + 1 < n ? t.below[k] : 0;
        low = std::min(low, t.diagonal[k] + left + right);  // Gershgorin
        high = std::min(high, t.diagonal[k]);
    }
    low -= 1;
    const double width = 1e-3 + 4 * std::numeric_limits<double>::epsilon() * (std::abs(low) + std::abs(high));
    while (high - low > width) {
        const double middle = low + (high - low) / 2;
        (lies_below_all(t, middle) ? low : high) = middle;
    }
    return low;
}

void solve_shifted(const Tridiagonal& t, double shift, std::vector<double>& pivots, std::vector<double>& x) {
    const std::size_t n = x.size();
    pivots[0] = t.diagonal[0] - shift;
    for (std::size_t k = 1; k < n; ++k) {
        const double factor = t.below[k - 1] / pivots[k - 1];
        pivots[k] = t.diagonal[k] - shift - factor * t.below[k - 1];
        x[k] -= factor * x[k - 1];
    }
    x[n - 1] /= pivots[n - 1];
    for (std::size_t k = n - 1; k-- > 0;) x[k] = (x[k] - t.below[k] * x[k + 1]) / pivots[k];
}

// Returns the ground state by inverse iteration: positive components, the largest scaled to 1.
std::vector<double> ground_state(const Tridiagonal& t) {
    constexpr int max_rounds = 12;
    const double shift = shift_below_lowest(t);
    std::vector<double> state(t.diagonal.size(), 1), previous, pivots(t.diagonal.size());
    for (int round = 0; round < max_rounds; ++round) {
        previous = state;
        solve_shifted(t, shift, pivots, state);
        const double largest = *std::max_element(state.begin(), state.end());
        double change = 0;
        for (std::size_t k = 0; k < state.size(); ++k) {
            state[k] /= largest;
            change = std::max(change, std::abs(state[k] - previous[k]));
        }
        if (change < 1e-12) break;  // the next change would be below 1e-15
    }
    return state;
}

// Returns λ from λ g_0 = sum of G_0k g_k, where ∫ p_0 p_k over the cap is
// (P_{k−1} − P_{k+1})(1 − 2r)/(2√(2k+1)), or r for k = 0; differences as in LegendreSweep.
double concentration(const std::vector<double>& state, double ratio) {
    double value = 1 - 2 * ratio, difference = -2 * ratio;  // P_1, P_1 − P_0
    double sum = ratio * state[0];
    for (std::size_t i = 1; i < state.size(); ++i) {
        const auto k = static_cast<double>(i);
        const double next = (k * difference - 2 * ratio * (2 * k + 1) * value) / (k + 1);
        sum -= (difference + next) / (2 * std::sqrt(2 * k + 1)) * state[i];
        value += next;
        difference = next;
    }
    return sum / state[0];
}

// True if λ = 1 in double precision: 1 − λ is about e^(−4 N √r), below 1e-24 here, so √r is more accurate
// than the computed norm.
bool holds_all(std::size_t order, double ratio) {
    return static_cast<double>(order) * std::sqrt(ratio) >= 16;
}

double decay_norm(std::size_t order, double ratio) {
    if (holds_all(order, ratio)) return std::sqrt(ratio);
    const double held = concentration(ground_state(commuting_with_concentration(order, ratio)), ratio);
    return std::sqrt(ratio * std::min(held, 1.0));  // rounding may exceed 1
}

}  // namespace

std::vector<double> decay_norms(std::int64_t order, std::span<const double> ratios, const Job& job) {
    const std::size_t n = checked_memory_order(order);
    for (const double ratio : ratios) check_decay_ratio(ratio);
    std::vector<double> norms;
    norms.reserve(ratios.size());
    for (const double ratio : ratios) {
        job.check();
        norms.push_back(decay_norm(n, ratio));
        job.progress(static_cast<double>(norms.size()) / static_cast<double>(ratios.size()));
    }
    return norms;
}

}  // namespace poslab
