#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace poslab {

struct InMemoryBytes;

/// Distinguishes a file from an earlier one of the same name.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t bytes = 0;
    std::int64_t changed_ns = 0;  // time of the last content change, nanoseconds since 1970
    bool operator==(const FileIdentity&) const = default;
};

/// Returns the identity of a file, following links; empty if it does not exist or cannot be accessed.
[[nodiscard]] std::optional<FileIdentity> file_identity(const std::string& path);

/// A regular file, or bytes in memory with a path (given_file.hpp), open for reading. The file is not
/// memory-mapped: if a mapped file shrinks, SIGBUS ends the program. Reading moves no file position, so
/// several threads may read concurrently.
class OpenFile {
  public:
    /// Throws InputError, `PATH: why`, if the path is missing, a folder, not a regular file (a pipe is not
    /// opened) or unreadable.
    explicit OpenFile(std::string path);
    ~OpenFile();
    OpenFile(OpenFile&& other) noexcept;
    OpenFile& operator=(OpenFile&& other) noexcept;
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const FileIdentity& identity() const { return identity_; }
    [[nodiscard]] std::uint64_t bytes() const { return static_cast<std::uint64_t>(identity_.bytes); }

    /// Reads the bytes from `offset` into `out`. Throws InputError if the file is shorter or cannot be read.
    void read(std::uint64_t offset, std::span<unsigned char> out) const;
    /// Reads `size` bytes as text; the caller has checked that `size` is reasonable.
    [[nodiscard]] std::string read_text(std::uint64_t offset, std::size_t size) const;
    /// Throws InputError if the file was changed, replaced or removed after opening.
    void check_unchanged() const;

  private:
    std::string path_;
    FileIdentity identity_;
    int descriptor_ = -1;
    std::shared_ptr<const InMemoryBytes> in_memory_;
};

}  // namespace poslab
