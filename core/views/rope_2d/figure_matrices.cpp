// The matrices, as numbers or as handwritten formulas.

#include "core/base/number_format.hpp"
#include "core/views/rope_2d/matrix_panels.hpp"

namespace poslab::rope_2d {
namespace {

constexpr std::size_t longest_next_to_others = 9;  // in characters; longer entries need a matrix on its own

std::size_t characters(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

bool are_long(const std::vector<std::string>& texts) {
    return std::any_of(texts.begin(), texts.end(),
                       [](const std::string& text) { return characters(text) > longest_next_to_others; });
}

bool by_hand(const Params& params) { return params.cell.cell_text == CellText::formula; }

/// Returns the matrices to show. With formulas only those that have one, and only the rotation if its entries
/// are long.
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

void point_at_entry(const Drawing& on, const ShownMatrix& matrix, EntryIndex at, Panel& panel) {
    PointerMark& pointer = point_at(panel, Point{static_cast<double>(at.column), static_cast<double>(at.row)},
                                    format_integer(at.column + 1), format_integer(at.row + 1));
    const double value = entry_value(on.first(), *matrix.array, at);
    if (!std::isfinite(value)) return;
    pointer.tip_label = symbolic_entry(on.first().params.plane, matrix, at);
    pointer.tip_value = entry_text(value);
}

void draw_matrix(const Drawing& on, const ShownMatrix& matrix, Panel& panel) {
    const Variant& variant = on.first();
    panel.become<MatrixPanel>();
    panel.title = matrix.title;
    panel.x = panel.y = entry_axis(size_of(variant.params.plane.construction));
    HeatMapMark map = heat_map(variant.find(*matrix.array), entry_scale(on.colors));
    if (map.values != nullptr) {
        map.cell_text = texts_of(variant.params, matrix, map.values);
        if (!by_hand(variant.params)) map.numbers = CellNumbers{.decimals = 3};  // if digits are requested
    }
    add(panel, std::move(map));
}

bool exceeds_scale(const Variant& variant, const std::vector<ShownMatrix>& matrices) {
    return std::any_of(matrices.begin(), matrices.end(), [&](const ShownMatrix& matrix) {
        const Column values = variant[*matrix.array];
        return std::any_of(values->begin(), values->end(),
                           [](double value) { return std::abs(value) > 1 + 1e-9; });
    });
}

/// Adds the meanings of the letters, or a note that the rotation has no short form.
void add_meanings(const Drawing& on) {
    const PlaneGroup& group = on.first().params.plane;
    for (std::string& meaning : symbol_meanings(group))
        on.key(KeyEntry::Swatch::line, no_swatch, std::move(meaning));
    const bool numbers_only = symbolic_entries(group, MatrixName::rotation).front().empty();
    if (numbers_only) on.key(KeyEntry::Swatch::line, no_swatch, "R: numbers only"_tr);
    if (!on.figure.key.empty()) on.figure.key_title = on.translate("where"_tr);
}

void draw_matrices(Drawing& on) {
    const Variant& variant = on.first();
    const auto pointed = entry_at(on);
    const std::vector<ShownMatrix> matrices = matrices_of(variant.params);
    for (const ShownMatrix& matrix : matrices) {
        Panel& panel = on.figure.main.emplace_back();
        draw_matrix(on, matrix, panel);
        if (pointed) point_at_entry(on, matrix, *pointed, panel);
    }
    on.figure.grid = true;
    ColorBar& bar = on.figure.bars.emplace_back(color_bar(on.translate("Entry"_tr), entry_scale(on.colors)));
    bar.open_low = bar.open_high = exceeds_scale(variant, matrices);
    if (by_hand(variant.params)) add_meanings(on);
}

}  // namespace

constexpr FigureRow matrices_figure{
    .id = "matrices",
    .title = "Matrices"_tr,
    .arrays = {arrays::generator_x, arrays::generator_y, arrays::rotation, arrays::relative,
               arrays::rotation_difference, arrays::residual_matrix},
    .draw = {&draw_matrices},
    .read = &read_matrices,
    .one_each = true,
    .idle = of_heads + of_patches + IdList{"extent"},
    .warned = Warned::in_figure};

std::optional<EntryIndex> entry_at(const Showing& on) {
    const auto at = on.in_main();
    if (!at) return std::nullopt;
    const double size = size_of(on.first().params.plane.construction);
    const double row = std::floor(at->y), column = std::floor(at->x);
    if (row < 0 || column < 0 || row >= size || column >= size) return std::nullopt;
    return EntryIndex{static_cast<std::int64_t>(row), static_cast<std::int64_t>(column)};
}

double entry_value(const Variant& variant, const ArrayRow& row, EntryIndex at) {
    const Array* values = variant.find(row);
    if (values == nullptr || at.row >= values->shape[0] || at.column >= values->shape[1]) return std::nan("");
    return (*values->data)[static_cast<std::size_t>(at.row * values->shape[1] + at.column)];
}

std::string symbolic_entry(const PlaneGroup& group, const ShownMatrix& matrix, EntryIndex at) {
    if (!matrix.name) return {};
    const std::vector<std::string> entries = symbolic_entries(group, *matrix.name);
    const auto index = static_cast<std::size_t>(at.row * size_of(group.construction) + at.column);
    return index < entries.size() ? entries[index] : std::string();
}

std::string decimals_next_to_a_whole_number(double value) {
    constexpr int usual = 4, most = 9;
    for (int decimals = usual;; ++decimals) {
        std::string text = fmt::format("{:.{}f}", value, decimals);
        if (decimals == most || number_of_digits(text) != std::round(value)) return text;
    }
}

std::string entry_text(double value) {
    constexpr double least = 0.5e-4, rounding = 1e-12;
    if (std::abs(value) < rounding) return "0";
    if (value == std::round(value)) return format_number(value, 0);
    if (std::abs(value) >= least)
        return (value < 0 ? "−" : "") + decimals_next_to_a_whole_number(std::abs(value));
    const std::string digits = fmt::format("{:.0e}", std::abs(value));
    const std::size_t e = digits.find('e');
    return (value < 0 ? "−" : "") + digits.substr(0, e) + "×" + power_of_ten(std::stoi(digits.substr(e + 1)));
}

ColorScale entry_scale(const Palette& colors) { return {colors.diverging, ScaleKind::symmetric, -1, 0, 1}; }

}  // namespace poslab::rope_2d
