#include "core/hippo/memory_system.hpp"

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"

#include <fmt/format.h>
#include <cmath>
#include <numbers>

namespace poslab {

namespace {

constexpr double pi = std::numbers::pi;

void check_span(double span) {
    if (!(span > 0) || !std::isfinite(span)) throw UsageError(fmt::format("--span {:g}: must be positive", span));
}

void check_real(Measure measure) {
    if (measure == Measure::fourier_legs) throw UsageError("measure fourier-legs has complex states, this needs real ones");
}

double root(Eigen::Index n) { return std::sqrt(static_cast<double>(2 * n + 1)); }

double sign(Eigen::Index n) { return n % 2 == 0 ? 1 : -1; }

double legs_entry(Eigen::Index n, Eigen::Index k) {
    if (k > n) return 0;
    return k == n ? -static_cast<double>(n + 1) : -root(n) * root(k);
}

double legt_entry(Eigen::Index n, Eigen::Index k) { return -root(n) * root(k) * (k <= n ? 1 : sign(n - k)); }

double lmu_entry(Eigen::Index i, Eigen::Index j) { return static_cast<double>(2 * i + 1) * (i < j ? -1 : sign(i - j + 1)); }

/// The basis of FouT at its ends, s = 0 and s = 1; 0 for the cosine without a sine.
double fout_end(Eigen::Index n, Eigen::Index order) {
    if (n == 0) return 1;
    return n % 2 == 1 && n + 1 < order ? std::numbers::sqrt2 : 0;
}

/// From x_n = integral of u(t - s w) g_n(s) ds by parts: w x' = g(0) u(t) - g(1) u(t - w) + (what g' is in the basis) x.
/// The far end is unknown. Where a periodic series jumps it gives the mean of both sides, so u(t - w) = 2 sum g_k(0) x_k - u(t).
double fout_entry(Eigen::Index n, Eigen::Index k, Eigen::Index order) {
    const double far_end = -2 * fout_end(n, order) * fout_end(k, order);
    if (n % 2 == 1 && k == n + 1) return far_end - pi * static_cast<double>(n + 1);
    if (n % 2 == 0 && n > 0 && k == n - 1) return far_end + pi * static_cast<double>(n);
    return far_end;
}

double entry(Measure measure, Eigen::Index n, Eigen::Index k, Eigen::Index order) {
    switch (measure) {
        case Measure::legt:
            return legt_entry(n, k);
        case Measure::lmu:
            return lmu_entry(n, k);
        case Measure::fout:
            return fout_entry(n, k, order);
        case Measure::legs:
        case Measure::fourier_legs:
            break;
    }
    return legs_entry(n, k);
}

std::complex<double> fourier_legs_entry(Eigen::Index n, Eigen::Index k) {
    if (n == k) return {-1, pi * static_cast<double>(n)};
    return -static_cast<double>(n) / static_cast<double>(n - k);
}

std::vector<double> legendre(std::int64_t order, double s) {
    const double x = 2 * s - 1;
    std::vector<double> values(static_cast<std::size_t>(order), 1.0);
    if (order > 1) values[1] = x;
    for (std::size_t n = 2; n < values.size(); ++n) {
        const auto degree = static_cast<double>(n);
        values[n] = ((2 * degree - 1) * x * values[n - 1] - (degree - 1) * values[n - 2]) / degree;
    }
    return values;
}

std::vector<double> fourier_of_reals(std::int64_t order, double s) {
    std::vector<double> values(static_cast<std::size_t>(order), 0.0);
    values[0] = 1;
    for (std::size_t n = 1; n + 1 < values.size(); n += 2) {
        const double angle = pi * static_cast<double>(n + 1) * s;
        values[n] = std::numbers::sqrt2 * std::cos(angle);
        values[n + 1] = std::numbers::sqrt2 * std::sin(angle);
    }
    return values;
}

}  // namespace

std::int64_t memory_states(Measure measure, std::int64_t order) {
    static_cast<void>(checked_memory_order(order));
    return measure == Measure::fourier_legs ? 2 * order + 1 : order;
}

double place_of_now(Measure measure) { return measure == Measure::lmu || measure == Measure::fout ? 0 : 1; }

MemorySystem<double> memory_system(Measure measure, std::int64_t order, double span) {
    static_cast<void>(checked_memory_order(order));
    check_real(measure);
    MemorySystem<double> system;
    system.whole_history = measure == Measure::legs;
    if (!system.whole_history) check_span(span);
    check_memory(static_cast<double>(order * order) * sizeof(double), "dense matrices");
    const double scale = system.whole_history ? 1 : span;
    system.a.resize(order, order);
    for (Eigen::Index k = 0; k < order; ++k)
        for (Eigen::Index n = 0; n < order; ++n) system.a(n, k) = entry(measure, n, k, order) / scale;
    system.b = -system.a.col(0);
    return system;
}

MemorySystem<std::complex<double>> fourier_legs_system(std::int64_t order) {
    const std::int64_t states = memory_states(Measure::fourier_legs, order);
    check_memory(static_cast<double>(states * states) * sizeof(std::complex<double>), "dense matrices");
    MemorySystem<std::complex<double>> system;
    system.whole_history = true;
    system.constant = order;
    system.a.resize(states, states);
    for (Eigen::Index k = 0; k < states; ++k)
        for (Eigen::Index n = 0; n < states; ++n) system.a(n, k) = fourier_legs_entry(n - order, k - order);
    system.b.setOnes(states);
    return system;
}

std::vector<double> memory_basis(Measure measure, std::int64_t order, double s) {
    static_cast<void>(checked_memory_order(order));
    check_real(measure);
    if (measure == Measure::fout) return fourier_of_reals(order, s);
    std::vector<double> values = legendre(order, s);
    if (measure == Measure::lmu) return values;
    for (std::size_t n = 0; n < values.size(); ++n) values[n] *= root(static_cast<Eigen::Index>(n));
    return values;
}

std::vector<std::complex<double>> fourier_basis(std::int64_t order, double s) {
    static_cast<void>(checked_memory_order(order));
    std::vector<std::complex<double>> values;
    values.reserve(static_cast<std::size_t>(2 * order + 1));
    for (std::int64_t n = -order; n <= order; ++n) values.push_back(std::polar(1.0, 2 * pi * static_cast<double>(n) * s));
    return values;
}

}  // namespace poslab
