// Makes every call of each kind in a command fail once and compares the outcome with the table of
// docs/faults.md.
#include "tests/faults/fault_page.hpp"
#include "tests/faults/faulty_run.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace poslab::test {
namespace {

bool is_part(const Command& command, const std::string& name) {
    return !command.parts.empty() && name.starts_with(command.parts) &&
           name.find(".poslab-") == std::string::npos;
}

/// Expects that a second run without faults completes what the first has left, with the same result as a
/// single run.
void expect_taken_up(const Command& command, const Seen& whole, const TemporaryFolder& work,
                     const std::string& fault) {
    Command second = command;
    if (!command.resumed.empty() && std::filesystem::exists(work / command.resumed))
        second.words.emplace_back("--resume");
    const Seen again = run_in(work, second, {});
    EXPECT_EQ(again.ran.code, 0) << "after " << fault << ": " << again.ran.err;
    for (const auto& [name, bytes] : whole.after) {
        const auto found = again.after.find(name);
        EXPECT_TRUE(found != again.after.end() && (found->second == bytes || command.varies))
            << name << " after " << fault;
    }
}

/// Expects what must hold after every fault. Without a message, the output must be complete.
void expect_in_order(const Command& command, const Seen& whole, const Seen& seen, const std::string& fault) {
    const auto& [ran, before, after, calls, fired] = seen;
    const std::vector<std::string> messages = lines_of(ran.err);
    const bool noted = std::all_of(messages.begin(), messages.end(),
                                   [](const auto& line) { return line.starts_with("poslab: note: "); });
    // files to be removed may then remain
    const bool unremoved = fault.starts_with("remove:") || fault.starts_with("list:");
    if (ran.code == 0) {
        EXPECT_TRUE(noted) << fault << ": " << ran.err;
        Files results = after;  // temporary files may remain if they cannot be removed
        std::erase_if(results, [&](const auto& file) {
            return is_part(command, file.first) && !whole.after.contains(file.first);
        });
        const bool same = results == whole.after && ran.out == whole.ran.out;
        EXPECT_TRUE(same || !messages.empty() || unremoved || command.varies)
            << fault << ": another result without a message";
    } else {
        EXPECT_TRUE(ran.code >= 3 && ran.code <= 6) << fault << ": code " << ran.code << ", " << ran.err;
        EXPECT_TRUE(messages.size() == 1 && messages.front().starts_with("poslab: error: "))
            << fault << ": " << ran.err;
    }
    for (const auto& [name, bytes] : after) {
        const auto old = before.find(name), full = whole.after.find(name);
        const bool known = (old != before.end() && old->second == bytes) ||
                           (full != whole.after.end() && (full->second == bytes || command.varies));
        EXPECT_TRUE(known || unremoved || is_part(command, name) || (ran.code == 0 && !messages.empty()))
            << fault << " left " << name;
    }
    for (const auto& [name, bytes] : before) EXPECT_TRUE(after.contains(name)) << fault << " lost " << name;
}

/// Describes what is on the disk after the run.
std::string left_by(const Command& command, const Seen& seen) {
    std::set<std::string> made;
    for (const auto& [name, bytes] : seen.after) {
        const auto old = seen.before.find(name);
        if (old == seen.before.end() || old->second != bytes)
            made.insert(is_part(command, name) ? command.parts + "…" : name);
    }
    if (made.empty()) return "as before";
    return fmt::format(
        "{}, {}", fmt::join(made, ", "),
        command.parts.empty() || !made.contains(command.parts + "…") ? "whole" : "taken up by the next run");
}

std::string row_of(const Command& command, std::size_t kind, const Seen& seen) {
    return page_row(kind, seen.ran, is_memory(kind) ? "one of these" : left_by(command, seen));
}

class EveryCall : public testing::TestWithParam<Command> {};

TEST_P(EveryCall, FailsOnceAndIsInTheTable) {
    const Command& command = GetParam();
    const auto run = [&](const std::string& fault, const auto& look) {
        const TemporaryFolder work;
        put_before(work, command);
        const Seen seen = run_in(work, command, fault);
        look(seen, work);
        return seen;
    };
    const Seen whole = run({}, [](const auto&...) {});
    ASSERT_EQ(whole.ran.code, 0) << whole.ran.err;
    if (!whole.ran.err.empty()) GTEST_SKIP() << "this machine lacks something: " << whole.ran.err;
    const std::set<std::string> page = page_rows(command.name), of_memory = page_rows("any command");
    std::set<std::string> rows;
    int tried = 0;
    for (std::size_t kind = 0; kind < fault_kinds; ++kind) {
        const std::vector<std::uint64_t> calls = tried_calls(whole.calls[kind], 72, 24);
        for (const std::uint64_t call : calls) {
            const std::string fault = fmt::format("{}:{}", fault_kind[kind].id, call);
            run(fault, [&](const Seen& seen, const TemporaryFolder& work) {
                if (!seen.fired) return;
                ++tried;
                expect_in_order(command, whole, seen, fault);
                // Which calls are harmless depends on the machine: its fonts and control groups.
                if (seen.ran.code == 0) return;
                const std::string row = row_of(command, kind, seen);
                // Memory is allocated everywhere: which of the few messages appears depends on the sampled
                // calls.
                if (is_memory(kind)) {
                    EXPECT_TRUE(of_memory.contains(row)) << row;
                    return;
                }
                if (rows.insert(row).second && !command.parts.empty())
                    expect_taken_up(command, whole, work, fault);
            });
        }
        // The sample need not reach all rows.
        if (calls.size() < whole.calls[kind])
            for (const std::string& row : page)
                if (row.starts_with(fmt::format("| {} |", fault_kind[kind].what))) rows.insert(row);
    }
    EXPECT_GE(tried, 3) << "the library was not loaded";
    write_page_rows(command.name, rows);
    EXPECT_EQ(page, rows);
}

std::vector<std::string> small(std::vector<std::string> words) {
    words.insert(words.begin() + 1, {"position-matrix", "--length", "16", "--engine", "cpu"});
    return words;
}

/// An array in NumPy's format, with `type` and `shape` as in its header.
template <class Number>
std::string npy(const std::string& type, const std::string& shape, int count, Number (*number)(int)) {
    std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}", type, shape);
    header.resize(117, ' ');
    std::string bytes = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n";
    for (int n = 0; n < count; ++n) {
        const Number one = number(n);
        bytes.append(reinterpret_cast<const char*>(&one), sizeof one);
    }
    return bytes;
}

