#include "core/views/position_matrix/arrays.hpp"

namespace poslab {
namespace position_matrix {
namespace {

ViewInfo about() {
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

constexpr auto all_figures = all_of(main_figure, matrix_figure, profile_figure);

/// With k = 8 the farthest keys get positions beyond the trained range.
Params opening() {
    Params params;
    params.map.k = 8;
    return params;
}

void check(const Params& params) {
    check_window(params.window, params.lengths.length);
    check_map(params.map);
}

void adjust(Params& params) {
    fit_window(params.window, params.lengths.length);
    params.map = nearest_valid(params.map);
}

void begin(SampleContext& context) {
    const PositionMapSpec& map = context.params.map;
    if (map.map->warning == nullptr) return;
    if (std::optional<Message> warning = map.map->warning(map))
        context.data.warnings.push_back(std::move(*warning));
}

using View = ViewOf<Params, SampleContext>;
constexpr View::Description description{.about = &about,
                                        .figures = all_figures,
                                        .arrays = arrays::all,
                                        .values = values::all,
                                        .prepare = &position_matrix::prepare,
                                        .subtitle = &subtitle_of_window,
                                        .formula = &formula_of_map,
                                        .check = &check,
                                        .adjust = &adjust,
                                        .opening = &opening,
                                        .begin = &begin};

}  // namespace

PositionPlan plan_of(const Params& params) {
    return position_plan(position_map_spec(params.map, params.window.causal));
}

PositionPlan plan_of(const Variant& variant) {
    return variant.prepared != nullptr ? variant.prepared->plan : plan_of(variant.params);
}

double position_in(const Variant& variant, const Cell& cell) {
    return position_at(plan_of(variant), cell.query, cell.key);
}

bool has_window(const Params& params) { return params.map.map->uses(&PositionMapSpec::w); }

}  // namespace position_matrix

const View& position_matrix_view() {
    static const position_matrix::View view(position_matrix::description);
    return view;
}

}  // namespace poslab
