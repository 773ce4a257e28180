#include "app/state/watched_files.hpp"

#include "core/files/file_status.hpp"
#include "core/files/tensor_file.hpp"

namespace poslab {

std::string prompt_file_name(const std::string& path) {
    return split_tensor_name(path, [](const std::string& file) { return prompt_file_status(file).exists(); })
        .path;
}

std::vector<std::optional<FileIdentity>> watched_files(const Values& values) {
    std::vector<std::optional<FileIdentity>> files;
    for (const Value& value : values)
        if (const auto* file = std::get_if<FileName>(&value); file != nullptr && !file->path.empty())
            files.push_back(prompt_file_identity(prompt_file_name(file->path)));
    return files;
}

}  // namespace poslab
