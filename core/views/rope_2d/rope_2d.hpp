#pragma once

// Internals of the view `rope-2d`: rotations for positions on two axes, and the conditions for relativity (Su
// Jianlin, spaces.ac.cn/archives/8397; docs/formulas.md §8).

#include "core/engine/rotation_residual.hpp"
#include "core/geometry/generator_search.hpp"
#include "core/geometry/head_frequencies.hpp"
#include "core/geometry/recovered_position.hpp"
#include "core/views/rope_2d/rope_2d_parameters.hpp"
#include "core/views/view_of.hpp"

namespace poslab::rope_2d {

[[nodiscard]] PlaneEncoding encoding_of(const PlaneGroup& group);
[[nodiscard]] PlaneEncoding encoding_of(const PlaneGroup& group, Construction construction);
/// Returns the construction compared with the chosen one: quaternions, or the matrix exponential if
/// quaternions are chosen.
[[nodiscard]] PlaneEncoding compared_encoding(const PlaneGroup& group);
[[nodiscard]] inline PlanePosition first_of(const PlaneGroup& group) { return {group.x1, group.y1}; }
[[nodiscard]] inline PlanePosition second_of(const PlaneGroup& group) { return {group.x2, group.y2}; }
/// Returns d and e; cf and −bf if they are not set.
[[nodiscard]] std::array<double, 2> second_generator(const PlaneGroup& group);

// Plans for the engine (plans.cpp). All positions and matrix entries are exact in them.

/// ‖R_1ᵀR_2 − R_(2−1)‖ over (x2, y2).
[[nodiscard]] ResidualPlan relativity_plan(const PlaneEncoding& of, PlanePosition first);
/// ‖R_(x,y) − R_1‖ over (x, y): 0 for positions with the rotation of the first one.
[[nodiscard]] ResidualPlan look_alike_plan(const PlaneEncoding& of, PlanePosition first);
/// ‖R_1ᵀR_2 − R_(2−1)‖ of two positions over (d, e), and for 3×3 over (b, c).
[[nodiscard]] ResidualPlan second_generator_plan(const PlaneEncoding& of, PlanePosition first,
                                                 PlanePosition second);
[[nodiscard]] ResidualPlan three_by_three_plan(double theta, PlanePosition first, PlanePosition second);

/// The square part of a plane that a map shows, around its centre.
struct Square {
    double x = 0, y = 0, half = 1;

