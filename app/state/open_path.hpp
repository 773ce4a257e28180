#pragma once

#include "app/state/store.hpp"
#include "app/state/toast.hpp"

#include <string>

namespace poslab {

/// A file that was dropped or opened: what `poslab compute` wrote goes to the view that it names; another one to the first
/// parameter that accepts it, of the present view, else of another, which is then shown. Returns what the user is told of it.
[[nodiscard]] Toast open_path(Store& store, const std::string& path);

/// A file that was chosen for this parameter of the present view.
[[nodiscard]] Toast open_for(Store& store, std::size_t parameter, const std::string& path);

}  // namespace poslab
