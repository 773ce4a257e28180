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
             {"Relativity", "相对性"},
             {"residual", "compared_residual", "circle_angle", "circle_residual", "circle_compared"},
             true,
             beyond + cells},
            {"planes", {"Planes", "平面"}, {"column_x", "column"}, true, beyond + cells},
            {"matrices",
             {"Matrices", "矩阵"},
             {"generator_x", "generator_y", "rotation", "relative", "rotation_difference", "residual_matrix"},
             true,
             beyond + Ids{"extent"}},
            {"valley",
             {"Valley", "谷地"},
             {"valley_commutator", "valley_residual", "cut_offset", "cut_d", "cut_e", "cut_commutator"},
             true,
             beyond + cells + Ids{"construction", "extent"}},
            {"three-by-three",
             {"3×3", "三维"},
             {"three_commutator", "three_residual", "size", "size_commutator", "size_least", "size_most"},
             true,
             beyond + cells + Ids{"construction", "extent", "f", "d", "e"}},
            {"reversibility",
             {"Lossless?", "可逆性"},
             {"look_alike", "sum_look_alike", "true_position", "read_x", "read_y"},
             true,
             beyond + cells + Ids{"x2", "y2"}},
            {"flattened",
             {"Flattened", "展平"},
             {"plane_distance", "line_distance", "spread_plane", "spread_least", "spread_most"},
             true,
             of_plane() + of_heads() + cells},
            {"similarity", {"Heads", "头的布局"}, {"similarities"}, true, of_plane() + cells + Ids{"layout"}},
            {"patch", {"Patch", "图像块"}, {"similarity"}, true, of_plane() + cells},
            {"claims", {"Claims", "勘误"}, {"rotation"}, true, beyond + cells + Ids{"extent"}}};
}

namespace {

std::vector<ArrayInfo> matrices() {
    return {{"generator_x",
             "row, column",
             "",
             {"B1 without θ; of quaternions left multiplication by i", "不含 θ 的 B1；四元数为左乘 i 的矩阵"}},
            {"generator_y",
             "row, column",
             "",
             {"B2 without θ; of quaternions left multiplication by j", "不含 θ 的 B2；四元数为左乘 j 的矩阵"}},
            {"rotation", "row, column", "", {"R of (x1, y1), by its two halves", "(x1, y1) 处的 R，由其左右两半求得"}},
            {"closed_form",
             "row, column",
             "",
             {"the same by the construction's own formula: commuting planes, Euler's, Rodrigues'",
              "同上，按该构造自身的公式：可交换平面、欧拉公式、罗德里格斯公式"}},
            {"relative", "row, column", "", {"R_1^T R_2", "R_1^T R_2"}, true},
            {"rotation_difference", "row, column", "", {"R of (x2 − x1, y2 − y1)", "(x2 − x1, y2 − y1) 处的 R"}, true},
            {"rotation_second", "row, column", "", {"R of (x2, y2)", "(x2, y2) 处的 R"}, true},
            {"residual_matrix", "row, column", "", {"relative − rotation_difference", "relative − rotation_difference"}, true}};
}

std::vector<ArrayInfo> positions() {
    return {
        {"plane_x", "x", "", {"x2 of the columns of the maps", "各图列对应的 x2"}},
        {"plane_y", "y", "", {"y2 of their rows; the largest first", "各图行对应的 y2，自大而小"}},
        {"residual",
         "y, x",
         "",
         {"‖R_1^T R_2 − R_(2−1)‖ over (x2, y2); 401 × 401 points with all arrays, else 1023 × 1023, unless `resolution` is given",
          "‖R_1^T R_2 − R_(2−1)‖，以 (x2, y2) 为坐标；取全部数组时 401 × 401 点，否则 1023 × 1023，可由 resolution 另定"}},
        {"quaternion_residual", "y, x", "", {"the same of quaternions", "四元数的同一量"}},
        {"compared_residual",
         "y, x",
         "",
         {"that of quaternions or, beside quaternions, of the matrix exponential", "四元数的同一量；构造为四元数时则为矩阵指数的"},
         true},
        {"circle_angle", "direction", "°", {"directions of (x2, y2) from the origin", "自原点看 (x2, y2) 的方向"}, true},
        {"circle_residual", "direction", "", {"residual along the circle that (x2, y2) is on", "(x2, y2) 所在圆周上的残差"}, true},
        {"circle_compared", "direction", "", {"that of the construction beside it", "相比较的构造的同一量"}, true},
        {"look_alike",
         "y, x",
         "",
         {"‖R_(x,y) − R_1‖: 0 where positions look alike", "‖R_(x,y) − R_1‖：为 0 处的位置无法区分"},
         true},
        {"sum_look_alike", "y, x", "", {"the same of the sum x + y", "和 x + y 的同一量"}, true},
        {"true_position", "place", "", {"x (then y) along lines through (x1, y1)", "过 (x1, y1) 的直线上的 x（及 y）"}, true},
        {"read_x", "place", "", {"x read off R, along x", "沿 x 方向，由 R 读出的 x"}, true},
        {"read_y", "place", "", {"y read off R, along y", "沿 y 方向，由 R 读出的 y"}, true},
        {"column_x", "place", "", {"x along the line y = y1", "直线 y = y1 上的 x"}, true},
        {"column", "row, place", "", {"first column of R there", "该处 R 的第一列"}, true}};
}

std::vector<ArrayInfo> generator_arrays() {
    return {{"valley_d", "d", "", {"d of the columns of the maps below", "下列各图列对应的 d"}, true},
            {"valley_e", "e", "", {"e of their rows; the largest first", "各图行对应的 e，自大而小"}, true},
            {"valley_commutator",
             "e, d",
             "",
             {"‖B1B2 − B2B1‖ over the entries d and e of B2", "以 B2 的元素 d、e 为坐标的 ‖B1B2 − B2B1‖"},
             true},
            {"valley_residual", "e, d", "", {"residual of the two positions there", "该处两位置的残差"}, true},
            {"cut_offset", "offset", "", {"how far d (or e) is from cf (−bf)", "d（或 e）与 cf（−bf）之差"}, true},
            {"cut_d", "offset", "", {"residual along d", "沿 d 的残差"}, true},
            {"cut_e", "offset", "", {"residual along e", "沿 e 的残差"}, true},
            {"cut_commutator", "offset", "", {"‖B1B2 − B2B1‖ along d", "沿 d 的 ‖B1B2 − B2B1‖"}, true},
            {"three_b", "b", "", {"b of the columns of the maps below", "下列各图列对应的 b"}, true},
            {"three_c", "c", "", {"c of their rows; the largest first", "各图行对应的 c，自大而小"}, true},
            {"three_commutator", "c, b", "", {"‖B1B2 − B2B1‖ of 3×3 over b and c", "以 b、c 为坐标的 3×3 之 ‖B1B2 − B2B1‖"}, true},
            {"three_residual", "c, b", "", {"residual of the two positions there", "该处两位置的残差"}, true},
            {"size", "size", "", {"√(b² + c²) of 3×3", "3×3 的 √(b² + c²)"}, true},
            {"size_commutator",
             "size",
             "",
             {"largest ‖B1B2 − B2B1‖ over 12 directions of (b, c)", "(b, c) 12 个方向上最大的 ‖B1B2 − B2B1‖"},
             true},
            {"size_least",
             "size",
             "",
             {"least residual over those directions, root mean square of 24 pairs", "这些方向上最小的残差，取 24 对位置的均方根"},
             true},
            {"size_most", "size", "", {"largest", "最大的同一量"}, true}};
}

std::vector<ArrayInfo> heads() {
    return {{"similarity",
             "patch row, patch column",
             "",
             {"(1/pairs) Σ cos(ω_p·offset) of the patch to all patches, by `layout`",
              "该图像块与各块的 (1/对数) Σ cos(ω_p·偏移)，按 layout"}},
            {"similarities",
             "layout, patch row, patch column",
             "",
             {"of every layout, in the order of the choices", "各种布局，按选项顺序"},
             true},
            {"plane_distance",
             "patch row, patch column",
             "patches",
             {"distance from the patch in the plane", "与该块的平面距离"},
             true},
            {"line_distance", "patch row, patch column", "patches", {"along the flattened line", "沿展平后直线的距离"}, true},
            {"spread_plane", "distance", "patches", {"plane distances between any two patches", "任意两块间的各种平面距离"}, true},
            {"spread_least",
             "distance",
             "patches",
             {"least distance along the line at that plane distance", "该平面距离下最小的直线距离"},
             true},
            {"spread_most", "distance", "patches", {"largest", "最大的同一量"}, true}};
}

}  // namespace

