#include "core/views/view.hpp"

#include "core/errors.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace poslab {

int parameter_index(const View& view, std::string_view id) {
    const auto list = view.parameters();
    for (std::size_t i = 0; i < list.size(); ++i)
        if (list[i].id == id) return static_cast<int>(i);
    return -1;
}

Descriptor on_track(const View& view, const Values& values, std::size_t index) {
    Descriptor descriptor = view.parameters()[index];
    if (descriptor.track_end.empty()) return descriptor;
    const int end = parameter_index(view, descriptor.track_end);
    const auto* number = end < 0 ? nullptr : std::get_if<std::int64_t>(&values.at(static_cast<std::size_t>(end)));
    if (number == nullptr || static_cast<double>(*number) >= descriptor.maximum) return descriptor;
    descriptor.maximum = std::max(static_cast<double>(*number), descriptor.minimum);
    descriptor.open_maximum = false;
    return descriptor;
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
