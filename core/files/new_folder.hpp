#pragma once

#include "core/files/unfinished_file.hpp"

#include <deque>
#include <string>

namespace poslab {

/// Creates the folder and its parents unless they exist. Throws OutputError that names it.
void create_folder(const std::string& path);

/// Removes the folder if it is empty. A symbolic link to a folder stays.
void remove_if_empty(const std::string& folder) noexcept;

/// A folder for output, created with its parents unless they exist. The destructor, like
/// UnfinishedFile::remove_all(), removes those that were created and are still empty: a refused command
/// leaves no folder.
class NewFolder {
  public:
    /// Throws OutputError that names the path.
    explicit NewFolder(const std::string& path);
    ~NewFolder();
    NewFolder(const NewFolder&) = delete;
    NewFolder& operator=(const NewFolder&) = delete;

  private:
    NewFolder() = default;

    std::deque<UnfinishedFile> created_;  // each before the folders in it
};

}  // namespace poslab
