#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

struct Practice;

/// Which axis of a position each rotary pair turns with, and by which frequency of the ladder θ_k = base^(−2k/d), k < d/2.
enum class AxisLayout {
    none,                  // one axis: the positions of a text
    axial,                 // two halves, y and x, each with θ_0, θ_2, θ_4 … (Qwen2-VL, DINOv3)
    axial_split_ladder,    // two halves: y has θ_0, θ_2 …, x has θ_1, θ_3 … (Pixtral)
    axial_first_half,      // two halves, each with the first half of the ladder: a mistake
    axial_halved_ladder,   // two halves: y has the first half of the ladder, x the second: a mistake
    alternating,           // even pairs turn with y, odd ones with x, pair p by θ_p (HunyuanImage 3)
    mixed,                 // pair p turns by fy_p y + fx_p x (RoPE-Mixed)
    sections,              // M-RoPE: blocks of pairs for time, height and width (Qwen2-VL)
    sections_interleaved,  // THWTHW…T (Qwen3-VL)
    sections_alternating   // HWHW…, then T (ERNIE 4.5 VL)
};

/// The coordinate of patch i of n along an axis.
enum class Coordinates {
    patches,     // i
    normalised,  // (i + ½)/n · 2 − 1
    dinov3       // the same, and 2π times it multiplies the frequencies
};

/// Rows and columns of patches; 0: none.
struct PatchGrid {
    std::int64_t rows = 0, columns = 0;
};

/// How a program uses positions of several axes: the definition, and what an implementation may get wrong.
struct AxesPractice {
    AxisLayout layout = AxisLayout::none;
    Coordinates coordinates = Coordinates::patches;
    PatchGrid grid;
    std::vector<std::int64_t> sections;  // of M-RoPE: pairs of time, height and width
    AxisLayout section_layout = AxisLayout::sections;
    std::vector<double> frequencies;  // of `mixed`: [2, pairs], x then y
    // Mistakes.
    bool exchanged = false;     // height and width
    bool column_major = false;  // tokens of a grid are numbered column by column
    bool corners = false;       // normalised coordinates are i/(n − 1) · 2 − 1
    bool as_text = false;       // tokens are counted instead
    double shift = 0;           // of coordinates, in patches
};

/// True for positions (y, x); false for one axis and for M-RoPE's three.
[[nodiscard]] bool is_2d(AxisLayout layout);

/// Positions of tokens on several axes, [tokens, axes]: (y, x), or time, height and width. Empty: those of the practice's grid.
struct AxisPositions {
    std::int64_t axes = 2, tokens = 0;
    std::vector<double> values;
};

/// The angle of each pair at a token, rad [P].
class AxisAngles {
  public:
    AxisAngles(const Practice& practice, const AxisPositions& positions);

    [[nodiscard]] std::vector<double> at(std::int64_t token) const;
    /// The angles if all pairs turned with one axis, as M-RoPE's tables have them before a program chooses from them.
    [[nodiscard]] std::vector<double> along(std::int64_t axis, std::int64_t token) const;
    /// How far float32 may be from these angles.
    [[nodiscard]] std::vector<double> rounding(std::int64_t token, std::optional<std::int64_t> axis = {}) const;

  private:
    /// The coordinates of a token, one for each axis.
    [[nodiscard]] std::vector<double> coordinates(std::int64_t token) const;
    [[nodiscard]] double normalised(double index, std::int64_t count) const;

    const Practice& practice_;
    const AxisPositions& positions_;
    std::vector<double> components_;  // [pairs, axes], rad per unit of the coordinate
};

/// The axis of each pair (0 time, 1 height, 2 width) for M-RoPE's sections; empty where they do not sum to `pairs`.
[[nodiscard]] std::vector<std::int64_t> axes_of_pairs(const AxesPractice& axes, std::int64_t pairs);

/// The order in which Transformers' buffer of ERNIE 4.5 VL has the frequencies: even pairs, odd pairs, the rest. Empty for any
/// other layout.
[[nodiscard]] std::vector<std::int64_t> buffer_order(const AxesPractice& axes, std::int64_t pairs);

// Names of --layout-2d, --coordinates and --mrope-layout; empty for any other name.
[[nodiscard]] std::optional<AxisLayout> layout_2d(std::string_view name);
[[nodiscard]] std::optional<Coordinates> coordinates_called(std::string_view name);
[[nodiscard]] std::optional<AxisLayout> mrope_layout(std::string_view name);
[[nodiscard]] std::string layouts_2d();
[[nodiscard]] std::string coordinate_kinds();
[[nodiscard]] std::string mrope_layouts();
/// "14x20": 14 rows of 20 patches; empty if it is none.
[[nodiscard]] std::optional<PatchGrid> patch_grid(std::string_view text);

}  // namespace poslab
