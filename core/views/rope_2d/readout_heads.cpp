// Exact values of the patch or entry under the pointer.

#include "core/base/formula_markup.hpp"
#include "core/views/rope_2d/head_panels.hpp"
#include "core/views/rope_2d/matrix_panels.hpp"

namespace poslab::rope_2d {
namespace {

std::string number(double value, int decimals = 4) {
    return std::isfinite(value) ? format_number(value, decimals, 9) : "–";
}

/// Adds a number with a swatch in the colour of its cell, if finite.
void read_cell(const Reading& reading, std::string label, double value, const ColorScale& scale,
               std::string unit = "") {
    reading.cell(std::move(label), readout_value(value, 4), std::move(unit),
                 with_colors(scale, reading.first().params.axes));
}

/// Returns the patch to read without a pointer: the neighbour in the row, if any.
PatchOffset resting_patch(const HeadGroup& group) {
    for (const std::int64_t steps : {1, -1})
        if (const auto neighbour = patch_along(group, patch_lines.front(), steps)) return *neighbour;
    const auto [column, row] = patch_of(group);
    return place_at(group, column, row);
}

PatchOffset read_patch_place(const Reading& reading) {
    const auto pointed = patch_at(reading);
    const PatchOffset at = pointed.value_or(resting_patch(reading.first().params.head));
    reading.set_source(pointed.has_value(), "neighbour"_tr);
    reading.head("column x"_tr, at.column);
    reading.head("row y"_tr, at.row);
    reading.head("offset"_tr, fmt::format("{}, {}", signed_text(at.across), signed_text(at.down)));
    return at;
}

double plane_distance(const PatchOffset& at) {
    return std::hypot(static_cast<double>(at.across), static_cast<double>(at.down));
}

constexpr std::string_view similarity_formula =
    R"(S(\Delta) &= \frac{2}{d} \sum_p \cos(\omega_p \cdot \Delta))";

/// Adds rows that tell if the offset is beyond the trained grid, and how many are.
void read_trained(const Reading& reading, const PatchOffset& at) {
    const HeadGroup& group = reading.first().params.head;
    if (!trained_grid(group).differs) return;
    reading.row("beyond trained"_tr,
                reading.translate(is_beyond(group, group.layout, at.across, at.down) ? "yes"_tr : "no"_tr));
    const double here = beyond_share_of_patch(group), all = beyond_share(group, group.layout);
    reading.row("patches beyond"_tr, readout_value(here, percent_text));
    reading.row("pairs beyond"_tr, readout_value(all, percent_text));
}

/// Reads the values on all lines through the patch at the offset under the pointer.
void read_profiles(const Reading& reading, std::int64_t offset) {
    reading.set_source(true, {});
    reading.head("offset"_tr, readout_value(static_cast<double>(offset), signed_text(offset)));
    for (std::size_t n = 0; n < patch_lines.size(); ++n) {
        const auto at = patch_along(reading.first().params.head, patch_lines[n], offset);
        const double value = at ? value_of_patch(reading.first(), arrays::similarity, *at) : std::nan("");
        reading.row(patch_lines[n].name, readout_value(value, 4), reading.colors.curves[n]);
    }
}

std::string layout_notes(const HeadGroup& group, const Translator& translate) {
    switch (group.layout) {
        case HeadLayout::axial:
        case HeadLayout::axial_columns_first:
        case HeadLayout::axial_split_ladder:
        case HeadLayout::alternating:
        case HeadLayout::alternating_repeated:
        case HeadLayout::alternating_columns_first:
            return translate(
                "Half of the pairs follow x, half y: patches in the same row or column share half of "
                "them, hence the cross."_tr);
        case HeadLayout::diagonal:
            return translate("Frequencies point along both diagonals: the cross is rotated by 45°."_tr);
        case HeadLayout::mixed:
            return translate("One head of RoPE-Mixed: frequencies point along φ and across it."_tr);
        case HeadLayout::directions:
            return translate("The mean over all directions depends only on the distance."_tr);
        case HeadLayout::three_axes:
            return translate(
                "Time, rows and columns each have a third of the pairs; those of time are constant within a "
                "frame."_tr);
        case HeadLayout::mrope:
            return translate(
                "M-RoPE: pairs of time are constant within a frame and raise every similarity."_tr);
        case HeadLayout::sum:
            return translate("Only x + y counts: patches along an antidiagonal are indistinguishable."_tr);
        case HeadLayout::flattened:
            break;
    }
    return translate("The next patch in a row is 1 away, the next in a column w."_tr);
}

/// Reads the distances on the line of pairs at the plane distance under the pointer.
bool read_spread(const Reading& reading) {
    const Column plane = reading.first()[arrays::spread_plane];
    const auto x = reading.x_in_companion();
    const auto at = x ? nearest_index(plane, *x) : std::nullopt;
    if (!at) return false;
    const std::string unit = reading.translate("patches"_tr);
    reading.set_source(true, {});
    reading.row("in the plane"_tr, readout_value((*plane)[*at], 4), unit);
    reading.row("flattened, nearest"_tr, readout_value((*reading.first()[arrays::spread_least])[*at], 4),
                unit);
    reading.row("flattened, farthest"_tr, readout_value((*reading.first()[arrays::spread_most])[*at], 4),
                unit);
    return true;
}

/// "R₁: −sin xθ"; only the title if the entry is a number.
std::string entry_label(const PlaneGroup& group, const ShownMatrix& matrix, EntryIndex at) {
    const std::string symbol = symbolic_entry(group, matrix, at);
    const bool letters = symbol.size() > std::string("−1").size();
    return letters ? fmt::format("{}: {}", matrix.title, symbol) : std::string(matrix.title);
}

}  // namespace

void read_similarities(Reading& reading) {
    const PatchOffset at = read_patch_place(reading);
    for (const HeadLayout layout : shown_layouts(reading.first().params.head))
        read_cell(
            reading, layout_name(reading.first().params.head, layout, reading.translate),
            value_of_patch(reading.first(), arrays::similarities, at, static_cast<std::int64_t>(layout)),
            similarity_scale(reading.colors));
    read_trained(reading, at);
    reading.formula(std::string(similarity_formula));
    reading.readout.notes = reading.translate(
        "Axial: each pair follows one axis, hence the cross. Diagonal: the cross rotated by 45°. The "
        "mean over heads of all directions is round. Sum x + y: patches along an antidiagonal are "
        "indistinguishable. Flattened: the next patch in a column is w away, so the map depends on w."_tr);
}

void read_patch(Reading& reading) {
    const HeadGroup& group = reading.first().params.head;
    reading.readout.notes = layout_notes(group, reading.translate);
    if (const auto offset = offset_at(reading)) return read_profiles(reading, *offset);
    const PatchOffset at = read_patch_place(reading);
    const double value = value_of_patch(reading.first(), arrays::similarity, at);
    read_cell(reading, layout_name(group, group.layout, reading.translate), value,
              similarity_scale(reading.colors));
    reading.row("in the plane"_tr, readout_value(plane_distance(at), 4), reading.translate("patches"_tr));
    read_trained(reading, at);
    reading.formula(std::string(similarity_formula));
    if (std::isfinite(value))
        reading.formula(fmt::format("S({}, {}) &= {}", live(format_integer(at.across)),
                                    live(format_integer(at.down)), live(number(value))));
}

void read_flattened(Reading& reading) {
    const HeadGroup& group = reading.first().params.head;
    const std::string side = format_integer(group.columns());
    reading.readout.notes = reading.translate(
        "Patches next to each other in the plane are 1 or {} apart on the line: one dimension cannot "
        "preserve both directions.",
        side);
    if (read_spread(reading)) return;
    const PatchOffset at = read_patch_place(reading);
    const double plane = plane_distance(at),
                 line = std::abs(static_cast<double>(at.across + group.columns() * at.down));
    const ColorScale scale = distance_scale(group);
    const std::string unit = reading.translate("patches"_tr);
    read_cell(reading, reading.translate("in the plane"_tr), plane, scale, unit);
    read_cell(reading, reading.translate("flattened"_tr), line, scale, unit);
    if (plane > 0) reading.row("ratio"_tr, readout_value(line / plane, 3));
    reading.formula(R"(n &= x + wy)");
    reading.formula(fmt::format("|\\Delta n| &= |{} + {} \\cdot {}| = {}", live(format_integer(at.across)),
                                live(side), live("(" + format_integer(at.down) + ")"), live(number(line))));
}

void read_matrices(Reading& reading) {
    const PlaneGroup& group = reading.first().params.plane;
    const auto pointed = entry_at(reading);
    const EntryIndex at = pointed.value_or(EntryIndex{1, 0});
    reading.set_source(pointed.has_value(), "entry"_tr);
    reading.head("row"_tr, at.row + 1);
    reading.head("column"_tr, at.column + 1);
    for (const ShownMatrix& matrix : shown_matrices) {
        const double value = entry_value(reading.first(), *matrix.array, at);
        reading.cell(entry_label(group, matrix, at),
                     readout_value(value, std::isfinite(value) ? entry_text(value) : "–"), {},
                     with_colors(entry_scale(reading.colors), reading.first().params.axes));
    }
    reading.formula(group.construction == Construction::quaternion ? R"(R_{x,y} &= e^{xi\theta + yj\theta})"
                    : group.construction == Construction::sum      ? R"(R_{x,y} &= e^{(x + y)\theta B})"
                                                                   : R"(R_{x,y} &= e^{\theta(xB_1 + yB_2)})");
    std::string& notes = reading.readout.notes;
    for (const std::string& meaning : symbol_meanings(group)) notes += (notes.empty() ? "" : ";  ") + meaning;
    if (notes.empty())
        notes =
            reading.translate("ᵗ: transposed. Relativity holds if all entries of the last matrix are 0."_tr);
}

}  // namespace poslab::rope_2d
