#pragma once

#include "core/conformance/mistake.hpp"

#include <vector>

namespace poslab::mistakes {

// The known mistakes, one file per family. Within a family, the order decides which is listed first if
// several explain a dump equally well.

[[nodiscard]] std::vector<Mistake> of_config();      // reading a config, LongRoPE's lists
[[nodiscard]] std::vector<Mistake> of_formats();     // storage formats of numbers
[[nodiscard]] std::vector<Mistake> of_pairing();     // dimensions that rotate together
[[nodiscard]] std::vector<Mistake> of_scaling();     // formulas of scalings, the attention factor
[[nodiscard]] std::vector<Mistake> of_parts();       // the part of a head that rotates
[[nodiscard]] std::vector<Mistake> of_positions();   // the position by which a vector is rotated
[[nodiscard]] std::vector<Mistake> of_rotation();    // the rotated vectors and the direction
[[nodiscard]] std::vector<Mistake> of_logits();      // scales of logits
[[nodiscard]] std::vector<Mistake> of_biases();      // ALiBi, T5
[[nodiscard]] std::vector<Mistake> of_tables();      // sinusoidal tables, T5's learned biases
[[nodiscard]] std::vector<Mistake> of_axes();        // positions on several axes
[[nodiscard]] std::vector<Mistake> of_matrices();    // HiPPO
[[nodiscard]] std::vector<Mistake> of_parameters();  // config values that are fitted to the dump

}  // namespace poslab::mistakes
