#pragma once

#include <string>
#include <string_view>

namespace poslab {

/// Bytes in memory with a path that is valid while the object lives, for readers that need one; nothing is
/// written to disk. Throws OutputError if memory is insufficient.
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
