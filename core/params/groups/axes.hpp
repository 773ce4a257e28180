#pragma once

#include "core/params/parameters.hpp"

namespace poslab {

enum class MagnitudeColors { viridis, cividis, magma, grey };
enum class SignedColors { blue_orange, blue_red, purple_green };
enum class Guides { all, none };

/// Axes of a view's plots and colours of its matrices and maps; every view has them. Zoom and pan set `axes`.
struct AxesGroup {
    AxisSettings axes;
    MagnitudeColors colors = MagnitudeColors::viridis;
    SignedColors signed_colors = SignedColors::blue_orange;
    Guides guides = Guides::all;

    using Magnitudes = MagnitudeColors;
    static constexpr auto magnitude_maps =
        choices<Magnitudes>({{Magnitudes::viridis, "viridis", untranslated("Viridis")},
                             {Magnitudes::cividis, "cividis", untranslated("Cividis")},
                             {Magnitudes::magma, "magma", untranslated("Magma")},
                             {Magnitudes::grey, "grey", "Grey"_tr}});
    static constexpr auto signed_maps =
        choices<SignedColors>({{SignedColors::blue_orange, "blue-orange", "Blue, orange"_tr},
                               {SignedColors::blue_red, "blue-red", "Blue, red"_tr},
                               {SignedColors::purple_green, "purple-green", "Purple, green"_tr}});

    static constexpr auto guide_choices = choices<Guides>(
        {{Guides::all, "all", "All"_tr.as("guides")}, {Guides::none, "none", "None"_tr.as("guides")}});

    static auto fields() {
        return std::tuple{
            parameter(&AxesGroup::colors,
                      {.id = "colors",
                       .label = "Colours"_tr,
                       .help = "Colour map of unsigned values that are not split at w."_tr,
                       .stage = Stage::style,
                       .domain = {.choices = magnitude_maps},
                       .control = {.widget = Widget::colors, .order = 20}}),
            parameter(&AxesGroup::signed_colors, {.id = "signed-colors",
                                                  .label = "Signed colours"_tr,
                                                  .help = "Colour map of signed values; its middle is 0."_tr,
                                                  .stage = Stage::style,
                                                  .domain = {.choices = signed_maps},
                                                  .control = {.widget = Widget::colors, .order = 21}}),
            parameter(
                &AxesGroup::guides,
                {.id = "guides",
                 .label = "Guides"_tr,
                 .help = "Lines, regions and notes that mark lengths and windows: trained, target, w."_tr,
                 .stage = Stage::style,
                 .domain = {.choices = guide_choices},
                 .control = {.order = 22}}),
            parameter(&AxesGroup::axes,
                      {.id = "axes",
                       .label = "Axes"_tr,
                       .help = "Scales and limits of plots, as in x:0:100,y:log: [FIGURE/]x "
                               "or y with the plot number; linear, log or symlog; A:B."_tr,
                       .stage = Stage::style,
                       .control = {.listed = Listed::nowhere}})};
    }
};

}  // namespace poslab
