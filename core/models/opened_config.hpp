#pragma once

#include "core/models/config_parts.hpp"
#include "core/models/layer_kinds.hpp"
#include "core/models/model_types.hpp"

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A configuration file, the part of it that is read, and the kind of layers there.
struct OpenedConfig {
    std::string file;
    std::shared_ptr<const nlohmann::json> root;  // `part` points into it
    ConfigPart part;
    const ModelTypeFacts* facts = nullptr;
    nlohmann::json native;         // the scaling by keys of the model's own, as rope_scaling would have it; null if there are none
    std::vector<FoundKind> kinds;  // empty: all layers are alike
    FoundKind kind;                // the one that is read
    bool v5 = false;               // the scaling is in rope_parameters
    bool uses_class_default = false;  // or in those of the type's class, because the file has neither

    std::vector<std::string> used;  // keys that were read for all this

    /// A reader of the part, in which those keys are marked.
    [[nodiscard]] ConfigValues values() const;
    /// rope_parameters, rope_scaling, the native one or that of the type's class; null if there is none.
    [[nodiscard]] const nlohmann::json* scaling() const;
    [[nodiscard]] std::string scaling_key() const;
};

/// Parses a text and finds the part and the kind of layers that `selector` names ("sliding_attention", "vision_config",
/// "talker_config.text_config", "text_config.full_attention", "7"); empty: what the plain file means. Throws InputError for what is
/// no config.json, and for a part or a kind that it does not have, naming those that it has.
[[nodiscard]] OpenedConfig open_config(std::string_view text, std::string_view name, std::string_view selector);

}  // namespace poslab
