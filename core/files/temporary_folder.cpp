#include "core/files/temporary_folder.hpp"

#include "core/base/errors.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace poslab {

std::string temporary_folder() {
    const char* const set = std::getenv("TMPDIR");  // NOLINT(concurrency-mt-unsafe): nothing here sets it
    const std::string folder = set != nullptr && *set != 0 ? set : "/tmp";
    std::error_code ignored;
    if (!std::filesystem::is_directory(folder, ignored))
        throw OutputError(
            tr("{}: is not a folder; TMPDIR must name an existing folder for temporary files", folder));
    return folder;
}

}  // namespace poslab
