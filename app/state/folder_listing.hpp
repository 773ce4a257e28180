#pragma once

#include "core/base/job.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

struct FolderEntry {
    std::string name;
    bool folder = false;
};

/// The contents of a folder: folders first, then files with one of the endings, each sorted by name.
struct FolderListing {
    std::string path;
    std::vector<FolderEntry> entries;
    bool cut = false;      // the folder has more entries
    bool missing = false;  // the folder does not exist
    std::string error;     // the system's message if it cannot be read; else empty
};

inline constexpr std::size_t max_entries = 10'000;

/// Reads a folder once and throws nothing but Cancelled. `endings` are without the dot; empty means every
/// file. Reading stops, and sets `cut`, after `most` listed entries or 20 times as many in total.
[[nodiscard]] FolderListing read_folder(const std::string& path, std::span<const std::string> endings,
                                        std::size_t most = max_entries, const Job& job = {});

/// A typed path split into the folder, with its trailing slash, and the rest.
struct SplitPath {
    std::string folder, name;
};
[[nodiscard]] SplitPath split_path(std::string_view path);

/// Returns the indices of `entries` whose name contains `typed`, ignoring case; hidden ones only if `typed`
/// begins with a dot.
[[nodiscard]] std::vector<std::size_t> matching(const std::vector<FolderEntry>& entries,
                                                std::string_view typed);

/// Returns `typed` extended to the common beginning of all names that begin with it; a single folder gets a
/// slash.
[[nodiscard]] std::string completed(const std::vector<FolderEntry>& entries, std::string_view typed);

}  // namespace poslab
