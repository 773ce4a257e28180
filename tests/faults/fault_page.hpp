#pragma once

// The tables of docs/faults.md.
#include "tests/faults/kinds.hpp"
#include "tests/support/run_program.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace poslab::test {

inline std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

inline bool is_memory(std::size_t kind) {
    const auto fault = static_cast<Fault>(kind);
    return fault == Fault::memory_new || fault == Fault::memory_malloc;
}

/// The rows of the page under the heading.
inline std::set<std::string> page_rows(const std::string& name) {
    std::set<std::string> rows;
    bool here = false;
    for (const std::string& line : lines_of(read_file(POSLAB_FAULTS_PAGE))) {
        if (line.starts_with("## ")) here = line == "## `" + name + "`";
        if (here && line.starts_with("| ") && !line.starts_with("| fault")) rows.insert(line);
    }
    return rows;
}

/// Returns the calls to fail: all if there are at most `few`, otherwise a sample from the first to the last.
/// POSLAB_FAULTS_ALL=1 selects all.
inline std::vector<std::uint64_t> tried_calls(std::uint64_t count, std::uint64_t few, std::uint64_t sample) {
    const bool all = count <= few || std::getenv("POSLAB_FAULTS_ALL") != nullptr;
    std::vector<std::uint64_t> calls;
    for (std::uint64_t n = 0; n < (all ? count : sample); ++n)
        calls.push_back(all ? n + 1 : 1 + n * (count - 1) / (sample - 1));
    return calls;
}

/// A row of the table: the program's message and exit code, and `files`, the files on the disk after the run.
inline std::string page_row(std::size_t kind, const Ran& ran, const std::string& files) {
    std::string message = ran.err.empty() ? "nothing" : lines_of(ran.err).front();
    if (const std::string start = "poslab: error: "; message.starts_with(start))
        message = message.substr(start.size());
    message = std::regex_replace(message, std::regex("byte [0-9]+"), "byte N");
    return fmt::format("| {} | {} | {} | {} |", fault_kind[kind].what, message, ran.code, files);
}

/// Appends the table to the file that POSLAB_FAULTS_TABLE names, if any.
inline void write_page_rows(const std::string& name, const std::set<std::string>& rows) {
    const char* const file = std::getenv("POSLAB_FAULTS_TABLE");
    if (file == nullptr) return;
    std::ofstream table(file, std::ios::app);
    table << "\n## `" << name << "`\n\n| fault | what the program says | code | files |\n|---|---|---|---|\n";
    for (const std::string& row : rows) table << row << "\n";
}

}  // namespace poslab::test
