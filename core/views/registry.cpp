// Compiled into every target that poslab_add_views makes, next to its list: the views and their interface
// need no registry.
#include "core/views/registry.hpp"

#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"
#include "core/views/view.hpp"

#include <string_view>

namespace poslab {

/// Returns the view with this id; null if there is none. Creates no other view: the choices of some are read
/// from large tables. Made by poslab_add_views.
const View* only_view(std::string_view id);

const View& find_view(std::string_view id) {
    if (const View* view = only_view(id)) return *view;
    const auto ids = collect_names(all_views(), [](const View* view) { return view->info().id; });
    throw UsageError(tr("unknown view '{}'; views: {}", id, names_for(id, ids)));
}

}  // namespace poslab
