#pragma once

#include <span>
#include <string_view>

namespace poslab {

class View;

/// Returns all views in the order of core/views/views.list.
[[nodiscard]] std::span<const View* const> all_views();
/// Returns the view with this id. Throws a UsageError that lists the views.
[[nodiscard]] const View& find_view(std::string_view id);

}  // namespace poslab
