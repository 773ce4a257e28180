#pragma once

#include "app/state/store.hpp"
#include "app/state/toast.hpp"

#include <functional>
#include <string>
#include <vector>

namespace poslab {

/// What a file can be opened as.
struct Opening {
    std::string label;  // "Queries and keys", "Signal": where it would go
    std::function<Toast(Store&)> open;
};

/// By its content: a picture or a result of this program or a session is one thing; another file goes to the parameters that accept
/// it: of the present view if there is one alone, else one of each kind, in the first view that has it. Throws InputError for a
/// file that is nothing of all that.
[[nodiscard]] std::vector<Opening> openings_of(const Store& store, const std::string& path);

/// A file that was chosen for this parameter of the present view.
[[nodiscard]] Toast open_for(Store& store, std::size_t parameter, const std::string& path);

}  // namespace poslab
