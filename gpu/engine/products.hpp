#pragma once

namespace poslab::gpu {

/// The precision of queries and keys if a device splits them into an upper and a lower 16-bit float.
enum class Products {
    both_parts,  // 22 bits of each number: float32's accuracy
    upper_part   // 11 bits, a third of the work: logits within 1e-3 |q| |k| scale
};

}  // namespace poslab::gpu
