// What the view can show and compute, by name.

#include "core/views/rope_2d/rope_2d.hpp"

namespace poslab::rope_2d {

namespace {

using Ids = std::vector<std::string_view>;

Ids operator+(Ids first, const Ids& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

// Parameters that belong together.
Ids of_heads() { return {"dim", "base", "layout", "direction", "mrope-sections", "mrope-interleaved"}; }
Ids of_patches() { return {"grid", "patch-x", "patch-y"}; }
Ids of_entries() { return {"b", "c", "f", "d", "e"}; }
Ids of_positions() { return {"x1", "y1", "x2", "y2"}; }
Ids of_plane() { return Ids{"construction", "theta", "extent"} + of_entries() + of_positions(); }

}  // namespace

std::vector<FigureInfo> figures() {
    const Ids cells{"cell-text"}, beyond = of_heads() + of_patches();
    return {{"main",
             "Relativity"_tr,
             {"residual", "compared_residual", "circle_angle", "circle_residual", "circle_compared"},
             true,
             beyond + cells},
            {"planes", "Planes"_tr, {"column_x", "column"}, true, beyond + cells},
            {"matrices",
             "Matrices"_tr,
             {"generator_x", "generator_y", "rotation", "relative", "rotation_difference", "residual_matrix"},
             true,
             beyond + Ids{"extent"}},
            {"valley",
             "Valley"_tr,
             {"valley_commutator", "valley_residual", "cut_offset", "cut_d", "cut_e", "cut_commutator"},
             true,
             beyond + cells + Ids{"construction", "extent"}},
            {"three-by-three",
             "3×3"_tr,
             {"three_commutator", "three_residual", "size", "size_commutator", "size_least", "size_most"},
             true,
             beyond + cells + Ids{"construction", "extent", "f", "d", "e"}},
            {"reversibility",
             "Lossless?"_tr,
             {"look_alike", "sum_look_alike", "true_position", "read_x", "read_y"},
             true,
             beyond + cells + Ids{"x2", "y2"}},
            {"flattened",
             "Flattened"_tr,
             {"plane_distance", "line_distance", "spread_plane", "spread_least", "spread_most"},
             true,
             of_plane() + of_heads() + cells},
            {"similarity", "Heads"_tr.as("layouts"), {"similarities"}, true, of_plane() + cells + Ids{"layout"}},
            {"patch", "Patch"_tr, {"similarity"}, true, of_plane() + cells},
            {"claims", "Claims"_tr, {"rotation"}, true, beyond + cells + Ids{"extent"}}};
}

namespace {

std::vector<ArrayInfo> matrices() {
    return {
        {"generator_x", "row, column", "", "B1 without θ; of quaternions left multiplication by i"_tr},
        {"generator_y", "row, column", "", "B2 without θ; of quaternions left multiplication by j"_tr},
        {"rotation", "row, column", "", "R of (x1, y1), by its two halves"_tr},
        {"closed_form", "row, column", "", "the same by the construction's own formula: commuting planes, Euler's, Rodrigues'"_tr},
        {"relative", "row, column", "", "R_1^T R_2"_tr, true},
        {"rotation_difference", "row, column", "", "R of (x2 − x1, y2 − y1)"_tr, true},
        {"rotation_second", "row, column", "", "R of (x2, y2)"_tr, true},
        {"residual_matrix", "row, column", "", "relative − rotation_difference"_tr, true}};
}

std::vector<ArrayInfo> positions() {
    return {
        {"plane_x", "x", "", "x2 of the columns of the maps"_tr},
        {"plane_y", "y", "", "y2 of their rows; the largest first"_tr},
        {"residual", "y, x", "",
         "‖R_1^T R_2 − R_(2−1)‖ over (x2, y2); 401 × 401 points with all arrays, else 1023 × 1023, unless `resolution` is given"_tr},
        {"quaternion_residual", "y, x", "", "the same of quaternions"_tr},
        {"compared_residual", "y, x", "", "that of quaternions or, beside quaternions, of the matrix exponential"_tr, true},
        {"circle_angle", "direction", "°", "directions of (x2, y2) from the origin"_tr, true},
        {"circle_residual", "direction", "", "residual along the circle that (x2, y2) is on"_tr, true},
        {"circle_compared", "direction", "", "that of the construction beside it"_tr, true},
        {"look_alike", "y, x", "", "‖R_(x,y) − R_1‖: 0 where positions look alike"_tr, true},
        {"sum_look_alike", "y, x", "", "the same of the sum x + y"_tr, true},
        {"true_position", "place", "", "x (then y) along lines through (x1, y1)"_tr, true},
        {"read_x", "place", "", "x read off R, along x"_tr, true},
        {"read_y", "place", "", "y read off R, along y"_tr, true},
        {"column_x", "place", "", "x along the line y = y1"_tr, true},
        {"column", "row, place", "", "first column of R there"_tr, true}};
}

std::vector<ArrayInfo> generator_arrays() {
    return {{"valley_d", "d", "", "d of the columns of the maps below"_tr, true},
            {"valley_e", "e", "", "e of their rows; the largest first"_tr, true},
            {"valley_commutator", "e, d", "", "‖B1B2 − B2B1‖ over the entries d and e of B2"_tr, true},
            {"valley_residual", "e, d", "", "residual of the two positions there"_tr, true},
            {"cut_offset", "offset", "", "how far d (or e) is from cf (−bf)"_tr, true},
            {"cut_d", "offset", "", "residual along d"_tr, true},
            {"cut_e", "offset", "", "residual along e"_tr, true},
            {"cut_commutator", "offset", "", "‖B1B2 − B2B1‖ along d"_tr, true},
            {"three_b", "b", "", "b of the columns of the maps below"_tr, true},
            {"three_c", "c", "", "c of their rows; the largest first"_tr, true},
            {"three_commutator", "c, b", "", "‖B1B2 − B2B1‖ of 3×3 over b and c"_tr, true},
            {"three_residual", "c, b", "", "residual of the two positions there"_tr, true},
            {"size", "size", "", "√(b² + c²) of 3×3"_tr, true},
            {"size_commutator", "size", "", "largest ‖B1B2 − B2B1‖ over 12 directions of (b, c)"_tr, true},
            {"size_least", "size", "", "least residual over those directions, root mean square of 24 pairs"_tr, true},
            {"size_most", "size", "", "largest"_tr, true}};
}

std::vector<ArrayInfo> heads() {
    return {
        {"similarity", "patch row, patch column", "", "(1/pairs) Σ cos(ω_p·offset) of the patch to all patches, by `layout`"_tr},
        {"similarities", "layout, patch row, patch column", "", "of every layout, in the order of the choices"_tr, true},
        {"plane_distance", "patch row, patch column", "patches", "distance from the patch in the plane"_tr, true},
        {"line_distance", "patch row, patch column", "patches", "along the flattened line"_tr, true},
        {"spread_plane", "distance", "patches", "plane distances between any two patches"_tr, true},
        {"spread_least", "distance", "patches", "least distance along the line at that plane distance"_tr, true},
        {"spread_most", "distance", "patches", "largest"_tr, true}};
}

}  // namespace

std::vector<ArrayInfo> arrays() {
    std::vector<ArrayInfo> list = matrices();
    for (const auto& part : {positions(), generator_arrays(), heads()}) list.insert(list.end(), part.begin(), part.end());
    return list;
}

std::vector<ValueInfo> values() {
    return {{"commutator_norm", "‖B1B2 − B2B1‖, Frobenius, without θ"_tr},
            {"relativity_residual", "‖R_1^T R_2 − R_(2−1)‖, Frobenius"_tr},
            {"quaternion_relativity_residual", "the same of quaternions"_tr},
            {"orthogonality_residual", "‖R^T R − I‖ at (x1, y1)"_tr},
            {"recoverable", "whether (x1, y1) can be read off its rotation, up to whole periods"_tr},
            {"recovered_x", "x read off R, in (−P/2, P/2]; null if it cannot be"_tr},
            {"recovered_y", "y read off R"_tr},
            {"period_x", "2π/(|θ|s), s = √(1 + b² + c²), of generators that commute"_tr},
            {"period_y", "2π/(|θf|s), that of y"_tr},
            {"closed_form_difference", "largest entry of |rotation − closed_form|"_tr},
            {"exponential_difference",
             "largest entry of |rotation − a library's matrix exponential|, which loses digits with the angle; null if that is "
             "not finite"_tr},
            {"search_d", "d where a search for the smallest residual ends"_tr},
            {"search_e", "e there"_tr},
            {"search_residual", "residual left there, root mean square of 24 pairs of positions"_tr},
            {"search_b", "b where the search over 3×3 ends: 0"_tr},
            {"search_c", "c there: 0"_tr}};
}

}  // namespace poslab::rope_2d
