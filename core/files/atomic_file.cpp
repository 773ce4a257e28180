#include "core/files/atomic_file.hpp"

#include "core/base/errors.hpp"
#include "core/files/left_behind.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace poslab {

namespace {

constexpr mode_t new_file_mode = 0666;

std::string folder_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}

/// Returns the first link on the path whose target does not exist, if any.
std::optional<std::filesystem::path> dangling_link(const std::filesystem::path& path) {
    std::filesystem::path at;
    for (const std::filesystem::path& part : path) {
        at /= part;
        std::error_code ignored;  // the type is then another one
        if (!std::filesystem::is_symlink(std::filesystem::symlink_status(at, ignored))) continue;
        if (std::filesystem::status(at, ignored).type() != std::filesystem::file_type::not_found) continue;
        const std::filesystem::path target = at.parent_path() / std::filesystem::read_symlink(at, ignored);
        const auto next = dangling_link(target);
        return next ? next : at;
    }
    return std::nullopt;
}

Message reason_of(int error, const std::string& path) {
    std::error_code ignored;
    if (error == ENOENT || error == ENOTDIR || error == EEXIST)
        if (const auto link = dangling_link(path)) {
            const std::string target = std::filesystem::read_symlink(*link, ignored).string();
            return tr("'{}' is a link to '{}', which does not exist", link->string(), target);
        }
    switch (error) {
        case ENOTDIR:
            if (std::filesystem::exists(path, ignored)) return "it is not a folder"_tr;
            [[fallthrough]];
        case ENOENT:
            if (std::filesystem::is_directory(folder_of(path), ignored))
                return tr("files cannot be created in the folder '{}'", folder_of(path));
            if (std::filesystem::exists(folder_of(path), ignored))
                return tr("'{}' is not a folder", folder_of(path));
            return tr("the folder '{}' does not exist", folder_of(path));
        case EACCES:
        case EPERM:
            return "permission denied"_tr;
        case EROFS:
            return "the file system is read-only"_tr;
        case EISDIR:
            return "it is a folder"_tr;
        case ENOSPC:
        case EDQUOT:
            return "the disk is full"_tr;
        case ENXIO:
            return "it is a pipe that no program reads"_tr;
        case ENAMETOOLONG:
            return "the name is too long"_tr;
        default:
            return verbatim(std::generic_category().message(error));
    }
}

/// Resolves links, so that renaming does not replace the link; a dangling link is replaced. A link to a
/// device or a pipe stays, because it is written to, and because the one in /proc has no path.
std::string follow_links(const std::string& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::symlink_status(path, error);
    if (status.type() == std::filesystem::file_type::none) refuse_output(path, error.value());
    if (!std::filesystem::is_symlink(status)) return path;
    const std::filesystem::file_status end = std::filesystem::status(path, error);
    if (std::filesystem::exists(end) && !std::filesystem::is_regular_file(end)) return path;
    const std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
    if (error) refuse_output(path, error.value());
    return real.string();
}

}  // namespace

void refuse_output(const std::string& path, int error) {
    throw OutputError(tr("Cannot write '{}': {}.", path, reason_of(error, path)));
}

AtomicFile::AtomicFile(const std::string& path)
    : path_(path), target_(path.empty() ? path : follow_links(path)) {
    if (path_.empty()) throw OutputError("Cannot write a file without a name."_tr);
    if (path_.back() == '/') fail(EISDIR);
    struct stat there {};
    const bool exists = ::stat(target_.c_str(), &there) == 0;
    if (!exists && errno != ENOENT) fail(errno);
    if (exists && S_ISDIR(there.st_mode)) fail(EISDIR);
    if (exists && ::access(target_.c_str(), W_OK) != 0) fail(errno);
    if (exists && !S_ISREG(there.st_mode)) {
        // without waiting for the reader of a pipe, for which no signal could end the wait
        descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
        if (descriptor_ < 0) fail(errno);
        ::fcntl(descriptor_, F_SETFL, ::fcntl(descriptor_, F_GETFL) & ~O_NONBLOCK);
        return;
    }
    open_temporary(exists ? there.st_mode & 07777U : new_file_mode, exists);
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::open_temporary(mode_t mode, bool keep_mode) {
    constexpr int max_tries = 1000;
    const std::string folder = folder_of(target_);
    remove_left_behind_once(folder);
    for (int i = 0; i < max_tries && descriptor_ < 0; ++i) {
        // Not derived from the name of the file, which may already have the maximum length.
        temporary_.take(folder + "/" + temporary_name(std::to_string(i)));
        descriptor_ = ::open(temporary_.path().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor_ >= 0) break;
        const int error = errno;
        temporary_.finish();  // the file belongs to another process
        if (error != EEXIST) fail(error);
    }
    if (descriptor_ < 0) fail(EEXIST);
    ::flock(descriptor_, LOCK_EX | LOCK_NB);  // for remove_left_behind(); it cannot be locked yet
    // The umask is for new files; a replaced file keeps its permissions. If setting them is refused, the file
    // is still valid.
    if (keep_mode && ::fchmod(descriptor_, mode) != 0) errno = 0;
}

void AtomicFile::write(std::string_view bytes, const Job& job) {
    // One call locks the file until it ends, and no signal interrupts it: it takes seconds for a large file.
    constexpr std::size_t max_bytes = std::size_t{4} << 20U;
    if (descriptor_ < 0) throw OutputError(tr("Cannot write '{}': it is already closed.", path_));
    while (!bytes.empty()) {
        job.check();
        const ssize_t written = ::write(descriptor_, bytes.data(), std::min(bytes.size(), max_bytes));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail(errno);
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
}

void AtomicFile::commit(const Job& job) {
    if (descriptor_ < 0) throw OutputError(tr("Cannot write '{}': it is already closed.", path_));
    const int closed = ::close(descriptor_);
    descriptor_ = -1;
    if (closed != 0 && errno != EINTR) fail(errno);
    if (temporary_.path().empty()) return;
    job.check();
    if (std::rename(temporary_.path().c_str(), target_.c_str()) != 0) fail(errno);
    temporary_.finish();
}

void AtomicFile::discard() noexcept {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    temporary_.remove();
}

void AtomicFile::fail(int error) {
    discard();
    refuse_output(path_, error);
}

void write_file_atomically(const std::string& path, std::string_view bytes, const Job& job) {
    AtomicFile file(path);
    file.write(bytes, job);
    file.commit(job);
}

}  // namespace poslab
