#pragma once

#include "core/files/number_type.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

class AtomicFile;

/// A tensor to write: numbers of `shape`, row-major, as `type`, float32 or float16 (rounded to nearest, ties
/// to even; values beyond its range become infinite).
struct WrittenTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::span<const float> numbers;
    NumberType type = NumberType::float32;
};

/// Writes a .safetensors, complete or not at all; its data begins at a multiple of 64 bytes. `metadata` are
/// texts in the header, by name. Throws OutputError; std::invalid_argument for another type or numbers that
/// do not match the shape.
void write_safetensors(const std::string& path, std::span<const WrittenTensor> tensors,
                       const std::vector<std::pair<std::string, std::string>>& metadata = {});
/// Does so into a file that is not committed.
void write_safetensors(AtomicFile& file, std::span<const WrittenTensor> tensors,
                       const std::vector<std::pair<std::string, std::string>>& metadata = {});

/// Returns the bits of the float16 nearest to `number`.
[[nodiscard]] std::uint16_t half_bits(float number);

}  // namespace poslab
