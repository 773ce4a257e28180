// Similarity of one patch to all patches, by every layout of a head and by the chosen one.

#include "core/base/number_format.hpp"
#include "core/views/rope_2d/head_panels.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::rope_2d {

namespace {

constexpr std::int64_t most_texts = 1024, most_dots = 48;

/// Two decimals, so that all have a place.
std::vector<std::string> similarity_texts(const Column& values) {
    std::vector<std::string> texts;
    if (std::ssize(*values) <= most_texts)
        for (const double value : *values) texts.push_back(format_number(std::round(100 * value) / 100, 2));
    return texts;
}

/// Offsets along a line through the patch, and the similarity there.
Curve profile(const Drawing& on, std::size_t n) {
    const HeadGroup& group = on.first().params.head;
    const PatchLine& line = patch_lines[n];
    std::vector<double> offsets, values;
    for (std::int64_t steps = 1 - group.grid; steps < group.grid; ++steps)
        if (const auto at = patch_along(group, line, steps)) {
            offsets.push_back(static_cast<double>(steps));
            values.push_back(value_of_patch(on.first(), arrays::similarity, *at));
        }
    // Of two that may be the same, the second one is thin and dashed, and drawn over the first.
    const bool second = n % 2 == 1;
    Curve curve = Curve(shared_column(std::move(offsets)), shared_column(std::move(values)), on.colors.curves[n])
                      .chosen(!second)
                      .named(on.words(line.name));
    if (second) curve.dashed({7, 4});
    return group.grid <= most_dots && !second ? curve.dotted() : curve;
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

/// The pointer over the plot itself marks all lines, over the matrix those that the patch lies on.
void point_in_profiles(const Drawing& on, Panel& panel) {
    std::vector<OnLine> places;
    if (const auto offset = offset_at(on))
        for (std::size_t n = 0; n < patch_lines.size(); ++n) places.push_back({n, *offset});
    else if (const auto patch = patch_at(on))
        places = lines_through(*patch);
    if (places.empty()) return;
    PointerMark& pointer = point_at(panel, static_cast<double>(places.front().steps), signed_text(places.front().steps));
    for (const OnLine& place : places) {
        const auto patch = patch_along(on.first().params.head, patch_lines[place.line], place.steps);
        const double value = patch ? value_of_patch(on.first(), arrays::similarity, *patch) : std::nan("");
        if (std::isfinite(value))
            pointer.dots.push_back(
                {{static_cast<double>(place.steps), value}, on.colors.curves[place.line], format_number(value, 3), true});
    }
}

void draw_profiles(Drawing& on, Panel& panel) {
    const HeadGroup& group = on.first().params.head;
    panel.title = layout_name(group, group.layout, on.words);
    panel.quantity = on.words("similarity along lines through the patch"_tr);
    const auto [first, last] = offsets_of(group);
    panel.x = whole_axis(on.words("offset, patches →"_tr), static_cast<double>(std::min<std::int64_t>(-1, first)),
                         static_cast<double>(std::max<std::int64_t>(1, last)));
    ValueRange range{0, 1};
    for (const std::size_t n : {2U, 0U, 3U, 1U}) {
        Curve curve = profile(on, n);
        range.take(curve.y);
        add(panel, std::move(curve));
    }
    panel.y = {"", range.low < 0 ? std::min(-0.1, range.low * 1.1) : 0, 1.05};
    point_in_profiles(on, panel);
}

void draw_beside_similarities(Drawing& on) {
    on.figure.bars.push_back(color_bar(on.words("Similarity"_tr), similarity_scale(on.colors)));
    add_patch_key(on);
}

/// A matrix of each layout.
void draw_layouts(Drawing& on) {
    const auto pointed = patch_at(on);
    for (std::size_t n = 0; n < head_layouts; ++n) {
        Panel& panel = on.figure.main.emplace_back();
        begin_patches(on, arrays::similarities, similarity_scale(on.colors), panel, static_cast<std::int64_t>(n));
        panel.title = layout_name(on.first().params.head, static_cast<HeadLayout>(n), on.words, true);
        if (pointed) point_at_patch(*pointed, std::nan(""), panel);  // the readout has all values
    }
    on.figure.grid = true;
    draw_beside_similarities(on);
}

void draw_patch(Drawing& on, Panel& panel) {
    begin_patches(on, arrays::similarity, similarity_scale(on.colors), panel);
    auto& map = std::get<HeatMapMark>(panel.marks.front());
    if (map.values) map.cell_text = similarity_texts(map.values);
    auto pointed = patch_at(on);
    if (const auto offset = offset_at(on); offset && !pointed)
        pointed = patch_along(on.first().params.head, patch_lines.front(), *offset);
    if (pointed) point_at_patch(*pointed, value_of_patch(on.first(), arrays::similarity, *pointed), panel);
}

constexpr Part patch_part{.title = {}, .draw = &draw_patch};
constexpr Part profiles_part{.title = {}, .draw = &draw_profiles, .place = Place::companion};

}  // namespace

constexpr FigureRow similarity_figure{.id = "similarity",
                                      .title = "Heads"_tr.as("layouts"),
                                      .arrays = {arrays::similarities},
                                      .draw = {&draw_layouts},
                                      .read = &read_similarities,
                                      .one_each = true,
                                      .idle = of_plane + of_cells + IdList{"layout"},
                                      .subtitle = &subtitle_of_heads,
                                      .formula = &formula_of_similarity,
                                      .warned = Warned::nowhere};
constexpr FigureRow patch_figure{.id = "patch",
                                 .title = "Patch"_tr,
                                 .arrays = {arrays::similarity},
                                 .draw = {&draw_beside_similarities, patch_part, profiles_part},
                                 .read = &read_patch,
                                 .one_each = true,
                                 .idle = of_plane + of_cells,
                                 .subtitle = &subtitle_of_heads,
                                 .formula = &formula_of_similarity,
                                 .warned = Warned::nowhere};

}  // namespace poslab::rope_2d
