#pragma once

#include <span>
#include <string_view>

namespace poslab {

class View;

/// All views of the program, in the order of the list (core/views/views.list).
[[nodiscard]] std::span<const View* const> all_views();
/// Throws UsageError naming the views there are.
[[nodiscard]] const View& find_view(std::string_view id);

}  // namespace poslab
