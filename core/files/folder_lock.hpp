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

}  // namespace poslab
