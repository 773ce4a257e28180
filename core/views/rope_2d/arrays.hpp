#pragma once

// The arrays and values of the view `rope-2d`, and the intermediate results that they share.

#include "core/geometry/flattened_distance.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

namespace poslab::rope_2d {

/// A cut through the valley: the offset of one entry, and the residuals along both.
struct Cut {
    std::vector<double> offsets, along_d, along_e, commutators;
};
/// 3×3 by the size of B2: the range of residuals over the directions of (b, c).
struct Sizes {
    std::vector<double> size, commutator, least, most;
};
struct Relative {
    Eigen::MatrixXd second, relative, between;
};

struct SampleContext : SamplingOf<Params, Prepared> {
    using SamplingOf::SamplingOf;

    [[nodiscard]] const PlaneGroup& plane() const { return params.plane; }
    [[nodiscard]] const HeadGroup& head() const { return params.head; }
    [[nodiscard]] PlaneEncoding encoding() const { return encoding_of(params.plane); }
    [[nodiscard]] PlanePosition first() const { return first_of(params.plane); }
    [[nodiscard]] PlanePosition second() const { return second_of(params.plane); }

    /// Returns the points of a map. Their number per side is odd, so that the centre is a point; at most 401
    /// with all arrays, else 1023, unless `resolution` is given.
    [[nodiscard]] PlaneWindow window(const Square& square) const;
    /// Returns the map [rows, columns] of a plan over a square.
    [[nodiscard]] Numbers map(const ResidualPlan& plan, const Square& square) const;
    [[nodiscard]] Numbers map_of_positions(const ResidualPlan& plan) const {
        return map(plan, positions_square(params.plane));
    }

    const Cut& cut();
    const Sizes& sizes();
    const Relative& relative();
    const DistanceSpread& spread();

