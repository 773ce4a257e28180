#include "core/params/groups/rotary.hpp"

#include "core/base/errors.hpp"
#include "core/models/model_config.hpp"
#include "core/models/model_config_look.hpp"
#include "core/models/model_presets.hpp"
#include "core/params/groups/rotary_rows.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace poslab {

namespace {

std::vector<Choice> make_preset_choices() {
    std::vector<Choice> choices{{"none", "None"_tr}};
    for (const ModelPreset& preset : model_presets())
        choices.push_back({preset.id, untranslated(preset.title), {}, untranslated(preset.source)});
    return choices;
}

std::span<const Choice> preset_choices() {
    static const std::vector<Choice> choices = make_preset_choices();
    return choices;
}

nlohmann::json preset_fills(const Value& preset) {
    const auto index = static_cast<std::size_t>(std::get<ChoiceIndex>(preset).index);
    if (index == 0) return nlohmann::json::object();
    nlohmann::json filled = model_presets()[index - 1].config.parameters;
    filled["config"] = nullptr;
    return filled;
}

nlohmann::json config_fills(const Value& config) {
    const std::string& path = std::get<FileName>(config).path;
    if (path.empty()) return nlohmann::json::object();
    nlohmann::json filled = read_model_config(path).parameters;
    filled["preset"] = "none";
    return filled;
}

ParameterRows source_rows() {
    using S = RotarySource;
    return complete<S>(
        std::tuple{parameter(&S::preset, preset_descriptor()), parameter(&S::config, config_descriptor())});
}

}  // namespace

template <>
const ParameterRows& rows_of<RotaryGroup>() {
    static const ParameterRows rows = [] {
        ParameterRows list = inherited<RotaryGroup, RotarySource>(source_rows());
        for (ParameterRow& row : inherited<RotaryGroup, RotarySpec>(rotary_spec_rows()))
            list.push_back(std::move(row));
        list.push_back(
            parameter(&RotaryGroup::pairing, {.id = "pairing",
                                              .label = "Pairing"_tr,
                                              .help = "Dimensions that form a pair: (2p, 2p+1) "
                                                      "as in GPT-J, (p, p + d/2) as in GPT-NeoX."_tr,
                                              .source = untranslated("GPT-J; GPT-NeoX"),
                                              .domain = {.choices = RotaryGroup::pairings},
                                              .control = {.listed = Listed::rare, .order = 6}}));
        list.push_back(parameter(
            &RotaryGroup::rope_dims,
            {.id = "rope-dims",
             .label = "Rotary dims"_tr,
             .help = "Dimensions that rotate if only some do: the first, or the last (DeepSeek)."_tr,
             .source = untranslated("transformers, modeling_deepseek_v3.py"),
             .domain = {.choices = RotaryGroup::rope_dims_choices},
             .control = {.listed = Listed::rare, .order = 6}}));
        return list;
    }();
    return rows;
}

Descriptor preset_descriptor() {
    return {.id = "preset",
            .label = "Preset"_tr,
            .help = "A model's values, from its own config.json."_tr,
            .domain = {.choices_of = preset_choices},
            .control = {.order = -10},
            .expand_preset = preset_fills};
}

Descriptor config_descriptor() {
    return {
        .id = "config",
        .label = "Config"_tr,
        .help =
            "A model's config.json, params.json or GGUF; FILE#TYPE reads a type of layer, FILE#PART a part of the model."_tr,
        .control = {.order = -10},
        .expand_preset = config_fills,
        .accepts = [](const std::string& path, const Job& /*job*/) { return model_config_file(path); }};
}

ChoiceIndex preset_called(std::string_view id) {
    const std::span<const Choice> choices = preset_choices();
    const auto found =
        std::find_if(choices.begin(), choices.end(), [&](const Choice& choice) { return choice.id == id; });
    return {found == choices.end() ? 0 : static_cast<std::int32_t>(found - choices.begin())};
}

std::string_view preset_id(const RotarySource& source) {
    return preset_choices()[static_cast<std::size_t>(source.preset.index)].id;
}

RotarySpec rotary_spec(const RotarySpec& without_lengths, std::int64_t train_length, std::int64_t length) {
    RotarySpec spec = without_lengths;
    spec.train_length = train_length;
    spec.length = length;
    return spec;
}

std::vector<Message> config_warnings(const RotaryGroup& group) {
    std::vector<Message> sentences;
    if (group.config.path.empty()) return sentences;
    try {
        for (const ConfigWarning& warning : read_model_config(group.config.path).warnings)
            if (!warning.of_scaling) sentences.push_back(warning);
    } catch (const Error& error) {
        sentences.push_back(tr("The values stay in use, but {}", error.message()));
    }
    return sentences;
}

void assign_spec(const RotarySpec& spec, RotaryGroup& group) { static_cast<RotarySpec&>(group) = spec; }

}  // namespace poslab
