// Figures over positions and dimensions: cosines and sines of the rotation, sinusoidal encodings beside a learned table.

#include "core/base/number_format.hpp"
#include "core/base/random.hpp"
#include "core/views/frequencies/frequencies.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::frequencies {

namespace {

ColorScale unit_scale() { return {ColorMap::signed_diverging, ScaleKind::symmetric, -1, 0, 1}; }

Panel map_panel(const Variant& variant, std::string_view name, std::string title, std::string across) {
    Panel panel;
    panel.kind = Panel::Kind::matrix;
    panel.stretch = true;
    panel.title = std::move(title);
    HeatMapMark map;
    map.scale = unit_scale();
    const auto length = variant.params.lengths.length;
    map.rows = {0, length};
    if (const Array* array = variant.data ? variant.data->find(name) : nullptr) {
        map.values = array->data;
        map.height = array->shape[0];
        map.width = array->shape[1];
        map.rows = array->extents[0];
        map.columns = array->extents[1];
    }
    if (map.columns.size() == 0) map.columns = {0, 1};
    panel.x = {std::move(across), 0, static_cast<double>(map.columns.end), false, true};
    panel.y = {"i ↓", 0, static_cast<double>(map.rows.end), false, true};
    panel.marks.emplace_back(std::move(map));
    return panel;
}

/// Row and column under the pointer, with the exact value there.
void point_at_cell(const Variant& variant, std::string_view name, const Cursor& cursor, Panel& panel) {
    const auto cell = map_cell_at(variant, cursor);
    const Column theta = column_of(variant, "inverse_frequency");
    if (!cell || cell->pair >= theta->size()) return;
    PointerMark pointer;
    pointer.x = static_cast<double>(cell->pair);
    pointer.y = static_cast<double>(cell->position);
    pointer.x_chip = format_integer(static_cast<std::int64_t>(cell->pair));
    pointer.y_chip = format_integer(cell->position);
    const double angle = static_cast<double>(cell->position) * (*theta)[cell->pair];
    pointer.tip_label = name == "cosine_map" ? "cos iθ" : "sin iθ";
    pointer.tip_value = format_number(name == "cosine_map" ? std::cos(angle) : std::sin(angle), 4);
    panel.pointer = std::move(pointer);
}

void add_trained_line(const Params& params, double width, Panel& panel) {
    const std::int64_t trained = params.lengths.train_length;
    if (trained >= params.lengths.length) return;
    BoundaryMark border;
    border.kind = BoundaryMark::Kind::trained;
    border.points = {{0, static_cast<double>(trained)}, {width, static_cast<double>(trained)}};
    panel.marks.emplace_back(std::move(border));
}

ColorBar value_bar(const Words& words) { return {words("Value"_tr), unit_scale(), INFINITY, ""}; }

/// Any number at all: what a row holds is learned.
double stand_in(std::int64_t row, std::int64_t column) {
    const std::uint64_t bits = random_bits(1, static_cast<std::uint64_t>(column), static_cast<std::uint64_t>(row));
    return 0.8 * (static_cast<double>(bits >> 11U) * 0x1p-52 - 1);
}

/// Rows that training has filled, and those that are not there: the table ends where training ended.
Panel learned_panel(const Variant& variant, std::int64_t dimensions, const Style& style) {
    const Words words(style.language);
    const std::int64_t length = variant.params.lengths.length;
    const std::int64_t trained = std::min(variant.params.lengths.train_length, length);
    Panel panel;
    panel.kind = Panel::Kind::matrix;
    panel.stretch = true;
    panel.title = words("Learned table (made-up numbers)"_tr);
    panel.x = {words("dimension →"_tr), 0, static_cast<double>(dimensions), false, true};
    panel.y = {"i ↓", 0, static_cast<double>(length), false, true};
    HeatMapMark map;
    map.scale = unit_scale();
    constexpr std::int64_t rows = 512;
    map.height = std::min(rows, length);
    map.width = std::min<std::int64_t>(dimensions, 128);
    map.rows = {0, length};
    map.columns = {0, dimensions};
    std::vector<double> there;
    for (std::int64_t row = 0; row < map.height; ++row)
        for (std::int64_t column = 0; column < map.width; ++column)
            there.push_back(row * length / map.height < trained ? stand_in(row, column) : std::nan(""));
    map.values = shared(std::move(there));
    panel.marks.emplace_back(std::move(map));
    add_trained_line(variant.params, static_cast<double>(dimensions), panel);
    return panel;
}

/// ⟨PE(i), PE(i + Δ)⟩/(d/2) from the encodings themselves.
double inner_product(const std::vector<double>& theta, double i, double distance) {
    double sum = 0;
    for (const double frequency : theta)
        sum += std::sin(i * frequency) * std::sin((i + distance) * frequency) +
               std::cos(i * frequency) * std::cos((i + distance) * frequency);
    return theta.empty() ? 0 : sum / static_cast<double>(theta.size());
}

Panel inner_product_panel(const Variant& variant, const Style& style) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    Panel panel;
    panel.title = words("Inner products of sinusoidal encodings"_tr);
    const std::string trained = format_integer(variant.params.lengths.train_length);
    panel.quantity = words("the curve is RoPE's S(Δ); dots: multiplied out from position {}, beyond training", trained);
    panel.x = distance_axis(variant.params, words);
    const Column x = column_of(variant, "envelope_distance_unscaled");
    const Column lowest = column_of(variant, "envelope_low_unscaled");
    double low = -0.25;
    for (const double value : *lowest) low = std::min(low, value);
    panel.y = {"", std::floor(low * 4) / 4, 1, false};
    panel.marks.emplace_back(LevelMark{0, ""});
    panel.marks.emplace_back(AreaMark{x, lowest, column_of(variant, "envelope_high_unscaled"), colors.curves[0].with_alpha(0.3)});
    LineMark line;
    line.x = x;
    line.y = column_of(variant, "envelope_mean_unscaled");
    line.color = colors.curves[0];
    line.emphasis = Emphasis::chosen;
    line.label = "Σ cos Δω";
    panel.marks.emplace_back(std::move(line));
    const Column theta = column_of(variant, "inverse_frequency_unscaled");
    const auto start = static_cast<double>(variant.params.lengths.train_length);
    for (std::size_t n = 0; n < x->size(); n += std::max<std::size_t>(1, x->size() / 24))
        if ((*x)[n] >= 1)
            panel.marks.emplace_back(
                PointMark{{(*x)[n], inner_product(*theta, start, (*x)[n])}, colors.curves[1], "", false, false});
    return panel;
}

}  // namespace

