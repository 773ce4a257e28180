#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// More tokens are refused.
inline constexpr std::size_t most_tokens_read = std::size_t{1} << 24U;

/// Tokens as numbers: an .npy of one dimension and any type of integers, a JSON list, or a text of integers with spaces, commas or
/// line ends between them, told apart by the first bytes. Throws InputError, "PATH: why", for none, too many, and for what is no
/// whole number in [0, vocabulary), with its place (counted from 0, as positions are).
[[nodiscard]] std::vector<std::int32_t> read_tokens(const std::string& path, std::int64_t vocabulary);

}  // namespace poslab
