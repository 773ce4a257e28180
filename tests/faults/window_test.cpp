// Makes each call of a real window fail once, until its first figure is shown.
#include "tests/faults/fault_page.hpp"
#include "tests/faults/faulty_run.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

const std::string session = ".local/state/poslab/session.json";

Command window_of(Files before, std::vector<std::string> words = {}) {
    Command command{"poslab", std::move(words), std::move(before)};
    command.words.insert(command.words.end(), {"--window-size", "800x560"});
    command.window = true;
    return command;
}

bool was_ended(const Ran& ran) { return ran.code == -SIGTERM || ran.code == 128 + SIGTERM; }

/// The window continues with notes at most, or ends with one message and an exit code. The earlier session
/// remains, under its name or set aside.
void expect_in_order(const Files& before, const Seen& seen, const std::string& fault) {
    const std::vector<std::string> messages = lines_of(seen.ran.err);
    if (was_ended(seen.ran)) {
        for (const std::string& line : messages)
            EXPECT_TRUE(line.starts_with("poslab: note: ")) << fault << ": " << line;
    } else {
        EXPECT_TRUE(seen.ran.code >= 3 && seen.ran.code <= 6)
            << fault << ": code " << seen.ran.code << ", " << seen.ran.err;
        EXPECT_TRUE(messages.size() == 1 && messages.front().starts_with("poslab: error: "))
            << fault << ": " << seen.ran.err;
    }
    const bool has_session = std::any_of(seen.after.begin(), seen.after.end(), [&](const auto& file) {
        return file.first.starts_with(".local/state/poslab/session.") && file.second == before.at(session);
    });
    EXPECT_TRUE(has_session) << fault << " lost the session";
}

TEST(WindowFaults, EveryCallOfARealWindowFailsOnceAndIsInTheTable) {
    if (std::getenv("DISPLAY") == nullptr) GTEST_SKIP() << "no display";
    Files before;
    for (const bool first : {true, false}) {  // the second start writes nothing new
        const TemporaryFolder work;
        const Command command =
            window_of(before, first ? std::vector<std::string>{"position-matrix", "--w", "300"}
                                    : std::vector<std::string>{});
        put_before(work, command);
        const Seen seen = run_in(work, command, {});
        if (!was_ended(seen.ran)) GTEST_SKIP() << "no window here: " << seen.ran.err;
        before = seen.after;
        ASSERT_TRUE(before.contains(session));
    }
    const Command command = window_of(before);
    const auto run = [&](const std::string& fault) {
        const TemporaryFolder work;
        put_before(work, command);
        return run_in(work, command, fault);
    };
    const Seen whole = run({});
    const std::set<std::string> page = page_rows(command.name), of_memory = page_rows("any command");
    const std::set<std::string> elsewhere = page_rows("poslab on Debian 13");
    std::set<std::string> rows;
    int tried = 0;
    for (std::size_t kind = 0; kind < fault_kinds; ++kind)
        for (const std::uint64_t call : tried_calls(whole.calls[kind], 12, 6)) {
            const std::string fault = fmt::format("{}:{}", fault_kind[kind].id, call);
            const Seen seen = run(fault);
            if (!seen.fired) continue;
            ++tried;
            expect_in_order(before, seen, fault);
            if (was_ended(seen.ran)) continue;
            const std::string row = page_row(kind, seen.ran, is_memory(kind) ? "one of these" : "as before");
            if (is_memory(kind))
                EXPECT_TRUE(of_memory.contains(row)) << row;
            else if (!elsewhere.contains(row))
                rows.insert(row);
        }
    EXPECT_GE(tried, 10) << "the library was not loaded";
    write_page_rows(command.name, rows);
    EXPECT_EQ(page, rows);
}

}  // namespace
}  // namespace poslab::test
