#pragma once

#include "core/base/sentence.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

struct ConfigWarning : Sentence {
    bool of_scaling = false;  // rotary_frequencies() says the same of the parameters themselves
    bool operator==(const ConfigWarning&) const = default;
};

/// What the rotary embedding of a model is by its Hugging Face config.json.
struct ModelConfig {
    /// {parameter id: value} of the groups rotary and lengths, with "mrope-sections" and "mrope-interleaved": always all of
    /// them, so that nothing of an earlier model stays. "mscale", "mscale-all-dim" null: unset; "attention-factor" null: auto.
    /// "train-length" is the length L0 that the scaling starts from, "length" the one that the model is used at, in tokens.
    nlohmann::json parameters;
    std::string model_type;                // empty: not named
    std::vector<std::string> layer_types;  // those with parameters of their own; empty: one set for all layers
    std::string layer_type;                // the one taken; empty: one set for all layers
    std::vector<ConfigWarning> warnings;   // where implementations differ, what was taken for granted, what was ignored
};

/// A larger text is no config.json.
inline constexpr std::size_t most_config_bytes = std::size_t{16} << 20U;

/// Reads the text of a config.json, NaN and Infinity as Python writes them included: the old schema (rope_theta, rope_scaling, …)
/// and rope_parameters of Transformers v5, flat or nested by layer type; the text model of a multimodal one. `layer_type` empty:
/// full_attention, or the only or first one. `name` names the text in messages. Throws InputError naming the key, its value and
/// what is allowed. Any thread.
[[nodiscard]] ModelConfig parse_model_config(std::string_view text, std::string_view name, std::string_view layer_type = {});

/// The same of a file, FILE or FILE#LAYER_TYPE; a file whose name holds a '#' is found, too. A GGUF is read as llama.cpp does.
[[nodiscard]] ModelConfig read_model_config(const std::string& path);

}  // namespace poslab
