#include "tests/decoder/made_decoder.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace poslab::test {

namespace {

/// splitmix64 (Steele, Lea, Flood 2014).
std::uint64_t next_random(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

void append_little_endian(std::string& bytes, std::uint64_t number, int count) {
    for (int n = 0; n < count; ++n)
        bytes += static_cast<char>(number >> (8U * static_cast<unsigned>(n)) & 0xFFU);
}

/// Returns the bits of a normal number with few digits, or of zero.
std::uint16_t float16_bits(double number) {
    if (number == 0) return 0;
    int exponent = 0;
    const double mantissa = std::frexp(std::abs(number), &exponent) * 2 - 1;
    const auto digits = static_cast<std::uint16_t>(mantissa * 1024);
    return static_cast<std::uint16_t>((number < 0 ? 0x8000 : 0) | ((exponent + 14) << 10) | digits);
}

void append_number(std::string& bytes, double number, NumberType type) {
    const auto single = static_cast<float>(number);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &single, sizeof bits);
    if (type == NumberType::float32) append_little_endian(bytes, bits, 4);
    if (type == NumberType::bfloat16) append_little_endian(bytes, bits >> 16U, 2);
    if (type == NumberType::float16) append_little_endian(bytes, float16_bits(number), 2);
}

void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

NamedTensor random_tensor(const TensorSpec& spec, std::uint64_t& state) {
    NamedTensor tensor{spec.name, spec.shape, {}};
    std::int64_t count = 1;
    for (const std::int64_t size : spec.shape) count *= size;
    const bool norm = spec.name.find("norm") != std::string::npos;
    const bool embedding =
        spec.name.find("embed") != std::string::npos || spec.name.find("lm_head") != std::string::npos;
    const double scale = norm ? 1.0 / 128 : embedding ? 1.0 / 16 : 1.0 / 64;
    for (std::int64_t n = 0; n < count; ++n) {
        const auto whole = static_cast<double>(static_cast<std::int64_t>(next_random(state) % 63) - 31);
        tensor.numbers.push_back((norm ? 64 : 0) * scale + whole * scale);
    }
    return tensor;
}

}  // namespace

std::string safetensors_bytes(const std::vector<NamedTensor>& tensors, NumberType type) {
    static const std::map<NumberType, std::string> names{
        {NumberType::float16, "F16"}, {NumberType::bfloat16, "BF16"}, {NumberType::float32, "F32"}};
    nlohmann::json header;
    std::string data;
    for (const NamedTensor& tensor : tensors) {
        const std::size_t begin = data.size();
        for (const double number : tensor.numbers) append_number(data, number, type);
        header[tensor.name] = {
            {"dtype", names.at(type)}, {"shape", tensor.shape}, {"data_offsets", {begin, data.size()}}};
    }
    const std::string text = header.dump();
    std::string bytes;
    append_little_endian(bytes, text.size(), 8);
    return bytes + text + data;
}

void MadeDecoder::write(const std::string& folder) {
    const std::filesystem::path in(folder);
    write_bytes(in / "config.json", config.dump());
    const DecoderShape shape = parse_decoder_shape(config.dump(), "config.json");
    std::vector<std::vector<NamedTensor>> files(shards ? 2 : 1);
    std::uint64_t state = seed;
    const auto add = [&](std::size_t file, const std::vector<TensorSpec>& specs) {
        for (const TensorSpec& spec : specs) {
            files[file].push_back(random_tensor(spec, state));
            tensors[spec.name] = files[file].back().numbers;
        }
    };
    add(0, outer_tensors(shape));
    for (std::int64_t layer = 0; layer < shape.layers; ++layer)
        add(shards ? 1 : 0, layer_tensors(shape, layer));
    if (!shards) return write_bytes(in / "model.safetensors", safetensors_bytes(files.front(), type));
    nlohmann::json index;
    const std::array<std::string, 2> names{"model-00001-of-00002.safetensors",
                                           "model-00002-of-00002.safetensors"};
    for (std::size_t file = 0; file < files.size(); ++file) {
        for (const NamedTensor& tensor : files[file]) index["weight_map"][tensor.name] = names[file];
        write_bytes(in / names[file], safetensors_bytes(files[file], type));
    }
    write_bytes(in / "model.safetensors.index.json", index.dump());
}

nlohmann::json small_config(const std::string& model_type) {
    return {{"model_type", model_type},
            {"vocab_size", 48},
            {"hidden_size", 32},
            {"num_hidden_layers", 2},
            {"num_attention_heads", 4},
            {"num_key_value_heads", 2},
            {"head_dim", 16},
            {"intermediate_size", 40},
            {"rms_norm_eps", 1e-5},
            {"rope_theta", 10000.0},
            {"max_position_embeddings", 64},
            {"tie_word_embeddings", false},
            {"sliding_window", nullptr}};
}

}  // namespace poslab::test
