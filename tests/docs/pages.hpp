#pragma once

#include "tests/support/run_program.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace poslab::test {

/// Pages of the project, as paths from its root.
inline std::vector<std::string> pages() {
    std::vector<std::string> list{"CHANGELOG.md", "CONTRIBUTING.md", "README.md"};
    const std::filesystem::path root(POSLAB_ROOT);
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / "docs"))
        if (entry.path().extension() == ".md")
            list.push_back(std::filesystem::relative(entry.path(), root).string());
    std::sort(list.begin(), list.end());
    return list;
}

inline std::string page_text(const std::string& page) {
    return read_file(std::string(POSLAB_ROOT) + "/" + page);
}

/// A fenced block: ```KIND, lines, ```.
struct Block {
    std::string kind;
    std::vector<std::string> lines;
    bool directly = false;  // follows the previous block, with only empty lines between
};

inline std::vector<Block> blocks_of(const std::string& text) {
    std::vector<Block> blocks;
    std::istringstream input(text);
    bool inside = false, directly = false;
    for (std::string line; std::getline(input, line);) {
        if (line.starts_with("```")) {
            if (!inside) blocks.push_back({line.substr(3), {}, directly});
            inside = !inside;
            directly = true;
        } else if (inside) {
            blocks.back().lines.push_back(line);
        } else if (!line.empty()) {
            directly = false;
        }
    }
    return blocks;
}

/// Commands in a shell block: its lines, with lines that end in a backslash joined to the next.
inline std::vector<std::string> commands_of(const Block& block) {
    std::vector<std::string> commands;
    if (block.kind != "sh" && block.kind != "bash") return commands;
    bool joins = false;
    for (const std::string& line : block.lines) {
        if (joins)
            commands.back() += line;
        else
            commands.push_back(line);
        joins = commands.back().ends_with('\\');
        if (joins) commands.back().pop_back();
    }
    return commands;
}

inline std::vector<std::string> shell_lines(const std::string& text) {
    std::vector<std::string> lines;
    for (const Block& block : blocks_of(text))
        for (const std::string& command : commands_of(block)) lines.push_back(command);
    return lines;
}

/// The lines of running text only, without fenced and indented blocks and without inline code.
inline std::vector<std::string> prose_lines(const std::string& text) {
    static const std::regex code("`[^`]*`");
    std::vector<std::string> lines;
    std::istringstream input(text);
    bool inside = false;
    for (std::string line; std::getline(input, line);) {
        if (line.starts_with("```")) {
            inside = !inside;
            continue;
        }
        if (!inside && !line.starts_with("    ")) lines.push_back(std::regex_replace(line, code, ""));
    }
    return lines;
}

/// The anchor of a heading: lower case, without punctuation, a hyphen for each blank.
inline std::string anchor_of(const std::string& heading) {
    std::string anchor;
    for (const char c : heading) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == ' ')
            anchor += '-';
        else if (byte >= 0x80 || std::isalnum(byte) != 0 || c == '-' || c == '_')
            anchor += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
    }
    return anchor;
}

inline std::set<std::string> anchors_of(const std::string& text) {
    std::set<std::string> anchors;
    std::map<std::string, int> seen;
    std::istringstream input(text);
    bool inside = false;
    for (std::string line; std::getline(input, line);) {
        if (line.starts_with("```")) inside = !inside;
        if (inside || !line.starts_with('#')) continue;
        const std::size_t begin = line.find_first_not_of('#');
        if (begin == std::string::npos || line[begin] != ' ') continue;
        const std::string anchor = anchor_of(line.substr(begin + 1));
        const int times = seen[anchor]++;
        anchors.insert(times == 0 ? anchor : anchor + "-" + std::to_string(times));
    }
    return anchors;
}

/// Targets of links and pictures, as written: "../a.md#b".
inline std::vector<std::string> links_of(const std::string& text) {
    static const std::regex link(R"(\[[^\]]*\]\(([^) ]+)\))");
    std::vector<std::string> targets;
    for (const std::string& line : prose_lines(text))
        for (std::sregex_iterator at(line.begin(), line.end(), link), end; at != end; ++at)
            targets.push_back((*at)[1]);
    return targets;
}

}  // namespace poslab::test
