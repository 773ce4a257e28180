#include "core/base/errors.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/views/rope_2d/arrays.hpp"

namespace poslab {
namespace rope_2d {
namespace {

constexpr double reach = 0.06;  // relative to a map's half-width; a press this close to a point grabs it

/// Throws UsageError if the head has too few dimensions for a layout that is drawn.
void check_dimensions(const HeadGroup& head) {
    const std::int64_t rotating = rotary_dim(head.dim, head.rotary_fraction);
    if (head.dim % 4 != 0)
        throw UsageError(tr("--dim {}: must be a multiple of 4, half of the pairs for each axis", head.dim));
    if (!fits(head, head.layout))
        throw UsageError(tr("--layout {}: {} rotating dimensions have no pair for each axis",
                            HeadGroup::layouts()[static_cast<std::size_t>(head.layout)].id, rotating));
    if (rotating % 4 != 0)
        throw UsageError(tr("--rotary-fraction {}: {} of {} dimensions rotate; must be a multiple of 4",
                            head.rotary_fraction, rotating, head.dim));
}

void check_patch(std::string_view id, const OptionalReal& patch, std::string_view side, std::int64_t grid) {
    if (patch.set && patch.value >= static_cast<double>(grid))
        throw UsageError(tr("--{} {:.0f}: must be below --{} {}", id, patch.value, side, grid));
}

void fit(OptionalReal& patch, std::int64_t grid) {
    if (patch.set) patch.value = std::min(patch.value, static_cast<double>(grid - 1));
}

/// Moves the first position if the stroke began near it, else the second.
void place_position(PlaneGroup& group, Point from, Point to) {
    const bool first =
        std::hypot(from.x - group.x1, from.y - group.y1) < reach * group.extent &&
        std::hypot(from.x - group.x1, from.y - group.y1) < std::hypot(from.x - group.x2, from.y - group.y2);
    (first ? group.x1 : group.x2) = to.x;
    (first ? group.y1 : group.y2) = to.y;
}

double entry(double value) { return std::clamp(value, -10.0, 10.0); }

namespace values {

template <auto member>
constexpr auto fact_of = [](SampleContext& a) { return a.prepared.*member; };
template <auto member>
constexpr auto recovered_of = [](SampleContext& a) {
    const std::optional<PlanePosition>& at = a.prepared.recovered;
    return at ? std::optional((*at).*member) : std::nullopt;
};
/// Empty for θ = 0, where the search is meaningless.
template <auto search, auto member>
constexpr auto found_of = [](SampleContext& a) {
    return a.plane().theta == 0 ? std::nullopt : std::optional((a.prepared.*search).*member);
};

constexpr ValueRow commutator_norm{"commutator_norm", "‖B1B2 − B2B1‖, Frobenius, without θ"_tr,
                                   fact_of<&Prepared::commutator>};
constexpr ValueRow quaternion_commutator_norm{
    "quaternion_commutator_norm", "the same for quaternions: ‖ij − ji‖"_tr, [](SampleContext& a) {
        return poslab::commutator_norm(encoding_of(a.plane(), Construction::quaternion));
    }};
constexpr ValueRow relativity_residual{"relativity_residual", "‖R_1^T R_2 − R_(2−1)‖, Frobenius"_tr,
                                       fact_of<&Prepared::residual>};
constexpr ValueRow quaternion_relativity_residual{
    "quaternion_relativity_residual", "the same for quaternions"_tr, fact_of<&Prepared::quaternion_residual>};
constexpr ValueRow orthogonality_residual{"orthogonality_residual", "‖R^T R − I‖ at (x1, y1)"_tr,
                                          fact_of<&Prepared::orthogonality>};
constexpr ValueRow recoverable{"recoverable",
                               "true if (x1, y1) can be recovered from its rotation, up to whole periods"_tr,
                               fact_of<&Prepared::recoverable>};
constexpr ValueRow recovered_x{"recovered_x", "x recovered from R, in (−P/2, P/2]; null if it cannot be"_tr,
                               recovered_of<&PlanePosition::x>};
constexpr ValueRow recovered_y{"recovered_y", "y recovered from R"_tr, recovered_of<&PlanePosition::y>};
constexpr ValueRow period_x{"period_x", "2π/(|θ|s), s = √(1 + b² + c²), for generators that commute"_tr,
                            [](SampleContext& a) { return a.prepared.periods.x; }};
constexpr ValueRow period_y{"period_y", "2π/(|θf|s), the period of y"_tr,
                            [](SampleContext& a) { return a.prepared.periods.y; }};
constexpr ValueRow closed_form_difference{"closed_form_difference",
                                          "largest entry of |rotation − closed_form|"_tr,
                                          fact_of<&Prepared::closed_form_difference>};
constexpr ValueRow exponential_difference{
    "exponential_difference",
    "largest entry of |rotation − a library's matrix exponential|, which loses digits with the angle; "
    "null if not finite"_tr,
    [](SampleContext& a) {
        const double difference = a.prepared.exponential_difference;
        return std::isfinite(difference) ? std::optional(difference) : std::nullopt;
    }};
constexpr ValueRow search_d{"search_d", "d at the end of a search for the smallest residual"_tr,
                            found_of<&Prepared::valley, &GeneratorSearch::first>};
constexpr ValueRow search_e{"search_e", "e at that end"_tr,
                            found_of<&Prepared::valley, &GeneratorSearch::second>};
constexpr ValueRow search_residual{"search_residual",
                                   "residual at that end, root mean square of 24 pairs of positions"_tr,
                                   found_of<&Prepared::valley, &GeneratorSearch::residual>};
constexpr ValueRow search_b{"search_b", "b at the end of the search over 3×3: 0"_tr,
                            found_of<&Prepared::three, &GeneratorSearch::first>};
constexpr ValueRow search_c{"search_c", "c at that end: 0"_tr,
                            found_of<&Prepared::three, &GeneratorSearch::second>};

constexpr ValueRow beyond_fraction{"beyond_fraction",
                                   "share of all pairs of patches beyond the trained grid, by `layout`"_tr,
                                   [](SampleContext& a) { return beyond_share(a.head(), a.head().layout); }};
constexpr ValueRow patch_beyond_fraction{
    "patch_beyond_fraction", "share of the patches beyond the trained grid, seen from the compared patch"_tr,
    [](SampleContext& a) { return beyond_share_of_patch(a.head()); }};

}  // namespace values

/// Interleaved sections longer than a third of the pairs leave the rest to time, which then has more pairs
/// than requested.
void add_interleaving_warning(const HeadGroup& head, std::vector<Message>& warnings) {
    const std::vector<double>& sections = head.mrope_sections.numbers;
    const std::vector<int> axes =
        axes_of_sections(sections, rotary_dim(head.dim, head.rotary_fraction) / 2, true);
    const auto count = [&](int axis) { return std::count(axes.begin(), axes.end(), axis); };
    if (axes.empty() || static_cast<double>(count(0)) == sections[0]) return;
    const std::string so = fmt::format("{}, {}, {}", count(0), count(1), count(2));
    warnings.push_back(
        tr("Interleaved, each axis has at most every third pair: t, h, w rotate {} pairs.", so));
}

void add_warnings(const SampleContext& context) {
    constexpr double usual_points = 401;
    const PlaneGroup& group = context.plane();
    std::vector<Message>& warnings = context.data.warnings;
    if (group.theta == 0)
        warnings.push_back("θ = 0: every rotation is the identity, so no position can be recovered."_tr);
    else if (group.f == 0 && context.encoding().commutes())
        warnings.push_back("f = 0: y rotates nothing, so it cannot be recovered."_tr);
    const auto any_requested = [&](const auto&... rows) { return (context.request.wants(rows.name) || ...); };
    const bool of_construction =
        any_requested(arrays::residual, arrays::look_alike, arrays::column, arrays::rotation);
    if (of_construction && group.construction == Construction::three_by_three && group.b == 0 && group.c == 0)
        warnings.push_back(
            "b = c = 0: B₂ is zero, so y rotates nothing; relativity is preserved, but y is lost."_tr);
    const HeadGroup& head = context.head();
    if (any_requested(arrays::similarity, arrays::similarities, arrays::beyond, arrays::pair_frequency,
                      arrays::row_angle, arrays::column_angle))
        for (Message& note : source_notes(context.params.source)) warnings.push_back(std::move(note));
    if (head.layout == HeadLayout::mrope && head.mrope_interleaved && !head.mrope_alternating)
        add_interleaving_warning(head, warnings);
    if (head.layout == HeadLayout::mrope && head.mrope_interleaved && head.mrope_alternating)
        warnings.push_back("mrope-interleaved is ignored: mrope-alternating is on."_tr);
    const double step = 2 * group.extent / usual_points * std::abs(group.theta) *
                        plane_speed(context.encoding()) * std::max(1.0, std::abs(group.f));
    if (step > 1 && any_requested(arrays::residual, arrays::quaternion_residual, arrays::compared_residual,
                                  arrays::look_alike, arrays::sum_look_alike))
        warnings.push_back("The residual oscillates faster than the map resolves: reduce the half-width."_tr);
}

ViewInfo about() {
    return {.id = "rope-2d",
            .title = "2D RoPE"_tr,
            .short_title = "2D RoPE"_tr,
            .section = Section::rotation,
            .summary =
                "Rotations for positions (x, y): relative position needs generators that commute. "
                "Quaternions do not; matrix exponentials can, without loss."_tr,
            .source = "8397, Su Jianlin, spaces.ac.cn/archives; RoPE-ViT, arXiv 2403.13298; transformers",
            .shares = false};
}

constexpr auto all_figures = all_of(main_figure, planes_figure, matrices_figure, valley_figure,
                                    three_by_three_figure, reversibility_figure, flattened_figure,
                                    similarity_figure, pairs_figure, patch_figure, claims_figure);

constexpr auto all_values =
    all_of(values::commutator_norm, values::quaternion_commutator_norm, values::relativity_residual,
           values::quaternion_relativity_residual, values::orthogonality_residual, values::recoverable,
           values::recovered_x, values::recovered_y, values::period_x, values::period_y,
           values::closed_form_difference, values::exponential_difference, values::search_d, values::search_e,
           values::search_residual, values::search_b, values::search_c, values::beyond_fraction,
           values::patch_beyond_fraction);

void check(const Params& params) {
    check_dimensions(params.head);
    check_patch("patch-x", params.head.patch_x, params.head.grid_width.set ? "grid-width" : "grid",
                params.head.columns());
    check_patch("patch-y", params.head.patch_y, "grid", params.head.rows());
    const auto pairs = rotary_dim(params.head.dim, params.head.rotary_fraction) / 2;
    const std::vector<double>& sections = params.head.mrope_sections.numbers;
    if (params.head.layout == HeadLayout::mrope && !sections.empty() &&
        axes_of_sections(sections, pairs, false).empty())
        throw UsageError(tr("--mrope-sections: must be three numbers (t,h,w) with the sum {}, as --dim is {}",
                            pairs, params.head.dim));
    const std::size_t listed = params.head.explicit_frequencies.numbers.size();
    if (params.head.layout == HeadLayout::mrope && listed > 0 && static_cast<std::int64_t>(listed) != pairs)
        throw UsageError(tr("--explicit-frequencies: {}; the head has {}",
                            tr_plural("{} frequency", "{} frequencies", static_cast<std::int64_t>(listed)),
                            tr_plural("{} pair", "{} pairs", pairs)));
}

void adjust(Params& params) {
    params.head.dim = std::max<std::int64_t>(4, params.head.dim / 4 * 4);
    if (rotary_dim(params.head.dim, params.head.rotary_fraction) % 4 != 0) params.head.rotary_fraction = 1;
    const std::int64_t pairs = rotary_dim(params.head.dim, params.head.rotary_fraction) / 2;
    if (static_cast<std::int64_t>(params.head.explicit_frequencies.numbers.size()) != pairs)
        params.head.explicit_frequencies = {};
    fit(params.head.patch_x, params.head.columns());
    fit(params.head.patch_y, params.head.rows());
    if (axes_of_sections(params.head.mrope_sections.numbers, pairs, false).empty())
        params.head.mrope_sections = {};
}

void apply_stroke(Params& params, std::string_view parameter, std::span<const Point> stroke) {
    if (stroke.empty()) return;
    const Point to = stroke.back();
    PlaneGroup& group = params.plane;
    if (parameter == "x2") place_position(group, stroke.front(), to);
    if (parameter == "x1") std::tie(group.x1, group.y1) = std::tuple(to.x, to.y);
    if (parameter == "d")
        std::tie(group.d, group.e) =
            std::tuple(OptionalReal{entry(to.x), true}, OptionalReal{entry(to.y), true});
    if (parameter == "b") std::tie(group.b, group.c) = std::tuple(entry(to.x), entry(to.y));
    if (parameter == "patch-x") {
        const auto cell = [](double position, std::int64_t side) {
            return OptionalReal{std::clamp(std::floor(position), 0.0, static_cast<double>(side - 1)), true};
        };
        params.head.patch_x = cell(to.x, params.head.columns());
        params.head.patch_y = cell(to.y, params.head.rows());
    }
}

std::optional<double> resolved_auto_value(const Params& params, std::string_view parameter) {
    PlaneGroup plane = params.plane;
    HeadGroup head = params.head;
    plane.d = plane.e = head.patch_x = head.patch_y = {};
    if (parameter == "d") return second_generator(plane)[0];
    if (parameter == "e") return second_generator(plane)[1];
    if (parameter == "patch-x") return static_cast<double>(patch_of(head)[0]);
    if (parameter == "patch-y") return static_cast<double>(patch_of(head)[1]);
    return std::nullopt;
}

void begin(SampleContext& context) { add_warnings(context); }

std::string subtitle(const Showing& on) {
    return subtitle_of_construction(on, on.first().params.plane.construction, true);
}

using View = ViewOf<Params, SampleContext>;
constexpr View::Description description{.about = &about,
                                        .figures = all_figures,
                                        .arrays = arrays::all,
                                        .values = all_values,
                                        .prepare = &rope_2d::prepare,
                                        .subtitle = &subtitle,
                                        .formula = &formula_of_relativity,
                                        .check = &check,
                                        .adjust = &adjust,
                                        .resolved_auto_value = &resolved_auto_value,
                                        .apply_stroke = &apply_stroke,
                                        .begin = &begin};

}  // namespace
}  // namespace rope_2d

const View& rope_2d_view() {
    static const rope_2d::View view(rope_2d::description);
    return view;
}

}  // namespace poslab
