#pragma once

#include <string>
#include <vector>

namespace poslab {

enum class FileTask { save, open };

struct FileQuestion {
    FileTask task = FileTask::open;
    std::string title, button;
    std::vector<std::string> endings;  // without their point; the first is given to a name that has none; none: every file
    std::string path;                  // to begin with: a file, or a folder with its last slash
};

}  // namespace poslab
