#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace poslab::test {

/// A folder that is a target: the folders that it may include, by their last name ("base" is core/base).
struct Folder {
    std::string path;
    std::vector<std::string> uses;
    bool operator==(const Folder&) const = default;
};

/// Lines "FOLDER: NAME NAME", as CMake writes them.
inline std::vector<Folder> folders_of_targets(const std::string& text) {
    std::vector<Folder> folders;
    std::istringstream input(text);
    for (std::string line; std::getline(input, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos) continue;
        Folder& folder = folders.emplace_back(Folder{line.substr(0, colon), {}});
        std::istringstream names(line.substr(colon + 1));
        for (std::string name; names >> name;) folder.uses.push_back(name);
    }
    return folders;
}

/// Rows "| `FOLDER` | what lives there | NAME, NAME |"; a dash: none.
inline std::vector<Folder> folders_of_table(const std::string& text) {
    static const std::regex row(R"(^\| `([a-z/]+)` \|.*\| ([^|]*) \|$)");
    static const std::regex name("[a-z]+");
    std::vector<Folder> folders;
    std::istringstream input(text);
    for (std::string line; std::getline(input, line);) {
        std::smatch found;
        if (!std::regex_match(line, found, row)) continue;
        Folder& folder = folders.emplace_back(Folder{found[1], {}});
        const std::string uses = found[2];
        for (std::sregex_iterator at(uses.begin(), uses.end(), name), end; at != end; ++at)
            folder.uses.push_back(at->str());
    }
    return folders;
}

/// "view" for core/views, whose targets are two: the interface, and the views beside their list.
inline std::string name_of(const std::string& path) {
    const std::string name = path.substr(path.rfind('/') + 1);
    return name == "views" ? "view" : name;
}

/// The folder of the list that a file lies in; empty: none.
inline std::string folder_of(const std::string& file, const std::vector<Folder>& folders) {
    for (const Folder& folder : folders)
        if (file.starts_with(folder.path + "/")) return folder.path;
    return {};
}

/// What is not as `folders` says: "FILE:LINE: includes …" for an include that its folder may not have, and
/// what a folder may include and nowhere does.
inline std::vector<std::string> wrong_includes(const std::filesystem::path& root,
                                               const std::vector<Folder>& folders) {
    static const std::regex include(R"(^\s*#\s*include\s+"((?:core|gpu|app|python)/[^"]+)\")");
    std::vector<std::string> wrong;
    for (const Folder& folder : folders) {
        std::set<std::string> unused(folder.uses.begin(), folder.uses.end());
        const std::set<std::string> allowed = unused;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder.path)) {
            const std::string end = entry.path().extension();
            if (end != ".cpp" && end != ".hpp" && end != ".cu" && end != ".cuh") continue;
            const std::string file = std::filesystem::relative(entry.path(), root);
            std::ifstream input(entry.path());
            int number = 0;
            for (std::string line; std::getline(input, line);) {
                ++number;
                std::smatch found;
                if (!std::regex_search(line, found, include)) continue;
                const std::string from = folder_of(found[1], folders);
                if (from == folder.path) continue;
                if (from.empty() || !allowed.contains(name_of(from)))
                    wrong.push_back(file + ":" + std::to_string(number) + ": includes " + found[1].str() +
                                    "; " + folder.path + " may not use " +
                                    (from.empty() ? "what is in no folder" : from));
                unused.erase(from.empty() ? "" : name_of(from));
            }
        }
        for (const std::string& name : unused)
            wrong.push_back(folder.path + ": may use " + name + " and includes nothing of it");
    }
    return wrong;
}

}  // namespace poslab::test
