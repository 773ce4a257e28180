#include "core/base/formula_markup.hpp"
#include "core/views/position_matrix/arrays.hpp"

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

void read_position(Reading& reading, std::size_t n, const Cell& cell) {
    const Variant& variant = reading.variants[n];
    const bool of_distance = variant.params.map.map->of_distance;
    const std::string label = reading.label(
        n, fmt::format("{} {}", reading.translate("Position"_tr), of_distance ? "p(Δ)" : "p(i, j)"));
    const double position = position_in(variant, cell);
    if (is_masked(position)) return reading.row(label, "–", reading.translate("tokens"_tr));
    reading.cell(label, readout_value(position, 6, 12), reading.translate("tokens"_tr),
                 with_colors(shared_scale(reading), reading.first().params.axes));
}

/// Adds the difference of two compared variants.
void read_difference(Reading& reading, const Cell& cell) {
    if (reading.variants.size() != 2) return;
    const double first = position_in(reading.variants[0], cell),
                 second = position_in(reading.variants[1], cell);
    const bool masked = is_masked(first) || is_masked(second);
    reading.row("Difference"_tr,
                readout_value(first - second, masked ? "–" : format_number(first - second, 6)),
                reading.translate("tokens"_tr));
}

/// Adds the formula, with the numbers of the cell unless it is masked.
void read_formula(Reading& reading, const Cell& cell) {
    const Params& params = reading.first().params;
    const PositionMap& map = *params.map.map;
    reading.formula(map.definition(reading.translate, params.map));
    const double position = position_in(reading.first(), cell);
    if (is_masked(position)) return;
    const bool ahead = cell.key > cell.query;
    // The map is odd: for a key after the query, the mirrored cell comes first.
    const std::string mirrored = map.of_distance ? "p(-\\Delta)" : "p(j, i)";
    const std::string inserted =
        map.inserted(params.map, std::max(cell.query, cell.key), std::min(cell.query, cell.key));
    reading.formula(fmt::format("{}&= {}{}{}", ahead ? mirrored + " " : "", inserted,
                                inserted.empty() ? "" : " = ", live(format_number(std::abs(position), 6))));
    if (ahead)
        reading.formula(fmt::format("{} &= -{} = {}", map.of_distance ? "p(\\Delta)" : "p(i, j)", mirrored,
                                    live(format_number(position, 6))));
}

}  // namespace

void read_cell(Reading& reading) {
    const Params& params = reading.first().params;
    const Cell cell = cell_at(reading, params);
    reading.set_source(cell.pointed, "last query"_tr);
    reading.head("query i"_tr, cell.query);
    reading.head("key j"_tr, cell.key);
    reading.head("distance Δ"_tr, cell.distance());
    for (std::size_t n = 0; n < reading.variants.size(); ++n) read_position(reading, n, cell);
    read_difference(reading, cell);
    const bool masked = params.window.causal && cell.distance() < 0;
    reading.row(
        "RoPE position"_tr,
        readout_value(static_cast<double>(cell.distance()), masked ? "–" : format_integer(cell.distance())),
        reading.translate("tokens"_tr));
    reading.row("Range"_tr, range_words(params, position_in(reading.first(), cell), std::abs(cell.distance()),
                                        reading.translate));
    read_formula(reading, cell);
    reading.readout.notes = notes(reading.first(), reading.translate);
}

}  // namespace poslab::position_matrix
