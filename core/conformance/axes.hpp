#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

struct Implementation;

/// The axis and the frequency of each rotary pair. The frequencies form the ladder θ_k = base^(−2k/d), k <
/// d/2.
enum class AxisLayout {
    none,                  // one axis: the positions of a text
    axial,                 // two halves, y and x, each with θ_0, θ_2, θ_4 … (Qwen2-VL, DINOv3)
    axial_split_ladder,    // two halves: y has θ_0, θ_2 …, x has θ_1, θ_3 … (Pixtral)
    axial_first_half,      // two halves, each with the first half of the ladder: a mistake
    axial_halved_ladder,   // two halves: y has the first half of the ladder, x the second: a mistake
    alternating,           // even pairs rotate along y, odd ones along x, pair p with θ_p (HunyuanImage 3)
    mixed,                 // pair p rotates by fx_p x + fy_p y (RoPE-Mixed)
    sections,              // M-RoPE: blocks of pairs for time, height and width (Qwen2-VL)
    sections_interleaved,  // THWTHW…T (Qwen3-VL)
    sections_alternating   // HWHW…, then T (ERNIE 4.5 VL)
};

/// The coordinate of patch i of n along an axis.
enum class Coordinates {
    patches,     // i
    normalised,  // (i + ½)/n · 2 − 1
    dinov3       // as `normalised`; the frequencies are multiplied by 2π times it
};

/// Rows and columns of patches; 0: none.
struct PatchGrid {
    std::int64_t rows = 0, columns = 0;
};

/// The use of positions with several axes by a program: the definition, and possible mistakes of an
/// implementation.
struct AxesImplementation {
    AxisLayout layout = AxisLayout::none;
    Coordinates coordinates = Coordinates::patches;
    PatchGrid grid;
    std::vector<std::int64_t> sections;  // M-RoPE: numbers of pairs for time, height and width
    AxisLayout section_layout = AxisLayout::sections;
    std::vector<double> frequencies;  // `mixed`: [2, pairs], x then y
    // Mistakes.
    bool exchanged = false;     // height and width
    bool column_major = false;  // tokens of a grid are numbered column by column
    bool corners = false;       // normalised coordinates are i/(n − 1) · 2 − 1
    bool as_text = false;       // tokens are counted instead
    double shift = 0;           // of coordinates, in patches
};

/// True for positions (y, x); false for one axis and for M-RoPE's three.
[[nodiscard]] bool is_2d(AxisLayout layout);

/// Positions of tokens on several axes, [tokens, axes]: (y, x), or time, height and width. Empty: the
/// practice's grid.
struct AxisPositions {
    std::int64_t axes = 2, tokens = 0;
    std::vector<double> values;
};

/// The angle of each pair at a token, rad [P].
class AxisAngles {
  public:
    AxisAngles(const Implementation& implementation, const AxisPositions& positions);

    [[nodiscard]] std::vector<double> at(std::int64_t token) const;
    /// Returns the angles if all pairs rotated along one axis, as in M-RoPE's tables before a program selects
    /// from them.
    [[nodiscard]] std::vector<double> along(std::int64_t axis, std::int64_t token) const;
    /// Returns the rounding error of float32 for these angles.
    [[nodiscard]] std::vector<double> rounding(std::int64_t token,
                                               std::optional<std::int64_t> axis = {}) const;

  private:
    /// Returns the coordinates of a token, one per axis.
    [[nodiscard]] std::vector<double> coordinates(std::int64_t token) const;
    [[nodiscard]] double normalised(double index, std::int64_t count) const;

    const Implementation& implementation_;
    const AxisPositions& positions_;
    std::vector<double> components_;  // [pairs, axes], rad per unit of the coordinate
};

/// Returns the axis of each pair (0 time, 1 height, 2 width) for M-RoPE's sections; empty if they do not sum
/// to `pairs`.
[[nodiscard]] std::vector<std::int64_t> axes_of_pairs(const AxesImplementation& axes, std::int64_t pairs);

/// Returns the order of frequencies in Transformers' buffer for ERNIE 4.5 VL: even pairs, odd pairs, the
/// rest. Empty for other layouts.
[[nodiscard]] std::vector<std::int64_t> buffer_order(const AxesImplementation& axes, std::int64_t pairs);

// Parse the values of --layout-2d, --coordinates and --mrope-layout; empty for unknown names.
[[nodiscard]] std::optional<AxisLayout> layout_2d(std::string_view name);
[[nodiscard]] std::optional<Coordinates> coordinates_called(std::string_view name);
[[nodiscard]] std::optional<AxisLayout> mrope_layout(std::string_view name);
[[nodiscard]] std::string layouts_2d();
[[nodiscard]] std::string coordinate_kinds();
[[nodiscard]] std::string mrope_layouts();
/// Parses "14x20": 14 rows of 20 patches; empty if invalid.
[[nodiscard]] std::optional<PatchGrid> patch_grid(std::string_view text);

}  // namespace poslab
