#include "core/views/view.hpp"

#include "core/errors.hpp"

#include <fmt/format.h>

namespace poslab {

int parameter_index(const View& view, std::string_view id) {
    const auto list = view.parameters();
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].id == id) return static_cast<int>(i);
    return -1;
}

const View& find_view(std::string_view id) {
    std::string known;
    for (const View* view : all_views()) {
        if (view->info().id == id) return *view;
        if (!known.empty()) known += ", ";
        known += view->info().id;
    }
    throw UsageError(fmt::format("unknown view '{}'; there are: {}", id, known));
}

}  // namespace poslab
