// Similarity of one patch to all patches, for every layout of a head and for the chosen one.

#include "core/views/rope_2d/head_panels.hpp"

#include <numbers>

namespace poslab::rope_2d {
namespace {

constexpr std::int64_t large_cells = 64, max_texts = 1024, max_dots = 48;

/// Formats with two decimals, or four in large cells; "≈1" if rounding gives an integer.
std::string similarity_text(double value, int decimals) {
    const double scale = std::pow(10.0, decimals), rounded = std::round(scale * value) / scale;
    constexpr double rounding = 1e-12;
    const bool hides = rounded == std::round(rounded) && std::abs(value - rounded) > rounding;
    return (hides ? "≈" : "") + format_number(rounded, decimals);
}

std::vector<std::string> similarity_texts(const Column& values) {
    std::vector<std::string> texts;
    if (std::ssize(*values) <= max_texts)
        for (const double value : *values)
            texts.push_back(similarity_text(value, std::ssize(*values) <= large_cells ? 4 : 2));
    return texts;
}

/// The similarity over the offset along a line through the patch.
Curve profile(const Drawing& on, std::size_t n) {
    const HeadGroup& group = on.first().params.head;
    const PatchLine& line = patch_lines[n];
    std::vector<double> offsets, values;
    const std::int64_t longest = std::max(group.rows(), group.columns());
    for (std::int64_t steps = 1 - longest; steps < longest; ++steps)
        if (const auto at = patch_along(group, line, steps)) {
            offsets.push_back(static_cast<double>(steps));
            values.push_back(value_of_patch(on.first(), arrays::similarity, *at));
        }
    // Two curves may coincide: the second one is thin and dashed, and drawn over the first.
    const bool second = n % 2 == 1;
    Curve curve =
        Curve(shared_column(std::move(offsets)), shared_column(std::move(values)), on.colors.curves[n])
            .emphasised(!second)
            .named(on.translate(line.name));
    if (second) curve.dashed({7, 4});
    return longest <= max_dots && !second ? curve.dotted() : curve;
}

/// A line through a patch, and the patch's offset on it. The compared patch is at 0 on all lines.
struct OnLine {
    std::size_t line;
    std::int64_t steps;
};
std::vector<OnLine> lines_through(const PatchOffset& at) {
    std::vector<OnLine> found;
    for (std::size_t n = 0; n < patch_lines.size(); ++n) {
        const std::int64_t steps = patch_lines[n].across != 0 ? at.across : at.down;
        if (steps * patch_lines[n].across == at.across && steps * patch_lines[n].down == at.down)
            found.push_back({n, steps});
    }
    return found;
}

/// A pointer over the plot marks all lines, over the matrix those through the patch under it.
void point_in_profiles(const Drawing& on, Panel& panel) {
    std::vector<OnLine> places;
    if (const auto offset = offset_at(on))
        for (std::size_t n = 0; n < patch_lines.size(); ++n) places.push_back({n, *offset});
    else if (const auto patch = patch_at(on))
        places = lines_through(*patch);
    if (places.empty()) return;
    PointerMark& pointer =
        point_at(panel, static_cast<double>(places.front().steps), signed_text(places.front().steps));
    for (const OnLine& place : places) {
        const auto patch = patch_along(on.first().params.head, patch_lines[place.line], place.steps);
        const double value = patch ? value_of_patch(on.first(), arrays::similarity, *patch) : std::nan("");
        if (std::isfinite(value))
            pointer.dots.push_back({{static_cast<double>(place.steps), value},
                                    on.colors.curves[place.line],
                                    format_number(value, 3),
                                    true});
    }
}

/// Marks the offsets that occur in training on every line.
void add_trained_band(const Drawing& on, Panel& panel) {
    const HeadGroup& group = on.first().params.head;
    std::int64_t steps = 0;
    const auto inside = [&](std::int64_t n) {
        return std::none_of(patch_lines.begin(), patch_lines.end(), [&](const PatchLine& line) {
            return is_beyond(group, group.layout, n * line.across, n * line.down);
        });
    };
    const std::int64_t longest = std::max(group.rows(), group.columns());
    while (steps < longest && inside(steps + 1)) ++steps;
    if (!trained_grid(group).differs || steps == longest) return;
    add(panel, SpanMark{-static_cast<double>(steps), static_cast<double>(steps), "",
                        on.translate("trained"_tr.as("range"))});
}

void draw_profiles(Drawing& on, Panel& panel) {
    const HeadGroup& group = on.first().params.head;
    panel.title = layout_name(group, group.layout, on.translate);
    panel.quantity = on.translate("similarity along lines through the patch"_tr);
    const auto [first, last] = offsets_of(group);
    panel.x = whole_axis(on.translate("offset, patches →"_tr),
                         static_cast<double>(std::min<std::int64_t>(-1, first)),
                         static_cast<double>(std::max<std::int64_t>(1, last)));
    ValueRange range{0, 1};
    for (const std::size_t n : {2U, 0U, 3U, 1U}) {
        Curve curve = profile(on, n);
        range.include(curve.y);
        add(panel, std::move(curve));
    }
    add_trained_band(on, panel);
    panel.y = {"", range.low < 0 ? std::min(-0.1, range.low * 1.1) : 0, 1.05};
    point_in_profiles(on, panel);
}

void draw_side_by_side_similarities(Drawing& on) {
    on.figure.bars.push_back(color_bar(on.translate("Similarity"_tr), similarity_scale(on.colors)));
    add_patch_key(on);
    add_beyond_key(on);
}

/// Adds a matrix for each layout.
void draw_layouts(Drawing& on) {
    const auto pointed = patch_at(on);
    for (const HeadLayout layout : shown_layouts(on.first().params.head)) {
        Panel& panel = on.figure.main.emplace_back();
        begin_patches(on, arrays::similarities, similarity_scale(on.colors), panel,
                      static_cast<std::int64_t>(layout));
        hatch_beyond(on, layout, panel);
        panel.title = layout_name(on.first().params.head, layout, on.translate, true);
        if (pointed) point_at_patch(*pointed, std::nan(""), panel);  // the readout has all values
    }
    on.figure.grid = true;
    draw_side_by_side_similarities(on);
}

void draw_patch(Drawing& on, Panel& panel) {
    begin_patches(on, arrays::similarity, similarity_scale(on.colors), panel);
    auto& map = std::get<HeatMapMark>(panel.marks.front());
    if (map.values) {
        map.cell_text = similarity_texts(map.values);
        if (!map.cell_text.empty()) map.numbers = CellNumbers{.decimals = 3};  // if digits are requested
    }
    hatch_beyond(on, on.first().params.head.layout, panel);
    auto pointed = patch_at(on);
    if (const auto offset = offset_at(on); offset && !pointed)
        pointed = patch_along(on.first().params.head, patch_lines.front(), *offset);
    if (pointed) point_at_patch(*pointed, value_of_patch(on.first(), arrays::similarity, *pointed), panel);
}

constexpr std::array<Text, picture_axes> axis_names{"time"_tr.as("axis"), "row y"_tr, "column x"_tr};

/// Adds the pairs of one axis; pairs of other axes have no point.
void add_axis(const Drawing& on, std::size_t axis, Panel& panel, ValueRange& range) {
    const Column all = on.first().row_of(arrays::pair_frequency, axis);
    std::vector<double> pairs, values;
    for (std::size_t p = 0; p < all->size(); ++p) {
        if ((*all)[p] == 0) continue;
        pairs.push_back(static_cast<double>(p));
        values.push_back(std::abs((*all)[p]));
    }
    if (pairs.empty()) return;
    range.include(shared_column(std::vector<double>(values)), 0);
    for (std::size_t n = 0; n < pairs.size(); ++n)
        add(panel, PointMark{{pairs[n], values[n]}, on.colors.curves[axis], "", false, false, true});
    on.key(KeyEntry::Swatch::color, on.colors.curves[axis], axis_names[axis]);
}

void draw_pairs(Drawing& on, Panel& panel) {
    const HeadGroup& group = on.first().params.head;
    panel.title = layout_name(group, group.layout, on.translate);
    panel.quantity = on.translate("rad per patch, by the axis that a pair follows"_tr);
    const Array* array = on.first().find(arrays::pair_frequency);
    if (array == nullptr || array->shape.size() != 2) {
        if (on.first().data != nullptr && group.layout == HeadLayout::directions)
            panel.message = on.translate("mean over all directions: no single head"_tr);
        return;
    }
    const auto pairs = static_cast<double>(array->shape[1]);
    panel.x = whole_axis(on.translate("pair p →"_tr), -0.5, std::max(0.5, pairs - 0.5));
    ValueRange range;
    for (std::size_t axis = 0; axis < picture_axes; ++axis) add_axis(on, axis, panel, range);
    panel.y =
        logarithmic_axis("", range.empty() ? 0.1 : range.low / 1.5, range.empty() ? 1 : range.high * 1.5);
    const TrainedGrid trained = trained_grid(group);
    const double turn = 2 * std::numbers::pi / static_cast<double>(std::max(trained.rows, trained.columns));
    if (turn > panel.y.low && turn < panel.y.high)
        add(panel, Curve(panel.x, turn, on.colors.text2)
                       .dashed(long_dashes)
                       .named(on.translate("one turn over the grid"_tr))
                       .along());
    if (const auto x = on.x(); x && !range.empty()) {
        const auto pair = static_cast<std::size_t>(std::clamp(std::round(*x), 0.0, pairs - 1));
        PointerMark& pointer =
            point_at(panel, static_cast<double>(pair), format_integer(static_cast<std::int64_t>(pair)));
        for (std::size_t axis = 0; axis < picture_axes; ++axis)
            if (const double value = std::abs((*on.first().row_of(arrays::pair_frequency, axis))[pair]);
                value > 0)
                add_dot(pointer, value, on.colors.curves[axis], format_number(value, 4, 9));
    }
}

void read_pairs(Reading& reading) {
    const Array* array = reading.first().find(arrays::pair_frequency);
    if (array == nullptr || array->shape.size() != 2) return;
    const auto x = reading.x();
    const auto pairs = static_cast<double>(array->shape[1]);
    const auto pair = static_cast<std::size_t>(x ? std::clamp(std::round(*x), 0.0, pairs - 1) : 0);
    reading.set_source(x.has_value(), "first pair"_tr);
    reading.head("pair"_tr,
                 readout_value(static_cast<double>(pair), format_integer(static_cast<std::int64_t>(pair))));
    for (std::size_t axis = 0; axis < picture_axes; ++axis) {
        const double value = (*reading.first().row_of(arrays::pair_frequency, axis))[pair];
        reading.row(axis_names[axis], readout_value(value, 4, 9), reading.translate("rad/patch"_tr),
                    reading.colors.curves[axis]);
    }
    reading.formula(
        std::string(R"(\theta_{p,y} = \omega_{p,y} \, y, \quad \theta_{p,x} = \omega_{p,x} \, x)"));
}

constexpr Part pairs_part{.title = {}, .draw = &draw_pairs};
constexpr Part patch_part{.title = {}, .draw = &draw_patch};
constexpr Part profiles_part{.title = {}, .draw = &draw_profiles, .place = PanelRole::companion};

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
constexpr FigureRow pairs_figure{.id = "pairs",
                                 .title = "Pairs"_tr.as("figure"),
                                 .arrays = {arrays::pair_frequency},
                                 .draw = {pairs_part},
                                 .read = &read_pairs,
                                 .one_each = true,
                                 .idle = of_plane + of_cells + IdList{"patch-x", "patch-y"},
                                 .subtitle = &subtitle_of_heads,
                                 .formula = &formula_of_similarity,
                                 .warned = Warned::in_readout};
constexpr FigureRow patch_figure{.id = "patch",
                                 .title = "Patch"_tr,
                                 .arrays = {arrays::similarity},
                                 .draw = {&draw_side_by_side_similarities, patch_part, profiles_part},
                                 .read = &read_patch,
                                 .one_each = true,
                                 .idle = of_plane + of_cells,
                                 .subtitle = &subtitle_of_heads,
                                 .formula = &formula_of_similarity,
                                 .warned = Warned::nowhere};

}  // namespace poslab::rope_2d
