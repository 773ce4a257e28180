// Every call of a kind that a command makes is made to fail once; what is seen is held against the table of docs/faults.md.
#include "tests/faults/kinds.hpp"
#include "tests/support/run_program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

struct Command {
    std::string name;  // the heading of its table
    std::vector<std::string> words;
    std::vector<std::string> before;  // files that are there before, under these names
};

void PrintTo(const Command& command, std::ostream* out) { *out << command.name; }

struct Seen {
    Ran ran;
    Files before, after;
    std::array<std::uint64_t, fault_kinds> calls{};
    bool fired = false;
};

/// A program that hangs is ended by timeout(1), with its code 124.
Seen run(const Command& command, const std::string& fault) {
    const TemporaryFolder place, work;
    Seen seen;
    std::ofstream(place / "counts") << std::string(sizeof(FaultCounts), '\0');
    for (const std::string& name : command.before) std::ofstream(work / name) << "before";
    seen.before = files_below(work.path());
    std::vector<std::string> words{"timeout",
                                   "-s",
                                   "KILL",
                                   "60",
                                   "env",
                                   "HOME=" + work.path(),
                                   "LD_PRELOAD=" POSLAB_FAULT_LIBRARY,
                                   "POSLAB_FAULT_COUNTS=" + (place / "counts")};
    if (!fault.empty()) words.push_back("POSLAB_FAULT=" + fault);
    words.emplace_back(POSLAB_BINARY);
    words.insert(words.end(), command.words.begin(), command.words.end());
    RunOptions options;
    options.folder = work.path();
    seen.ran = run_program(words, options);
    seen.after = files_below(work.path());
    std::ifstream counts(place / "counts", std::ios::binary);
    std::array<std::uint64_t, fault_kinds + 2> numbers{};
    counts.read(reinterpret_cast<char*>(numbers.data()), sizeof numbers);
    std::copy_n(numbers.begin(), fault_kinds, seen.calls.begin());
    seen.fired = numbers[fault_kinds] > 0;
    return seen;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// What every fault must leave behind. The output is whole where the program says nothing.
void expect_in_order(const Seen& whole, const Seen& seen, const std::string& fault) {
    const auto& [ran, before, after, calls, fired] = seen;
    const std::vector<std::string> said = lines_of(ran.err);
    const bool noted = std::all_of(said.begin(), said.end(), [](const auto& line) { return line.starts_with("poslab: note: "); });
    if (ran.code == 0) {
        EXPECT_TRUE(noted) << fault << ": " << ran.err;
        const bool same = after == whole.after && ran.out == whole.ran.out;
        EXPECT_TRUE(same || !said.empty()) << fault << ": another result, and no word";
    } else {
        EXPECT_TRUE(ran.code >= 3 && ran.code <= 6) << fault << ": code " << ran.code << ", " << ran.err;
        EXPECT_TRUE(said.size() == 1 && said.front().starts_with("poslab: error: ")) << fault << ": " << ran.err;
    }
    for (const auto& [name, bytes] : after) {
        const auto old = before.find(name), full = whole.after.find(name);
        const bool known = (old != before.end() && old->second == bytes) || (full != whole.after.end() && full->second == bytes);
        EXPECT_TRUE(known || (ran.code == 0 && !said.empty())) << fault << " left " << name;
    }
    for (const auto& [name, bytes] : before) EXPECT_TRUE(after.contains(name)) << fault << " lost " << name;
}

std::string row_of(std::size_t kind, const Seen& seen) {
    std::string said = seen.ran.err.empty() ? "nothing" : lines_of(seen.ran.err).front();
    if (const std::string start = "poslab: error: "; said.starts_with(start)) said = said.substr(start.size());
    return fmt::format("| {} | {} | {} |", fault_kind[kind].what, said, seen.ran.code);
}

/// The rows of the page under the heading.
std::set<std::string> page_rows(const std::string& name) {
    std::set<std::string> rows;
    bool here = false;
    for (const std::string& line : lines_of(read_file(POSLAB_FAULTS_PAGE))) {
        if (line.starts_with("## ")) here = line == "## `" + name + "`";
        if (here && line.starts_with("| ") && !line.starts_with("| fault")) rows.insert(line);
    }
    return rows;
}

/// Thousands for each command: by hand, POSLAB_FAULTS_ALL=1.
bool is_by_hand(std::size_t kind) {
    const auto fault = static_cast<Fault>(kind);
    return fault == Fault::memory_new || fault == Fault::memory_malloc;
}

class EveryCall : public testing::TestWithParam<Command> {};

TEST_P(EveryCall, FailsOnceAndIsInTheTable) {
    const Command& command = GetParam();
    const Seen whole = run(command, {});
    ASSERT_EQ(whole.ran.code, 0) << whole.ran.err;
    if (!whole.ran.err.empty()) GTEST_SKIP() << "this machine lacks something: " << whole.ran.err;
    const bool by_hand = std::getenv("POSLAB_FAULTS_ALL") != nullptr;
    std::set<std::string> rows;
    int tried = 0;
    for (std::size_t kind = 0; kind < fault_kinds; ++kind) {
        if (is_by_hand(kind) && !by_hand) continue;
        for (std::uint64_t call = 1; call <= whole.calls[kind]; ++call) {
            const std::string fault = fmt::format("{}:{}", fault_kind[kind].id, call);
            const Seen seen = run(command, fault);
            if (!seen.fired) continue;
            ++tried;
            expect_in_order(whole, seen, fault);
            // Which calls do not matter depends on the machine: its fonts, its control groups.
            if (!is_by_hand(kind) && seen.ran.code != 0) rows.insert(row_of(kind, seen));
        }
    }
    EXPECT_GE(tried, 3) << "the library was not loaded";
    if (const char* const file = std::getenv("POSLAB_FAULTS_TABLE")) {
        std::ofstream table(file, std::ios::app);
        table << "\n## `" << command.name << "`\n\n| fault | what the program says | code |\n|---|---|---|\n";
        for (const std::string& row : rows) table << row << "\n";
    }
    EXPECT_EQ(page_rows(command.name), rows);
}

std::vector<std::string> small(std::vector<std::string> words) {
    words.insert(words.begin() + 1, {"position-matrix", "--length", "16", "--engine", "cpu"});
    return words;
}
INSTANTIATE_TEST_SUITE_P(Commands, EveryCall,
                         testing::Values(Command{"compute … -o a.json", small({"compute", "-o", "a.json"}), {"a.json"}},
                                         Command{"compute … -o a.npz", small({"compute", "-o", "a.npz"}), {}},
                                         Command{"compute … -o a.csv", small({"compute", "-o", "a.csv"}), {"a.csv"}},
                                         Command{"compute … -o -", small({"compute", "-o", "-"}), {}},
                                         Command{"plot … -o a.pdf", small({"plot", "-o", "a.pdf"}), {"a.pdf"}},
                                         Command{"plot … -o a.tex", small({"plot", "-o", "a.tex"}), {"a.tex"}}),
                         [](const auto& command) { return fmt::format("Command{}", command.index); });

}  // namespace
}  // namespace poslab::test
