#pragma once

#include <array>
#include <cstddef>

namespace poslab {

/// Start value and, afterwards, result of each chain, so that the compiler neither removes the work nor
/// merges chains.
inline constexpr std::size_t peak_chains = 10;
template <class Number>
using PeakChains = std::array<Number, peak_chains>;

/// Each function does `turns` iterations of one kind of work in registers, with the widest vectors of this
/// processor, and returns the number of processed values.
///
/// Iterates x = x/2 + 1.
std::size_t peak_multiply_adds(std::size_t turns, PeakChains<float>& chains);
std::size_t peak_multiply_adds(std::size_t turns, PeakChains<double>& chains);
/// Iterates x = 2^-x with the function that attention uses for exponentials.
std::size_t peak_exponentials(std::size_t turns, PeakChains<float>& chains);
/// Iterates x = sin x + cos x with the functions that residual fields use.
std::size_t peak_angles(std::size_t turns, PeakChains<double>& chains);

/// Copies out[n] = in[n]; both are aligned to 64 bytes and `count` is a multiple of 16. `around`: bypasses
/// the caches.
void peak_copy(const float* in, float* out, std::size_t count, bool around);

}  // namespace poslab
