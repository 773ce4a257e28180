#include "core/views/position_matrix/arrays.hpp"

namespace poslab {

namespace position_matrix {

namespace {

struct View {
    using Params = position_matrix::Params;
    using SampleContext = position_matrix::SampleContext;

    static ViewInfo about() {
        return {
            .id = "position-matrix",
            .title = "Position matrix"_tr,
            .short_title = "Matrix"_tr,
            .section = Section::positions,
            .summary =
                "The relative position of every query–key pair under RoPE, position interpolation, ReRoPE and related schemes."_tr,
            .source = "9708, Su Jianlin: ReRoPE, spaces.ac.cn/archives/9708",
            .own_color = 0};
    }

    static constexpr auto figures = all_of(main_figure, matrix_figure, profile_figure);
    static constexpr auto arrays = arrays::all;
    static constexpr auto values = values::all;

    /// With k = 8 the farthest keys get positions beyond the trained range.
    static Params opening() {
        Params params;
        params.map.k = 8;
        return params;
    }
    static void check(const Params& params) {
        check_window(params.window, params.lengths.length);
        check_map(params.map);
    }
    static void adjust(Params& params) {
        fit_window(params.window, params.lengths.length);
        params.map = nearest_valid(params.map);
    }

    static Prepared prepare(const Params& params, const Engine&, const Job&) {
        return position_matrix::prepare(params);
    }

    static void begin(SampleContext& context) {
        const PositionMapSpec& map = context.params.map;
        if (map.map->warning == nullptr) return;
        if (std::optional<Message> warning = map.map->warning(map))
            context.data.warnings.push_back(std::move(*warning));
    }

    static constexpr auto subtitle = &subtitle_of_window;
    static constexpr auto formula = &formula_of_map;
};

}  // namespace

PositionPlan plan_of(const Params& params) {
    return position_plan(position_map_spec(params.map, params.window.causal));
}

double position_in(const Params& params, const Cell& cell) {
    return position_at(plan_of(params), cell.query, cell.key);
}

bool has_window(const Params& params) { return params.map.map->uses(&PositionMapSpec::w); }

}  // namespace position_matrix

const View& position_matrix_view() {
    static const ViewOf<ViewAdapter<position_matrix::View>> view;
    return view;
}

}  // namespace poslab
