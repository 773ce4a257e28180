#include "core/params/groups/bias.hpp"

#include "core/params/groups/shared_parameters.hpp"

#include <nlohmann/json.hpp>

namespace poslab {

namespace {

nlohmann::json fills_of_bias(const Value& bias) {
    nlohmann::json filled = nlohmann::json::object();
    for (const auto& [id, number] : OneOf<Bias>::at(std::get<ChoiceIndex>(bias).index)->preset_values)
        filled[std::string(id)] = number;
    return filled;
}

ParameterRows bias_rows() {
    using S = BiasSpec;
    return complete<S>(std::tuple{
        parameter(&S::bias, {.id = "bias",
                             .label = "Bias"_tr,
                             .help = "Term added to logits by distance. For a bias "
                                     "without rotation, use map ReRoPE with w = 0."_tr,
                             .control = {.order = -1},
                             .expand_preset = fills_of_bias}),
        parameter(&S::heads, shared_parameter::heads(), [](const S& spec) { return spec.uses(&S::heads); }),
        parameter(&S::slope_head,
                  {.id = "slope-head",
                   .label = "Slope of head"_tr,
                   .symbol = "h",
                   .help = "Head whose slope is used, from 1 (fastest decay)."_tr,
                   .source = untranslated("ALiBi, arXiv 2108.12409"),
                   .domain = {.minimum = 1, .maximum = 1024},
                   .control = {.spacing = Spacing::logarithmic, .order = 2}},
                  [](const S& spec) { return spec.uses(&S::slope_head); }),
        parameter(&S::r1,
                  {.id = "r1",
                   .label = "Strength"_tr,
                   .symbol = "r₁",
                   .help = "KERPLE's r₁, learned per head."_tr,
                   .source = untranslated("KERPLE, arXiv 2205.09921"),
                   .domain = {.minimum = 0, .maximum = 1e6, .open_minimum = true},
                   .control = {.spacing = Spacing::logarithmic, .order = 2}},
                  [](const S& spec) { return spec.uses(&S::r1); }),
        parameter(&S::r2,
                  {.id = "r2",
                   .label = "Shape"_tr,
                   .symbol = "r₂",
                   .help = "KERPLE's r₂: log −r₁ ln(1 + r₂Δ), power −r₁Δ^r₂ with r₂ ≤ 2."_tr,
                   .source = untranslated("KERPLE, arXiv 2205.09921"),
                   .domain = {.minimum = 0, .maximum = 1e6, .open_minimum = true},
                   .control = {.spacing = Spacing::logarithmic, .order = 2}},
                  [](const S& spec) { return spec.uses(&S::r2); }),
        parameter(&S::lambda, shared_parameter::lambda(),
                  [](const S& spec) { return spec.uses(&S::lambda); }),
        parameter(&S::t5_table,
                  {.id = "t5-table",
                   .label = "T5 values"_tr,
                   .help = "Learned bias of each bucket (32 in T5); without it −slope × bucket is used."_tr,
                   .source = untranslated("T5, arXiv 1910.10683"),
                   .domain = {.minimum = -1e6, .maximum = 1e6},
                   .control = {.order = 2}},
                  [](const S& spec) { return spec.uses(&S::t5_table); }),
    });
}

}  // namespace

template <>
const ParameterRows& rows_of<BiasSpec>() {
    static const ParameterRows rows = bias_rows();
    return rows;
}

}  // namespace poslab
