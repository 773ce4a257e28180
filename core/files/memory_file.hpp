#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// Bytes of the program as a file that has a path while this lives, for readers that want one; nothing is written to a disk.
/// Throws OutputError where the system has no memory for it.
class MemoryFile {
  public:
    MemoryFile(const std::string& name, std::string_view bytes);
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] std::string path() const;

  private:
    int file_ = -1;
};

}  // namespace poslab
