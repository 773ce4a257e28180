#include "core/files/open_file.hpp"

#include "core/files/file_status.hpp"
#include "core/files/given_file.hpp"
#include "core/files/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace poslab {
namespace {

[[noreturn]] void refuse_unreadable(const std::string& path) {
    const std::string why = std::strerror(errno);
    refuse_file(path, tr("cannot be read: {}", why));
}

}  // namespace

std::optional<FileIdentity> file_identity(const std::string& path) {
    if (const auto bytes = given_bytes(path)) return bytes->identity;
    const FileStatus status = file_status(path);
    return status.exists() ? std::optional(status.identity) : std::nullopt;
}

OpenFile::OpenFile(std::string path) : path_(std::move(path)), in_memory_(given_bytes(path_)) {
    if (in_memory_ != nullptr) {
        identity_ = in_memory_->identity;
        return;
    }
    expect_regular_file(path_);
    // Opening must not wait for a writer if the file has become a pipe.
    descriptor_ = open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor_ < 0) refuse_unreadable(path_);
    struct stat status {};
    const bool is_known = fstat(descriptor_, &status) == 0;
    const int error = errno;
    if (!is_known || !S_ISREG(status.st_mode)) {
        close(descriptor_);
        errno = error;
        if (!is_known) refuse_unreadable(path_);
        refuse_file(path_, "is not a regular file"_tr);
    }
    identity_ = identity_of(status);
}

OpenFile::~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
}

OpenFile::OpenFile(OpenFile&& other) noexcept
    : path_(std::move(other.path_)),
      identity_(other.identity_),
      descriptor_(std::exchange(other.descriptor_, -1)),
      in_memory_(std::move(other.in_memory_)) {}

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(identity_, other.identity_);
    std::swap(descriptor_, other.descriptor_);
    std::swap(in_memory_, other.in_memory_);
    return *this;
}

void OpenFile::read(std::uint64_t offset, std::span<unsigned char> out) const {
    const std::uint64_t end = offset + out.size();
    if (in_memory_ != nullptr) {
        if (offset > bytes() || out.size() > bytes() - offset)
            refuse_file(path_, tr("ends before byte {}", end));
        return in_memory_->read(offset, out);
    }
    while (!out.empty()) {
        const ssize_t got = pread(descriptor_, out.data(), out.size(), static_cast<off_t>(end - out.size()));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) refuse_unreadable(path_);
        if (got == 0) {
            check_unchanged();
            refuse_file(path_, tr("ends before byte {}", end));
        }
        out = out.subspan(static_cast<std::size_t>(got));
    }
}

std::string OpenFile::read_text(std::uint64_t offset, std::size_t size) const {
    std::string text(size, '\0');
    read(offset, {reinterpret_cast<unsigned char*>(text.data()), size});
    return text;
}

void OpenFile::check_unchanged() const {
    if (in_memory_ != nullptr) return;
    const auto now = file_identity(path_);
    if (!now) refuse_file(path_, "no longer exists"_tr);
    if (*now != identity_) refuse_file(path_, "has changed while it was open"_tr);
}

}  // namespace poslab
