#pragma once

#include "core/hippo/discretisation.hpp"

#include <cstddef>

namespace poslab {

/// The operands of one step of legs (see LegsStep), computed with the widest vectors of this processor. The
/// step is applied to x - u e_0.
struct LegsStepWork {
    static constexpr std::size_t lanes = 8;  // maximum of a vector

    /// The order up to the next multiple of two vectors.
    static constexpr std::size_t padded(std::size_t order) {
        return (order + 2 * lanes - 1) / (2 * lanes) * (2 * lanes);
    }

    StepCoefficients of;
    std::size_t order = 0, channels = 0;
    const double* root = nullptr;   // sqrt(2n+1), [padded(order)]
    const double* ratio = nullptr;  // sqrt((2n-1) / (2n+1)), 0 for n = 0, [padded(order)]
    const double* input = nullptr;  // u, [channels]
    double* state = nullptr;        // [order, channels]
    double* scratch = nullptr;      // [legs_step_scratch(order, channels)], zeros before the first step
};

[[nodiscard]] std::size_t legs_step_scratch(std::size_t order, std::size_t channels);

/// Returns max |x| of the new state, infinite if a number is not finite.
[[nodiscard]] double take_legs_step(const LegsStepWork& work);

}  // namespace poslab
