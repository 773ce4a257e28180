#pragma once

#include "core/base/job.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

/// Larger files are refused.
inline constexpr std::size_t max_tokens_read = std::size_t{1} << 24U;

/// Reads token ids: an .npy of one dimension and any integer type, a JSON list, or integers separated by
/// spaces, commas or line ends; the first bytes determine the format. Throws InputError, "PATH: why", if
/// there are no or too many tokens, and for values outside [0, vocabulary), with their position (counted from
/// 0); Cancelled.
[[nodiscard]] std::vector<std::int32_t> read_tokens(const std::string& path, std::int64_t vocabulary,
                                                    const Job& job = {});

}  // namespace poslab
