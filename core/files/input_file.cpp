#include "core/files/input_file.hpp"

#include "core/base/errors.hpp"
#include "core/files/given_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace poslab {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 20U;

}  // namespace

void refuse_file(const std::string& path, const Sentence& why) {
    throw InputError(
        tr("{0}: {1}", path, why));  // another key than of a label and its value: some languages end it with a full stop
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
    if (error || !std::filesystem::exists(status)) refuse_file(path, "there is no such file"_tr);
    if (std::filesystem::is_directory(status)) refuse_file(path, "is a folder"_tr);
    if (!std::filesystem::is_regular_file(status)) refuse_file(path, "is not a regular file"_tr);
}

std::string read_beginning(const std::string& path, std::size_t most_bytes) {
    if (const auto given = given_bytes(path)) {
        std::string bytes(std::min(most_bytes, static_cast<std::size_t>(given->identity.bytes)), '\0');
        given->read(0, {reinterpret_cast<unsigned char*>(bytes.data()), bytes.size()});
        return bytes;
    }
    expect_regular_file(path);
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        const std::string why = std::strerror(errno);
        refuse_file(path, tr("cannot be read: {}", why));
    }
    std::string bytes;
    while (file && bytes.size() < most_bytes) {
        const std::size_t before = bytes.size();
        const std::size_t wanted = std::min(chunk_bytes, most_bytes - before);
        bytes.resize(before + wanted);
        file.read(bytes.data() + before, static_cast<std::streamsize>(wanted));
        bytes.resize(before + static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
    }
    return bytes;
}

}  // namespace poslab
