#include "app/state/watched_files.hpp"

#include "core/files/tensor_file.hpp"

namespace poslab {

std::vector<std::optional<FileIdentity>> watched_files(const Values& values) {
    std::vector<std::optional<FileIdentity>> files;
    for (const Value& value : values)
        if (const auto* file = std::get_if<FileName>(&value); file != nullptr && !file->path.empty())
            files.push_back(file_identity(split_tensor_name(file->path).path));
    return files;
}

}  // namespace poslab
