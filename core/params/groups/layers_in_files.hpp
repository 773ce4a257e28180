#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

// How many layers and heads there are to choose among. What was read is kept until the file changes, so that each step of a button
// may ask. Nothing where there is no such file, or where it cannot be read: whoever computes from it says why.

struct LayersAndHeads {
    std::int64_t layers = 0, heads = 0;
};
/// Of the model in a folder, or beside the file that the path names.
[[nodiscard]] std::optional<LayersAndHeads> sizes_in_folder(const std::string& path);
/// Of FILE or FILE#NAME as HeadTensor takes it: 1 unless it is [layers, heads, rows, columns].
[[nodiscard]] std::optional<std::int64_t> layers_in_file(const std::string& path, std::span<const std::string_view> names);

}  // namespace poslab
