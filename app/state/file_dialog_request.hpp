#pragma once

#include <string>
#include <vector>

namespace poslab {

enum class FileTask { save, open };

/// Everything that a file dialog is opened with.
struct FileDialogRequest {
    FileTask task = FileTask::open;
    std::string title, button;
    /// Without the dot; the first is appended to a name without one; empty: every file.
    std::vector<std::string> endings;
    std::string path;  // the initial path: a file, or a folder with a trailing slash
};

}  // namespace poslab
