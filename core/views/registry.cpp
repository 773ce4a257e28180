// Part of every target that poslab_add_views makes, beside its list: the views themselves and their interface need no registry.
#include "core/views/registry.hpp"

#include "core/base/errors.hpp"
#include "core/views/view.hpp"

#include <fmt/format.h>
#include <string>

namespace poslab {

const View& find_view(std::string_view id) {
    std::string known;
    for (const View* view : all_views()) {
        if (view->info().id == id) return *view;
        if (!known.empty()) known += ", ";
        known += view->info().id;
    }
    throw UsageError(tr("unknown view '{}'; there are: {}", id, known));
}

}  // namespace poslab
