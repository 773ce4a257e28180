#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace poslab {

struct GivenBytes;

/// What tells a file from the one that was there before under its name.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::int64_t bytes = 0;
    std::int64_t changed_ns = 0;  // time of the last change of its content, nanoseconds since 1970
    bool operator==(const FileIdentity&) const = default;
};

/// Nothing if there is no such file (or it cannot be looked at). Follows links.
[[nodiscard]] std::optional<FileIdentity> file_identity(const std::string& path);

/// A regular file, or bytes of memory that stand for one (given_file.hpp), open for reading. It is not mapped: a mapped file that
/// gets shorter ends the program by SIGBUS. Reading does not move a place in the file, so several threads may read at once.
class OpenFile {
  public:
    /// Throws InputError, `PATH: why`, for what is missing, a folder, no regular file (a pipe is not opened) or unreadable.
    explicit OpenFile(std::string path);
    ~OpenFile();
    OpenFile(OpenFile&& other) noexcept;
    OpenFile& operator=(OpenFile&& other) noexcept;
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const FileIdentity& identity() const { return identity_; }
    [[nodiscard]] std::uint64_t bytes() const { return static_cast<std::uint64_t>(identity_.bytes); }

    /// Fills `out` with the bytes from `offset` on. Throws InputError if the file does not reach that far or cannot be read.
    void read(std::uint64_t offset, std::span<unsigned char> out) const;
    /// The same as text; the caller has checked that `size` is sane.
    [[nodiscard]] std::string read_text(std::uint64_t offset, std::size_t size) const;
    /// Throws InputError if what the path names is no longer the file that was opened: changed, replaced or removed.
    void check_unchanged() const;

  private:
    std::string path_;
    FileIdentity identity_;
    int descriptor_ = -1;
    std::shared_ptr<const GivenBytes> given_;
};

}  // namespace poslab