    Memo<Cut> cut_made{};
    Memo<Sizes> sizes_made{};
    Memo<Relative> relative_made{};
    Memo<DistanceSpread> spread_made{};
};
using ArrayRow = ArrayOf<SampleContext>;
using NamedRow = LimitedArrayOf<SampleContext, Availability::when_named>;
using ValueRow = ValueOf<SampleContext>;
using FigureRow = FigureOf<Params, SampleContext>;

/// Return the coordinates of a map's columns and rows.
[[nodiscard]] std::vector<double> column_places(const PlaneWindow& window);
[[nodiscard]] std::vector<double> row_places(const PlaneWindow& window);
[[nodiscard]] Numbers numbers_of_matrix(const Eigen::MatrixXd& matrix);
[[nodiscard]] Eigen::MatrixXd generator_matrix(const SampleContext& context, bool of_x);
/// Returns the residuals along the circle around the origin through the second position, at each of
/// circle_degrees().
[[nodiscard]] std::vector<double> circle_degrees();
[[nodiscard]] std::vector<double> round_circle(const SampleContext& context, const PlaneEncoding& of);
/// Returns coordinates along lines through the first position, and the coordinates recovered from the
/// rotations there.
[[nodiscard]] std::vector<double> line_places(const SampleContext& context);
[[nodiscard]] std::vector<double> read_along(const SampleContext& context, bool along_x);
/// Returns x of the curves for the first column of R, at y = y1, and these curves.
[[nodiscard]] std::vector<double> column_line(const SampleContext& context);
[[nodiscard]] Numbers first_columns(const SampleContext& context);
/// Returns ‖[B1, B2]‖ over two entries of B2.
[[nodiscard]] Numbers valley_commutators(const SampleContext& context);
[[nodiscard]] Numbers three_commutators(const SampleContext& context);
/// Returns the similarities of all layouts, in the order of the choices. [layouts, h, w]
[[nodiscard]] Numbers all_similarities(const SampleContext& context);

/// Return the frequencies [3, pairs] and angles [rows or columns, pairs] of the chosen layout; empty for the
/// mean of mixed heads.
[[nodiscard]] Numbers pair_frequencies(const SampleContext& context);
[[nodiscard]] Numbers angles(const SampleContext& context, bool rows);

template <auto member>
inline constexpr auto cut_of = [](SampleContext& a) { return a.cut().*member; };
template <auto member>
inline constexpr auto sizes_of = [](SampleContext& a) { return a.sizes().*member; };
template <auto member>
inline constexpr auto spread_of = [](SampleContext& a) { return a.spread().*member; };
template <auto square, auto places>
inline constexpr auto places_of = [](SampleContext& a) { return places(a.window(square(a.plane()))); };

namespace arrays {

inline constexpr ArrayRow generator_x{
    "generator_x", "row, column", "", "B1 without θ; for quaternions, left multiplication by i"_tr,
    [](SampleContext& a) { return numbers_of_matrix(generator_matrix(a, true)); }};
inline constexpr ArrayRow generator_y{
    "generator_y", "row, column", "", "B2 without θ; for quaternions, left multiplication by j"_tr,
    [](SampleContext& a) { return numbers_of_matrix(generator_matrix(a, false)); }};
inline constexpr ArrayRow rotation{
    "rotation", "row, column", "", "R at (x1, y1), from its two halves"_tr,
    [](SampleContext& a) { return numbers_of_matrix(rotation_at(a.encoding(), a.first())); }};
inline constexpr ArrayRow closed_form{
    "closed_form", "row, column", "",
    "the same from a closed form: commuting planes, Euler's or Rodrigues' formula"_tr,
    [](SampleContext& a) { return numbers_of_matrix(closed_form_at(a.encoding(), a.first())); }};
inline constexpr NamedRow relative{"relative", "row, column", "", "R_1^T R_2"_tr,
                                   [](SampleContext& a) { return numbers_of_matrix(a.relative().relative); }};
inline constexpr NamedRow rotation_difference{
    "rotation_difference", "row, column", "", "R at (x2 − x1, y2 − y1)"_tr,
    [](SampleContext& a) { return numbers_of_matrix(a.relative().between); }};
inline constexpr NamedRow rotation_second{
    "rotation_second", "row, column", "", "R at (x2, y2)"_tr,
    [](SampleContext& a) { return numbers_of_matrix(a.relative().second); }};
inline constexpr NamedRow residual_matrix{
    "residual_matrix", "row, column", "", "relative − rotation_difference"_tr,
    [](SampleContext& a) { return numbers_of_matrix(a.relative().relative - a.relative().between); }};

inline constexpr ArrayRow plane_x{"plane_x", "x", "", "x2 of the columns of the maps"_tr,
                                  places_of<&positions_square, &column_places>};
inline constexpr ArrayRow plane_y{"plane_y", "y", "", "y2 of the rows of the maps, largest first"_tr,
                                  places_of<&positions_square, &row_places>};
inline constexpr ArrayRow residual{
    "residual", "y, x", "",
    "‖R_1^T R_2 − R_(2−1)‖ over (x2, y2); 401 × 401 points with all arrays, else 1023 × 1023, unless `resolution` is given"_tr,
    [](SampleContext& a) { return a.map_of_positions(relativity_plan(a.encoding(), a.first())); }};
inline constexpr ArrayRow quaternion_residual{
    "quaternion_residual", "y, x", "", "the same for quaternions"_tr, [](SampleContext& a) {
        return a.map_of_positions(
            relativity_plan(encoding_of(a.plane(), Construction::quaternion), a.first()));
    }};
inline constexpr NamedRow compared_residual{
    "compared_residual", "y, x", "",
    "residual of quaternions or, if these are shown, of the matrix exponential"_tr, [](SampleContext& a) {
        return a.map_of_positions(relativity_plan(compared_encoding(a.plane()), a.first()));
    }};
inline constexpr NamedRow circle_angle{"circle_angle", "direction", "°",
                                       "directions of (x2, y2) from the origin"_tr,
                                       [](SampleContext&) { return circle_degrees(); }};
inline constexpr NamedRow circle_residual{"circle_residual", "direction", "",
                                          "residual along the circle through (x2, y2)"_tr,
                                          [](SampleContext& a) { return round_circle(a, a.encoding()); }};
inline constexpr NamedRow circle_compared{
    "circle_compared", "direction", "", "the same for the compared construction"_tr,
    [](SampleContext& a) { return round_circle(a, compared_encoding(a.plane())); }};
inline constexpr NamedRow look_alike{
    "look_alike", "y, x", "", "‖R_(x,y) − R_1‖: 0 for positions with the same rotation"_tr,
    [](SampleContext& a) { return a.map_of_positions(look_alike_plan(a.encoding(), a.first())); }};
inline constexpr NamedRow sum_look_alike{
    "sum_look_alike", "y, x", "", "the same for the sum x + y"_tr, [](SampleContext& a) {
        return a.map_of_positions(look_alike_plan(encoding_of(a.plane(), Construction::sum), a.first()));
    }};
inline constexpr NamedRow true_position{"true_position", "place", "",
                                        "x (then y) along lines through (x1, y1)"_tr, by<&line_places>};
inline constexpr NamedRow read_x{"read_x", "place", "", "x recovered from R, along x"_tr,
                                 [](SampleContext& a) { return read_along(a, true); }};
inline constexpr NamedRow read_y{"read_y", "place", "", "y recovered from R, along y"_tr,
                                 [](SampleContext& a) { return read_along(a, false); }};
inline constexpr NamedRow column_x{"column_x", "place", "", "x along the line y = y1"_tr, by<&column_line>};
inline constexpr NamedRow column{"column", "row, place", "", "first column of R along that line"_tr,
                                 by<&first_columns>};

inline constexpr NamedRow valley_d{"valley_d", "d", "", "d of the columns of the maps below"_tr,
                                   places_of<&second_generator_square, &column_places>};
inline constexpr NamedRow valley_e{"valley_e", "e", "", "e of the rows of the maps, largest first"_tr,
                                   places_of<&second_generator_square, &row_places>};
inline constexpr NamedRow valley_commutator{"valley_commutator", "e, d", "",
                                            "‖B1B2 − B2B1‖ over the entries d and e of B2"_tr,
                                            by<&valley_commutators>};
inline constexpr NamedRow valley_residual{
    "valley_residual", "e, d", "", "residual of the two positions over the same entries"_tr,
    [](SampleContext& a) {
        const PlaneEncoding of = encoding_of(a.plane(), Construction::matrix_exponential);
        return a.map(second_generator_plan(of, a.first(), a.second()), second_generator_square(a.plane()));
    }};
inline constexpr NamedRow cut_offset{"cut_offset", "offset", "", "offset of d (or e) from cf (or −bf)"_tr,
                                     cut_of<&Cut::offsets>};
inline constexpr NamedRow cut_d{"cut_d", "offset", "", "residual along d"_tr, cut_of<&Cut::along_d>};
inline constexpr NamedRow cut_e{"cut_e", "offset", "", "residual along e"_tr, cut_of<&Cut::along_e>};
inline constexpr NamedRow cut_commutator{"cut_commutator", "offset", "", "‖B1B2 − B2B1‖ along d"_tr,
                                         cut_of<&Cut::commutators>};
inline constexpr NamedRow three_b{"three_b", "b", "", "b of the columns of the maps below"_tr,
                                  places_of<&three_by_three_square, &column_places>};
inline constexpr NamedRow three_c{"three_c", "c", "", "c of the rows of the maps, largest first"_tr,
                                  places_of<&three_by_three_square, &row_places>};
inline constexpr NamedRow three_commutator{"three_commutator", "c, b", "",
                                           "‖B1B2 − B2B1‖ for 3×3 over b and c"_tr, by<&three_commutators>};
inline constexpr NamedRow three_residual{
    "three_residual", "c, b", "", "residual of the two positions over the same entries"_tr,
    [](SampleContext& a) {
        return a.map(three_by_three_plan(a.plane().theta, a.first(), a.second()),
                     three_by_three_square(a.plane()));
    }};
inline constexpr NamedRow size{"size", "size", "", "√(b² + c²) for 3×3"_tr, sizes_of<&Sizes::size>};
inline constexpr NamedRow size_commutator{"size_commutator", "size", "",
                                          "largest ‖B1B2 − B2B1‖ over 12 directions of (b, c)"_tr,
                                          sizes_of<&Sizes::commutator>};
inline constexpr NamedRow size_least{
    "size_least", "size", "", "smallest residual over those directions, root mean square of 24 pairs"_tr,
    sizes_of<&Sizes::least>};
inline constexpr NamedRow size_most{"size_most", "size", "", "largest residual over those directions"_tr,
                                    sizes_of<&Sizes::most>};

inline constexpr ArrayRow similarity{
    "similarity", "patch row, patch column", "",
    "(1/pairs) Σ cos(ω_p·offset) of the patch to all patches, by `layout`"_tr, [](SampleContext& a) {
        return matrix_of(a.head().rows(), similarity_of(a.head(), a.head().layout, a.job));
    }};
inline constexpr NamedRow similarities{"similarities", "layout, patch row, patch column", "",
                                       "the same for every layout, in the order of the choices"_tr,
                                       by<&all_similarities>};
inline constexpr NamedRow beyond{
    "beyond", "patch row, patch column", "",
    "1 where the offset from the patch is beyond the trained grid, by `layout`; 0 elsewhere"_tr,
    [](SampleContext& a) { return matrix_of(a.head().rows(), beyond_map(a.head(), a.head().layout)); }};
inline constexpr NamedRow pair_frequency{
    "pair_frequency", "axis, pair", "rad/patch",
    "frequency of each pair along time, rows and columns; not with `mixed-mean`"_tr, by<&pair_frequencies>};
inline constexpr NamedRow row_angle{"row_angle", "patch row, pair", "rad",
                                    "angle of each pair in a row of patches; not with `mixed-mean`"_tr,
                                    [](SampleContext& a) { return angles(a, true); }};
inline constexpr NamedRow column_angle{
    "column_angle", "patch column, pair", "rad",
    "the same in a column of patches; the angle of a patch is their sum"_tr,
    [](SampleContext& a) { return angles(a, false); }};
inline constexpr NamedRow plane_distance{
    "plane_distance", "patch row, patch column", "patches", "distance from the patch in the plane"_tr,
    [](SampleContext& a) {
        const auto [x, y] = patch_of(a.head());
        return matrix_of(a.head().rows(), plane_distances(a.head().rows(), a.head().columns(), y, x));
    }};
inline constexpr NamedRow line_distance{
    "line_distance", "patch row, patch column", "patches",
    "distance from the patch along the flattened line"_tr, [](SampleContext& a) {
        const auto [x, y] = patch_of(a.head());
        return matrix_of(a.head().rows(), flattened_distances(a.head().rows(), a.head().columns(), y, x));
    }};
inline constexpr NamedRow spread_plane{"spread_plane", "distance", "patches",
                                       "plane distances between any two patches"_tr,
                                       spread_of<&DistanceSpread::plane>};
inline constexpr NamedRow spread_least{"spread_least", "distance", "patches",
                                       "smallest distance along the line at that plane distance"_tr,
                                       spread_of<&DistanceSpread::least>};
inline constexpr NamedRow spread_most{"spread_most", "distance", "patches",
                                      "largest distance along the line at that plane distance"_tr,
                                      spread_of<&DistanceSpread::most>};

inline constexpr auto all =
    all_of(generator_x, generator_y, rotation, closed_form, relative, rotation_difference, rotation_second,
           residual_matrix, plane_x, plane_y, residual, quaternion_residual, compared_residual, circle_angle,
           circle_residual, circle_compared, look_alike, sum_look_alike, true_position, read_x, read_y,
           column_x, column, valley_d, valley_e, valley_commutator, valley_residual, cut_offset, cut_d, cut_e,
           cut_commutator, three_b, three_c, three_commutator, three_residual, size, size_commutator,
           size_least, size_most, similarity, similarities, beyond, pair_frequency, row_angle, column_angle,
           plane_distance, line_distance, spread_plane, spread_least, spread_most);

}  // namespace arrays

// Groups of parameters, which are idle in figures on other topics.
inline constexpr IdList of_heads{"dim",
                                 "rotary-fraction",
                                 "base",
                                 "explicit-frequencies",
                                 "layout",
                                 "patch-coordinates",
                                 "direction",
                                 "mrope-sections",
                                 "mrope-interleaved",
                                 "mrope-alternating",
                                 "extension"};
inline constexpr IdList of_patches{"grid",    "grid-width", "train-grid", "train-grid-width",
                                   "patch-x", "patch-y"};
inline constexpr IdList of_cells{"cell-text"};
inline constexpr IdList of_plane{"construction", "theta", "extent", "b", "c", "f", "d", "e",
                                 "x1",           "y1",    "x2",     "y2"};

extern const FigureRow main_figure, planes_figure, matrices_figure, valley_figure, three_by_three_figure,
    reversibility_figure, flattened_figure, similarity_figure, pairs_figure, patch_figure, claims_figure;

}  // namespace poslab::rope_2d
