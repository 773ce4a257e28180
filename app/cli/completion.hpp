#pragma once

#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// The shells that completion() knows.
[[nodiscard]] std::span<const std::string_view> shells();

/// `completion SHELL`: the script by which that shell completes commands, views, options and what an option takes, made of the
/// commands' options and the views' descriptors. Throws UsageError for another shell.
[[nodiscard]] std::string completion(std::string_view shell);

}  // namespace poslab
