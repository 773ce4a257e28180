#include "core/conformance/config_facts.hpp"

#include "core/base/errors.hpp"
#include "core/models/model_config.hpp"
#include "core/models/model_presets.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace poslab {

namespace {

constexpr std::array<std::pair<std::string_view, Method>, 4> rules{{{"bilinear", Method::bilinear_same_t},
                                                                    {"zoh", Method::exact},
                                                                    {"forward", Method::forward},
                                                                    {"backward", Method::backward}}};

}  // namespace

Implementation implementation_of(const RopeConfig& defined) {
    Implementation implementation(defined, defined.pairing == "gpt-j" ? Pairing::gpt_j : Pairing::gpt_neox);
    implementation.rope_dims = defined.rope_dims == "last" ? RotaryDims::last : RotaryDims::first;
    return implementation;
}

void take(const AttentionFacts& facts, Implementation& implementation) {
    implementation.heads = facts.heads.value_or(0);
    implementation.key_heads = facts.key_heads.value_or(0);
    implementation.logit_scale = facts.logit_scale;
    implementation.logit_multiplier = facts.logit_multiplier;
    implementation.query_scaling = facts.query_scaling;
    implementation.softcap = facts.softcap;
    implementation.direction = facts.direction;
    implementation.reorders_weights = facts.reorders_weights;
    implementation.repeats_otherwise = facts.halves_tables;
    if (facts.mrope_alternates) implementation.axes.section_layout = AxisLayout::sections_alternating;
    implementation.slope_max = facts.alibi_bias_max.value_or(usual_slope_max);
    implementation.buckets.buckets = implementation.buckets.weight_rows =
        facts.t5_buckets.value_or(t5_buckets);
    implementation.buckets.max_distance = facts.t5_max_distance.value_or(t5_max_distance);
}

namespace {

/// A kind of layers that rotates.
OtherLayers layers_of(const std::string& name, const ModelConfig& config, Convention convention) {
    RopeConfig defined = rope_config_of(config.parameters);
    defined.convention = convention;
    const Implementation implementation = implementation_of(defined);
    return {name, true, implementation.rotary, implementation.pairing, implementation.rope_dims};
}

/// Adds the first kinds of layers other than the one that is read; `config_of(selector)` reads one.
/// Unreadable kinds are skipped because they are not the ones compared.
template <class ConfigOf>
void take_others(const std::vector<LayersOfFile>& all, const ConfigOf& config_of,
                 Implementation& implementation) {
    constexpr std::size_t max_kinds = 8;  // more occur only in malicious files
    implementation.other_layers.clear();
    for (const LayersOfFile& layers : all) {
        if (layers.is_read || !layers.has_queries_and_keys || implementation.other_layers.size() == max_kinds)
            continue;
        try {
            implementation.other_layers.push_back(
                layers.rotates
                    ? layers_of(layers.name, config_of(layers.selector), implementation.rotary.convention)
                    : OtherLayers{.name = layers.name});
        } catch (const Error&) {
            continue;
        }
    }
}

const ModelPreset* preset_of(std::string_view id) {
    const std::span<const ModelPreset> presets = model_presets();
    const auto found = std::find_if(presets.begin(), presets.end(),
                                    [&](const ModelPreset& preset) { return preset.id == id; });
    return found == presets.end() ? nullptr : &*found;
}

}  // namespace

AttentionFacts attention_facts_of(const std::string& config, std::string_view preset) {
    if (!config.empty()) return read_attention_facts(config);
    const ModelPreset* found = preset_of(preset);
    return found == nullptr ? AttentionFacts{} : parse_attention_facts(found->text, found->id);
}

void take_other_layers(const std::string& config, std::string_view preset, Implementation& implementation) {
    if (!config.empty()) {
        const std::string file = split_config_path(config).file;
        take_others(
            read_layer_kinds(config),
            [&](const std::string& selector) { return read_model_config(file + "#" + selector); },
            implementation);
    } else if (const ModelPreset* found = preset_of(preset); found != nullptr) {
        take_others(
            parse_layer_kinds(found->text, found->id),
            [&](const std::string& selector) { return parse_model_config(found->text, found->id, selector); },
            implementation);
    }
}

void take_unrotated_layers(Implementation& implementation) {
    implementation.rotations = 0;
    implementation.attention_factor = implementation.softmax_scale = 1;
}

const Method* discretisation_rule(std::string_view name) {
    const auto* const found =
        std::find_if(rules.begin(), rules.end(), [&](const auto& rule) { return rule.first == name; });
    return found == rules.end() ? nullptr : &found->second;
}

std::string discretisation_rules() {
    std::string names;
    for (const auto& [name, method] : rules) names += (names.empty() ? "" : ", ") + std::string(name);
    return names;
}

}  // namespace poslab