std::string vectors_file() {
    return npy<float>("<f4", "(16, 8)", 128, [](int n) { return static_cast<float>(n % 7) / 4; });
}

std::string frequencies_file() {
    return npy<double>("<f8", "(32,)", 32, [](int p) { return std::pow(10000.0, -p / 32.0); });
}

const std::string config =
    R"({"model_type": "llama", "hidden_size": 512, "num_attention_heads": 8, "rope_theta": 10000.0,
                               "max_position_embeddings": 2048})";

std::string text_file() {
    std::string text;
    for (int n = 0; n < 100; ++n) text += "the cat sat on the mat. ";
    return text;
}

const Command writes[] = {
    {"compute … -o a.json", small({"compute", "-o", "a.json"}), {{"a.json", "before"}}},
    {"compute … -o a.npz", small({"compute", "-o", "a.npz"})},
    {"compute … -o a.csv", small({"compute", "-o", "a.csv"}), {{"a.csv", "before"}}},
    {"compute … -o -", small({"compute", "-o", "-"})},
    {"plot … -o a.pdf", small({"plot", "-o", "a.pdf"}), {{"a.pdf", "before"}}},
    {"plot … -o a.tex", small({"plot", "-o", "a.tex"}), {{"a.tex", "before"}}},
    {"sweep … -o a.csv", small({"sweep", "--over", "w=1:3:2", "-o", "a.csv"}), {{"a.csv", "before"}}},
    {"sweep … -o a.gif",
     small({"sweep", "--over", "w=1:3:2", "--size", "600x450", "-o", "a.gif"}),
     {},
     "a.gif.frames/"},
    {"lesson rope -o a.html", {"lesson", "rope", "-o", "a.html"}, {{"a.html", "before"}}},
    {"… --capture a.png",
     {"position-matrix", "--length", "16", "--engine", "cpu", "--window-size", "800x560", "--capture",
      "a.png"},
     {{"a.png", "before"}},
     {},
     {},
     true},
};
const Command reads[] = {
    {"compute attention --queries q.npy … -o a.json",
     {"compute", "attention", "--source", "file", "--queries", "q.npy", "--keys", "q.npy", "--engine", "cpu",
      "-o", "a.json"},
     {{"q.npy", vectors_file()}}},
    {"compute memory --file signal.csv -o a.json",
     {"compute", "memory", "--signal", "file", "--file", "signal.csv", "--signal-length", "4", "--engine",
      "cpu", "-o", "a.json"},
     {{"signal.csv", "t,x\n0,1\n1,2\n2,4\n3,1\n"}}},
    {"check --config config.json --inverse-frequency f.npy",
     {"check", "--config", "config.json", "--inverse-frequency", "f.npy"},
     {{"config.json", config}, {"f.npy", frequencies_file()}}},
    {"vectors --config config.json -o a.npz",
     {"vectors", "--config", "config.json", "-o", "a.npz"},
     {{"config.json", config}}},
    {"train --text text.txt … -o model",
     {"train", "--text",         "text.txt", "--layers",
      "1",     "--width",        "8",        "--heads",
      "1",     "--head-dim",     "8",        "--intermediate",
      "8",     "--train-length", "16",       "--steps",
      "2",     "--batch",        "2",        "-o",
      "model"},
     {{"text.txt", text_file()}},
     "model/",
     "model/resume.safetensors",
     true},  // its output contains its speed
};
INSTANTIATE_TEST_SUITE_P(Writes, EveryCall, testing::ValuesIn(writes),
                         [](const auto& command) { return fmt::format("Command{}", command.index); });
INSTANTIATE_TEST_SUITE_P(Reads, EveryCall, testing::ValuesIn(reads),
                         [](const auto& command) { return fmt::format("Command{}", command.index); });

}  // namespace
}  // namespace poslab::test
