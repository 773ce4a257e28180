#pragma once

#include <string>
#include <vector>

namespace poslab {

struct PathAndBytes {
    std::string path;
    std::string bytes;
};

/// Files that belong together appear all or not at all; what they replace comes back if one of them fails. Throws as AtomicFile
/// does.
void write_files_atomically(const std::vector<PathAndBytes>& files);

}  // namespace poslab
