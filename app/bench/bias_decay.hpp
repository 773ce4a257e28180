#pragma once

#include "core/attention/rotated_product.hpp"

namespace poslab {

/// Returns the product that `poslab bench bias-decay` computes: a^T R_(-D) b, d = 128, base 1e4. Component n
/// of a (b) is normal number n of the stream query_bias (key_bias) of seed 1.
[[nodiscard]] RotatedProduct bias_decay_product();

}  // namespace poslab
