#pragma once

#include "core/models/model_config.hpp"

namespace poslab {

/// A part of a model whose pairs follow the axes of a picture: a vision encoder, or a text model with M-RoPE.
struct PictureConfig {
    ModelConfig config;
    std::string part;  // chosen because the default part has no such axes; empty: the one that the path names
};

/// True if the model's pairs follow several axes.
[[nodiscard]] bool has_picture_axes(const ModelConfig& config);

/// Reads FILE or FILE#SELECTOR; for a plain file, the first part whose pairs follow several axes. Throws
/// InputError if the model has none, and as read_model_config() does.
[[nodiscard]] PictureConfig read_picture_config(const std::string& path);
[[nodiscard]] PictureConfig parse_picture_config(std::string_view text, std::string_view name,
                                                 std::string_view selector = {});

/// Throws InputError if the model's pairs follow a single axis.
void need_picture_axes(const ModelConfig& config, std::string_view name);

}  // namespace poslab
