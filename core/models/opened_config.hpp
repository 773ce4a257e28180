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

/// A config file, the selected part of it, and the selected kind of layers.
struct OpenedConfig {
    std::string file;
    std::shared_ptr<const nlohmann::json> root;  // `part` points into it
    ConfigPart part;
    const ModelTypeFacts* facts = nullptr;
    /// The scaling by the model's own keys, in the form of rope_scaling; null if there are none.
    nlohmann::json native;
    std::vector<FoundKind> kinds;  // empty: all layers are equal
    FoundKind kind;                // the kind that is read
    bool v5 = false;               // the scaling is in rope_parameters
    /// Or in rope_parameters of the type's class, because the file has neither.
    bool uses_class_default = false;

    std::vector<std::string> used;  // keys that were read to open it

    /// Returns a reader of the part, in which those keys are marked as read.
    [[nodiscard]] ConfigValues values() const;
    /// Returns rope_parameters, rope_scaling, the native scaling or that of the type's class; null if there
    /// is none.
    [[nodiscard]] const nlohmann::json* scaling() const;
    [[nodiscard]] std::string scaling_key() const;
};

/// Parses a text and selects the part and the kind of layers that `selector` names ("sliding_attention",
/// "vision_config", "talker_config.text_config", "text_config.full_attention", "7"); empty: the defaults of
/// the file. Throws InputError if the text is not a config.json, and for an unknown part or kind, with those
/// that exist.
[[nodiscard]] OpenedConfig open_config(std::string_view text, std::string_view name,
                                       std::string_view selector);

}  // namespace poslab
