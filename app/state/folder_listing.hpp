#pragma once

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

/// What a folder holds: folders first, then files with one of the endings, each by name.
struct FolderListing {
    std::string path;
    std::vector<FolderEntry> entries;
    bool cut = false;      // there is more than was kept
    bool missing = false;  // there is no such folder
    std::string error;     // the system's word on why it cannot be read; empty if it can
};

inline constexpr std::size_t most_entries = 10'000;

/// Reads once and never throws. `endings` are without their point; none means every file. Reading stops, and says so, after
/// `most` kept entries or twenty times as many others, so that a huge folder does not hold up the window.
[[nodiscard]] FolderListing read_folder(const std::string& path, std::span<const std::string> endings,
                                        std::size_t most = most_entries);

/// A typed path in two: the folder, with its last slash, and what follows.
struct SplitPath {
    std::string folder, name;
};
[[nodiscard]] SplitPath split_path(std::string_view path);

/// Places in `entries` whose name contains `typed`, upper and lower case alike; hidden ones only if `typed` begins with a point.
[[nodiscard]] std::vector<std::size_t> matching(const std::vector<FolderEntry>& entries, std::string_view typed);

/// `typed` as far as all names that begin with it agree; a single folder gets its slash.
[[nodiscard]] std::string completed(const std::vector<FolderEntry>& entries, std::string_view typed);

}  // namespace poslab
