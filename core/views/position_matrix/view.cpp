#include "core/views/position_matrix/position_matrix.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace poslab {

namespace position_matrix {

namespace {

struct View {
    using Params = position_matrix::Params;

    static ViewInfo info() {
        return {
            .id = "position-matrix",
            .title = {"Position matrix", "位置矩阵"},
            .short_title = {"Matrix", "矩阵"},
            .section = Section::positions,
            .summary = {"Which relative position each pair of query and key receives under RoPE, interpolation, ReRoPE and kin.",
                        "在 RoPE、内插、ReRoPE 等方案下，每对查询与键得到的相对位置。"},
            .source = "9708, Su Jianlin: ReRoPE, spaces.ac.cn/archives/9708",
            .figures = {{"main",
                         {"Matrix and profile", "矩阵与剖面"},
                         {"positions", "distance", "profile", "profiles", "overview"}},
                        {"matrix", {"Matrix", "矩阵"}, {"positions", "overview"}, false},
                        {"profile", {"Profile", "剖面"}, {"distance", "profile", "profiles"}, false}},
            .arrays =
                {{"positions",
                  "rows, cols",
                  "tokens",
                  {"position p(i, j) of query row i and key column j", "查询行 i 与键列 j 的位置 p(i, j)"}},
                 {"distance", "distance", "tokens", {"distances Δ of the profile", "剖面的距离 Δ"}},
                 {"profile", "distance", "tokens", {"position at distance Δ from the last query", "与最后一个查询相距 Δ 处的位置"}},
                 {"profiles",
                  "map, distance",
                  "tokens",
                  {"the profile under every map, in the order of the choices of map", "每种映射下的剖面，按 map 选项的次序"}},
                 {"overview",
                  "rows, cols",
                  "tokens",
                  {"the whole matrix at 128 x 128 at most; where all arrays are asked for, only if rows or cols show a part",
                   "整个矩阵，至多 128 x 128；请求全部数组时，仅当 rows 或 cols 只显示一部分才有"},
                  true}},
            .values = {{"max_position", {"largest |p| of the whole matrix", "整个矩阵中最大的 |p|"}},
                       {"out_of_range_fraction", {"share of cells with |p| > train-length − 1", "|p| > 训练长度 − 1 的单元格占比"}},
                       {"first_out_of_range_length",
                        {"smallest length with a position out of range; null if there is none",
                         "首次出现超范围位置的长度；若无则为 null"}},
                       {"inside_window_fraction",
                        {"share of cells at a distance below w; null for maps without w",
                         "距离小于 w 的单元格占比；无 w 的映射为 null"}}},
        };
    }

    static void check(const Params& params) {
        check_window(params.window, params.lengths.length);
        if (params.map.map == PositionMap::dual_chunk && params.map.local >= params.map.chunk)
            throw UsageError(fmt::format("--local {}: must be below --chunk {}", params.map.local, params.map.chunk));
    }

    static void adjust(Params& params) {
        fit_window(params.window, params.lengths.length);
        params.map.local = std::min(params.map.local, params.map.chunk - 1);
    }

    static Prepared prepare(const Params& params, const Engine&, const Job&) { return position_matrix::prepare(params); }
    static constexpr auto sample = &position_matrix::sample;
    static constexpr auto figure = &position_matrix::figure;
    static constexpr auto readout = &position_matrix::readout;
};

}  // namespace

PositionPlan plan_of(const Params& params) { return position_plan(position_map_spec(params.map, params.window.causal)); }

bool has_window(const Params& params) { return PositionMapGroup::uses_w(params.map.map); }

}  // namespace position_matrix

const View& position_matrix_view() {
    static const ViewOf<position_matrix::View> view;
    return view;
}

}  // namespace poslab
