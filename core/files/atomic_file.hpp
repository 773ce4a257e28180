#pragma once

#include "core/files/unfinished_file.hpp"

#include <string>
#include <string_view>

#include <sys/types.h>

namespace poslab {

/// A file that appears whole or not at all: written under a temporary name in the folder of `path`, renamed by commit(),
/// removed if that is not reached. A symbolic link stays one, its target is replaced; a device or pipe is written directly.
/// Every failure throws OutputError with one sentence that names `path` and the reason.
class AtomicFile {
  public:
    explicit AtomicFile(const std::string& path);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(std::string_view bytes);
    /// Closes and renames; nothing can be written after it.
    void commit();

  private:
    void open_temporary(mode_t mode, bool keep_mode);
    void discard() noexcept;
    [[noreturn]] void fail(int error);

    std::string path_;          // as the user wrote it
    std::string target_;        // after symbolic links
    UnfinishedFile temporary_;  // without a path if written directly
    int descriptor_ = -1;
};

/// All at once.
void write_file_atomically(const std::string& path, std::string_view bytes);

}  // namespace poslab
