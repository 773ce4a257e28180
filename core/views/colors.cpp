#include "core/views/colors.hpp"

#include "core/views/axes.hpp"
#include "core/views/figure_scales.hpp"
#include "core/views/guides.hpp"

#include <algorithm>
#include <array>

namespace poslab {
namespace {

// In the order of the enumerations.
constexpr std::array magnitude_maps{ColorMap::viridis, ColorMap::cividis, ColorMap::magma, ColorMap::grey};
constexpr std::array signed_color_maps{ColorMap::signed_diverging, ColorMap::blue_red,
                                       ColorMap::purple_green};

/// The first map has a variant for dark backgrounds.
bool is_signed(ColorMap map) { return map == signed_color_maps.front() || map == ColorMap::signed_dark; }

}  // namespace

ColorScale with_colors(ColorScale scale, const AxesGroup& chosen) {
    if (scale.map == magnitude_maps.front())
        scale.map = magnitude_maps.at(static_cast<std::size_t>(chosen.colors));
    const auto signed_place = static_cast<std::size_t>(chosen.signed_colors);
    if (is_signed(scale.map) && signed_place > 0) scale.map = signed_color_maps.at(signed_place);
    return scale;
}

void apply_colors(Figure& figure, const AxesGroup& chosen, Theme theme) {
    each_scale(figure, [&](const std::string& /*place*/, ColorScale& scale) {
        scale = with_colors(scale, chosen);
        if (scale.map == ColorMap::grey && theme == Theme::dark) scale.map = ColorMap::grey_dark;
    });
    figure.signed_colors = signed_color_maps.at(static_cast<std::size_t>(chosen.signed_colors));
}

void limit_colors(Figure& figure, std::string_view figure_id, const AxisSettings& settings) {
    for (const AxisSetting& setting : settings.list) {
        const auto number = static_cast<std::size_t>(setting.plot);
        if (!setting.color || !setting.limited || (!setting.figure.empty() && setting.figure != figure_id))
            continue;
        if (number < 1 || number > figure.bars.size()) continue;
        ColorBar& bar = figure.bars[number - 1];
        const ColorScale before = bar.scale;
        const bool impossible = before.kind == ScaleKind::logarithmic && setting.low <= 0;
        const double low = impossible ? before.low : setting.low;
        if (!(low < setting.high)) continue;
        bar.open_low = bar.open_low || low > before.low;
        bar.open_high = bar.open_high || setting.high < before.high;
        each_scale(figure, [&](const std::string& /*place*/, ColorScale& scale) {
            if (!(scale == before)) return;
            scale.low = low;
            scale.high = setting.high;
        });
    }
}

void apply_settings(Figure& figure, std::string_view figure_id, const AxesGroup& chosen, Theme theme) {
    if (chosen.guides == Guides::none) remove_guides(figure);
    apply_axes(figure, figure_id, chosen.axes);
    apply_colors(figure, chosen, theme);
    limit_colors(figure, figure_id, chosen.axes);
}

bool shows_colors_of(const Figure& figure, const Descriptor& descriptor) {
    bool found = false;
    each_scale(figure, [&](const std::string& /*place*/, const ColorScale& scale) {
        const ColorMap map = is_signed(scale.map)               ? signed_color_maps.front()
                             : scale.map == ColorMap::grey_dark ? ColorMap::grey
                                                                : scale.map;
        found = found || std::any_of(descriptor.domain.choices.begin(), descriptor.domain.choices.end(),
                                     [&](const Choice& choice) { return find_color_map(choice.id) == map; });
    });
    return found;
}

}  // namespace poslab
