#pragma once

#include "core/base/job.hpp"
#include "core/files/unfinished_file.hpp"

#include <string>
#include <string_view>

#include <sys/types.h>

namespace poslab {

/// A file that appears complete or not at all. It is written under a temporary name in the folder of `path`
/// and renamed by commit(); without commit() it is removed. A symbolic link stays, and its target is
/// replaced; a device or pipe is written directly.
///
/// All errors throw OutputError with one sentence that names `path` and the reason.
class AtomicFile {
  public:
    explicit AtomicFile(const std::string& path);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// Throws Cancelled soon after the job was stopped.
    void write(std::string_view bytes, const Job& job = {});
    /// Closes and renames the file. Nothing can be written afterwards. Throws Cancelled, without renaming, if
    /// the job was stopped meanwhile.
    void commit(const Job& job = {});

    /// Returns the path that is replaced, with symbolic links resolved.
    [[nodiscard]] const std::string& target() const { return target_; }

  private:
    void open_temporary(mode_t mode, bool keep_mode);
    void discard() noexcept;
    [[noreturn]] void fail(int error);

    std::string path_;  // as given by the user
    std::string target_;
    UnfinishedFile temporary_;  // without a path if written directly
    int descriptor_ = -1;
};

/// Throws OutputError for an error (errno) of a file or folder that is to be written.
[[noreturn]] void refuse_output(const std::string& path, int error);

/// Writes a whole file with AtomicFile.
void write_file_atomically(const std::string& path, std::string_view bytes, const Job& job = {});

}  // namespace poslab
