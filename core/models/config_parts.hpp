#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// An object of a config file that describes a model or a part of one: the whole file, a text model, an
/// encoder.
struct ConfigPart {
    const nlohmann::json* object = nullptr;
    std::string path{};  // "talker_config.text_config"; empty: the whole file
    /// Its own, else the one that the table gives for this part of the outer model, else the outer model's;
    /// may be empty.
    std::string model_type{};
};

/// True if the keys of an object describe a model: its sizes, its length or its rotary embedding.
[[nodiscard]] bool describes_a_model(const nlohmann::json& object);

/// Returns the default part of a file: its text model, or its first part if the file itself has no sizes.
[[nodiscard]] ConfigPart main_part(const nlohmann::json& root);

/// Returns every nested part with its path, in depth-first order.
[[nodiscard]] std::vector<ConfigPart> nested_parts(const nlohmann::json& root);

/// Returns the nested part that `selector` begins with ("vision_config", "vision",
/// "talker.text_config.full_attention") and removes that beginning from `selector`; the main part if it
/// begins with none.
[[nodiscard]] ConfigPart selected_part(const nlohmann::json& root, std::string_view& selector);

}  // namespace poslab
