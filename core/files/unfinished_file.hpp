#pragma once

#include <string>

namespace poslab {

/// The name of a file that is removed unless it was completed: by the destructor, or by remove_all() if the
/// program ends without running destructors. It may also name a folder, which is removed if it is empty.
class UnfinishedFile {
  public:
    UnfinishedFile() = default;
    /// The file need not exist yet.
    explicit UnfinishedFile(std::string path) noexcept;
    ~UnfinishedFile() { remove(); }
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    /// Registers this path, before the file is created; the object must not have one yet.
    void take(std::string path) noexcept;
    /// Stops tracking the file, which stays under whatever name it has.
    void finish() noexcept;
    void remove() noexcept;
    /// Empty if there is none.
    [[nodiscard]] const std::string& path() const { return path_; }

    /// Removes the files of all objects, the newest first, without allocating memory, from any thread. Only
    /// for the end of the program: other threads that take, finish or remove a file wait from then on, so
    /// that none is created before the end.
    static void remove_all() noexcept;

  private:
    struct List;

    std::string path_;
    UnfinishedFile *next_ = nullptr, *previous_ = nullptr;
};

}  // namespace poslab
