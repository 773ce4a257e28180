#include "core/attention/file_vectors.hpp"
#include "core/base/errors.hpp"
#include "core/params/groups/layers_in_files.hpp"
#include "core/views/attention/arrays.hpp"
#include "core/views/file_dimension.hpp"

namespace poslab {

template <>
const ParameterRows& rows_of<attention::VectorsGroup>() {
    using attention::VectorsGroup;
    static const ParameterRows rows = [] {
        ParameterRows list = inherited<VectorsGroup, AttentionSourceGroup>(rows_of<AttentionSourceGroup>());
        for (ParameterRow& row : inherited<VectorsGroup, ModelSourceGroup>(rows_of<ModelSourceGroup>()))
            list.push_back(std::move(row));
        return list;
    }();
    return rows;
}

template <>
const ParameterRows& rows_of<attention::AttentionLengths>() {
    using attention::AttentionLengths;
    static const ParameterRows rows = [] {
        ParameterRows list = inherited<AttentionLengths, LengthsGroup>(rows_of<LengthsGroup>());
        for (ParameterRow& row : list)
            if (row.descriptor.id == "length")
                row.descriptor.control.max_filled = AttentionLengths::max_filled;
        return list;
    }();
    return rows;
}

namespace attention {
namespace {

RotarySpec rotary_of(const Params& params) {
    return rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length);
}

void check_show(const Params& params) {
    const Show show = params.attention.show;
    if (AttentionSourceGroup::external_matrix(params.source) &&
        (params.attention.shows_a_pass() || show == Show::difference))
        throw UsageError(tr("--show {}: a matrix from a file has only weights and logits",
                            AttentionGroup::shows[static_cast<std::size_t>(show)].id));
    if (params.attention.shows_a_pass() && !has_two_passes(params.map))
        throw UsageError(
            tr("--show {}: map {} has one pass; maps with two are rerope, leaky-rerope, "
               "inv-leaky-rerope, self-extend, dual-chunk",
               AttentionGroup::shows[static_cast<std::size_t>(show)].id, params.map.map->id));
}

void check_source(const Params& params) {
    const std::int64_t length = params.lengths.length;
    if (params.source.source == SourceChoice::needle && params.source.needle_position >= length)
        throw UsageError(
            tr("--needle-position {}: must be below the length {}", params.source.needle_position, length));
    if (params.attention.row.set && params.attention.row.value >= static_cast<double>(length))
        throw UsageError(
            tr("--row {}: must be below the length {}, or last", params.attention.row.value, length));
    const bool is_synthetic = !AttentionSourceGroup::is_external(params.source);
    if (is_synthetic && params.source.head.set &&
        params.source.head.value >= static_cast<double>(params.bias.heads))
        throw UsageError(
            tr("--head {}: must be below --heads {}, or all", params.source.head.value, params.bias.heads));
}

ViewInfo about() {
    return {
        .id = "attention",
        .title = "Attention map"_tr,
        .short_title = "Map"_tr.as("figure"),
        .section = Section::attention,
        .summary =
            "Attention weights under a position map, a frequency scaling and a bias: synthetic, or from your own model."_tr,
        .source = "9708, 9577, Su Jianlin, spaces.ac.cn/archives",
        .own_color = 0};
}

constexpr auto all_figures = all_of(main_figure, map_figure, row_figure, distance_figure, entropy_figure);

constexpr auto all_arrays =
    all_of(arrays::map, arrays::query, arrays::log_sum_exp, arrays::entropy, arrays::normalized_entropy,
           arrays::maximum, arrays::mean_distance, arrays::near_mass, arrays::beyond_mass, arrays::distance,
           arrays::weight_by_distance, arrays::uniform_by_distance, arrays::row, arrays::output,
           arrays::head_entropy, arrays::head_distance, arrays::head_near_mass, arrays::head_beyond_mass,
           arrays::distance_step, arrays::ratio_to_uniform, arrays::overview);

constexpr auto all_values = all_of(values::tokens, values::heads, values::cells, values::mean_entropy,
                                   values::mean_normalized_entropy, values::mean_distance, values::near_mass,
                                   values::beyond_mass, values::maximum, values::rows_not_a_number);

/// Sets the use of parameters that depends on other groups.
void refine_used(const Params& params, const SetUsed& set) {
    const bool matrix = AttentionSourceGroup::external_matrix(params.source), all = shows_all_heads(params);
    const bool model = AttentionSourceGroup::from_model(params.source);
    if (!model)
        for (const std::string_view id : {"built-in", "model", "text", "start"}) set(id, false);
    if (params.bias.bias->masks_from_w) set("w", true);
    if (!AttentionSourceGroup::is_external(params.source) && (all || params.source.head.value > 0))
        set("heads", true);
    if (all) {
        set("row", false);
        set("slope-head", false);
    }
    if (AttentionSourceGroup::is_external(params.source)) set("dim", false);
    if (!matrix) return;
    for (const std::string_view id : {"map",
                                      "w",
                                      "k",
                                      "group",
                                      "chunk",
                                      "local",
                                      "sinks",
                                      "recent",
                                      "preset",
                                      "config",
                                      "scaling",
                                      "base",
                                      "rotary-fraction",
                                      "factor",
                                      "pairing",
                                      "rope-dims",
                                      "explicit-frequencies",
                                      "bias",
                                      "log-n",
                                      "train-length"})
        set(id, false);
    if (params.source.matrix_holds == MatrixHolds::weights) set("temperature", false);
}

/// A head of the shipped model that attends to the previous token, zoomed in until the text is readable;
/// the overview next to it shows the head beyond the trained length.
Params opening() {
    Params params;
    params.map.map = "rope";
    params.source.source = SourceChoice::model;
    params.source.layer = 1;
    params.source.head = {2, true};
    params.window.rows = params.window.cols = {200, 224, true};
    params.attention.row = {216, true};
    return params;
}

void check(const Params& params) {
    check_window(params.window, params.lengths.length);
    check_map(params.map);
    check_show(params);
    check_source(params);
    check_bias(params.bias);
    if (params.bias.bias->masks_from_w && params.map.w < 1)
        throw UsageError("--w 0: a sliding-window mask needs at least one key; use 1 or more"_tr);
    static_cast<void>(rotary_frequencies(rotary_of(params)));
}

/// Returns the number of layers to choose from, if known.
std::optional<std::int64_t> layers_of(const Params& params) {
    const AttentionSourceGroup& source = params.source;
    if (AttentionSourceGroup::from_model(source)) {
        const auto sizes = sizes_of(params.source);
        return sizes ? std::optional(sizes->layers) : std::nullopt;
    }
    if (AttentionSourceGroup::external_matrix(source))
        return layers_in_file(source.matrix.path, matrix_names);
    return AttentionSourceGroup::from_file(source) ? layers_in_file(source.queries.path, query_names)
                                                   : std::nullopt;
}

void adjust(Params& params) {
    const std::int64_t length = params.lengths.length;
    fit_window(params.window, length);
    assign_spec(nearest_meaningful(rotary_of(params)), params.rotary);
    if (params.bias.bias->masks_from_w) params.map.w = std::max<std::int64_t>(params.map.w, 1);
    params.map = nearest_valid(params.map);
    params.source.needle_position = std::min(params.source.needle_position, length - 1);
    params.bias = nearest_valid(params.bias);
    OptionalReal& row = params.attention.row;
    if (row.set) row.value = std::min(row.value, static_cast<double>(length - 1));
    if (const auto layers = layers_of(params))
        params.source.layer = std::clamp<std::int64_t>(params.source.layer, 0, *layers - 1);
    OptionalReal& head = params.source.head;
    if (head.set) head.value = std::min(head.value, static_cast<double>(params.bias.heads - 1));
    const bool matrix = AttentionSourceGroup::external_matrix(params.source);
    if (matrix && (params.attention.shows_a_pass() || params.attention.show == Show::difference))
        params.attention.show = Show::weights;
    if (params.attention.shows_a_pass() && !has_two_passes(params.map)) params.attention.show = Show::logits;
}

std::shared_ptr<const ReusableInput> reusable(const Prepared& prepared) {
    return std::make_shared<const ReusableInput>(
        ReusableInput{prepared.head ? prepared.head->cache : nullptr, prepared.source->model()});
}

Prepared prepare(const Params& params, const Engine& engine, const Job& job,
                 const ReusableInput* retained = nullptr) {
    return attention::prepare(params, engine, job, retained);
}

/// Moves the window into the available tokens: a file may have fewer than `length`.
Params fitted(Params params, const Prepared& prepared) {
    fit_window(params.window, prepared.source->tokens());
    return params;
}

void begin(SampleContext& context) {
    shows_all_heads(context.params) ? compute_all_heads(context) : compute_head(context);
}

void end(SampleContext& context) {
    const bool files = AttentionSourceGroup::from_file(context.params.source);
    if (files && !context.prepared.source->is_matrix())
        tell_dimension(context.params.rotary, Params{}.rotary.dim, context.prepared.source->dim(),
                       context.data);
    if (!context.whole) return;
    warn_of_undefined(undefined_rows(context.whole->rows), context.data.warnings);
}

using View = ViewOf<Params, SampleContext, ReusableInput>;
constexpr View::Description description{.about = &about,
                                        .figures = all_figures,
                                        .arrays = all_arrays,
                                        .values = all_values,
                                        .prepare = &prepare,
                                        .subtitle = &subtitle_of,
                                        .formula = &formula_of,
                                        .check = &check,
                                        .adjust = &adjust,
                                        .refine_used = &refine_used,
                                        .opening = &opening,
                                        .reusable = &reusable,
                                        .fitted = &fitted,
                                        .begin = &begin,
                                        .end = &end};

}  // namespace
}  // namespace attention

const View& attention_view() {
    static const attention::View view(attention::description);
    return view;
}

}  // namespace poslab
