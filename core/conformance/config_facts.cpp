#include "core/conformance/config_facts.hpp"

#include "core/models/model_presets.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace poslab {

namespace {

constexpr std::array<std::pair<std::string_view, Method>, 4> rules{
    {{"bilinear", Method::bilinear_same_t}, {"zoh", Method::exact}, {"forward", Method::forward}, {"backward", Method::backward}}};

}  // namespace

void take(const AttentionFacts& facts, Practice& practice) {
    practice.heads = facts.heads.value_or(0);
    practice.key_heads = facts.key_heads.value_or(0);
    practice.logit_scale = facts.logit_scale;
    practice.logit_multiplier = facts.logit_multiplier;
    practice.query_scaling = facts.query_scaling;
    practice.direction = facts.direction;
    practice.reorders_weights = facts.reorders_weights;
    practice.repeats_otherwise = facts.halves_tables;
    if (facts.mrope_alternates) practice.axes.section_layout = AxisLayout::sections_alternating;
    practice.slope_max = facts.alibi_bias_max.value_or(usual_slope_max);
    practice.buckets.buckets = practice.buckets.weight_rows = facts.t5_buckets.value_or(t5_buckets);
    practice.buckets.most_distance = facts.t5_most_distance.value_or(t5_most_distance);
}

AttentionFacts attention_facts_of(const std::string& config, std::string_view preset) {
    if (!config.empty()) return read_attention_facts(config);
    const std::span<const ModelPreset> presets = model_presets();
    const auto found = std::find_if(presets.begin(), presets.end(), [&](const ModelPreset& one) { return one.id == preset; });
    return found == presets.end() ? AttentionFacts{} : parse_attention_facts(found->text, found->id);
}

const Method* discretisation_rule(std::string_view name) {
    const auto* const found = std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.first == name; });
    return found == rules.end() ? nullptr : &found->second;
}

std::string discretisation_rules() {
    std::string names;
    for (const auto& [name, method] : rules) names += (names.empty() ? "" : ", ") + std::string(name);
    return names;
}

}  // namespace poslab
