#include "core/files/input_files.hpp"

#include "core/base/errors.hpp"
#include "core/files/file_status.hpp"

namespace poslab {

void InputFiles::add(const std::string& reader, const std::string& path) {
    if (path.empty()) return;
    FileStatus status = file_status(path);
    if (!status.exists()) status = file_status(path.substr(0, path.rfind('#')));
    if (status.kind == FileKind::folder)
        for (const char* const name : {"config.json", "tokenizer.json", "tokenizer_config.json",
                                       "tokenizer.model", "model.safetensors", "training.json"})
            add(reader, path + "/" + name);
    else if (status.exists())
        files_.push_back({reader, status.identity.device, status.identity.inode});
}

void InputFiles::refuse(const std::string& output) const {
    const FileStatus status = files_.empty() ? FileStatus{} : file_status(output);
    if (status.kind != FileKind::file) return;
    for (const Named& file : files_)
        if (file.device == status.identity.device && file.inode == status.identity.inode)
            throw OutputError(tr("Cannot write '{}': {} reads this file.", output, file.reader));
}

}  // namespace poslab
