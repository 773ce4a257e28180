#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Models of SentencePiece, byte by byte.

namespace poslab::test {

inline std::string varint(std::uint64_t value) {
    std::string bytes;
    for (; value >= 0x80; value >>= 7U) bytes += static_cast<char>((value & 0x7FU) | 0x80U);
    return bytes += static_cast<char>(value);
}

/// A field of Protocol Buffers that holds bytes.
inline std::string field(std::uint64_t number, std::string_view bytes) {
    return varint(number << 3U | 2U) + varint(bytes.size()) + std::string(bytes);
}

/// A piece of a model; type 1 is normal, 2 unknown, 4 user-defined.
inline std::string piece(std::string_view text, std::uint64_t type = 1) {
    return field(1, field(1, text) + varint(3U << 3U) + varint(type));
}

/// A unigram model of a few pieces with this normalization map.
inline std::string model_with_map(std::string_view map) {
    return piece("<unk>", 2) + piece("a") + piece("\u2581") + field(3, field(2, map));
}

/// A map: the size of the array, the array, the texts.
inline std::string normalization_map(const std::vector<std::uint32_t>& units, std::string_view texts) {
    const auto put = [](std::string& to, std::uint32_t number) {
        for (unsigned shift = 0; shift < 32; shift += 8)
            to += static_cast<char>(static_cast<unsigned char>(number >> shift));
    };
    std::string map;
    put(map, static_cast<std::uint32_t>(4 * units.size()));
    for (const std::uint32_t unit : units) put(map, unit);
    return map += texts;
}

}  // namespace poslab::test
