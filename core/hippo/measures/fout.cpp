#include "core/hippo/measure_parts.hpp"

#include <cmath>
#include <complex>
#include <numbers>

namespace poslab {

namespace {

/// Returns the basis of FouT at its ends, s = 0 and s = 1; 0 for the cosine without a sine.
double fout_end(std::int64_t n, std::int64_t order) {
    if (n == 0) return 1;
    return n % 2 == 1 && n + 1 < order ? std::numbers::sqrt2 : 0;
}

/// Returns an entry of A. From x_n = integral of u(t - s w) g_n(s) ds, by parts: w x' = g(0) u(t) - g(1) u(t
/// - w) + D x, with D the derivative in the basis. The far end is unknown; at its jump a periodic series
/// takes the mean of both sides, so u(t - w) = 2 sum g_k(0) x_k - u(t).
double fout_entry(std::int64_t n, std::int64_t k, std::int64_t order) {
    const double far_end = -2 * fout_end(n, order) * fout_end(k, order);
    if (n % 2 == 1 && k == n + 1) return far_end - std::numbers::pi * static_cast<double>(n + 1);
    if (n % 2 == 0 && n > 0 && k == n - 1) return far_end + std::numbers::pi * static_cast<double>(n);
    return far_end;
}

std::vector<double> fout_basis(std::int64_t order, double s) {
    std::vector<double> values(static_cast<std::size_t>(order), 0.0);
    values[0] = 1;
    for (std::size_t n = 1; n + 1 < values.size(); n += 2) {
        const double angle = std::numbers::pi * static_cast<double>(n + 1) * s;
        values[n] = std::numbers::sqrt2 * std::cos(angle);
        values[n + 1] = std::numbers::sqrt2 * std::sin(angle);
    }
    return values;
}

/// Returns the sum of the state in 1, √2 cos 2πs, √2 sin 2πs, √2 cos 4πs, …; for even orders the last cosine,
/// which has no sine, is left out.
double fout_at(std::span<const double> state, double s) {
    const std::complex<double> turn = std::polar(1.0, 2 * std::numbers::pi * s);
    std::complex<double> wave = turn;
    double sum = state[0];
    for (std::size_t n = 1; n + 1 < state.size(); n += 2, wave *= turn)
        sum += std::numbers::sqrt2 * (state[n] * wave.real() + state[n + 1] * wave.imag());
    return sum;
}

void add_fout(std::span<const double> state, std::span<const double> places, std::span<double> out) {
    for (std::size_t i = 0; i < places.size(); ++i) out[i] += fout_at(state, places[i]);
}

}  // namespace

/// FouT: the last `span`, with s = 0 now, in 1, sqrt2 cos 2 pi s, sqrt2 sin 2 pi s, sqrt2 cos 4 pi s, ... For
/// even orders the last cosine has no sine, and its state stays 0.
const Measure& fout_measure() {
    static const Measure measure{
        .id = "fout",
        .label = "FouT (window)"_tr,
        .name = "FouT",
        .source = "Gu et al., arXiv 2206.12037",
        .place_of_now = 0,
        .entry = fout_entry,
        .basis = fout_basis,
        .reconstruct = add_fout,
        .formulas = {"B &= -A e_0"},
    };
    return measure;
}

}  // namespace poslab
