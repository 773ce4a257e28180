#include "core/files/memory_file.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include <sys/mman.h>
#include <unistd.h>

namespace poslab {

MemoryFile::MemoryFile(const std::string& name, std::string_view bytes)
    : file_(memfd_create(name.c_str(), MFD_CLOEXEC)) {
    while (file_ >= 0 && !bytes.empty()) {
        const ssize_t written = write(file_, bytes.data(), bytes.size());
        if (written > 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            break;
        }
    }
    if (file_ >= 0 && bytes.empty()) return;
    const int error = errno;
    if (file_ >= 0) close(file_);
    throw OutputError(tr("{}: not enough memory: {}", name, verbatim(std::strerror(error))));
}

MemoryFile::~MemoryFile() { close(file_); }

std::string MemoryFile::path() const { return fmt::format("/proc/self/fd/{}", file_); }

}  // namespace poslab
