// Exact values of the patch, or of the entry, under the pointer.

#include "core/base/number_format.hpp"

#include "core/figure/formula_markup.hpp"
#include "core/views/rope_2d/head_panels.hpp"
#include "core/views/rope_2d/matrix_panels.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::rope_2d {

namespace {

std::string number(double value, int decimals = 4) { return std::isfinite(value) ? format_number(value, decimals, 9) : "–"; }

/// A number beside a swatch of its cell, as far as there is one.
ReadoutRow cell_row(std::string label, double value, const ColorScale& scale, std::string unit = "") {
    return {std::move(label), number(value), std::move(unit), std::isfinite(value) ? color_of(scale, value) : no_swatch};
}

/// Without the pointer: the neighbour in the row, where there is one.
PatchPlace resting_patch(const HeadGroup& group) {
    for (const std::int64_t steps : {1, -1})
        if (const auto neighbour = patch_along(group, patch_lines.front(), steps)) return *neighbour;
    const auto [column, row] = patch_of(group);
    return place_at(group, column, row);
}

PatchPlace shown_patch(const HeadGroup& group, const Style& style, const Cursor& cursor, Readout& readout) {
    const Words words(style.language);
    const auto pointed = pointed_patch(group, cursor, cursor.figure);
    const PatchPlace at = pointed.value_or(resting_patch(group));
    readout.where = pointed ? words("pointer"_tr) : words("neighbour"_tr);
    readout.heads = {{words("column x"_tr), format_integer(at.column), "", no_swatch},
                     {words("row y"_tr), format_integer(at.row), "", no_swatch},
                     {words("offset"_tr), fmt::format("{}, {}", signed_text(at.across), signed_text(at.down)), "", no_swatch}};
    return at;
}

double plane_distance(const PatchPlace& at) { return std::hypot(static_cast<double>(at.across), static_cast<double>(at.down)); }

ReadoutRow plane_row(const PatchPlace& at, const ColorScale& scale, const Style& style) {
    ReadoutRow row =
        cell_row(Words(style.language)("in the plane"_tr), plane_distance(at), scale, Words(style.language)("patches"_tr));
    return row;
}

void add_similarities(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    const HeadGroup& group = variant.params.head;
    const PatchPlace at = shown_patch(group, style, cursor, readout);
    for (std::size_t n = 0; n < head_layouts; ++n)
        readout.rows.push_back(cell_row(layout_name(group, static_cast<HeadLayout>(n), style),
                                        value_of_patch(variant, "similarities", at, static_cast<std::int64_t>(n)),
                                        similarity_scale()));
    readout.formula = {R"(S(\Delta) &= \frac{2}{d} \sum_p \cos(\omega_p \cdot \Delta))"};
    readout.notes = Words(style.language)(
        "Axial: each pair follows one axis, so there is a cross. Diagonal: the cross turned by 45°. The mean over heads "
        "of all directions is round. Sum x + y: patches along an antidiagonal cannot be told apart. Flattened: the next "
        "patch in a column is h away, so the picture depends on h."_tr);
}

/// Along the lines through the patch at the offset under the pointer.
void add_profiles(const Variant& variant, std::int64_t offset, const Style& style, Readout& readout) {
    const Words words(style.language);
    readout.where = words("pointer"_tr);
    readout.heads = {{words("offset"_tr), signed_text(offset), "", no_swatch}};
    for (std::size_t n = 0; n < patch_lines.size(); ++n) {
        const auto at = patch_along(variant.params.head, patch_lines[n], offset);
        const double value = at ? value_of_patch(variant, "similarity", *at) : std::nan("");
        readout.rows.push_back(
            {std::string(in(style.language, patch_lines[n].name)), number(value), "", palette(style.theme).curves[n]});
    }
}

std::string layout_notes(const HeadGroup& group, const Words& words) {
    switch (group.layout) {
        case HeadLayout::axial:
            return words(
                "Half of the pairs follow x, half y: patches of the same row or column keep half of them, which is the "
                "cross."_tr);
        case HeadLayout::diagonal:
            return words("Frequencies point along both diagonals: the cross is turned by 45°."_tr);
        case HeadLayout::mixed:
            return words("One head of RoPE-Mixed: frequencies point along φ and across it."_tr);
        case HeadLayout::directions:
            return words("The mean over all directions depends on the distance alone."_tr);
        case HeadLayout::mrope:
            return words("M-RoPE: pairs of time stand still within a frame and keep every similarity up."_tr);
        case HeadLayout::sum:
            return words("Only x + y counts: patches along an antidiagonal cannot be told apart."_tr);
        case HeadLayout::flattened:
            break;
    }
    return words("The next patch in a row is 1 away, the next in a column h."_tr);
}

void add_patch(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    const Words words(style.language);
    const HeadGroup& group = variant.params.head;
    if (const auto offset = pointed_offset(group, cursor, "patch")) {
        add_profiles(variant, *offset, style, readout);
    } else {
        const PatchPlace at = shown_patch(group, style, cursor, readout);
        const double value = value_of_patch(variant, "similarity", at);
        readout.rows = {cell_row(layout_name(group, group.layout, style), value, similarity_scale()),
                        {words("in the plane"_tr), number(plane_distance(at)), words("patches"_tr), no_swatch}};
        readout.formula = {R"(S(\Delta) &= \frac{2}{d} \sum_p \cos(\omega_p \cdot \Delta))"};
        if (std::isfinite(value))
            readout.formula.push_back(fmt::format("S({}, {}) &= {}", live(format_integer(at.across)), live(format_integer(at.down)),
                                                  live(number(value))));
    }
    readout.notes = layout_notes(group, words);
}

/// What pairs as far apart in the plane as the pointer says are on the line.
bool add_spread(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    const Column plane = column_of(variant, "spread_plane");
    if (!cursor.active || !cursor.companion) return false;
    const auto at = nearest_index(plane, cursor.x);
    if (!at) return false;
    const Words words(style.language);
    const std::string unit = words("patches"_tr);
    readout.where = words("pointer"_tr);
    readout.rows = {{words("in the plane"_tr), number((*plane)[*at]), unit, no_swatch},
                    {words("flattened, nearest"_tr), number((*column_of(variant, "spread_least"))[*at]), unit, no_swatch},
                    {words("flattened, farthest"_tr), number((*column_of(variant, "spread_most"))[*at]), unit, no_swatch}};
    return true;
}

void add_flattened(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    const Words words(style.language);
    const HeadGroup& group = variant.params.head;
    const std::string side = format_integer(group.grid);
    if (!add_spread(variant, style, cursor, readout)) {
        const PatchPlace at = shown_patch(group, style, cursor, readout);
        const double plane = plane_distance(at), line = std::abs(static_cast<double>(at.across + group.grid * at.down));
        const ColorScale scale = distance_scale(group);
        readout.rows = {plane_row(at, scale, style), cell_row(words("flattened"_tr), line, scale, words("patches"_tr))};
        if (plane > 0) readout.rows.push_back({words("ratio"_tr), number(line / plane, 3), "", no_swatch});
        readout.formula = {R"(n &= x + hy)",
                           fmt::format("|\\Delta n| &= |{} + {} \\cdot {}| = {}", live(format_integer(at.across)), live(side),
                                       live("(" + format_integer(at.down) + ")"), live(number(line)))};
    }
    readout.notes = words(
        "Patches next to each other in the plane are 1 or {} apart on the line: one dimension cannot "
        "keep both directions.",
        side);
}

/// "R₁: −sin xθ"; the name alone where the entry is a number anyway.
std::string entry_label(const PlaneGroup& group, const ShownMatrix& matrix, EntryPlace at) {
    const std::string symbol = symbolic_entry(group, matrix, at);
    const bool letters = symbol.size() > std::string("−1").size();
    return letters ? fmt::format("{}: {}", matrix.title, symbol) : std::string(matrix.title);
}

void add_matrices(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    const Words words(style.language);
    const PlaneGroup& group = variant.params.plane;
    const auto pointed = pointed_entry(group, cursor);
    const EntryPlace at = pointed.value_or(EntryPlace{1, 0});
    readout.where = pointed ? words("pointer"_tr) : words("entry"_tr);
    readout.heads = {{words("row"_tr), format_integer(at.row + 1), "", no_swatch},
                     {words("column"_tr), format_integer(at.column + 1), "", no_swatch}};
    for (const ShownMatrix& matrix : shown_matrices) {
        const double value = entry_value(variant, matrix.array, at);
        readout.rows.push_back({entry_label(group, matrix, at), std::isfinite(value) ? entry_text(value) : "–", "",
                                std::isfinite(value) ? color_of(entry_scale(), value) : no_swatch});
    }
    if (group.construction == Construction::quaternion)
        readout.formula = {R"(R_{x,y} &= e^{xi\theta + yj\theta})"};
    else if (group.construction == Construction::sum)
        readout.formula = {R"(R_{x,y} &= e^{(x + y)\theta B})"};
    else
        readout.formula = {R"(R_{x,y} &= e^{\theta(xB_1 + yB_2)})"};
    for (const std::string& meaning : symbol_meanings(group)) readout.notes += (readout.notes.empty() ? "" : ";  ") + meaning;
    if (readout.notes.empty())
        readout.notes = words("ᵗ: transposed. Relativity holds where the last matrix is 0 in all entries."_tr);
}

}  // namespace

bool read_heads(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    if (cursor.figure == "similarity")
        add_similarities(variant, style, cursor, readout);
    else if (cursor.figure == "patch")
        add_patch(variant, style, cursor, readout);
    else if (cursor.figure == "flattened")
        add_flattened(variant, style, cursor, readout);
    else if (cursor.figure == "matrices")
        add_matrices(variant, style, cursor, readout);
    else
        return false;
    return true;
}

}  // namespace poslab::rope_2d
