#pragma once

#include "core/hippo/discretisation.hpp"

#include <cstddef>

namespace poslab {

/// The operands of one step of legs (see LegsStep), computed with the widest vectors of this processor.
struct LegsStepWork {
    static constexpr std::size_t lanes = 8;  // maximum of a vector

    StepCoefficients of;
    std::size_t order = 0, channels = 0;
    const double* root = nullptr;   // sqrt(2n+1), [order up to the next multiple of lanes]
    const double* input = nullptr;  // u, [channels]
    double* state = nullptr;        // [order, channels]
    double* scratch = nullptr;      // [legs_step_scratch(order, channels)], zeros before the first step
};

[[nodiscard]] std::size_t legs_step_scratch(std::size_t order, std::size_t channels);

void take_legs_step(const LegsStepWork& work);

}  // namespace poslab
