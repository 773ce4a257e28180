#include "core/controls/listing.hpp"

#include "core/controls/slider_scale.hpp"

#include <algorithm>
#include <tuple>

namespace poslab {

bool has_row(const Descriptor& descriptor) {
    if (descriptor.control.widget == Widget::buttons) return true;
    switch (descriptor.kind) {
        case Kind::choice:
        case Kind::choice_list:
        case Kind::toggle:
        case Kind::optional_real:
        case Kind::list:
        case Kind::file:
            return true;
        default:
            return false;
    }
}

ListSection section_of(const Descriptor& descriptor) {
    const bool affects_display = descriptor.stage != Stage::prepare && !has_slider(descriptor) &&
                           descriptor.control.listed != Listed::prominent;  // not what is computed
    if (affects_display) return ListSection::display;
    return descriptor.control.listed == Listed::rare ? ListSection::rare : ListSection::parameters;
}

std::vector<std::size_t> listed_parameters(const View& view, const FigureInfo& figure, const Values& values,
                                           ListSection section) {
    constexpr int leading_order = -10;
    const auto descriptors = view.parameters();
    const std::vector<bool> used = used_in(view, figure, values);
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < descriptors.size(); ++i) {
        const Descriptor& descriptor = descriptors[i];
        const bool has_control =
            descriptor.control.listed != Listed::nowhere && (has_slider(descriptor) || has_row(descriptor));
        if (used[i] && has_control && section_of(descriptor) == section) list.push_back(i);
    }
    const auto rank = [&](std::size_t i) {
        const Descriptor& d = descriptors[i];
        const bool choice = d.kind == Kind::choice || d.kind == Kind::toggle;
        return std::tuple(d.control.order > leading_order, !choice, d.control.order, !has_slider(d));
    };
    std::stable_sort(list.begin(), list.end(),
                     [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
    return list;
}

}  // namespace poslab
