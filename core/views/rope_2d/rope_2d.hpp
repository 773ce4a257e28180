#pragma once

// Inside of the view `rope-2d`: rotations for positions of two axes, and where relativity holds (Su Jianlin,
// spaces.ac.cn/archives/8397; docs/formulas.md §8).

#include "core/engine/rotation_residual.hpp"
#include "core/geometry/generator_search.hpp"
#include "core/geometry/head_frequencies.hpp"
#include "core/geometry/recovered_position.hpp"
#include "core/views/array_adder.hpp"
#include "core/views/curves.hpp"
#include "core/views/rope_2d/rope_2d_parameters.hpp"
#include "core/views/view_of.hpp"

#include <array>
#include <optional>
#include <string>

namespace poslab::rope_2d {

using Variant = TypedVariant<Params>;

[[nodiscard]] PlaneEncoding encoding_of(const PlaneGroup& group);
[[nodiscard]] PlaneEncoding encoding_of(const PlaneGroup& group, Construction construction);
/// Of what a figure is about: two of them are of one construction, whichever is chosen.
[[nodiscard]] Construction shown_construction(const PlaneGroup& group, std::string_view figure);
/// The other one of a comparison: quaternions, beside which quaternions themselves have the matrix exponential.
[[nodiscard]] PlaneEncoding compared_encoding(const PlaneGroup& group);
[[nodiscard]] inline PlanePosition first_of(const PlaneGroup& group) { return {group.x1, group.y1}; }
[[nodiscard]] inline PlanePosition second_of(const PlaneGroup& group) { return {group.x2, group.y2}; }
/// d and e as they are, cf and −bf where they are not given.
[[nodiscard]] std::array<double, 2> second_generator(const PlaneGroup& group);

// What is asked of the engine (plans.cpp). All positions and matrix entries are exact in them.

/// ‖R_1ᵀR_2 − R_(2−1)‖ over (x2, y2).
[[nodiscard]] ResidualPlan relativity_plan(const PlaneEncoding& of, PlanePosition first);
/// ‖R_(x,y) − R_1‖ over (x, y): 0 where a position looks like the first one.
[[nodiscard]] ResidualPlan look_alike_plan(const PlaneEncoding& of, PlanePosition first);
/// ‖R_1ᵀR_2 − R_(2−1)‖ of two positions over (d, e), and of 3×3 over (b, c).
[[nodiscard]] ResidualPlan second_generator_plan(const PlaneEncoding& of, PlanePosition first, PlanePosition second);
[[nodiscard]] ResidualPlan three_by_three_plan(double theta, PlanePosition first, PlanePosition second);

/// The part of a plane that a map shows: both coordinates alike around a middle.
struct Square {
    double x = 0, y = 0, half = 1;

