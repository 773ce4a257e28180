#pragma once

#include "core/documents/document_files.hpp"
#include "core/views/view.hpp"

#include <span>
#include <string>

namespace poslab {

/// The view and values of a file.
struct OpenedParameters {
    const View* view = nullptr;
    Values values;
};

/// Reads {"view": …, "parameters": {…}} from the beginning of a JSON file that `poslab compute -o FILE.json`
/// wrote. The arrays after them are not read, so large files open immediately. Parameters that the file does
/// not name have their defaults.
///
/// Throws InputError that names the file, the position and the reason. `files` finds the files that the
/// parameters name; without it, all of them are found.
[[nodiscard]] OpenedParameters read_parameter_file(const std::string& path,
                                                   std::span<const View* const> views, DocumentFiles& files);
[[nodiscard]] OpenedParameters read_parameter_file(const std::string& path,
                                                   std::span<const View* const> views);

}  // namespace poslab
