// The signal that a state represents, at many positions: the recurrences of the bases run over blocks of
// positions.

#include "core/base/errors.hpp"
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
constexpr std::size_t block_places = 1024;  // so that their polynomials fit the L1 cache

void check_places(std::span<const double> places) {
    for (const double s : places)
        if (s < 0 || s > 1)
            throw UsageError(fmt::format("position {} in the history: must be from 0 to 1", s));
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

std::vector<double> reconstruction(OneOf<Measure> measure, std::span<const double> state,
                                   std::span<const double> places) {
    static_cast<void>(memory_states(measure, static_cast<std::int64_t>(state.size())));
    if (measure->is_complex)
        throw UsageError(fmt::format("measure {} has complex states; real ones are required", measure->id));
    return in_blocks(places, [&](std::span<const double> s, std::span<double> out) {
        measure->reconstruct(state, s, out);
    });
}

std::vector<double> fourier_reconstruction(std::span<const std::complex<double>> state,
                                           std::span<const double> places) {
    if (state.size() % 2 == 0)
        throw UsageError(fmt::format("{} numbers: a state of fourier-legs has an odd number", state.size()));
    return in_blocks(places, [&](std::span<const double> s, std::span<double> out) {
        std::transform(s.begin(), s.end(), out.begin(),
                       [&](double position) { return fourier_at(state, position); });
    });
}

}  // namespace poslab