    [[nodiscard]] PlaneWindow window(std::int64_t width, std::int64_t height) const {
        return {x - half, x + half, y - half, y + half, width, height};
    }
};
[[nodiscard]] Square positions_square(const PlaneGroup& group);
[[nodiscard]] Square second_generator_square(const PlaneGroup& group);
[[nodiscard]] Square three_by_three_square(const PlaneGroup& group);

/// What the numbers beside the figures are.
struct Facts {
    double commutator = 0, residual = 0, compared_residual = 0, quaternion_residual = 0, orthogonality = 0;
    double closed_form_difference = 0;  // largest entry of |rotation − closed form|
    double exponential_difference = 0;  // of |rotation − Eigen's matrix exponential|, a rational one with squarings
    bool recoverable = false;
    std::optional<PlanePosition> recovered;  // only where it is recoverable
    PlanePeriods periods;
    GeneratorSearch valley, three;
};

struct Prepared {
    Facts facts;
};

/// Data::detail.
using Detail = Facts;
[[nodiscard]] const Facts* facts_of(const Variant& variant);

[[nodiscard]] Prepared prepare(const Params& params);
[[nodiscard]] Data sample(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine,
                          const Job& job);

/// What `sample` hands to its parts.
struct Asked {
    const Params& params;
    const Facts& facts;
    const SampleRequest& request;
    const Engine& engine;
    const Job& job;
    Data& data;
    ArrayAdder add;
};
/// Columns and rows of a map: odd, so that both middles are points; 401 unless a figure or `resolution` says otherwise.
[[nodiscard]] std::array<std::int64_t, 2> map_size(const Asked& asked);
/// x of the columns of a window.
[[nodiscard]] std::vector<double> column_places(const PlaneWindow& window);
/// Coordinates of the columns (names[0], axes[1]) and rows of maps over a square.
void add_coordinates(const Asked& asked, std::array<std::string_view, 2> names, std::array<std::string_view, 2> axes,
                     const Square& square);
/// `name` [rows, cols] of a plan over a square.
void add_map(const Asked& asked, std::string_view name, std::array<std::string_view, 2> axes, const ResidualPlan& plan,
             const Square& square);
void add_generator_arrays(const Asked& asked);  // compute_generators.cpp
void add_position_arrays(const Asked& asked);   // compute_positions.cpp
void add_matrix_arrays(const Asked& asked);     // compute_matrices.cpp
void add_head_arrays(const Asked& asked);       // compute_heads.cpp

[[nodiscard]] std::vector<ArrayInfo> arrays();    // arrays.cpp
[[nodiscard]] std::vector<ValueInfo> values();    // arrays.cpp
[[nodiscard]] std::vector<FigureInfo> figures();  // arrays.cpp

// Heads and patches (heads.cpp).

/// Column and row of the patch that is compared.
[[nodiscard]] std::array<std::int64_t, 2> patch_of(const HeadGroup& group);
/// The head's frequencies; none of the mean of mixed heads, which is no single head.
[[nodiscard]] std::optional<HeadFrequencies> frequencies_of(const HeadGroup& group, HeadLayout layout);
/// [h, h] of the patch, by that layout.
[[nodiscard]] std::vector<double> similarity_of(const HeadGroup& group, HeadLayout layout, const Job& job = Job());

// What the figures share (figure.cpp).
[[nodiscard]] inline Column column_of(const Variant& variant, std::string_view name) { return column_in(variant.data, name); }
/// A map of an array [rows, cols] over a square, its axes named.
[[nodiscard]] Panel map_panel(const Variant& variant, std::string_view array, const Square& square, std::string x, std::string y,
                              const ColorScale& scale);
/// The colours of residuals: 0 to 4, the most that rotations of four dimensions are apart.
[[nodiscard]] ColorScale residual_scale();
[[nodiscard]] ColorBar residual_bar(const Style& style);
/// A point of a map with its name.
[[nodiscard]] PointMark named_point(double x, double y, std::string name, const Style& style);
/// The same of a map from −extent to extent; beyond it at the edge, with an arrow and its coordinates.
[[nodiscard]] PointMark position_point(PlanePosition at, double extent, const std::string& name, const Style& style);
/// The second position that the pointer is at: in a map of the main figure, or on the circle below.
[[nodiscard]] std::optional<PlanePosition> pointed_second(const PlaneGroup& group, const Cursor& cursor);
/// Dashed, white: over maps.
[[nodiscard]] LineMark guide_line(std::vector<double> x, std::vector<double> y, std::string label);
[[nodiscard]] std::string construction_name(Construction construction, const Style& style);
/// 1.2345, 3.1×10⁻⁷, "< 10⁻¹²" of what is nothing but rounding, –.
[[nodiscard]] std::string residual_text(double value);
/// The same of what may have a sign: rounding is 0.
[[nodiscard]] std::string number_text(double value);
[[nodiscard]] double largest_in(const Column& column);
inline constexpr double nothing = 1e-9;  // a residual below it is drawn as 0, not as rounding
/// Where in a map of that figure the pointer is.
[[nodiscard]] std::optional<PlanePosition> pointed_in_map(const Cursor& cursor, std::string_view figure);
void point_in_map(const Cursor& cursor, std::string_view figure, std::size_t panels, Figure& into);

using Variants = std::span<const Variant>;
void add_relativity_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_planes_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_valley_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_three_by_three_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_reversibility_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_flattened_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_similarity_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_patch_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_matrices_figure(Variants variants, const Style& style, const Cursor& cursor, Figure& figure);
void add_claims_figure(Variants variants, const Style& style, Figure& figure);
[[nodiscard]] Figure figure(std::string_view id, Variants variants, const Style& style, const Cursor& cursor);

/// Entry (row, column) of B1, B2 or R_(x,y) as the article writes it, with numbers where b, c, f are 0 or 1: "−sin xθ", "c²h + cos
/// α".
enum class MatrixName { generator_x, generator_y, rotation };
[[nodiscard]] std::vector<std::string> symbolic_entries(const PlaneGroup& group, MatrixName name);  // symbolic.cpp
/// What the letters in them stand for; empty where there are none.
[[nodiscard]] std::vector<std::string> symbol_meanings(const PlaneGroup& group);

[[nodiscard]] Readout readout(Variants variants, const Style& style, const Cursor& cursor);
/// Readout of the figures about heads and matrices (readout_heads.cpp); false: the cursor is over another figure.
[[nodiscard]] bool read_heads(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout);

}  // namespace poslab::rope_2d
