// Similarity of one patch to all patches, by every layout of a head and by the chosen one.

#include "core/base/number_format.hpp"
#include "core/views/rope_2d/head_panels.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::rope_2d {

namespace {

constexpr std::int64_t most_texts = 1024, most_dots = 48;

ColorBar similarity_bar(const Style& style) {
    ColorBar bar;
    bar.title = Words(style.language)("Similarity"_tr);
    bar.scale = similarity_scale();
    return bar;
}

/// Two decimals, so that all have a place.
std::vector<std::string> similarity_texts(const Column& values) {
    std::vector<std::string> texts;
    if (std::ssize(*values) <= most_texts)
        for (const double value : *values) texts.push_back(format_number(std::round(100 * value) / 100, 2));
    return texts;
}

/// Offsets along a line through the patch, and the similarity there.
LineMark profile(const Variant& variant, std::size_t n, const Style& style) {
    const HeadGroup& group = variant.params.head;
    const PatchLine& line = patch_lines[n];
    std::vector<double> offsets, values;
    for (std::int64_t steps = 1 - group.grid; steps < group.grid; ++steps)
        if (const auto at = patch_along(group, line, steps)) {
            offsets.push_back(static_cast<double>(steps));
            values.push_back(value_of_patch(variant, "similarity", *at));
        }
    // Of two that may be the same, the second one is thin and dashed, and drawn over the first.
    const bool second = n % 2 == 1;
    LineMark mark = curve_mark(shared_column(std::move(offsets)), shared_column(std::move(values)), palette(style.theme).curves[n],
                               second ? Emphasis::other : Emphasis::chosen, std::string(in(style.language, line.name)));
    if (second) mark.dashes = {7, 4};
    if (group.grid <= most_dots && !second) mark.dot_every = 1;
    return mark;
}

/// Lines on which a patch lies, and where: all of them at 0.
struct OnLine {
    std::size_t line;
    std::int64_t steps;
};
std::vector<OnLine> lines_through(const PatchPlace& at) {
    std::vector<OnLine> found;
    for (std::size_t n = 0; n < patch_lines.size(); ++n) {
        const std::int64_t steps = patch_lines[n].across != 0 ? at.across : at.down;
        if (steps * patch_lines[n].across == at.across && steps * patch_lines[n].down == at.down) found.push_back({n, steps});
    }
    return found;
}

void add_dot(const Variant& variant, const OnLine& at, const Style& style, PointerMark& pointer) {
    const auto patch = patch_along(variant.params.head, patch_lines[at.line], at.steps);
    const double value = patch ? value_of_patch(variant, "similarity", *patch) : std::nan("");
    if (std::isfinite(value))
        pointer.dots.push_back(
            {{static_cast<double>(at.steps), value}, palette(style.theme).curves[at.line], format_number(value, 3), true});
}

/// The pointer over the plot itself marks all lines, over the matrix those that the patch lies on.
void point_in_profiles(const Variant& variant, const Style& style, const Cursor& cursor, Panel& panel) {
    std::vector<OnLine> places;
    if (const auto offset = pointed_offset(variant.params.head, cursor, "patch"))
        for (std::size_t n = 0; n < patch_lines.size(); ++n) places.push_back({n, *offset});
    else if (const auto patch = pointed_patch(variant.params.head, cursor, "patch"))
        places = lines_through(*patch);
    if (places.empty()) return;
    PointerMark pointer;
    pointer.x = static_cast<double>(places.front().steps);
    pointer.x_chip = signed_text(places.front().steps);
    for (const OnLine& place : places) add_dot(variant, place, style, pointer);
    panel.pointer = std::move(pointer);
}

Panel profile_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const HeadGroup& group = variant.params.head;
    Panel panel;
    panel.title = layout_name(group, group.layout, style);
    panel.quantity = words("similarity along lines through the patch"_tr);
    const auto [first, last] = offsets_of(group);
    panel.x = {words("offset, patches →"_tr), static_cast<double>(std::min<std::int64_t>(-1, first)),
               static_cast<double>(std::max<std::int64_t>(1, last))};
    panel.x.whole = true;
    ValueRange range{0, 1};
    for (const std::size_t n : {2U, 0U, 3U, 1U}) {
        panel.marks.emplace_back(profile(variant, n, style));
        range.take(std::get<LineMark>(panel.marks.back()).y);
    }
    panel.y = {"", range.low < 0 ? std::min(-0.1, range.low * 1.1) : 0, 1.05};
    point_in_profiles(variant, style, cursor, panel);
    return panel;
}

}  // namespace

void add_similarity_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Variant& variant = variants.front();
    const HeadGroup& group = variant.params.head;
    const auto pointed = pointed_patch(group, cursor, "similarity");
    for (std::size_t n = 0; n < head_layouts; ++n) {
        const auto layer = static_cast<std::int64_t>(n);
        Panel panel = patch_panel(variant, "similarities", similarity_scale(), style, layer);
        panel.title = layout_name(group, static_cast<HeadLayout>(n), style, true);
        if (pointed) point_at_patch(*pointed, std::nan(""), panel);  // the readout has all values
        figure.main.push_back(std::move(panel));
    }
    figure.grid = true;
    figure.bars.push_back(similarity_bar(style));
    figure.key.push_back(patch_key(group, style));
}

void add_patch_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Variant& variant = variants.front();
    const HeadGroup& group = variant.params.head;
    Panel panel = patch_panel(variant, "similarity", similarity_scale(), style);
    auto& map = std::get<HeatMapMark>(panel.marks.front());
    if (map.values) map.cell_text = similarity_texts(map.values);
    if (const auto pointed = pointed_patch(group, cursor, "patch")) {
        point_at_patch(*pointed, value_of_patch(variant, "similarity", *pointed), panel);
    } else if (const auto offset = pointed_offset(group, cursor, "patch")) {
        if (const auto along = patch_along(group, patch_lines.front(), *offset))
            point_at_patch(*along, value_of_patch(variant, "similarity", *along), panel);
    }
    figure.main.push_back(std::move(panel));
    figure.bars.push_back(similarity_bar(style));
    figure.key.push_back(patch_key(group, style));
    figure.companions.push_back(profile_panel(variant, style, cursor));
}

}  // namespace poslab::rope_2d
