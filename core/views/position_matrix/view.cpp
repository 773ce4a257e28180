#include "core/views/position_matrix/position_matrix.hpp"

namespace poslab {

namespace position_matrix {

namespace {

struct View {
    using Params = position_matrix::Params;

    static ViewInfo info() {
        return {
            .id = "position-matrix",
            .title = "Position matrix"_tr,
            .short_title = "Matrix"_tr,
            .section = Section::positions,
            .summary = "Which relative position each pair of query and key receives under RoPE, interpolation, ReRoPE and kin."_tr,
            .source = "9708, Su Jianlin: ReRoPE, spaces.ac.cn/archives/9708",
            .figures = {{"main", "Matrix and profile"_tr, {"positions", "distance", "profile", "profiles", "overview"}},
                        {"matrix", "Matrix"_tr, {"positions", "overview"}, false},
                        {"profile", "Profile"_tr, {"distance", "profile", "profiles"}, false}},
            .arrays =
                {{"positions", "rows, cols", "tokens", "position p(i, j) of query row i and key column j"_tr},
                 {"distance", "distance", "tokens", "distances Δ of the profile"_tr},
                 {"profile", "distance", "tokens", "position at distance Δ from the last query"_tr},
                 {"profiles", "map, distance", "tokens", "the profile under every map, in the order of the choices of map"_tr},
                 {"overview", "rows, cols", "tokens",
                  "the whole matrix at 128 x 128 at most; where all arrays are asked for, only if rows or cols show a part"_tr,
                  true}},
            .values = {{"max_position", "largest |p| of the whole matrix"_tr},
                       {"out_of_range_fraction", "share of cells with |p| > train-length − 1"_tr},
                       {"first_out_of_range_length", "smallest length with a position out of range; null if there is none"_tr},
                       {"inside_window_fraction", "share of cells at a distance below w; null for maps without w"_tr}},
        };
    }

    static void check(const Params& params) {
        check_window(params.window, params.lengths.length);
        check_map(params.map);
    }

    static void adjust(Params& params) {
        fit_window(params.window, params.lengths.length);
        params.map = fitting(params.map);
    }

    static Prepared prepare(const Params& params, const Engine&, const Job&) { return position_matrix::prepare(params); }
    static constexpr auto sample = &position_matrix::sample;
    static constexpr auto figure = &position_matrix::figure;
    static constexpr auto readout = &position_matrix::readout;
};

}  // namespace

PositionPlan plan_of(const Params& params) { return position_plan(position_map_spec(params.map, params.window.causal)); }

bool has_window(const Params& params) { return params.map.map->uses(&PositionMapSpec::w); }

}  // namespace position_matrix

const View& position_matrix_view() {
    static const ViewOf<position_matrix::View> view;
    return view;
}

}  // namespace poslab
