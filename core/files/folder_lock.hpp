#pragma once

#include <string>

namespace poslab {

/// Reserves a folder for one run, so that two runs do not mix their files; the end of the process, however it
/// ends, releases it. On file systems without locks it has no effect.
class FolderLock {
  public:
    enum class Use {
        alone,
        shared  // with others that also share it
    };
    /// Throws OutputError if another run uses the folder.
    explicit FolderLock(const std::string& folder, Use use = Use::alone);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

  private:
    int descriptor_ = -1;
};

/// Reserves a folder for the moment in which a process changes several files of it, or reads a file and
/// replaces it, so that those of two processes do not mix. Waits for two seconds at most, because a
/// FolderLock may be that of a long run.
class FolderTurn {
  public:
    explicit FolderTurn(const std::string& folder);
    ~FolderTurn();
    FolderTurn(const FolderTurn&) = delete;
    FolderTurn& operator=(const FolderTurn&) = delete;

  private:
    int descriptor_;
};

}  // namespace poslab
