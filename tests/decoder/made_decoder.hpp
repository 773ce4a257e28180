#pragma once

#include "core/decoder/decoder_shape.hpp"
#include "core/files/number_type.hpp"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace poslab::test {

/// A folder of random weights to be written: each is a multiple of 1/64 times a power of two that float16, bfloat16 and float32
/// hold exactly, so that a decoder computes the same whatever it was stored in.
struct MadeDecoder {
    nlohmann::json config;
    NumberType type = NumberType::float32;
    bool shards = false;
    std::uint64_t seed = 1;
    std::map<std::string, std::vector<double>> tensors{};  // by name, as they were written

    /// Writes config.json and the tensors that it asks for.
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
