#include "gpu/opengl/shader_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <regex>
#include <sstream>
#include <utility>
#include <vector>

namespace poslab::gpu {

namespace {

/// A comment, an identifier, or a number: hexadecimal, or decimal with its suffix.
const std::regex& token_pattern() {
    static const std::regex pattern(
        R"((//[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/|[A-Za-z_]\w*|0[xX][0-9a-fA-F]+[uU]?)|)"
        R"(((?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+)(lf|LF|f|F)?)");
    return pattern;
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    std::istringstream stream{std::string(text)};
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::optional<std::string> after(const std::string& line, const std::string& start) {
    if (!line.starts_with(start)) return std::nullopt;
    return line.substr(start.size());
}

/// Returns the source location of line `number` (from 1) of `text`.
std::string place_of(std::size_t number, std::string_view file, std::string_view text) {
    // files and the number of lines passed in each
    std::vector<std::pair<std::string, std::size_t>> open{{std::string(file), 0}};
    std::size_t passed = 0;
    for (const std::string& line : lines_of(text)) {
        if (const auto included = after(line, "// from ")) {
            ++open.back().second;
            open.emplace_back(*included, 0);
        } else if (after(line, "// end of ") && open.size() > 1) {
            open.pop_back();
        } else {
            ++open.back().second;
        }
        if (++passed == number) break;
    }
    return fmt::format("{}, line {}", open.back().first, open.back().second);
}

/// Returns the first line that mentions an error, else the first line.
std::string first_error(std::string_view log) {
    const std::vector<std::string> lines = lines_of(log);
    const auto is_error = [](const std::string& line) {
        return line.find("rror") != std::string::npos || line.find("RROR") != std::string::npos;
    };
    const auto found = std::ranges::find_if(lines, is_error);
    if (found != lines.end()) return *found;
    return lines.empty() ? std::string() : lines.front();
}

}  // namespace

bool has_double_real(std::string_view text) {
    const std::vector<std::string> lines = lines_of(text);
    return std::ranges::find(lines, "#define real double") != lines.end();
}

std::string with_double_literals(std::string_view text) {
    const std::string source(text);
    std::string result;
    auto at = source.cbegin();
    for (std::sregex_iterator it(source.cbegin(), source.cend(), token_pattern()), end; it != end; ++it) {
        result.append(at, (*it)[0].second);
        if ((*it)[2].matched && !(*it)[3].matched) result += "lf";
        at = (*it)[0].second;
    }
    result.append(at, source.cend());
    return result;
}

std::string explained_log(std::string_view log, std::string_view file, std::string_view text) {
    const std::string error = first_error(log);
    // "0:12(3): error: ..." of Mesa, "0(12) : error C1: ..." of NVIDIA, "ERROR: 0:12: ..." of AMD
    static const std::regex numbered(R"(^(?:ERROR: )?\d+[:(](\d+)\)?(?:\(\d+\))?\s*:\s*(?:error\s*)?(.*)$)");
    std::smatch found;
    if (!std::regex_match(error, found, numbered))
        return fmt::format("{}: {}", file, error.empty() ? "no reason given" : error);
    std::string reason = found[2];
    reason.erase(0, reason.find_first_not_of(": "));
    return fmt::format("{}: {}", place_of(std::stoul(found[1]), file, text), reason);
}

}  // namespace poslab::gpu
