#pragma once

// Inside of the view `rope-2d`: rotations for positions of two axes, and where relativity holds (Su Jianlin,
// spaces.ac.cn/archives/8397; docs/formulas.md §8).

#include "core/engine/rotation_residual.hpp"
#include "core/geometry/generator_search.hpp"
#include "core/geometry/head_frequencies.hpp"
#include "core/geometry/recovered_position.hpp"
#include "core/views/described.hpp"
#include "core/views/rope_2d/rope_2d_parameters.hpp"
#include "core/views/view_of.hpp"

#include <array>
#include <optional>
#include <string>

namespace poslab::rope_2d {

using Variant = TypedVariant<Params>;
using Showing = ShowingOf<Params>;
using Drawing = DrawingOf<Params>;
using Reading = ReadingOf<Params>;
using Part = PartOf<Params>;

[[nodiscard]] PlaneEncoding encoding_of(const PlaneGroup& group);
[[nodiscard]] PlaneEncoding encoding_of(const PlaneGroup& group, Construction construction);
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
// Heads and patches (heads.cpp).

/// Column and row of the patch that is compared.
[[nodiscard]] std::array<std::int64_t, 2> patch_of(const HeadGroup& group);
[[nodiscard]] const PictureCoordinates& coordinates_of(const HeadGroup& group);
/// The grid of training, and whether it was named.
struct TrainedGrid {
    std::int64_t rows = 0, columns = 0;
    bool differs = false;
};
[[nodiscard]] TrainedGrid trained_grid(const HeadGroup& group);
/// A number for each axis of the image.
struct PatchesAlong {
    double row = 1, column = 1;
};
/// The step of the coordinate from one patch to the next.
[[nodiscard]] PatchesAlong step_of(const HeadGroup& group, HeadLayout layout);
/// True if an offset, as far as the coordinates go, is at least as long as the trained side. (A layout of a line: as the line.)
[[nodiscard]] bool is_beyond(const HeadGroup& group, HeadLayout layout, std::int64_t across, std::int64_t down);
/// 1 for every patch whose offset from the compared one is beyond, else 0. [rows, columns]
[[nodiscard]] std::vector<double> beyond_map(const HeadGroup& group, HeadLayout layout);
/// The share of these patches.
[[nodiscard]] double beyond_share_of_patch(const HeadGroup& group);
/// The share of all pairs of patches.
[[nodiscard]] double beyond_share(const HeadGroup& group, HeadLayout layout);
/// Which of the components of a pair belongs to the columns.
[[nodiscard]] std::size_t x_axis_of(const HeadFrequencies& head);
/// Frequencies in rad per unit of the coordinates.
[[nodiscard]] HeadFrequencies unit_frequencies(const HeadGroup& group, HeadLayout layout);
/// The angles of all pairs in each row (or column) of patches, rad; those of a patch are their sums. [rows, pairs]
[[nodiscard]] std::vector<double> angles_along(const HeadGroup& group, bool rows);
/// Returns notes on the model that was read: its part, and what the view does not show.
[[nodiscard]] std::vector<Sentence> source_notes(const SourceGroup& source);
/// The head's frequencies in rad per patch; none for the mean of mixed heads, which is no single head.
[[nodiscard]] std::optional<HeadFrequencies> frequencies_of(const HeadGroup& group, HeadLayout layout);
/// True if the head has room for that layout.
[[nodiscard]] bool fits(const HeadGroup& group, HeadLayout layout);
/// [rows, columns] of the patch, by that layout; masked if it does not fit.
[[nodiscard]] std::vector<double> similarity_of(const HeadGroup& group, HeadLayout layout, const Job& job = Job());

// What the figures share (figure.cpp).
/// Over a square, its axes named; the map itself is the first mark.
void begin_map(Panel& panel, const Array* array, const Square& square, std::string x, std::string y, const ColorScale& scale);
/// The colours of residuals: 0 to 4, the most that rotations of four dimensions are apart.
[[nodiscard]] ColorScale residual_scale();
/// A point of a map with its name.
[[nodiscard]] PointMark named_point(const Drawing& on, double x, double y, std::string name);
/// A ring without a name.
[[nodiscard]] PointMark ring_at(const Drawing& on, double x, double y);
/// The same of a map from −extent to extent; beyond it at the edge, with an arrow and its coordinates.
[[nodiscard]] PointMark position_point(const Drawing& on, PlanePosition at, double extent, const std::string& name);
/// Dashed, white: over maps.
[[nodiscard]] Curve guide_line(std::vector<double> x, std::vector<double> y, std::string label);
[[nodiscard]] std::string construction_name(Construction construction, Language language);
/// "= 1.2345" in a formula, "≤ 10⁻¹²" of what is nothing but rounding.
[[nodiscard]] std::string residual_equation(double value);
/// 1.2345, 3.1×10⁻⁷, "< 10⁻¹²" of what is nothing but rounding, –.
[[nodiscard]] std::string residual_text(double value);
/// The same of what may have a sign: rounding is 0.
[[nodiscard]] std::string number_text(double value);
/// "19.3 %"
[[nodiscard]] std::string percent_text(double share);
[[nodiscard]] double largest_in(const Column& column);
inline constexpr double nothing = 1e-9;  // a residual below it is drawn as 0, not as rounding
/// Marks that place in the first `panels` of the maps.
void point_in_maps(const Drawing& on, const std::optional<Point>& at, std::size_t panels);
/// The pointer of a plot, on all of its curves.
void point_on_curves(double x, int decimals, Panel& panel);

// What the pointer is at; none where it is elsewhere.
/// The second position: in a map, or on the circle below.
[[nodiscard]] std::optional<PlanePosition> second_at(const Showing& on);
[[nodiscard]] std::optional<PlanePosition> position_at(const Showing& on);

[[nodiscard]] std::string subtitle_of_construction(const Showing& on, Construction shown, bool with_second);
/// How much is beyond the trained grid; empty if no grid of training was named.
[[nodiscard]] std::string trained_text(const Showing& on);
[[nodiscard]] std::string subtitle_of_heads(const Showing& on);
[[nodiscard]] std::string formula_of_relativity(const Showing& on);
[[nodiscard]] std::string formula_of_similarity(const Showing& on);

/// Entry (row, column) of B1, B2 or R_(x,y) as the article writes it, with numbers where b, c, f are 0 or 1: "−sin xθ", "c²h + cos
/// α".
enum class MatrixName { generator_x, generator_y, rotation };
[[nodiscard]] std::vector<std::string> symbolic_entries(const PlaneGroup& group, MatrixName name);  // symbolic.cpp
/// What the letters in them stand for; empty where there are none.
[[nodiscard]] std::vector<std::string> symbol_meanings(const PlaneGroup& group);

void read_relativity(Reading& to);
void read_valley(Reading& to);
void read_three_by_three(Reading& to);
void read_reversibility(Reading& to);
void read_flattened(Reading& to);
void read_similarities(Reading& to);
void read_patch(Reading& to);
void read_matrices(Reading& to);

}  // namespace poslab::rope_2d
