#pragma once

#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// Returns the shells that completion() supports.
[[nodiscard]] std::span<const std::string_view> shells();

/// Returns the script of `completion SHELL`, which completes commands, views, options and their values. It is
/// generated from the commands' options and the views' descriptors. Throws UsageError for an unknown shell.
[[nodiscard]] std::string completion(std::string_view shell);

}  // namespace poslab
