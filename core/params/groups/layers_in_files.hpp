#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

// Numbers of layers and heads to choose from. Results are cached until the file changes, so that buttons can
// query them at each step. They are nullopt if the file is missing, cannot be read or has never answered
// until the deadline of this thread (file_deadline.hpp); computing from such a file reports the reason.

struct LayersAndHeads {
    std::int64_t layers = 0, heads = 0;
};
/// Returns the sizes of the model in a folder, or in the folder of the file that the path names.
[[nodiscard]] std::optional<LayersAndHeads> sizes_in_folder(const std::string& path);
/// Returns the number of layers of FILE or FILE#NAME as HeadTensor reads it: 1 unless its shape is [layers,
/// heads, rows, columns]. `names` must live as long as the program.
[[nodiscard]] std::optional<std::int64_t> layers_in_file(const std::string& path,
                                                         std::span<const std::string_view> names);

}  // namespace poslab
