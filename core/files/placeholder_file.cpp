#include "core/files/placeholder_file.hpp"

#include "core/files/input_file.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace poslab {

void refuse_placeholder(const std::string& path, std::string_view start) {
    if (start.starts_with("version https://git-lfs.github.com/spec/"))
        refuse_file(path, "is a Git LFS pointer: fetch the file itself with git lfs pull"_tr);
    start.remove_prefix(std::min(start.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), start.size()));
    std::string lower(start.substr(0, placeholder_bytes));
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::array<std::string_view, 3> pages{"<!doctype html", "<html", "<head"};
    if (std::any_of(pages.begin(), pages.end(),
                    [&](std::string_view page) { return lower.starts_with(page); }))
        refuse_file(path, "is an HTML page: download the file itself"_tr);
}

}  // namespace poslab
