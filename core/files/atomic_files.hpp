#pragma once

#include "core/base/job.hpp"

#include <string>
#include <vector>

namespace poslab {

struct PathAndBytes {
    std::string path;
    std::string bytes;
};

/// Writes related files, either all of them or none; if one fails, the replaced files are restored. Throws as
/// AtomicFile does; Cancelled.
void write_files_atomically(const std::vector<PathAndBytes>& files, const Job& job = {});

}  // namespace poslab
