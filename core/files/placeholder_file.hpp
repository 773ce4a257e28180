#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace poslab {

/// The number of initial bytes that identify a placeholder.
inline constexpr std::size_t placeholder_bytes = 64;

/// Throws InputError, "PATH: why", for a file that begins like a common placeholder of a download: a Git LFS
/// pointer or an HTML page.
void refuse_placeholder(const std::string& path, std::string_view start);

}  // namespace poslab
