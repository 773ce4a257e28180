#pragma once

// Helpers shared by the figures on patches and their readout.

#include "core/views/rope_2d/arrays.hpp"

namespace poslab::rope_2d {

/// A patch of the image, and its offset from the compared one in patches.
struct PatchOffset {
    std::int64_t column = 0, row = 0;
    std::int64_t across = 0, down = 0;
};
[[nodiscard]] PatchOffset place_at(const HeadGroup& group, std::int64_t column, std::int64_t row);
/// Returns the patch under the pointer in a matrix; empty elsewhere.
[[nodiscard]] std::optional<PatchOffset> patch_at(const Showing& on);
/// Returns the first and last offset on a row or a column through the patch.
[[nodiscard]] std::array<std::int64_t, 2> offsets_of(const HeadGroup& group);
/// Returns the offset under the pointer in the plot over offsets.
[[nodiscard]] std::optional<std::int64_t> offset_at(const Showing& on);

/// Returns the value of an array [h, w] at a patch, or of one layer of [n, h, w]; NaN if there is none.
[[nodiscard]] double value_of_patch(const Variant& variant, const ArrayRow& row, const PatchOffset& at,
                                    std::int64_t layer = 0);

/// A line of patches through the compared one, with the steps to the right and down.
struct PatchLine {
    std::int64_t across = 0, down = 0;
    Text name{};
};
inline constexpr std::array<PatchLine, 4> patch_lines{
    {{1, 0, "row"_tr}, {0, 1, "column"_tr}, {1, 1, "diagonal ↘"_tr}, {1, -1, "diagonal ↗"_tr}}};
/// Returns the patch at this many steps along the line; empty outside the image.
[[nodiscard]] std::optional<PatchOffset> patch_along(const HeadGroup& group, const PatchLine& line,
                                                     std::int64_t steps);

/// "Axial", "Mixed, 30°"; `shortened`: for the title of a small panel.
[[nodiscard]] std::string layout_name(const HeadGroup& group, HeadLayout layout, const Translator& translate,
                                      bool shortened = false);

[[nodiscard]] ColorScale similarity_scale(const Palette& colors);
/// Returns a scale from the shortest distance, 1, to the last patch of the line.
[[nodiscard]] ColorScale distance_scale(const HeadGroup& group);

/// Adds a matrix of patches for an array [h, w], or one layer of [n, h, w], with the compared patch outlined;
/// dragging moves that patch.
void begin_patches(const Drawing& on, const ArrayRow& row, const ColorScale& scale, Panel& panel,
                   std::int64_t layer = 0);
/// Hatches the patches whose offsets are beyond the trained grid.
void hatch_beyond(const Drawing& on, HeadLayout layout, Panel& panel);
void add_beyond_key(const Drawing& on);
/// Returns layouts with different similarities; of those that look the same, the chosen one.
[[nodiscard]] std::vector<HeadLayout> shown_layouts(const HeadGroup& group);
/// Marks the patch and shows its value.
void point_at_patch(const PatchOffset& at, double value, Panel& panel);
/// "+3".
[[nodiscard]] std::string signed_text(std::int64_t value);
/// "patch 7, 7".
void add_patch_key(const Drawing& on);

}  // namespace poslab::rope_2d
