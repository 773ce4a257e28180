#pragma once

#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace poslab::test {

/// Runs the program with these arguments.
inline Ran poslab(std::vector<std::string> words, const RunOptions& options = {}) {
    words.insert(words.begin(), POSLAB_BINARY);
    return run_program(words, options);
}

/// Returns `words` and `more`, whose options replace the same ones of `words` and their values.
inline std::vector<std::string> with_options(std::vector<std::string> words,
                                             const std::vector<std::string>& more) {
    for (const std::string& option : more) {
        const auto found = std::find(words.begin(), words.end(), option.substr(0, option.find('=')));
        if (!option.starts_with("--") || found == words.end()) continue;
        const bool has_value = found + 1 != words.end() && !found[1].starts_with("--");
        words.erase(found, found + (has_value ? 2 : 1));
    }
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Expects a failure: this exit code, one line on stderr, nothing on stdout.
inline void expect_error(const Ran& ran, int code, const std::string& mentions = {}) {
    EXPECT_EQ(ran.code, code) << ran.err;
    EXPECT_TRUE(ran.err.starts_with("poslab: error: ")) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    EXPECT_TRUE(ran.err.ends_with('\n')) << ran.err;
    EXPECT_GT(ran.err.size(), std::string("poslab: error: \n").size()) << "says nothing";
    EXPECT_EQ(ran.err.find("terminate"), std::string::npos) << ran.err;
    EXPECT_EQ(ran.err.find("internal"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find(mentions), std::string::npos) << ran.err << "lacks: " << mentions;
    EXPECT_EQ(ran.out, "");
}

/// Waits until the process has a handler for the signal (/proc/PID/status); false if it ends before.
inline bool catches(pid_t process, int signal) {
    for (;;) {
        std::ifstream status("/proc/" + std::to_string(process) + "/status");
        std::string line;
        bool running = false;
        while (std::getline(status, line)) {
            if (line.starts_with("State:")) running = line.find('Z') == std::string::npos;
            if (!line.starts_with("SigCgt:")) continue;
            if ((std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1U) != 0) return true;
        }
        if (!running) return false;
        sched_yield();
    }
}

/// True for notes on pooled arrays, equal steps of a sweep and omitted texts, which have their own tests.
inline bool is_size_note(const std::string& line) {
    if (!line.starts_with("poslab: note: ")) return false;
    return line.find(" requested, ") != std::string::npos || line.find(" cells") != std::string::npos ||
           line.find(" points of ") != std::string::npos ||
           line.find("omitted for lack of space") != std::string::npos;
}

/// Removes time estimates, which depend on the machine, and notes on sizes from stderr's text.
inline std::string without_times(const std::string& err) {
    std::istringstream lines(err);
    std::string text;
    for (std::string line; std::getline(lines, line);)
        if (!line.ends_with(" (Ctrl C stops it)") && !is_size_note(line)) text += line + "\n";
    return text;
}

inline void expect_fine(const Ran& ran) {
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(without_times(ran.err), "");
}

/// Runs the program and parses its standard output as JSON.
inline nlohmann::json parsed(const std::vector<std::string>& words) {
    const Ran ran = poslab(words);
    expect_fine(ran);
    return nlohmann::json::parse(ran.out);
}

}  // namespace poslab::test