std::optional<MapCell> map_cell_at(const Variant& variant, const Cursor& cursor) {
    const std::size_t pairs = column_of(variant, "inverse_frequency")->size();
    if (!cursor.active || cursor.figure != "map" || pairs == 0 || !std::isfinite(cursor.x) || !std::isfinite(cursor.y))
        return std::nullopt;
    return MapCell{std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(cursor.y)), 0, variant.params.lengths.length - 1),
                   static_cast<std::size_t>(std::clamp(std::floor(cursor.x), 0.0, static_cast<double>(pairs - 1)))};
}

void add_map_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Words words(style.language);
    const Variant& first = variants.front();
    const std::string across = words("pair p →"_tr);
    for (const Variant& variant : variants) {
        const std::string label = variants.size() > 1 ? variant.label + "  " : "";
        figure.main.push_back(map_panel(variant, "cosine_map", label + "cos iθ", across));
        figure.main.push_back(map_panel(variant, "sine_map", label + "sin iθ", across));
    }
    for (Panel& panel : figure.main) add_trained_line(first.params, panel.x.high, panel);
    for (std::size_t i = 0; i < figure.main.size(); ++i)
        point_at_cell(variants[i / 2], i % 2 == 0 ? "cosine_map" : "sine_map", cursor, figure.main[i]);
    figure.bars.push_back(value_bar(words));
}

void add_encodings_figure(std::span<const Variant> variants, const Style& style, const Cursor&, Figure& figure) {
    const Words words(style.language);
    const Variant& first = variants.front();
    Panel sinusoidal = map_panel(first, "sinusoidal_map", words("Sinusoidal"_tr), words("dimension →"_tr));
    const auto dimensions = static_cast<std::int64_t>(sinusoidal.x.high);
    add_trained_line(first.params, sinusoidal.x.high, sinusoidal);
    figure.main.push_back(std::move(sinusoidal));
    figure.main.push_back(learned_panel(first, dimensions, style));
    figure.bars.push_back(value_bar(words));
    figure.companions.push_back(inner_product_panel(first, style));
    using Swatch = KeyEntry::Swatch;
    if (first.params.lengths.train_length < first.params.lengths.length)
        figure.key = {{Swatch::missing, {}, words("no row in the table"_tr), ""}};
}

}  // namespace poslab::frequencies
