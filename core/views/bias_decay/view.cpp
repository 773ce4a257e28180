#include "core/attention/file_vectors.hpp"
#include "core/base/errors.hpp"
#include "core/params/groups/layers_in_files.hpp"
#include "core/views/bias_decay/arrays.hpp"
#include "core/views/file_dimension.hpp"

namespace poslab {
namespace bias_decay {
namespace {

ViewInfo about() {
    return {.id = "bias-decay",
            .title = "Bias decay"_tr,
            .short_title = "Bias decay"_tr,
            .section = Section::attention,
            .summary =
                "The effect of a bias on queries and keys under RoPE: four terms over distance, of which "
                "the fourth decays "
                "and localises attention."_tr,
            .source = "9577, Su Jianlin, spaces.ac.cn/archives"};
}

constexpr auto all_figures =
    all_of(main_figure, terms_figure, total_figure, softmax_figure, weights_figure, entropy_figure,
           isotropy_figure, families_figure, key_bias_figure, heads_figure, reported_figure, claims_figure);

Params opening() {
    Params params;
    params.bias.distance_axis = AxisChoice::log;
    return params;
}

/// Sets the use of parameters that depends on other groups.
void refine_used(const Params& params, const SetUsed& set) {
    if (BiasDecayGroup::has_vectors(params.bias)) set("dim", false);
    if (!params.bias.from_model)
        for (const std::string_view id : {"built-in", "model", "text", "tokens", "start"}) set(id, false);
}

void check(const Params& params) {
    const bool counted = BiasDecayGroup::draws_bias(params.bias) && !BiasDecayGroup::has_vectors(params.bias);
    if (counted && params.bias.head.set && params.bias.head.value >= static_cast<double>(params.bias.heads))
        throw UsageError(
            tr("--head {}: must be below --heads {}", params.bias.head.value, params.bias.heads));
    static_cast<void>(
        rotary_frequencies(rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length)));
}

/// Returns the number of layers to choose from, if known.
std::optional<std::int64_t> layers_of(const Params& params) {
    if (params.bias.from_model) {
        const auto sizes = sizes_of(params.model);
        return sizes ? std::optional(sizes->layers) : std::nullopt;
    }
    return BiasDecayGroup::has_files(params.bias) ? layers_in_file(params.bias.queries.path, query_names)
                                                  : std::nullopt;
}

void adjust(Params& params) {
    const RotarySpec spec = rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length);
    assign_spec(nearest_meaningful(spec), params.rotary);
    const bool model = params.bias.from_model;
    if (const auto layers = layers_of(params))
        params.bias.layer = std::clamp<std::int64_t>(params.bias.layer, 0, *layers - 1);
    OptionalReal& head = params.bias.head;
    if (head.set &&
        (model || (BiasDecayGroup::draws_bias(params.bias) && !BiasDecayGroup::has_files(params.bias))))
        head.value = std::min(head.value, static_cast<double>(params.bias.heads - 1));
}

std::shared_ptr<const ReusableInput> reusable(const Prepared& prepared) {
    return std::make_shared<const ReusableInput>(ReusableInput{prepared.model->layer});
}

void begin(SampleContext& context) {
    context.data.warnings = context.model().warnings;
    if (BiasDecayGroup::has_files(context.params.bias))
        tell_dimension(context.params.rotary, Params{}.rotary.dim, context.model().dim, context.data);
}

void end(SampleContext& context) { cover_axis("distance", {0, context.model().length}, context.data); }

using View = ViewOf<Params, SampleContext, ReusableInput>;
constexpr View::Description description{.about = &about,
                                        .figures = all_figures,
                                        .arrays = arrays::all,
                                        .values = values::all,
                                        .prepare = &bias_decay::prepare,
                                        .subtitle = &subtitle_of,
                                        .formula = &formula_of_terms,
                                        .check = &check,
                                        .adjust = &adjust,
                                        .refine_used = &refine_used,
                                        .opening = &opening,
                                        .reusable = &reusable,
                                        .begin = &begin,
                                        .end = &end};

}  // namespace
}  // namespace bias_decay

const View& bias_decay_view() {
    static const bias_decay::View view(bias_decay::description);
    return view;
}

}  // namespace poslab
