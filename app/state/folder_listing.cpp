#include "app/state/folder_listing.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace poslab {
namespace {

namespace fs = std::filesystem;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool has_ending(const std::string& name, std::span<const std::string> endings) {
    return endings.empty() || std::any_of(endings.begin(), endings.end(), [&](const std::string& ending) {
               return name.ends_with("." + ending);
           });
}

bool before(const FolderEntry& a, const FolderEntry& b) {
    if (a.folder != b.folder) return a.folder;
    const bool less = std::lexicographical_compare(a.name.begin(), a.name.end(), b.name.begin(), b.name.end(),
                                                   [](char x, char y) { return lower(x) < lower(y); });
    const bool greater =
        std::lexicographical_compare(b.name.begin(), b.name.end(), a.name.begin(), a.name.end(),
                                     [](char x, char y) { return lower(x) < lower(y); });
    return less || (!greater && a.name < b.name);
}

}  // namespace

FolderListing read_folder(const std::string& path, std::span<const std::string> endings, std::size_t most,
                          const Job& job) {
    FolderListing listing;
    listing.path = path;
    std::error_code error;
    listing.missing = !fs::is_directory(path, error);
    error.clear();
    fs::directory_iterator entry(path, error);
    std::size_t seen = 0;
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        job.check();
        if (listing.entries.size() == most || ++seen > 20 * most) {
            listing.cut = true;
            break;
        }
        std::error_code unknown;  // for example a dangling link: not a folder
        const bool folder = entry->is_directory(unknown);
        std::string name = entry->path().filename().string();
        if (folder || has_ending(name, endings)) listing.entries.push_back({std::move(name), folder});
    }
    if (error) listing.error = error.message();
    std::sort(listing.entries.begin(), listing.entries.end(), before);
    return listing;
}

SplitPath split_path(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string_view::npos) return {"", std::string(path)};
    return {std::string(path.substr(0, slash + 1)), std::string(path.substr(slash + 1))};
}

std::vector<std::size_t> matching(const std::vector<FolderEntry>& entries, std::string_view typed) {
    const bool hidden = typed.starts_with('.');
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const std::string& name = entries[i].name;
        if (name.starts_with('.') && !hidden) continue;
        const auto found = std::search(name.begin(), name.end(), typed.begin(), typed.end(),
                                       [](char a, char b) { return lower(a) == lower(b); });
        if (typed.empty() || found != name.end()) places.push_back(i);
    }
    return places;
}

std::string completed(const std::vector<FolderEntry>& entries, std::string_view typed) {
    std::string common;
    const FolderEntry* only = nullptr;
    int count = 0;
    for (const FolderEntry& entry : entries) {
        if (!entry.name.starts_with(typed) || (entry.name.starts_with('.') && !typed.starts_with('.')))
            continue;
        if (++count == 1) {
            common = entry.name;
            only = &entry;
            continue;
        }
        const auto [end, other] =
            std::mismatch(common.begin(), common.end(), entry.name.begin(), entry.name.end());
        common.erase(end, common.end());
    }
    if (count == 0) return std::string(typed);
    while (common.size() < only->name.size() && !common.empty() &&
           (static_cast<unsigned char>(only->name[common.size()]) & 0xC0U) == 0x80U)
        common.pop_back();  // remove an incomplete character
    return count == 1 && only->folder ? common + "/" : common;
}

}  // namespace poslab
