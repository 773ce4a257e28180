// Compiled into every target that poslab_add_views makes, next to its list: the views and their interface
// need no registry.
#include "core/views/registry.hpp"

#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"
#include "core/views/view.hpp"

#include <string_view>

namespace poslab {

const View& find_view(std::string_view id) {
    for (const View* view : all_views())
        if (view->info().id == id) return *view;
    const auto ids = collect_names(all_views(), [](const View* view) { return view->info().id; });
    throw UsageError(tr("unknown view '{}'; views: {}", id, names_for(id, ids)));
}

}  // namespace poslab
