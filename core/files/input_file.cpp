#include "core/files/input_file.hpp"

#include "core/base/errors.hpp"
#include "core/files/given_file.hpp"
#include "core/files/open_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace poslab {

void refuse_file(const std::string& path, const Message& why) {
    throw InputError(
        // a separate key, not that of a label and its value: some languages add a full stop
        tr("{0}: {1}", path, why));
}

bool file_exists(const std::string& path) {
    if (given_bytes(path) != nullptr) return true;
    std::error_code error;
    return std::filesystem::exists(path, error) && !error;
}

void expect_regular_file(const std::string& path) {
    if (given_bytes(path) != nullptr) return;
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (status.type() == std::filesystem::file_type::none)
        refuse_file(path, tr("cannot be read: {}", error.message()));
    if (!std::filesystem::exists(status)) refuse_file(path, "no such file"_tr);
    if (std::filesystem::is_directory(status)) refuse_file(path, "is a folder"_tr);
    if (!std::filesystem::is_regular_file(status)) refuse_file(path, "is not a regular file"_tr);
}

std::string read_beginning(const std::string& path, std::size_t max_bytes) {
    const OpenFile file(path);
    return file.read_text(0, static_cast<std::size_t>(std::min<std::uint64_t>(file.bytes(), max_bytes)));
}

std::string read_whole_file(const std::string& path, std::size_t max_bytes) {
    const OpenFile file(path);
    if (file.bytes() > max_bytes) refuse_file(path, tr("has more than {} bytes, the maximum", max_bytes));
    return file.read_text(0, static_cast<std::size_t>(file.bytes()));
}

}  // namespace poslab
