#pragma once

#include "core/views/view.hpp"

#include <span>
#include <string>

namespace poslab {

/// The view and the values that a file of this program names.
struct OpenedParameters {
    const View* view = nullptr;
    Values values;
};

/// Reads {"view": …, "parameters": {…}} from the beginning of a JSON file: what `poslab compute -o FILE.json` writes.
/// The arrays behind are not read, so that large files open at once. Parameters that the file does not name are at their defaults.
/// Throws InputError naming the file, the place and the reason.
[[nodiscard]] OpenedParameters read_parameter_file(const std::string& path, std::span<const View* const> views);

}  // namespace poslab