std::vector<ArrayInfo> arrays() {
    std::vector<ArrayInfo> list = matrices();
    for (const auto& part : {positions(), generator_arrays(), heads()}) list.insert(list.end(), part.begin(), part.end());
    return list;
}

std::vector<ValueInfo> values() {
    return {{"commutator_norm", {"‖B1B2 − B2B1‖, Frobenius, without θ", "‖B1B2 − B2B1‖，Frobenius 范数，不含 θ"}},
            {"relativity_residual", {"‖R_1^T R_2 − R_(2−1)‖, Frobenius", "‖R_1^T R_2 − R_(2−1)‖，Frobenius 范数"}},
            {"quaternion_relativity_residual", {"the same of quaternions", "四元数的同一量"}},
            {"orthogonality_residual", {"‖R^T R − I‖ at (x1, y1)", "(x1, y1) 处的 ‖R^T R − I‖"}},
            {"recoverable",
             {"whether (x1, y1) can be read off its rotation, up to whole periods", "能否由旋转还原 (x1, y1)（至多差整数个周期）"}},
            {"recovered_x",
             {"x read off R, in (−P/2, P/2]; null if it cannot be", "由 R 读出的 x，在 (−P/2, P/2] 内；不可还原时为 null"}},
            {"recovered_y", {"y read off R", "由 R 读出的 y"}},
            {"period_x",
             {"2π/(|θ|s), s = √(1 + b² + c²), of generators that commute", "生成元可交换时的 2π/(|θ|s)，s = √(1 + b² + c²)"}},
            {"period_y", {"2π/(|θf|s), that of y", "y 的周期 2π/(|θf|s)"}},
            {"closed_form_difference", {"largest entry of |rotation − closed_form|", "|rotation − closed_form| 的最大元素"}},
            {"exponential_difference",
             {"largest entry of |rotation − a library's matrix exponential|, which loses digits with the angle; null if that is "
              "not finite",
              "|rotation − 函数库的矩阵指数| 的最大元素，后者随角度增大而失准；非有限值时为 null"}},
            {"search_d", {"d where a search for the smallest residual ends", "以残差最小为目标的搜索所得的 d"}},
            {"search_e", {"e there", "同上，e"}},
            {"search_residual",
             {"residual left there, root mean square of 24 pairs of positions", "该处余下的残差，取 24 对位置的均方根"}},
            {"search_b", {"b where the search over 3×3 ends: 0", "对 3×3 搜索所得的 b：0"}},
            {"search_c", {"c there: 0", "同上，c：0"}}};
}

}  // namespace poslab::rope_2d
