#pragma once

#include "core/conformance/mistake.hpp"

#include <vector>

namespace poslab::mistakes {

// The known mistakes, a file each for a family; within one in the order in which they are told where several explain a dump equally
// well.

[[nodiscard]] std::vector<Mistake> of_config();      // what is read from a config, and LongRoPE's lists
[[nodiscard]] std::vector<Mistake> of_formats();     // how numbers are held
[[nodiscard]] std::vector<Mistake> of_pairing();     // which dimensions rotate together
[[nodiscard]] std::vector<Mistake> of_scaling();     // formulas of scalings, the attention factor
[[nodiscard]] std::vector<Mistake> of_parts();       // which part of a head rotates
[[nodiscard]] std::vector<Mistake> of_positions();   // which position a vector is rotated by
[[nodiscard]] std::vector<Mistake> of_rotation();    // what is rotated, and which way
[[nodiscard]] std::vector<Mistake> of_logits();      // scales of logits
[[nodiscard]] std::vector<Mistake> of_biases();      // ALiBi, T5
[[nodiscard]] std::vector<Mistake> of_tables();      // sinusoidal tables, T5's learned biases
[[nodiscard]] std::vector<Mistake> of_axes();        // positions on several axes
[[nodiscard]] std::vector<Mistake> of_matrices();    // HiPPO
[[nodiscard]] std::vector<Mistake> of_parameters();  // values of the config that are fitted to the dump

}  // namespace poslab::mistakes
