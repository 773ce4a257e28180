#include "core/params/groups/rotary.hpp"

#include "core/base/errors.hpp"

#include "core/models/model_config.hpp"
#include "core/models/model_presets.hpp"

#include <nlohmann/json.hpp>

namespace poslab {

namespace {

std::vector<Choice> make_preset_choices() {
    std::vector<Choice> choices{{"none", "None"_tr}};
    for (const ModelPreset& preset : model_presets()) choices.push_back({preset.id, untranslated(preset.title)});
    return choices;
}

}  // namespace

std::span<const Choice> preset_choices() {
    static const std::vector<Choice> choices = make_preset_choices();
    return choices;
}

nlohmann::json preset_fills(const Value& preset) {
    const auto index = static_cast<std::size_t>(std::get<ChoiceIndex>(preset).index);
    if (index == 0) return nlohmann::json::object();
    nlohmann::json fills = model_presets()[index - 1].config.parameters;
    fills["config"] = nullptr;
    return fills;
}

nlohmann::json config_fills(const Value& config) {
    const std::string& path = std::get<FileName>(config).path;
    if (path.empty()) return nlohmann::json::object();
    nlohmann::json fills = read_model_config(path).parameters;
    fills["preset"] = "none";
    return fills;
}

RotarySpec rotary_spec(const RotaryGroup& group, std::int64_t train_length, std::int64_t length) {
    return {.base = group.base,
            .dim = group.dim,
            .rotary_fraction = group.rotary_fraction,
            .scaling = group.scaling,
            .factor = group.factor,
            .mixed_exponent = group.mixed_exponent,
            .beta_fast = group.beta_fast,
            .beta_slow = group.beta_slow,
            .truncate = group.truncate,
            .mscale = optional_of(group.mscale),
            .mscale_all_dim = optional_of(group.mscale_all_dim),
            .attention_factor = optional_of(group.attention_factor),
            .low_freq_factor = group.low_freq_factor,
            .high_freq_factor = group.high_freq_factor,
            .short_factors = group.short_factors.numbers,
            .long_factors = group.long_factors.numbers,
            .explicit_frequencies = group.explicit_frequencies.numbers,
            .convention = group.convention,
            .train_length = train_length,
            .length = length};
}

std::vector<Sentence> config_warnings(const RotaryGroup& group) {
    std::vector<Sentence> sentences;
    if (group.config.path.empty()) return sentences;
    try {
        for (const ConfigWarning& warning : read_model_config(group.config.path).warnings)
            if (!warning.of_scaling) sentences.push_back(warning);
    } catch (const Error& error) {
        sentences.push_back(tr("Its values are kept, but {}", error.sentence()));
    }
    return sentences;
}

void take_over(const RotarySpec& spec, RotaryGroup& group) {
    group.dim = spec.dim;
    group.rotary_fraction = spec.rotary_fraction;
    group.beta_slow = spec.beta_slow;
    group.low_freq_factor = spec.low_freq_factor;
}

}  // namespace poslab
