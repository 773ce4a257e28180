#include "core/files/home_folder.hpp"

#include <cstdlib>

namespace poslab {

std::string home_folder() {
    const char* const home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe): nothing here sets it
    return home != nullptr && *home == '/' ? home : "";
}

std::string in_home_folder(const std::string& path) {
    const std::string home = home_folder();
    return path.starts_with("~/") && !home.empty() ? home + path.substr(1) : path;
}

}  // namespace poslab
