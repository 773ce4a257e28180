#pragma once

#include <string_view>

namespace poslab {

/// The text of assets/color_maps.txt; the build generates the definitions.
extern const std::string_view embedded_color_maps;
/// The text of assets/gguf_architectures.json.
extern const std::string_view embedded_gguf_architectures;
/// The text of assets/languages/glossary.txt.
extern const std::string_view embedded_glossary;
/// The text of assets/model_presets.json.
extern const std::string_view embedded_model_presets;
/// The text of assets/model_types.json.
extern const std::string_view embedded_model_types;
/// The text of assets/reported/9577.json.
extern const std::string_view embedded_reported_9577;
/// The text of assets/reported/9708.json.
extern const std::string_view embedded_reported_9708;
/// The text of assets/reported/yarn.json.
extern const std::string_view embedded_reported_yarn;
/// The text of assets/pinyin_initials.txt.
extern const std::string_view embedded_pinyin_initials;

}  // namespace poslab
