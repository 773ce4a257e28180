#pragma once

#include <cstddef>

namespace poslab {

/// Computes out[n] = e^in[n] with the widest vectors of this processor and the mathematical library's vector
/// functions (relative error 2e-7), if it has any.
void exponentials(const float* in, float* out, std::size_t count);

/// The same for e^(i·in[n]): cosines and sines in float64 (4 units in the last place).
void unit_exponentials(const double* in, double* cosines, double* sines, std::size_t count);

}  // namespace poslab
