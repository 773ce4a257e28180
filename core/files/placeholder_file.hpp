#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace poslab {

/// The number of first bytes by which a placeholder is recognised.
inline constexpr std::size_t placeholder_bytes = 64;

/// Throws InputError, "PATH: why", for a file that begins as what is often downloaded in place of a file: a Git LFS pointer or an
/// HTML page.
void refuse_placeholder(const std::string& path, std::string_view start);

}  // namespace poslab