    [[nodiscard]] PlaneWindow window(std::int64_t width, std::int64_t height) const {
        return {x - half, x + half, y - half, y + half, width, height};
    }
};
[[nodiscard]] Square positions_square(const PlaneGroup& group);
[[nodiscard]] Square second_generator_square(const PlaneGroup& group);
[[nodiscard]] Square three_by_three_square(const PlaneGroup& group);

/// The results shown next to the figures.
struct Prepared {
    double commutator = 0, residual = 0, compared_residual = 0, quaternion_residual = 0, orthogonality = 0;
    double closed_form_difference = 0;  // largest entry of |rotation − closed form|
    // largest entry of |rotation − Eigen's matrix exponential| (a rational approximation with squarings)
    double exponential_difference = 0;
    bool recoverable = false;
    std::optional<PlanePosition> recovered;  // set only if `recoverable`
    PlanePeriods periods;
    GeneratorSearch valley, three;
};

using Variant = TypedVariant<Params, Prepared>;
using Showing = ShowingOf<Params, Prepared>;
using Drawing = DrawingOf<Params, Prepared>;
using Reading = ReadingOf<Params, Prepared>;
using Part = PartOf<Params, Prepared>;

[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job);
// Heads and patches (heads.cpp).

/// Returns column and row of the compared patch.
[[nodiscard]] std::array<std::int64_t, 2> patch_of(const HeadGroup& group);
[[nodiscard]] const PictureCoordinates& coordinates_of(const HeadGroup& group);
/// The grid used in training; `differs` if it was given.
struct TrainedGrid {
    std::int64_t rows = 0, columns = 0;
    bool differs = false;
};
[[nodiscard]] TrainedGrid trained_grid(const HeadGroup& group);
/// One number per axis of the image.
struct PatchesAlong {
    double row = 1, column = 1;
};
/// Returns the step of the coordinates from one patch to the next.
[[nodiscard]] PatchesAlong step_of(const HeadGroup& group, HeadLayout layout);
/// True if an offset, in units of the coordinates, is at least as long as the trained side; for layouts of
/// one line, as the trained line.
[[nodiscard]] bool is_beyond(const HeadGroup& group, HeadLayout layout, std::int64_t across,
                             std::int64_t down);
/// Returns 1 for every patch whose offset from the compared one is beyond the trained grid, else 0. [rows,
/// columns]
[[nodiscard]] std::vector<double> beyond_map(const HeadGroup& group, HeadLayout layout);
/// Returns the share of those patches.
[[nodiscard]] double beyond_share_of_patch(const HeadGroup& group);
/// Returns the share of all pairs of patches that are beyond the trained grid.
[[nodiscard]] double beyond_share(const HeadGroup& group, HeadLayout layout);
/// Returns the index of the pair's component for the columns.
[[nodiscard]] std::size_t x_axis_of(const HeadFrequencies& head);
/// Returns the frequencies in rad per unit of the coordinates.
[[nodiscard]] HeadFrequencies unit_frequencies(const HeadGroup& group, HeadLayout layout);
/// Returns the angles, in rad, of all pairs in each row (or column) of patches [rows, pairs]; the angle of a
/// patch is the sum of both.
[[nodiscard]] std::vector<double> angles_along(const HeadGroup& group, bool rows);
/// Returns notes on the model read: the part used, and anything that the view does not show.
[[nodiscard]] std::vector<Message> source_notes(const SourceGroup& source);
/// Returns the head's frequencies in rad per patch; empty for the mean of mixed heads, which is no single
/// head.
[[nodiscard]] std::optional<HeadFrequencies> frequencies_of(const HeadGroup& group, HeadLayout layout);
/// True if the head's dimension suits the layout.
[[nodiscard]] bool fits(const HeadGroup& group, HeadLayout layout);
/// Returns the similarity [rows, columns] to the compared patch for that layout; masked if the layout does
/// not fit.
[[nodiscard]] std::vector<double> similarity_of(const HeadGroup& group, HeadLayout layout,
                                                const Job& job = Job());

// Helpers shared by the figures (figure.cpp).
/// Sets up a map over a square with titled axes; the map is the first mark.
void begin_map(Panel& panel, const Array* array, const Square& square, std::string x, std::string y,
               const ColorScale& scale);
/// Returns the colours of residuals, 0 to 4: the largest distance of four-dimensional rotations.
[[nodiscard]] ColorScale residual_scale();
/// Returns a point of a map with its name.
[[nodiscard]] PointMark named_point(const Drawing& on, double x, double y, std::string name);
/// Returns a ring without a name.
[[nodiscard]] PointMark ring_at(const Drawing& on, double x, double y);
/// Returns a point of a map from −extent to extent; beyond it, at the edge with an arrow and its coordinates.
[[nodiscard]] PointMark position_point(const Drawing& on, PlanePosition at, double extent,
                                       const std::string& name);
/// Returns a dashed white line for maps.
[[nodiscard]] Curve guide_line(std::vector<double> x, std::vector<double> y, std::string label);
[[nodiscard]] std::string construction_name(Construction construction, Language language);
/// "= 1.2345" in a formula, "≤ 10⁻¹²" if it is only rounding.
[[nodiscard]] std::string residual_equation(double value);
/// 1.2345, 3.1×10⁻⁷, "< 10⁻¹²" if it is only rounding, "–" if not finite.
[[nodiscard]] std::string residual_text(double value);
/// The same for numbers with a sign: 0 if it is only rounding.
[[nodiscard]] std::string number_text(double value);
/// "19.3 %"
[[nodiscard]] std::string percent_text(double share);
[[nodiscard]] double largest_in(const Column& column);
inline constexpr double nothing = 1e-9;  // residuals below it are rounding and drawn as 0
/// Adds the pointer to the first `panels` of the maps.
void point_in_maps(const Drawing& on, const std::optional<Point>& at, std::size_t panels);
/// Adds the pointer to a plot, with a dot on each of its curves.
void point_on_curves(double x, int decimals, Panel& panel);

// The following return the location of the pointer; empty if it is elsewhere.
/// Returns the second position, in a map or on the circle below.
[[nodiscard]] std::optional<PlanePosition> second_at(const Showing& on);
[[nodiscard]] std::optional<PlanePosition> position_at(const Showing& on);

[[nodiscard]] std::string subtitle_of_construction(const Showing& on, Construction shown, bool with_second);
/// Returns the share beyond the trained grid as text; empty if no trained grid was given.
[[nodiscard]] std::string trained_text(const Showing& on);
[[nodiscard]] std::string subtitle_of_heads(const Showing& on);
[[nodiscard]] std::string formula_of_relativity(const Showing& on);
[[nodiscard]] std::string formula_of_similarity(const Showing& on);

/// Returns the entries of B1, B2 or R_(x,y) in the article's notation, with numbers where b, c, f are 0 or 1:
/// "−sin xθ", "c²h + cos α".
enum class MatrixName { generator_x, generator_y, rotation };
[[nodiscard]] std::vector<std::string> symbolic_entries(const PlaneGroup& group,
                                                        MatrixName name);  // symbolic.cpp
/// Returns the meanings of their letters; empty if there are none.
[[nodiscard]] std::vector<std::string> symbol_meanings(const PlaneGroup& group);

void read_relativity(Reading& reading);
void read_valley(Reading& reading);
void read_three_by_three(Reading& reading);
void read_reversibility(Reading& reading);
void read_flattened(Reading& reading);
void read_similarities(Reading& reading);
void read_patch(Reading& reading);
void read_matrices(Reading& reading);

}  // namespace poslab::rope_2d
