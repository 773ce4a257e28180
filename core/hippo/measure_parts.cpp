#include "core/hippo/measure_parts.hpp"

#include "core/hippo/legendre.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::measure_parts {

namespace {

/// Returns the positions with NaN replaced by the middle, where the polynomials are defined.
std::vector<double> numbers_only(std::span<const double> places) {
    std::vector<double> s(places.begin(), places.end());
    std::replace_if(
        s.begin(), s.end(), [](double position) { return std::isnan(position); }, 0.5);
    return s;
}

void add_polynomials(bool normed, std::span<const double> state, std::span<const double> places,
                     std::span<double> out) {
    const std::vector<double> s = numbers_only(places);
    std::vector<double> rest(s.size());
    std::transform(s.begin(), s.end(), rest.begin(), [](double position) { return 1 - position; });
    LegendreSweep sweep(s, rest);
    for (std::size_t n = 0; n < state.size(); ++n) {
        if (n > 0) sweep.advance();
        const double factor = normed ? state[n] : state[n] / std::sqrt(static_cast<double>(2 * n + 1));
        const std::span<const double> values = sweep.values();
        for (std::size_t i = 0; i < out.size(); ++i) out[i] += factor * values[i];
    }
}

}  // namespace

double root(std::int64_t n) { return std::sqrt(static_cast<double>(2 * n + 1)); }

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

std::vector<double> normed_legendre(std::int64_t order, double s) {
    std::vector<double> values = legendre(order, s);
    for (std::size_t n = 0; n < values.size(); ++n) values[n] *= root(static_cast<std::int64_t>(n));
    return values;
}

void add_legendre(std::span<const double> state, std::span<const double> places, std::span<double> out) {
    add_polynomials(false, state, places, out);
}

void add_normed_legendre(std::span<const double> state, std::span<const double> places,
                         std::span<double> out) {
    add_polynomials(true, state, places, out);
}

}  // namespace poslab::measure_parts
