#include "core/files/new_folder.hpp"

#include "core/files/atomic_file.hpp"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace poslab {

void create_folder(const std::string& path) {
    std::error_code error;
    std::filesystem::create_directories(path, error);
    if (error) refuse_output(path, error.value() == EEXIST ? ENOTDIR : error.value());
}

void remove_if_empty(const std::string& folder) noexcept { ::rmdir(folder.c_str()); }

// Delegates, so that the destructor removes the parents if the folder itself cannot be created.
NewFolder::NewFolder(const std::string& path) : NewFolder() {
    std::vector<std::string> missing;
    for (std::filesystem::path at = path; !at.empty(); at = at.parent_path()) {
        std::error_code ignored;  // the type is then another one
        // A link without a target is the user's.
        if (std::filesystem::symlink_status(at, ignored).type() != std::filesystem::file_type::not_found)
            break;
        missing.push_back(at.string());
    }
    for (; !missing.empty(); missing.pop_back()) created_.emplace_back(missing.back());
    create_folder(path);
}

NewFolder::~NewFolder() {
    while (!created_.empty()) created_.pop_back();
}

}  // namespace poslab
