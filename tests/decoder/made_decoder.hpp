#pragma once

#include "core/decoder/decoder_shape.hpp"
#include "core/files/number_type.hpp"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace poslab::test {

/// Random weights to be written to a folder. Each is a multiple of 1/64 times a power of two that float16,
/// bfloat16 and float32 represent exactly, so that a decoder's results do not depend on the stored type.
struct MadeDecoder {
    nlohmann::json config;
    NumberType type = NumberType::float32;
    bool shards = false;
    std::uint64_t seed = 1;
    std::map<std::string, std::vector<double>> tensors{};  // by name, as written

    /// Writes config.json and the tensors that it requires.
    void write(const std::string& folder);
};

/// Two layers, four heads, two key heads, 48 tokens.
[[nodiscard]] nlohmann::json small_config(const std::string& model_type);

/// The bytes of a .safetensors of numbers that are exact in `type`.
struct NamedTensor {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<double> numbers;
};
[[nodiscard]] std::string safetensors_bytes(const std::vector<NamedTensor>& tensors, NumberType type);

}  // namespace poslab::test
