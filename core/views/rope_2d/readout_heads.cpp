// Exact values of the patch or entry under the pointer.

#include "core/base/number_format.hpp"

#include "core/figure/formula_markup.hpp"
#include "core/views/colors.hpp"
#include "core/views/rope_2d/head_panels.hpp"
#include "core/views/rope_2d/matrix_panels.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::rope_2d {

namespace {

std::string number(double value, int decimals = 4) {
    return std::isfinite(value) ? format_number(value, decimals, 9) : "–";
}

/// Adds a number with a swatch in the colour of its cell, if finite.
void read_cell(const Reading& to, std::string label, double value, const ColorScale& scale,
               std::string unit = "") {
    to.cell(std::move(label), exact(value, number(value)), std::move(unit),
            with_colors(scale, to.first().params.axes));
}

/// Returns the patch to read without a pointer: the neighbour in the row, if any.
PatchOffset resting_patch(const HeadGroup& group) {
    for (const std::int64_t steps : {1, -1})
        if (const auto neighbour = patch_along(group, patch_lines.front(), steps)) return *neighbour;
    const auto [column, row] = patch_of(group);
    return place_at(group, column, row);
}

PatchOffset read_patch_place(const Reading& to) {
    const auto pointed = patch_at(to);
    const PatchOffset at = pointed.value_or(resting_patch(to.first().params.head));
    to.where(pointed.has_value(), "neighbour"_tr);
    to.head("column x"_tr, exact(static_cast<double>(at.column), format_integer(at.column)));
    to.head("row y"_tr, exact(static_cast<double>(at.row), format_integer(at.row)));
    to.head("offset"_tr, fmt::format("{}, {}", signed_text(at.across), signed_text(at.down)));
    return at;
}

double plane_distance(const PatchOffset& at) {
    return std::hypot(static_cast<double>(at.across), static_cast<double>(at.down));
}

constexpr std::string_view similarity_formula =
    R"(S(\Delta) &= \frac{2}{d} \sum_p \cos(\omega_p \cdot \Delta))";

/// Adds rows that tell if the offset is beyond the trained grid, and how many are.
void read_trained(const Reading& to, const PatchOffset& at) {
    const HeadGroup& group = to.first().params.head;
    if (!trained_grid(group).differs) return;
    to.row("beyond trained"_tr,
           to.translate(is_beyond(group, group.layout, at.across, at.down) ? "yes"_tr : "no"_tr));
    const double here = beyond_share_of_patch(group), all = beyond_share(group, group.layout);
    to.row("patches beyond"_tr, exact(here, percent_text(here)));
    to.row("pairs beyond"_tr, exact(all, percent_text(all)));
}

/// Reads the values on all lines through the patch at the offset under the pointer.
void read_profiles(const Reading& to, std::int64_t offset) {
    to.where(true, {});
    to.head("offset"_tr, exact(static_cast<double>(offset), signed_text(offset)));
    for (std::size_t n = 0; n < patch_lines.size(); ++n) {
        const auto at = patch_along(to.first().params.head, patch_lines[n], offset);
        const double value = at ? value_of_patch(to.first(), arrays::similarity, *at) : std::nan("");
        to.row(patch_lines[n].name, exact(value, number(value)), to.colors.curves[n]);
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
bool read_spread(const Reading& to) {
    const Column plane = to.first()[arrays::spread_plane];
    const auto x = to.x_in_companion();
    const auto at = x ? nearest_index(plane, *x) : std::nullopt;
    if (!at) return false;
    const std::string unit = to.translate("patches"_tr);
    to.where(true, {});
    to.row("in the plane"_tr, exact((*plane)[*at], number((*plane)[*at])), unit);
    to.row("flattened, nearest"_tr,
           exact((*to.first()[arrays::spread_least])[*at], number((*to.first()[arrays::spread_least])[*at])),
           unit);
    to.row("flattened, farthest"_tr,
           exact((*to.first()[arrays::spread_most])[*at], number((*to.first()[arrays::spread_most])[*at])),
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

void read_similarities(Reading& to) {
    const PatchOffset at = read_patch_place(to);
    for (const HeadLayout layout : shown_layouts(to.first().params.head))
        read_cell(to, layout_name(to.first().params.head, layout, to.translate),
                  value_of_patch(to.first(), arrays::similarities, at, static_cast<std::int64_t>(layout)),
                  similarity_scale(to.colors));
    read_trained(to, at);
    to.formula(std::string(similarity_formula));
    to.readout.notes = to.translate(
        "Axial: each pair follows one axis, hence the cross. Diagonal: the cross rotated by 45°. The "
        "mean over heads of all directions is round. Sum x + y: patches along an antidiagonal are "
        "indistinguishable. Flattened: the next patch in a column is w away, so the map depends on w."_tr);
}

void read_patch(Reading& to) {
    const HeadGroup& group = to.first().params.head;
    to.readout.notes = layout_notes(group, to.translate);
    if (const auto offset = offset_at(to)) return read_profiles(to, *offset);
    const PatchOffset at = read_patch_place(to);
    const double value = value_of_patch(to.first(), arrays::similarity, at);
    read_cell(to, layout_name(group, group.layout, to.translate), value, similarity_scale(to.colors));
    to.row("in the plane"_tr, exact(plane_distance(at), number(plane_distance(at))),
           to.translate("patches"_tr));
    read_trained(to, at);
    to.formula(std::string(similarity_formula));
    if (std::isfinite(value))
        to.formula(fmt::format("S({}, {}) &= {}", live(format_integer(at.across)),
                               live(format_integer(at.down)), live(number(value))));
}

void read_flattened(Reading& to) {
    const HeadGroup& group = to.first().params.head;
    const std::string side = format_integer(group.columns());
    to.readout.notes = to.translate(
        "Patches next to each other in the plane are 1 or {} apart on the line: one dimension cannot "
        "preserve both directions.",
        side);
    if (read_spread(to)) return;
    const PatchOffset at = read_patch_place(to);
    const double plane = plane_distance(at),
                 line = std::abs(static_cast<double>(at.across + group.columns() * at.down));
    const ColorScale scale = distance_scale(group);
    const std::string unit = to.translate("patches"_tr);
    read_cell(to, to.translate("in the plane"_tr), plane, scale, unit);
    read_cell(to, to.translate("flattened"_tr), line, scale, unit);
    if (plane > 0) to.row("ratio"_tr, exact(line / plane, number(line / plane, 3)));
    to.formula(R"(n &= x + wy)");
    to.formula(fmt::format("|\\Delta n| &= |{} + {} \\cdot {}| = {}", live(format_integer(at.across)),
                           live(side), live("(" + format_integer(at.down) + ")"), live(number(line))));
}

void read_matrices(Reading& to) {
    const PlaneGroup& group = to.first().params.plane;
    const auto pointed = entry_at(to);
    const EntryIndex at = pointed.value_or(EntryIndex{1, 0});
    to.where(pointed.has_value(), "entry"_tr);
    to.head("row"_tr, exact(static_cast<double>(at.row + 1), format_integer(at.row + 1)));
    to.head("column"_tr, exact(static_cast<double>(at.column + 1), format_integer(at.column + 1)));
    for (const ShownMatrix& matrix : shown_matrices) {
        const double value = entry_value(to.first(), *matrix.array, at);
        to.cell(entry_label(group, matrix, at), exact(value, std::isfinite(value) ? entry_text(value) : "–"),
                {}, with_colors(entry_scale(to.colors), to.first().params.axes));
    }
    to.formula(group.construction == Construction::quaternion ? R"(R_{x,y} &= e^{xi\theta + yj\theta})"
               : group.construction == Construction::sum      ? R"(R_{x,y} &= e^{(x + y)\theta B})"
                                                              : R"(R_{x,y} &= e^{\theta(xB_1 + yB_2)})");
    std::string& notes = to.readout.notes;
    for (const std::string& meaning : symbol_meanings(group)) notes += (notes.empty() ? "" : ";  ") + meaning;
    if (notes.empty())
        notes = to.translate("ᵗ: transposed. Relativity holds if all entries of the last matrix are 0."_tr);
}

}  // namespace poslab::rope_2d
