#include "core/base/formula_markup.hpp"
#include "core/base/number_format.hpp"
#include "core/views/colors.hpp"
#include "core/views/position_matrix/arrays.hpp"

#include <fmt/format.h>
#include <cmath>

namespace poslab::position_matrix {

namespace {

std::string range_words(const Params& params, double position, std::int64_t distance,
                        const Translator& translate) {
    if (is_masked(position)) return translate("masked"_tr);
    std::string text;
    if (has_window(params)) text = translate(distance < params.map.w ? "inside w, "_tr : "outside w, "_tr);
    return text +
           translate(std::abs(position) <= last_trained(params) ? "trained"_tr.as("is") : "untrained"_tr);
}

std::string notes(const Variant& variant, const Translator& translate) {
    if (variant.data == nullptr) return {};
    const PositionMapSpec& map = variant.params.map;
    const LengthsGroup& lengths = variant.params.lengths;
    const std::string trained = format_integer(lengths.train_length - 1);
    const double first = variant[values::first_out_of_range_length];
    const std::string from = format_number(first, 0, 15);
    if (variant[values::out_of_range_fraction] == 0)
        return std::isfinite(first)
                   ? translate(
                         "Up to length {} every position stays within the trained maximum of {}; from length "
                         "{} on, some exceed it.",
                         format_integer(lengths.length), trained, from)
                   : translate("At any length every position stays within the trained maximum of {}.",
                               trained);
    std::string text = translate(
        "Positions reach {}, beyond the trained maximum of {}; from length {} on, some leave the trained "
        "range.",
        format_number(variant[values::max_position], 3), trained, from);
    const auto keeps = map.map->k_that_keeps;
    const auto k = keeps != nullptr ? keeps(map, lengths.length, lengths.train_length) : std::nullopt;
    if (k) text += translate(" A k of {} or more would keep every cell in range.", format_number(*k, 2));
    return text;
}

void read_position(Reading& to, std::size_t n, const Cell& cell) {
    const Variant& variant = to.variants[n];
    const bool of_distance = variant.params.map.map->of_distance;
    const std::string label =
        to.label(n, fmt::format("{} {}", to.translate("Position"_tr), of_distance ? "p(Δ)" : "p(i, j)"));
    const double position = position_in(variant.params, cell);
    if (is_masked(position)) return to.row(label, "–", to.translate("tokens"_tr));
    to.cell(label, exact(position, format_number(position, 6)), to.translate("tokens"_tr),
            with_colors(shared_scale(to), to.first().params.axes));
}

/// Adds the difference of two compared variants.
void read_difference(Reading& to, const Cell& cell) {
    if (to.variants.size() != 2) return;
    const double first = position_in(to.variants[0].params, cell),
                 second = position_in(to.variants[1].params, cell);
    const bool masked = is_masked(first) || is_masked(second);
    to.row("Difference"_tr, exact(first - second, masked ? "–" : format_number(first - second, 6)),
           to.translate("tokens"_tr));
}

/// Adds the formula, with the numbers of the cell unless it is masked.
void read_formula(Reading& to, const Cell& cell) {
    const Params& params = to.first().params;
    const PositionMap& map = *params.map.map;
    to.formula(map.definition(to.translate, params.map));
    const double position = position_in(params, cell);
    if (is_masked(position)) return;
    const bool ahead = cell.key > cell.query;
    // The map is odd: for a key after the query, the mirrored cell comes first.
    const std::string mirrored = map.of_distance ? "p(-\\Delta)" : "p(j, i)";
    const std::string inserted =
        map.inserted(params.map, std::max(cell.query, cell.key), std::min(cell.query, cell.key));
    to.formula(fmt::format("{}&= {}{}{}", ahead ? mirrored + " " : "", inserted,
                           inserted.empty() ? "" : " = ", live(format_number(std::abs(position), 6))));
    if (ahead)
        to.formula(fmt::format("{} &= -{} = {}", map.of_distance ? "p(\\Delta)" : "p(i, j)", mirrored,
                               live(format_number(position, 6))));
}

}  // namespace

void read_cell(Reading& to) {
    const Params& params = to.first().params;
    const Cell cell = cell_at(to, params);
    to.where(cell.pointed, "last query"_tr);
    to.head("query i"_tr, exact(static_cast<double>(cell.query), format_integer(cell.query)));
    to.head("key j"_tr, exact(static_cast<double>(cell.key), format_integer(cell.key)));
    to.head("distance Δ"_tr, exact(static_cast<double>(cell.distance()), format_integer(cell.distance())));
    for (std::size_t n = 0; n < to.variants.size(); ++n) read_position(to, n, cell);
    read_difference(to, cell);
    const bool masked = params.window.causal && cell.distance() < 0;
    to.row("RoPE position"_tr,
           exact(static_cast<double>(cell.distance()), masked ? "–" : format_integer(cell.distance())),
           to.translate("tokens"_tr));
    to.row("Range"_tr,
           range_words(params, position_in(params, cell), std::abs(cell.distance()), to.translate));
    read_formula(to, cell);
    to.readout.notes = notes(to.first(), to.translate);
}

}  // namespace poslab::position_matrix
