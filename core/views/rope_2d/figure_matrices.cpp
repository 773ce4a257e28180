// The matrices themselves, with numbers or as they are written by hand.

#include "core/base/number_format.hpp"
#include "core/views/rope_2d/matrix_panels.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::rope_2d {

namespace {

constexpr std::size_t longest_beside_others = 9;  // characters; longer ones need a matrix of its own

std::size_t characters(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

bool are_long(const std::vector<std::string>& texts) {
    return std::any_of(texts.begin(), texts.end(),
                       [](const std::string& text) { return characters(text) > longest_beside_others; });
}

bool by_hand(const Params& params) { return params.cell.cell_text == CellText::formula; }

/// With formulas those that have one; only the rotation where its entries are long.
std::vector<ShownMatrix> matrices_of(const Params& params) {
    if (!by_hand(params)) return {shown_matrices.begin(), shown_matrices.end()};
    const bool alone = are_long(symbolic_entries(params.plane, MatrixName::rotation));
    return {shown_matrices.begin() + (alone ? 2 : 0), shown_matrices.begin() + 3};
}

std::vector<std::string> texts_of(const Params& params, const ShownMatrix& matrix, const Column& values) {
    std::vector<std::string> texts;
    if (by_hand(params) && matrix.name) texts = symbolic_entries(params.plane, *matrix.name);
    if (texts.size() != values->size()) texts.assign(values->size(), {});
    for (std::size_t n = 0; n < texts.size(); ++n) {
        if (texts[n].empty()) texts[n] = entry_text((*values)[n]);
    }
    return texts;
}

Axis entry_axis(int size) {
    Axis axis;
    axis.high = size;
    for (int n = 1; n <= size; ++n) axis.labels.push_back(std::to_string(n));
    return axis;
}

void point_at_entry(const Variant& variant, const ShownMatrix& matrix, EntryPlace at, Panel& panel) {
    PointerMark pointer;
    pointer.x = static_cast<double>(at.column);
    pointer.y = static_cast<double>(at.row);
    pointer.x_chip = format_integer(at.column + 1);
    pointer.y_chip = format_integer(at.row + 1);
    const double value = entry_value(variant, matrix.array, at);
    if (std::isfinite(value)) {
        pointer.tip_label = symbolic_entry(variant.params.plane, matrix, at);
        pointer.tip_value = entry_text(value);
    }
    panel.pointer = std::move(pointer);
}

Panel matrix_panel(const Variant& variant, const ShownMatrix& matrix) {
    const int size = size_of(variant.params.plane.construction);
    Panel panel;
    panel.kind = Panel::Kind::matrix;
    panel.title = matrix.title;
    panel.x = entry_axis(size);
    panel.y = entry_axis(size);
    HeatMapMark map;
    map.scale = entry_scale();
    if (const Array* values = variant.data == nullptr ? nullptr : variant.data->find(matrix.array); values != nullptr) {
        map.values = values->data;
        map.height = values->shape[0];
        map.width = values->shape[1];
        map.rows = values->extents[0];
        map.columns = values->extents[1];
        map.cell_text = texts_of(variant.params, matrix, values->data);
    }
    panel.marks.emplace_back(std::move(map));
    return panel;
}

bool exceeds_scale(const Variant& variant, const std::vector<ShownMatrix>& matrices) {
    return std::any_of(matrices.begin(), matrices.end(), [&](const ShownMatrix& matrix) {
        const Column values = column_of(variant, matrix.array);
        return std::any_of(values->begin(), values->end(), [](double value) { return std::abs(value) > 1 + 1e-9; });
    });
}

/// What the letters mean; that there are none off the commuting family.
void add_meanings(const PlaneGroup& group, const Style& style, Figure& figure) {
    const Words words(style.language);
    const auto add = [&](std::string text) {
        figure.key.push_back({KeyEntry::Swatch::line, Color{0, 0, 0, 0}, std::move(text), ""});
    };
    for (std::string& meaning : symbol_meanings(group)) add(std::move(meaning));
    const bool numbers_only = symbolic_entries(group, MatrixName::rotation).front().empty();
    if (numbers_only) add(words("R: no short form"_tr));
    if (!figure.key.empty()) figure.key_title = words("where"_tr);
}

}  // namespace

std::optional<EntryPlace> pointed_entry(const PlaneGroup& group, const Cursor& cursor) {
    if (!cursor.active || cursor.companion || cursor.figure != "matrices" || !std::isfinite(cursor.x + cursor.y))
        return std::nullopt;
    const double size = size_of(group.construction);
    const double row = std::floor(cursor.y), column = std::floor(cursor.x);
    if (row < 0 || column < 0 || row >= size || column >= size) return std::nullopt;
    return EntryPlace{static_cast<std::int64_t>(row), static_cast<std::int64_t>(column)};
}

double entry_value(const Variant& variant, std::string_view array, EntryPlace at) {
    const Array* values = variant.data == nullptr ? nullptr : variant.data->find(array);
    if (values == nullptr || at.row >= values->shape[0] || at.column >= values->shape[1]) return std::nan("");
    return (*values->data)[static_cast<std::size_t>(at.row * values->shape[1] + at.column)];
}

std::string symbolic_entry(const PlaneGroup& group, const ShownMatrix& matrix, EntryPlace at) {
    if (!matrix.name) return {};
    const std::vector<std::string> entries = symbolic_entries(group, *matrix.name);
    const auto index = static_cast<std::size_t>(at.row * size_of(group.construction) + at.column);
    return index < entries.size() ? entries[index] : std::string();
}

std::string entry_text(double value) {
    constexpr double least = 0.5e-4, rounding = 1e-12;
    if (std::abs(value) < rounding) return "0";
    if (value == std::round(value)) return format_number(value, 0);
    if (std::abs(value) >= least) return (value < 0 ? "−" : "") + fmt::format("{:.4f}", std::abs(value));
    const std::string digits = fmt::format("{:.0e}", std::abs(value));
    const std::size_t e = digits.find('e');
    return (value < 0 ? "−" : "") + digits.substr(0, e) + "×" + power_of_ten(std::stoi(digits.substr(e + 1)));
}

ColorScale entry_scale() { return {ColorMap::signed_diverging, ScaleKind::symmetric, -1, 0, 1}; }

void add_matrices_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Variant& variant = variants.front();
    const PlaneGroup& group = variant.params.plane;
    const auto pointed = pointed_entry(group, cursor);
    const std::vector<ShownMatrix> matrices = matrices_of(variant.params);
    for (const ShownMatrix& matrix : matrices) {
        Panel panel = matrix_panel(variant, matrix);
        if (pointed) point_at_entry(variant, matrix, *pointed, panel);
        figure.main.push_back(std::move(panel));
    }
    figure.grid = true;
    ColorBar bar;
    bar.title = Words(style.language)("Entry"_tr);
    bar.scale = entry_scale();
    bar.open_low = bar.open_high = exceeds_scale(variant, matrices);
    figure.bars.push_back(std::move(bar));
    if (by_hand(variant.params)) add_meanings(group, style, figure);
}

}  // namespace poslab::rope_2d
