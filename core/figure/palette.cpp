#include "core/figure/palette.hpp"

namespace poslab {

namespace {

constexpr Palette light{.canvas = rgb(0xFFFFFF),
                        .chrome = rgb(0xF6F6F3),
                        .raised = rgb(0xFFFFFF),
                        .hover = rgb(0xECECE7),
                        .press = rgb(0xE0E0DA),
                        .selected = rgb(0xE9E7FA),
                        .hairline = rgb(0xE4E4DE),
                        .divider = rgb(0xD4D4CE),
                        .border = rgb(0xC6C7C1),
                        .text = rgb(0x17191C),
                        .text2 = rgb(0x50555D),
                        .text3 = rgb(0x62676F),
                        .accent = rgb(0x4B44C4),
                        .accent_hover = rgb(0x3A34A3),
                        .on_accent = rgb(0xFFFFFF),
                        .ink = rgb(0x3C4048),
                        .track = rgb(0xD9D9D3),
                        .segment = rgb(0xE9E9E4),
                        .thumb = rgb(0xFFFFFF),
                        .grid = rgb(0xEEEEEA),
                        .axis = rgb(0x8B8F96),
                        .ghost = rgb(0x8B8F96),
                        .band = rgb(0xF3F3EE),
                        .edge = rgb(0x62676F),
                        .warm = rgb(0xB35400),
                        .cool = rgb(0x1F4E84),
                        .nan_fill = rgb(0xE2E2DD),
                        .nan_mark = rgb(0x7C7F7C),
                        .ok = rgb(0x1B7044),
                        .warn = rgb(0x8A5200),
                        .error = rgb(0xB3261E),
                        .tooltip = rgb(0x22252A),
                        .tooltip_text = rgb(0xF2F3F4),
                        .tooltip_label = rgb(0xB4B9C1),
                        .scrim = {0x17, 0x19, 0x1C, 92},
                        .curves = {rgb(0x0072B2), rgb(0xD55E00), rgb(0x009E73), rgb(0xCC79A7), rgb(0xE69F00),
                                   rgb(0x56B4E9), rgb(0x000000)},
                        .diverging = ColorMap::signed_diverging};

constexpr Palette dark{.canvas = rgb(0x121417),
                       .chrome = rgb(0x1A1C20),
                       .raised = rgb(0x22252A),
                       .hover = rgb(0x282B31),
                       .press = rgb(0x30343B),
                       .selected = rgb(0x2B2950),
                       .hairline = rgb(0x2B2E34),
                       .divider = rgb(0x3A3E46),
                       .border = rgb(0x444952),
                       .text = rgb(0xECEDEF),
                       .text2 = rgb(0xAEB3BB),
                       .text3 = rgb(0x949AA4),
                       .accent = rgb(0xA9A3FF),
                       .accent_hover = rgb(0xC1BCFF),
                       .on_accent = rgb(0x14131F),
                       .ink = rgb(0xC9CDD3),
                       .track = rgb(0x3A3E46),
                       .segment = rgb(0x25282E),
                       .thumb = rgb(0x3B3F47),
                       .grid = rgb(0x202328),
                       .axis = rgb(0x757C87),
                       .ghost = rgb(0x6B717B),
                       .band = rgb(0x1B1E23),
                       .edge = rgb(0x949AA4),
                       .warm = rgb(0xF0A04B),
                       .cool = rgb(0x7FB2E5),
                       .nan_fill = rgb(0x2B2E34),
                       .nan_mark = rgb(0x7E8590),
                       .ok = rgb(0x5CC58E),
                       .warn = rgb(0xE0A33E),
                       .error = rgb(0xFF8A80),
                       .tooltip = rgb(0x2E3239),
                       .tooltip_text = rgb(0xF2F3F4),
                       .tooltip_label = rgb(0xB4B9C1),
                       .scrim = {0, 0, 0, 140},
                       .curves = {rgb(0x56B4E9), rgb(0xE69F00), rgb(0x009E73), rgb(0xCC79A7), rgb(0xF0E442),
                                  rgb(0xD55E00), rgb(0xFFFFFF)},
                       .diverging = ColorMap::signed_dark};

}  // namespace

const Palette& palette(Theme theme) { return theme == Theme::dark ? dark : light; }

std::vector<double> curve_dashes(std::size_t n) {
    switch (n % dash_patterns) {
        case 1:
            return {8, 4};
        case 2:
            return {2, 3};
        case 3:
            return {8, 3, 2, 3};
        default:
            return {};
    }
}

Color seen_arc(const Palette& colors) {
    constexpr int share = 82;
    const auto mixed = [](int top, int under) {
        return static_cast<std::uint8_t>((share * top + (100 - share) * under) / 100);
    };
    const Color top = colors.curves[0];
    const Color under = colors.canvas;
    if (under.r > 127) return top;
    return {mixed(top.r, under.r), mixed(top.g, under.g), mixed(top.b, under.b), 255};
}

}  // namespace poslab
