#pragma once

#include "core/files/number_type.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// A tensor to be written: numbers of `shape`, row-major, as `type`, float32 or float16 (rounded to nearest, ties to even; what is
/// beyond its range becomes infinite).
struct WrittenTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::span<const float> numbers;
    NumberType type = NumberType::float32;
};

/// A .safetensors, whole or not at all; its data begin at a multiple of 64 bytes. `metadata` are texts in its header, by name.
/// Throws OutputError; std::invalid_argument for another type, and numbers that do not fill the shape.
void write_safetensors(const std::string& path, std::span<const WrittenTensor> tensors,
                       const std::vector<std::pair<std::string, std::string>>& metadata = {});

/// The bits of the float16 that is nearest to `number`.
[[nodiscard]] std::uint16_t half_bits(float number);

}  // namespace poslab
