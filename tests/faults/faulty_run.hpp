#pragma once

#include "tests/faults/kinds.hpp"
#include "tests/support/run_program.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <sys/wait.h>

namespace poslab::test {

using Files = std::map<std::string, std::string>;  // bytes by path

/// A command line and the files in its folder.
struct Command {
    std::string name;  // the heading of its table
    std::vector<std::string> words;
    Files before = {};
    std::string parts = {};    // the folder of partial results for a second run; empty: none
    std::string resumed = {};  // the file among `parts` whose presence requires --resume in the second run
    bool varies = false;       // results differ by pixels from run to run
    bool window = false;       // runs on DISPLAY and is ended by SIGTERM after a while
};

inline void PrintTo(const Command& command, std::ostream* out) { *out << command.name; }

struct Seen {
    Ran ran;
    Files before, after;
    std::array<std::uint64_t, fault_kinds> calls{};
    bool fired = false;
};

/// On an idle machine a window shows its first figure within a second and a half. If it takes longer, the
/// test only covers less.
inline void end_after_a_while(pid_t child) {
    siginfo_t ended{};
    for (int n = 0; n < 75 && ended.si_pid == 0; ++n) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT);
    }
    if (ended.si_pid == 0) kill(child, SIGTERM);
}

/// Runs the command in `work` with one fault ("KIND:N"), or none. timeout(1) ends a program that hangs, with
/// exit code 124.
inline Seen run_in(const TemporaryFolder& work, const Command& command, const std::string& fault) {
    const TemporaryFolder place;
    Seen seen;
    std::ofstream(place / "counts") << std::string(sizeof(FaultCounts), '\0');
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
    options.display = command.window;
    if (command.window) options.meanwhile = end_after_a_while;
    seen.ran = run_program(words, options);
    seen.after = files_below(work.path());
    std::ifstream counts(place / "counts", std::ios::binary);
    std::array<std::uint64_t, fault_kinds + 2> numbers{};
    counts.read(reinterpret_cast<char*>(numbers.data()), sizeof numbers);
    std::copy_n(numbers.begin(), fault_kinds, seen.calls.begin());
    seen.fired = numbers[fault_kinds] > 0;
    return seen;
}

inline void put_before(const TemporaryFolder& work, const Command& command) {
    for (const auto& [name, bytes] : command.before) {
        std::filesystem::create_directories(std::filesystem::path(work / name).parent_path());
        std::ofstream(work / name, std::ios::binary) << bytes;
    }
}

}  // namespace poslab::test
