#pragma once

// What the figures about patches share with each other and their readout.

#include "core/views/rope_2d/arrays.hpp"

namespace poslab::rope_2d {

/// A patch of the image and how far it is from the compared one, in patches.
struct PatchPlace {
    std::int64_t column = 0, row = 0;
    std::int64_t across = 0, down = 0;
};
[[nodiscard]] PatchPlace place_at(const HeadGroup& group, std::int64_t column, std::int64_t row);
/// The patch under the pointer of a matrix; none elsewhere.
[[nodiscard]] std::optional<PatchPlace> patch_at(const Showing& on);
/// The first and the last offset that a row or a column through the patch has.
[[nodiscard]] std::array<std::int64_t, 2> offsets_of(const HeadGroup& group);
/// The offset under the pointer of the plot that has offsets.
[[nodiscard]] std::optional<std::int64_t> offset_at(const Showing& on);

/// The value of an array [h, w] at a patch, or of one layer of [n, h, w]; NaN where there is none.
[[nodiscard]] double value_of_patch(const Variant& variant, const ArrayRow& row, const PatchPlace& at, std::int64_t layer = 0);

/// A line of patches through the compared one: how far one goes right and down with each step.
struct PatchLine {
    std::int64_t across = 0, down = 0;
    Text name{};
};
inline constexpr std::array<PatchLine, 4> patch_lines{
    {{1, 0, "row"_tr}, {0, 1, "column"_tr}, {1, 1, "diagonal ↘"_tr}, {1, -1, "diagonal ↗"_tr}}};
/// The patch that is so many steps along; none outside the image.
[[nodiscard]] std::optional<PatchPlace> patch_along(const HeadGroup& group, const PatchLine& line, std::int64_t steps);

/// "Axial", "Mixed, 30°"; short: as a title of a small panel.
[[nodiscard]] std::string layout_name(const HeadGroup& group, HeadLayout layout, const Words& words, bool shortened = false);

[[nodiscard]] ColorScale similarity_scale(const Palette& colors);
/// From a step, as the nearest are, to the last patch of the line.
[[nodiscard]] ColorScale distance_scale(const HeadGroup& group);

/// A matrix of patches of an array [h, w], or of one layer of [n, h, w], with the compared one outlined; a drag in it moves that.
void begin_patches(const Drawing& on, const ArrayRow& row, const ColorScale& scale, Panel& panel, std::int64_t layer = 0);
/// Lays hatches over the patches whose offsets are beyond the trained grid.
void hatch_beyond(const Drawing& on, HeadLayout layout, Panel& panel);
void add_beyond_key(const Drawing& on);
/// The layouts whose similarities differ; the chosen one in place of those that look the same.
[[nodiscard]] std::vector<HeadLayout> shown_layouts(const HeadGroup& group);
/// Rings the patch and names its value.
void point_at_patch(const PatchPlace& at, double value, Panel& panel);
/// "+3".
[[nodiscard]] std::string signed_text(std::int64_t value);
/// "patch 7, 7".
void add_patch_key(const Drawing& on);

}  // namespace poslab::rope_2d
