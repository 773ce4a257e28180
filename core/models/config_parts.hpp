#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// An object of a configuration file that describes a model or a part of one: the file itself, a text model, an encoder.
struct ConfigPart {
    const nlohmann::json* object = nullptr;
    std::string path{};  // "talker_config.text_config"; empty: the whole file
    std::string
        model_type{};  // its own, else what the table says of this part of the model around it, else that of the file; may be empty
};

/// True if the keys of an object describe a model: its sizes, its length or its rotary embedding.
[[nodiscard]] bool describes_a_model(const nlohmann::json& object);

/// The part that a file means if no other is asked for: its text model, or its first part if it has no sizes itself.
[[nodiscard]] ConfigPart main_part(const nlohmann::json& root);

/// Every nested part, in depth order, with that path.
[[nodiscard]] std::vector<ConfigPart> nested_parts(const nlohmann::json& root);

/// The nested part that `selector` begins with ("vision_config", "vision", "talker.text_config.full_attention"), whose part of it
/// is removed; the main part if it begins with none.
[[nodiscard]] ConfigPart selected_part(const nlohmann::json& root, std::string_view& selector);

}  // namespace poslab
