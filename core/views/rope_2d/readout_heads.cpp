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
    const bool zh = chinese(style);
    const auto pointed = pointed_patch(group, cursor, cursor.figure);
    const PatchPlace at = pointed.value_or(resting_patch(group));
    readout.where = pointed ? (zh ? "指针处" : "pointer") : (zh ? "邻块" : "neighbour");
    readout.heads = {{zh ? "列 x" : "column x", format_integer(at.column), "", no_swatch},
                     {zh ? "行 y" : "row y", format_integer(at.row), "", no_swatch},
                     {zh ? "偏移" : "offset", fmt::format("{}, {}", signed_text(at.across), signed_text(at.down)), "", no_swatch}};
    return at;
}

double plane_distance(const PatchPlace& at) { return std::hypot(static_cast<double>(at.across), static_cast<double>(at.down)); }

ReadoutRow plane_row(const PatchPlace& at, const ColorScale& scale, const Style& style) {
    ReadoutRow row =
        cell_row(chinese(style) ? "平面距离" : "in the plane", plane_distance(at), scale, chinese(style) ? "块" : "patches");
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
    readout.notes =
        chinese(style)
            ? "轴向：每个维度对只看一个轴，故成十字。对角：十字转 45°。各头方向不一，平均后成圆。和 x + y：反对角线上的块无法区分。"
              "展平：同列相邻者相距 h，图样随 h 而变。"
            : "Axial: each pair follows one axis, so there is a cross. Diagonal: the cross turned by 45°. The mean over heads "
              "of all directions is round. Sum x + y: patches along an antidiagonal cannot be told apart. Flattened: the next "
              "patch in a column is h away, so the picture depends on h.";
}

/// Along the lines through the patch at the offset under the pointer.
void add_profiles(const Variant& variant, std::int64_t offset, const Style& style, Readout& readout) {
    const bool zh = chinese(style);
    readout.where = zh ? "指针处" : "pointer";
    readout.heads = {{zh ? "偏移" : "offset", signed_text(offset), "", no_swatch}};
    for (std::size_t n = 0; n < patch_lines.size(); ++n) {
        const auto at = patch_along(variant.params.head, patch_lines[n], offset);
        const double value = at ? value_of_patch(variant, "similarity", *at) : std::nan("");
        readout.rows.push_back(
            {std::string(in(style.language, patch_lines[n].name)), number(value), "", palette(style.theme).curves[n]});
    }
}

std::string layout_notes(const HeadGroup& group, bool zh) {
    switch (group.layout) {
        case HeadLayout::axial:
            return zh ? "一半维度对只看 x，另一半只看 y：同行同列的块至少相似一半，故成十字。"
                      : "Half of the pairs follow x, half y: patches of the same row or column keep half of them, which is the "
                        "cross.";
        case HeadLayout::diagonal:
            return zh ? "频率沿两条对角线：十字转 45°。" : "Frequencies point along both diagonals: the cross is turned by 45°.";
        case HeadLayout::mixed:
            return zh ? "RoPE-Mixed 的一个头：频率朝 φ 及其垂直方向。"
                      : "One head of RoPE-Mixed: frequencies point along φ and across it.";
        case HeadLayout::directions:
            return zh ? "所有方向的平均，只取决于距离。" : "The mean over all directions depends on the distance alone.";
        case HeadLayout::mrope:
            return zh ? "M-RoPE：时间分段的维度对在同一帧内不转，故相似度不会降到 0 附近。"
                      : "M-RoPE: pairs of time stand still within a frame and keep every similarity up.";
        case HeadLayout::sum:
            return zh ? "只有 x + y 起作用：反对角线上的块无法区分。"
                      : "Only x + y counts: patches along an antidiagonal cannot be told apart.";
        case HeadLayout::flattened:
            break;
    }
    return zh ? "同行相邻者相距 1，同列相邻者相距 h。" : "The next patch in a row is 1 away, the next in a column h.";
}

void add_patch(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    const bool zh = chinese(style);
    const HeadGroup& group = variant.params.head;
    if (const auto offset = pointed_offset(group, cursor, "patch")) {
        add_profiles(variant, *offset, style, readout);
    } else {
        const PatchPlace at = shown_patch(group, style, cursor, readout);
        const double value = value_of_patch(variant, "similarity", at);
        readout.rows = {cell_row(layout_name(group, group.layout, style), value, similarity_scale()),
                        {zh ? "平面距离" : "in the plane", number(plane_distance(at)), zh ? "块" : "patches", no_swatch}};
        readout.formula = {R"(S(\Delta) &= \frac{2}{d} \sum_p \cos(\omega_p \cdot \Delta))"};
        if (std::isfinite(value))
            readout.formula.push_back(fmt::format("S({}, {}) &= {}", live(format_integer(at.across)), live(format_integer(at.down)),
                                                  live(number(value))));
    }
    readout.notes = layout_notes(group, zh);
}

/// What pairs as far apart in the plane as the pointer says are on the line.
bool add_spread(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    const Column plane = column_of(variant, "spread_plane");
    if (!cursor.active || !cursor.companion) return false;
    const auto at = nearest_index(plane, cursor.x);
    if (!at) return false;
    const bool zh = chinese(style);
    const std::string unit = zh ? "块" : "patches";
    readout.where = zh ? "指针处" : "pointer";
    readout.rows = {
        {zh ? "平面距离" : "in the plane", number((*plane)[*at]), unit, no_swatch},
        {zh ? "展平后最近" : "flattened, nearest", number((*column_of(variant, "spread_least"))[*at]), unit, no_swatch},
        {zh ? "展平后最远" : "flattened, farthest", number((*column_of(variant, "spread_most"))[*at]), unit, no_swatch}};
    return true;
}

void add_flattened(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout) {
    const bool zh = chinese(style);
    const HeadGroup& group = variant.params.head;
    const std::string side = format_integer(group.grid);
    if (!add_spread(variant, style, cursor, readout)) {
        const PatchPlace at = shown_patch(group, style, cursor, readout);
        const double plane = plane_distance(at), line = std::abs(static_cast<double>(at.across + group.grid * at.down));
        const ColorScale scale = distance_scale(group);
        readout.rows = {plane_row(at, scale, style), cell_row(zh ? "展平后" : "flattened", line, scale, zh ? "块" : "patches")};
        if (plane > 0) readout.rows.push_back({zh ? "倍数" : "ratio", number(line / plane, 3), "", no_swatch});
        readout.formula = {R"(n &= x + hy)",
                           fmt::format("|\\Delta n| &= |{} + {} \\cdot {}| = {}", live(format_integer(at.across)), live(side),
                                       live("(" + format_integer(at.down) + ")"), live(number(line)))};
    }
    readout.notes = zh ? fmt::format("平面上相邻的两块，展平后或相距 1，或相距 {}：一维位置无法同时保住两个方向。", side)
                       : fmt::format(
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
    const bool zh = chinese(style);
    const PlaneGroup& group = variant.params.plane;
    const auto pointed = pointed_entry(group, cursor);
    const EntryPlace at = pointed.value_or(EntryPlace{1, 0});
    readout.where = pointed ? (zh ? "指针处" : "pointer") : (zh ? "元素" : "entry");
    readout.heads = {{zh ? "行" : "row", format_integer(at.row + 1), "", no_swatch},
                     {zh ? "列" : "column", format_integer(at.column + 1), "", no_swatch}};
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
        readout.notes = zh ? "ᵗ 为转置。两矩阵之差处处为 0 时，相对性成立。"
                           : "ᵗ: transposed. Relativity holds where the last matrix is 0 in all entries.";
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
