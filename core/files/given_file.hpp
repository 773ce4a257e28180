#pragma once

#include "core/files/open_file.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// Bytes in the memory of a caller, in consecutive parts.
struct InMemoryBytes {
    FileIdentity identity;
    std::vector<std::span<const unsigned char>> parts;
    std::shared_ptr<const void> keeper;

    /// Reads the bytes from `offset`. All of `out` must be within identity.bytes.
    void read(std::uint64_t offset, std::span<unsigned char> out) const;
};

/// Gives bytes in memory a path for all file readers, as long as the object lives. The bytes are not copied:
/// `parts` must not change while `keeper` is held, and every open file holds it, too. Thread-safe.
class GivenFile {
  public:
    /// The path is "<NAME>ENDING", or "<NAME 2>ENDING" if that is already used.
    GivenFile(const std::string& name, const std::string& ending,
              std::vector<std::span<const unsigned char>> parts, std::shared_ptr<const void> keeper);
    ~GivenFile();
    GivenFile(const GivenFile&) = delete;
    GivenFile& operator=(const GivenFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    std::string path_;
};

/// Returns the bytes of the GivenFile with this path; null if there is none.
[[nodiscard]] std::shared_ptr<const InMemoryBytes> given_bytes(const std::string& path);

}  // namespace poslab
