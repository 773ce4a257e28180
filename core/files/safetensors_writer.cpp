#include "core/files/safetensors_writer.hpp"

#include "core/files/atomic_file.hpp"
#include "core/files/json_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string_view>

namespace poslab {

namespace {

constexpr std::size_t piece_numbers = std::size_t{1} << 18U;

std::uint64_t bytes_of(const WrittenTensor& tensor) {
    if (tensor.type != NumberType::float32 && tensor.type != NumberType::float16)
        throw std::invalid_argument("numbers must be written as float32 or float16");
    std::uint64_t count = 1;
    for (const std::int64_t size : tensor.shape) count *= static_cast<std::uint64_t>(size);
    if (count != tensor.numbers.size())
        throw std::invalid_argument("the number of values does not match the shape");
    return count * number_bytes(tensor.type);
}

/// Returns the size of the header in 8 bytes, followed by the header.
std::string header_of(std::span<const WrittenTensor> tensors,
                      const std::vector<std::pair<std::string, std::string>>& metadata) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& [name, text] : metadata) json["__metadata__"][name] = text;
    std::uint64_t begin = 0;
    for (const WrittenTensor& tensor : tensors) {
        const std::uint64_t end = begin + bytes_of(tensor);
        json[tensor.name] = {{"dtype", tensor.type == NumberType::float16 ? "F16" : "F32"},
                             {"shape", tensor.shape},
                             {"data_offsets", {begin, end}}};
        begin = end;
    }
    constexpr std::size_t size_bytes = 8, alignment = 64;
    std::string header = json_text(json);
    header.append((alignment - (header.size() + size_bytes) % alignment) % alignment, ' ');
    std::string bytes(size_bytes, '\0');
    for (std::size_t n = 0; n < size_bytes; ++n)
        bytes[n] = static_cast<char>(header.size() >> (8 * n) & 0xFFU);
    return bytes + header;
}

std::string_view as_bytes(std::span<const float> numbers) {
    static_assert(std::endian::native == std::endian::little);
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

std::string halves(std::span<const float> numbers) {
    std::string bytes;
    bytes.reserve(2 * numbers.size());
    for (const float number : numbers) {
        const std::uint16_t bits = half_bits(number);
        bytes += static_cast<char>(bits & 0xFFU);
        bytes += static_cast<char>(bits >> 8U);
    }
    return bytes;
}

}  // namespace

std::uint16_t half_bits(float number) {
    const auto bits = std::bit_cast<std::uint32_t>(number);
    const std::uint32_t sign = bits >> 16U & 0x8000U, magnitude = bits & 0x7FFFFFFFU;
    constexpr std::uint32_t infinite = 0x7F800000U, beyond = 0x477FF000U, smallest_normal = 0x38800000U;
    if (magnitude > infinite) return static_cast<std::uint16_t>(sign | 0x7E00U);
    if (magnitude >= beyond) return static_cast<std::uint16_t>(sign | 0x7C00U);
    if (magnitude < smallest_normal) {
        // Adding 1/2 rounds a number of this magnitude: the last bit of the sum is 2^-24.
        const float moved = std::bit_cast<float>(magnitude) + 0.5F;
        return static_cast<std::uint16_t>(
            sign | (std::bit_cast<std::uint32_t>(moved) - std::bit_cast<std::uint32_t>(0.5F)));
    }
    const std::uint32_t even = magnitude >> 13U & 1U;
    return static_cast<std::uint16_t>(sign | ((magnitude + 0xFFFU + even - ((127U - 15U) << 23U)) >> 13U));
}

void write_safetensors(AtomicFile& file, std::span<const WrittenTensor> tensors,
                       const std::vector<std::pair<std::string, std::string>>& metadata) {
    file.write(header_of(tensors, metadata));
    for (const WrittenTensor& tensor : tensors)
        for (std::size_t first = 0; first < tensor.numbers.size(); first += piece_numbers) {
            const auto piece =
                tensor.numbers.subspan(first, std::min(piece_numbers, tensor.numbers.size() - first));
            if (tensor.type == NumberType::float16)
                file.write(halves(piece));
            else
                file.write(as_bytes(piece));
        }
}

void write_safetensors(const std::string& path, std::span<const WrittenTensor> tensors,
                       const std::vector<std::pair<std::string, std::string>>& metadata) {
    AtomicFile file(path);
    write_safetensors(file, tensors, metadata);
    file.commit();
}

}  // namespace poslab
