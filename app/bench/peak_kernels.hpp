#pragma once

#include <array>
#include <cstddef>

namespace poslab {

/// Where each chain begins and, afterwards, what it came to: so no compiler leaves the work away or takes chains for one.
inline constexpr std::size_t peak_chains = 10;
template <class Number>
using PeakChains = std::array<Number, peak_chains>;

/// Each does `turns` turns of one kind of work in registers, with the widest vectors of this processor, and returns for how many
/// numbers it was done.
/// x = x/2 + 1.
std::size_t peak_multiply_adds(std::size_t turns, PeakChains<float>& chains);
std::size_t peak_multiply_adds(std::size_t turns, PeakChains<double>& chains);
/// x = 2^-x by the function that attention takes exponentials with.
std::size_t peak_exponentials(std::size_t turns, PeakChains<float>& chains);
/// x = sin x + cos x by the functions that residual fields take.
std::size_t peak_angles(std::size_t turns, PeakChains<double>& chains);

/// out[n] = in[n], both at multiples of 64 bytes and `count` a multiple of 16; `around`: past the caches.
void peak_copy(const float* in, float* out, std::size_t count, bool around);

}  // namespace poslab
