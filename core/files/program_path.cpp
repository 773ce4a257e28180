#include "core/files/program_path.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace poslab {

namespace fs = std::filesystem;

std::string program_in_path(const std::string& name) {
    const char* const value = std::getenv("PATH");  // NOLINT(concurrency-mt-unsafe): nothing here sets it
    std::string_view folders = value == nullptr ? "" : value;
    while (!folders.empty()) {
        const std::size_t end = std::min(folders.find(':'), folders.size());
        std::string path = fmt::format("{}/{}", folders.substr(0, end), name);
        folders.remove_prefix(std::min(end + 1, folders.size()));
        std::error_code ignored;
        // Files in the working folder are data, so only absolute paths count.
        if (path.starts_with('/') && fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0)
            return path;
    }
    return {};
}

}  // namespace poslab
