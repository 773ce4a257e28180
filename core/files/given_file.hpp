#pragma once

#include "core/files/open_file.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// Bytes that lie in the memory of a caller, one part after the other.
struct GivenBytes {
    FileIdentity identity;
    std::vector<std::span<const unsigned char>> parts;
    std::shared_ptr<const void> keeper;

    /// All of `out` must lie within identity.bytes.
    void read(std::uint64_t offset, std::span<unsigned char> out) const;
};

/// Makes such bytes a file that has a path while this lives, for all that reads files. They are not copied: `parts` must stay as
/// they are while `keeper` is held, which those who have the file open hold, too. Any thread.
class GivenFile {
  public:
    /// The path is "<NAME>ENDING", or "<NAME 2>ENDING" where that one is taken.
    GivenFile(const std::string& name, const std::string& ending, std::vector<std::span<const unsigned char>> parts,
              std::shared_ptr<const void> keeper);
    ~GivenFile();
    GivenFile(const GivenFile&) = delete;
    GivenFile& operator=(const GivenFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    std::string path_;
};

/// The bytes that a GivenFile of this path has; null: there is none.
[[nodiscard]] std::shared_ptr<const GivenBytes> given_bytes(const std::string& path);

}  // namespace poslab
