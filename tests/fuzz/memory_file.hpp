#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace poslab::test {

/// A file in memory, because truncating files on disk is slow.
class MemoryFile {
  public:
    MemoryFile() : descriptor_(memfd_create("fuzz", MFD_CLOEXEC)) {
        if (descriptor_ < 0) throw std::runtime_error("no file in memory");
    }
    ~MemoryFile() { close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    void write(const std::string& bytes) const {
        const bool written =
            ftruncate(descriptor_, 0) == 0 &&
            pwrite(descriptor_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size());
        if (!written) throw std::runtime_error("no room in memory");
    }
    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

  private:
    int descriptor_;
};

}  // namespace poslab::test
