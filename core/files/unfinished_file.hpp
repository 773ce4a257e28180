#pragma once

#include <string>

namespace poslab {

/// The name of a file that stays only if all of it was written: removed by the destructor, and by remove_all() where the program
/// ends without destroying anything.
class UnfinishedFile {
  public:
    UnfinishedFile() = default;
    /// The file need not be there yet.
    explicit UnfinishedFile(std::string path) noexcept;
    ~UnfinishedFile() { remove(); }
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    /// Of that one from now on, before it is made; it has none yet.
    void take(std::string path) noexcept;
    /// The file stays, under whichever name.
    void finish() noexcept;
    void remove() noexcept;
    /// Empty if there is none.
    [[nodiscard]] const std::string& path() const { return path_; }

    /// For the end of the program only: removes the files of all, from any thread, without memory. Another thread that takes,
    /// finishes or removes one waits from then on, so that none is made between this and the end.
    static void remove_all() noexcept;

  private:
    struct List;

    std::string path_;
    UnfinishedFile *next_ = nullptr, *previous_ = nullptr;
};

}  // namespace poslab
