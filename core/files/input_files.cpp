#include "core/files/input_files.hpp"

#include "core/base/errors.hpp"
#include "core/files/file_status.hpp"
#include "core/files/tensor_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace poslab {

namespace fs = std::filesystem;

bool is_model_file(const fs::path& file) {
    constexpr auto names =
        std::to_array<std::string_view>({"config.json", "tokenizer.json", "tokenizer_config.json",
                                         "tokenizer.model", "training.json", "model.safetensors.index.json"});
    return file.extension() == ".safetensors" ||
           std::find(names.begin(), names.end(), file.filename().string()) != names.end();
}

std::vector<fs::path> model_files(const std::string& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
        if (is_model_file(at->path())) files.push_back(at->path());
    return files;
}

void InputFiles::add(const Message& reader, const std::string& path) {
    if (path.empty()) return;
    const std::string name = split_tensor_name(path).path;
    const FileStatus status = file_status(name);
    if (status.kind == FileKind::folder) {
        for (const fs::path& file : model_files(name))
            if (const FileStatus one = file_status(file.string()); one.kind == FileKind::file)
                files_.push_back({reader, one.identity.device, one.identity.inode});
    } else if (status.exists()) {
        files_.push_back({reader, status.identity.device, status.identity.inode});
    }
}

void InputFiles::refuse(const std::string& output) const {
    const FileStatus status = files_.empty() ? FileStatus{} : file_status(output);
    if (status.kind != FileKind::file) return;
    for (const Named& file : files_)
        if (file.device == status.identity.device && file.inode == status.identity.inode)
            throw OutputError(tr("Cannot write '{}': {} reads this file.", output, file.reader));
}

}  // namespace poslab
