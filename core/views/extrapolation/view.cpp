#include "core/params/groups/model_source.hpp"
#include "core/views/extrapolation/showing.hpp"

#include <nlohmann/json.hpp>

namespace poslab {
namespace extrapolation {
namespace {

RotarySpec rotary_of(const Params& params) {
    return rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length);
}

std::vector<Choice> make_schemes() {
    std::vector<Choice> list;
    for (const ComparedScheme& scheme : ComparedScheme::all()) list.push_back({scheme.id, scheme.label});
    return list;
}

ViewInfo about() {
    return {.id = "extrapolation",
            .title = "Loss beyond the trained length"_tr,
            .short_title = "Extrapolation"_tr,
            .section = Section::attention,
            .summary = "Loss of a language model beyond its trained length, with every scheme."_tr,
            .source = "9708, Su Jianlin, spaces.ac.cn/archives",
            .shares = false,
            .trains = true};
}

constexpr auto all_figures = all_of(main_figure, ranges_figure, parameters_figure, recall_figure,
                                    attention_figure, training_figure, reported_figure);

/// Hides parameters that the model or the text determines.
void refine_used(const Params& /*params*/, const SetUsed& set) {
    for (const std::string_view id :
         {"preset", "config", "dim", "rotary-fraction", "pairing", "rope-dims", "explicit-frequencies"})
        set(id, false);
    set("w", true);
    set("k", true);
    set("factor", true);
    set("heads", false);
    set("slope-head", false);
}

Params opening() {
    Params params;
    params.extrapolation.pieces = 2;
    return params;
}

void check(const Params& params) {
    check_map(params.map);
    check_bias(params.bias);
    static_cast<void>(rotary_frequencies(rotary_of(params)));
}

void adjust(Params& params) {
    assign_spec(nearest_meaningful(rotary_of(params)), params.rotary);
    params.map = nearest_valid(params.map);
    params.bias = nearest_valid(params.bias);
    ExtrapolationGroup& chosen = params.extrapolation;
    const auto sizes = sizes_of(params.source);
    if (!sizes) return;
    chosen.layer = std::min(chosen.layer, sizes->layers - 1);
    if (chosen.head.set)
        chosen.head.value = std::min(chosen.head.value, static_cast<double>(sizes->heads - 1));
}

std::shared_ptr<const Prepared> reusable(const Prepared& prepared) {
    return std::make_shared<const Prepared>(prepared);
}

Prepared prepare(const Params& params, const Engine& engine, const Job& job,
                 const Prepared* retained = nullptr) {
    return extrapolation::prepare(params, engine, job, retained);
}

void begin(SampleContext& context) { context.data.warnings = context.model().warnings; }

using View = ViewOf<Params, SampleContext, Prepared>;
constexpr View::Description description{.about = &about,
                                        .figures = all_figures,
                                        .arrays = arrays::all,
                                        .values = values::all,
                                        .prepare = &prepare,
                                        .subtitle = &subtitle_of,
                                        .check = &check,
                                        .adjust = &adjust,
                                        .refine_used = &refine_used,
                                        .opening = &opening,
                                        .reusable = &reusable,
                                        .begin = &begin};

}  // namespace

std::span<const Choice> ExtrapolationGroup::schemes() {
    static const std::vector<Choice> list = make_schemes();
    return list;
}

ChoiceList ExtrapolationGroup::compared_by_default() {
    ChoiceList list;
    const auto all = ComparedScheme::all();
    for (std::size_t n = 0; n < all.size(); ++n)
        for (const std::string_view id : usual_comparison())
            if (all[n].id == id) list.set(static_cast<std::int32_t>(n), true);
    return list;
}

namespace {

/// Cached, since parameters are constructed many times in every frame.
const RopeConfig& default_model_rope() {
    static const RopeConfig model_rope = rope_config_of(values_of(built_in_models().front()));
    return model_rope;
}

}  // namespace

PositionMapSpec Params::default_map() {
    PositionMapSpec map;
    map.map = "rerope";
    map.w = usual_w(default_model_rope().train_length);
    return map;
}

RotaryGroup Params::default_rotary() {
    const RopeConfig& model_rope = default_model_rope();
    RotaryGroup rotary;
    const double factor = rotary.factor;  // a config without scaling has factor 1; keep the default
    assign_spec(model_rope, rotary);
    rotary.factor = factor;
    rotary.pairing = model_rope.pairing == "gpt-neox" ? Pairing::gpt_neox : Pairing::gpt_j;
    rotary.rope_dims = model_rope.rope_dims == "last" ? RotaryDims::last : RotaryDims::first;
    return rotary;
}

LengthsGroup Params::default_lengths() {
    const std::int64_t trained = default_model_rope().train_length;
    return {.length = usual_length(trained), .train_length = trained};
}

}  // namespace extrapolation

const View& extrapolation_view() {
    static const extrapolation::View view(extrapolation::description);
    return view;
}

}  // namespace poslab
