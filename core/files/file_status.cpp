#include "core/files/file_status.hpp"

#include "core/files/given_file.hpp"

#include <sys/stat.h>

namespace poslab {
namespace {

FileKind kind_of(const struct stat& status) {
    if (S_ISREG(status.st_mode)) return FileKind::file;
    return S_ISDIR(status.st_mode) ? FileKind::folder : FileKind::other;
}

}  // namespace

FileIdentity identity_of(const struct stat& status) {
    constexpr std::int64_t billion = 1'000'000'000;
    return {status.st_dev, status.st_ino, status.st_size,
            static_cast<std::int64_t>(status.st_mtim.tv_sec) * billion + status.st_mtim.tv_nsec};
}

FileStatus file_status(const std::string& path) {
    struct stat status {};
    if (stat(path.c_str(), &status) != 0) return {FileKind::none};
    return {kind_of(status), identity_of(status)};
}

FileStatus prompt_file_status(const std::string& path, Patience patience) {
    const auto reply = FileDeadline::answer(
        path, [path] { return file_status(path); }, patience);
    FileStatus status = reply.last.value_or(FileStatus{});
    status.is_late = reply.is_late;
    return status;
}

std::optional<FileIdentity> prompt_file_identity(const std::string& path) {
    if (given_bytes(path) != nullptr) return file_identity(path);
    const FileStatus status = prompt_file_status(path);
    return status.exists() ? std::optional(status.identity) : std::nullopt;
}

Message unanswered_message(const std::string& path) {
    return tr("{} cannot be read: its drive or server does not answer.", path);
}

}  // namespace poslab
