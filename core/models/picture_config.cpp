#include "core/models/picture_config.hpp"

#include "core/base/errors.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/models/config_parts.hpp"
#include "core/models/gguf_config.hpp"
#include "core/models/opened_config.hpp"

#include <optional>

namespace poslab {
namespace {

/// Returns the first nested part with several axes; nullopt if there is none.
std::optional<PictureConfig> part_with_axes(std::string_view text, std::string_view name,
                                            const nlohmann::json& root) {
    for (const ConfigPart& part : nested_parts(root)) {
        try {
            ModelConfig config = parse_model_config(text, name, part.path);
            if (has_picture_axes(config)) return PictureConfig{std::move(config), part.path};
        } catch (const InputError&) {  // a part without a rotary embedding
        }
    }
    return std::nullopt;
}

}  // namespace

bool has_picture_axes(const ModelConfig& config) {
    return !config.picture.layout.empty() ||
           config.parameters.value("mrope-sections", nlohmann::json::array()).size() == 3;
}

void need_picture_axes(const ModelConfig& config, std::string_view name) {
    if (has_picture_axes(config)) return;
    const std::string type = config.model_type.empty() ? "?" : printable_text(config.model_type);
    throw InputError(
        tr("{}: model_type \"{}\" rotates by one axis, the position in a text. 2D RoPE needs a vision "
           "encoder with 2D "
           "rotary embeddings, or M-RoPE.",
           printable_text(std::string(name)), type));
}

PictureConfig parse_picture_config(std::string_view text, std::string_view name, std::string_view selector) {
    std::optional<InputError> refusal;
    ModelConfig config;
    try {
        config = parse_model_config(text, name, selector);
        need_picture_axes(config, name);
        return {std::move(config), {}};
    } catch (const InputError& error) {
        refusal.emplace(error);
    }
    if (selector.empty()) {
        try {
            const OpenedConfig opened = open_config(text, name, selector);
            if (auto part = part_with_axes(text, name, *opened.root)) return std::move(*part);
        } catch (const InputError&) {  // the error for the plain file is more helpful
        }
    }
    throw InputError(*refusal);
}

PictureConfig read_picture_config(const std::string& path) {
    const ConfigPath config = split_config_path(path);
    if (!is_gguf_file(config.file))
        return parse_picture_config(read_beginning(config.file, max_config_bytes + 1), config.file,
                                    config.selector);
    PictureConfig read{read_model_config(path), {}};
    need_picture_axes(read.config, config.file);
    return read;
}

}  // namespace poslab
