// The signal that a state stands for, at many places at once: bases by their recurrences, a block of places together.

#include "core/base/errors.hpp"
#include "core/hippo/legendre.hpp"
#include "core/hippo/measures.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab {

namespace {

using Complex = std::complex<double>;
constexpr std::size_t block_places = 1024;  // their polynomials stay in the first cache

void check_places(std::span<const double> places) {
    for (const double s : places)
        if (s < 0 || s > 1) throw UsageError(fmt::format("a place of {} in what is remembered: places lie between 0 and 1", s));
}

/// NaN is moved to the middle while the polynomials run, and put back afterwards.
std::vector<double> numbers_only(std::span<const double> places) {
    std::vector<double> s(places.begin(), places.end());
    std::replace_if(
        s.begin(), s.end(), [](double place) { return std::isnan(place); }, 0.5);
    return s;
}

void add_legendre(bool normed, std::span<const double> state, std::span<const double> places, std::span<double> out) {
    const std::vector<double> s = numbers_only(places);
    std::vector<double> rest(s.size());
    std::transform(s.begin(), s.end(), rest.begin(), [](double place) { return 1 - place; });
    LegendreSweep sweep(s, rest);
    for (std::size_t n = 0; n < state.size(); ++n) {
        if (n > 0) sweep.advance();
        const double factor = normed ? state[n] : state[n] / std::sqrt(static_cast<double>(2 * n + 1));
        const std::span<const double> values = sweep.values();
        for (std::size_t i = 0; i < out.size(); ++i) out[i] += factor * values[i];
    }
}

/// 1, √2 cos 2πs, √2 sin 2πs, √2 cos 4πs, …; the last one has no sine where the order is even, and stays 0.
double fout_at(std::span<const double> state, double s) {
    const Complex turn = std::polar(1.0, 2 * std::numbers::pi * s);
    Complex wave = turn;
    double sum = state[0];
    for (std::size_t n = 1; n + 1 < state.size(); n += 2, wave *= turn)
        sum += std::numbers::sqrt2 * (state[n] * wave.real() + state[n + 1] * wave.imag());
    return sum;
}

double fourier_at(std::span<const Complex> state, double s) {
    const std::size_t order = state.size() / 2;
    const Complex turn = std::polar(1.0, 2 * std::numbers::pi * s);
    Complex up = 1, sum = state[order];
    for (std::size_t n = 1; n <= order; ++n) {
        up *= turn;
        sum += state[order + n] * up + state[order - n] * std::conj(up);
    }
    return sum.real();
}

template <class AddTo>
std::vector<double> in_blocks(std::span<const double> places, const AddTo& add_to) {
    check_places(places);
    std::vector<double> values(places.size(), 0.0);
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, places.size(), block_places), [&](const auto& part) {
        for (std::size_t first = part.begin(); first < part.end(); first += block_places) {
            const std::size_t size = std::min(block_places, part.end() - first);
            add_to(places.subspan(first, size), std::span(values).subspan(first, size));
        }
    });
    for (std::size_t i = 0; i < places.size(); ++i)
        if (std::isnan(places[i])) values[i] = places[i];
    return values;
}

}  // namespace

std::vector<double> reconstruction(Measure measure, std::span<const double> state, std::span<const double> places) {
    static_cast<void>(memory_states(measure, static_cast<std::int64_t>(state.size())));
    if (measure == Measure::fourier_legs) throw UsageError("measure fourier-legs has complex states, this needs real ones");
    return in_blocks(places, [&](std::span<const double> s, std::span<double> out) {
        if (measure != Measure::fout) return add_legendre(measure != Measure::lmu, state, s, out);
        std::transform(s.begin(), s.end(), out.begin(), [&](double place) { return fout_at(state, place); });
    });
}

std::vector<double> fourier_reconstruction(std::span<const std::complex<double>> state, std::span<const double> places) {
    if (state.size() % 2 == 0)
        throw UsageError(fmt::format("{} numbers are no state of fourier-legs: it has an odd number", state.size()));
    return in_blocks(places, [&](std::span<const double> s, std::span<double> out) {
        std::transform(s.begin(), s.end(), out.begin(), [&](double place) { return fourier_at(state, place); });
    });
}

}  // namespace poslab
