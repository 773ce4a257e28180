// Figures over positions and dimensions: cosines and sines of the rotation, sinusoidal encodings next to a
// learned table.

#include "core/base/random.hpp"
#include "core/encoding/rotation_facts.hpp"
#include "core/views/frequencies/arrays.hpp"

namespace poslab::frequencies {
namespace {

/// A map of a function of the angle iθ.
struct ShownMap {
    std::string_view title;
    const ArrayRow& array;
    double (*of_angle)(double);
};
constexpr std::array<ShownMap, 2> shown_maps{
    {{"cos iθ", arrays::cosine_map, [](double angle) { return std::cos(angle); }},
     {"sin iθ", arrays::sine_map, [](double angle) { return std::sin(angle); }}}};

ColorScale unit_scale(const Showing& on) { return {on.colors.diverging, ScaleKind::symmetric, -1, 0, 1}; }

/// Sets up the panel of a map, with the border of the trained length if it is below the length.
void fill_map(const Drawing& on, HeatMapMark map, Text across, Panel& panel) {
    const LengthsGroup& lengths = on.first().params.lengths;
    const auto trained = static_cast<double>(lengths.train_length),
               right = static_cast<double>(map.columns.end);
    panel.become<MatrixPanel>({.stretch = true});
    panel.x = whole_axis(on.translate(across), 0, right);
    panel.y = whole_axis("i ↓", 0, static_cast<double>(map.rows.end));
    add(panel, std::move(map));
    if (lengths.train_length < lengths.length)
        add(panel, BoundaryMark{BoundaryMark::Kind::trained, {{0, trained}, {right, trained}}, {}});
}

void draw_map(const Drawing& on, const Variant& variant, const ArrayRow& row, Text across, Panel& panel) {
    HeatMapMark map = heat_map(variant.find(row), unit_scale(on));
    if (map.values == nullptr) {
        map.rows = {0, variant.params.lengths.length};
        map.columns = {0, 1};
    }
    fill_map(on, std::move(map), across, panel);
}

/// Marks row and column under the pointer, with the exact value.
void point_at_angle(const Drawing& on, const Variant& variant, const ShownMap& shown, Panel& panel) {
    const auto cell = map_cell_at(on, variant);
    if (!cell) return;
    const double angle =
        static_cast<double>(cell->position) * variant.at(arrays::inverse_frequency, cell->pair);
    PointerMark& pointer = point_at_cell(panel, static_cast<std::int64_t>(cell->pair), cell->position);
    pointer.tip_label = shown.title;
    pointer.tip_value = format_number(shown.of_angle(angle), 4);
}

void add_bar(Drawing& on) { on.figure.bars.push_back(color_bar(on.translate("Value"_tr), unit_scale(on))); }

void draw_maps(Drawing& on) {
    for (const Variant& variant : on.variants)
        for (const ShownMap& shown : shown_maps) {
            Panel& panel = on.figure.main.emplace_back();
            panel.title = (on.single_variant() ? "" : variant.label + "  ") + std::string(shown.title);
            draw_map(on, variant, shown.array, "pair p →"_tr, panel);
            point_at_angle(on, variant, shown, panel);
        }
    add_bar(on);
}

void draw_sinusoidal(Drawing& on, Panel& panel) {
    draw_map(on, on.first(), arrays::sinusoidal_map, "dimension →"_tr, panel);
}

/// Returns an arbitrary value in place of a learned one.
double stand_in(std::int64_t row, std::int64_t column) {
    const std::uint64_t bits =
        random_bits(1, static_cast<std::uint64_t>(column), static_cast<std::uint64_t>(row));
    return 0.8 * (static_cast<double>(bits >> 11U) * 0x1p-52 - 1);
}

/// Draws a learned table: rows up to the trained length, none beyond.
void draw_learned(Drawing& on, Panel& panel) {
    constexpr std::int64_t max_rows = 512, max_columns = 128;
    const LengthsGroup& lengths = on.first().params.lengths;
    const Array* sinusoidal = on.first().find(arrays::sinusoidal_map);
    const std::int64_t dimensions = sinusoidal == nullptr ? 1 : sinusoidal->shape[1];
    HeatMapMark map;
    map.scale = unit_scale(on);
    map.height = std::min(max_rows, lengths.length);
    map.width = std::min(max_columns, dimensions);
    map.rows = {0, lengths.length};
    map.columns = {0, dimensions};
    std::vector<double> numbers;
    for (std::int64_t row = 0; row < map.height; ++row)
        for (std::int64_t column = 0; column < map.width; ++column)
            numbers.push_back(row * lengths.length / map.height < lengths.train_length ? stand_in(row, column)
                                                                                       : std::nan(""));
    map.values = shared_column(std::move(numbers));
    fill_map(on, std::move(map), "dimension →"_tr, panel);
}

void draw_inner_products(Drawing& on, Panel& panel) {
    const Variant& variant = on.first();
    const std::int64_t start = variant.params.lengths.train_length;
    panel.quantity = on.translate(
        "curve: RoPE's S(Δ); dots: inner products from position {}, beyond training", format_integer(start));
    panel.x = distance_axis(on);
    panel.y = similarity_axis(on.variants.first(1), arrays::unscaled_envelope.low);
    add(panel, LevelMark{0, ""});
    add(panel, band_and_mean(variant, arrays::unscaled_envelope, 1, on.colors.curves[0], panel)
                   .filled()
                   .emphasised()
                   .named("Σ cos Δω"));
    const Column x = variant[arrays::unscaled_envelope.distance],
                 theta = variant[arrays::inverse_frequency_unscaled];
    for (std::size_t n = 0; n < x->size(); n += std::max<std::size_t>(1, x->size() / 24))
        if (const double distance = (*x)[n]; distance >= 1)
            add(panel, PointMark{{distance, sinusoidal_product(*theta, static_cast<double>(start), distance)},
                                 on.colors.curves[1],
                                 ""});
}

void draw_side_by_side_encodings(Drawing& on) {
    const LengthsGroup& lengths = on.first().params.lengths;
    add_bar(on);
    if (lengths.train_length < lengths.length)
        on.key(KeyEntry::Swatch::missing, {}, "no row in the table"_tr);
}

constexpr Part sinusoidal_part{.title = "Sinusoidal"_tr, .draw = &draw_sinusoidal, .of_first = true};
constexpr Part learned_part{
    .title = "Learned table (made-up numbers)"_tr, .draw = &draw_learned, .of_first = true};
constexpr Part inner_products_part{.title = "Inner products of sinusoidal encodings"_tr,
                                   .draw = &draw_inner_products,
                                   .place = PanelRole::companion,
                                   .of_first = true};

}  // namespace

constexpr FigureRow map_figure =
    with_notes("map", "Cosines"_tr, {&draw_maps}, &read_map, {arrays::cosine_map, arrays::sine_map});
constexpr FigureRow encodings_figure =
    with_notes("encodings", "Encodings"_tr,
               {&draw_side_by_side_encodings, sinusoidal_part, learned_part, inner_products_part},
               &read_slowest, ArrayList(arrays::sinusoidal_map) + arrays::unscaled_envelope.list());

std::optional<MapCell> map_cell_at(const Showing& on, const Variant& variant) {
    const auto at = on.in_main();
    const std::size_t pairs = pairs_of(variant);
    if (!at || pairs == 0) return std::nullopt;
    const auto index = [](double position, auto count) {
        return std::clamp(std::floor(position), 0.0, static_cast<double>(count) - 1);
    };
    return MapCell{static_cast<std::int64_t>(index(at->y, variant.params.lengths.length)),
                   static_cast<std::size_t>(index(at->x, pairs))};
}

}  // namespace poslab::frequencies
