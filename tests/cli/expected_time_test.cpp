// Commands that take long say how long before they begin.

#include "tests/cli/command_line_run.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

namespace poslab::test {
namespace {

using Arguments = std::vector<std::string>;

constexpr const char* begins = "poslab: note: this takes about ";

/// Interrupts the command as soon as it has printed something, at the latest after 1.5 s if it is `quiet`,
/// else a minute. Returns what it has printed: before much of its work is done.
Ran begun(const Arguments& words, const std::string& folder, bool quiet = false) {
    RunOptions options{.folder = folder};
    options.meanwhile = [quiet](pid_t process) {
        ASSERT_TRUE(catches(process, SIGINT));
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(quiet ? 1500 : 60000);
        const std::string printed = "/proc/" + std::to_string(process) + "/fd/2";
        while (std::chrono::steady_clock::now() < end && read_file(printed).empty())
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        kill(process, SIGINT);
    };
    return poslab(words, options);
}

TEST(StatedTime, ComesBeforeTheWork) {
    const TemporaryFolder folder;
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1500, 1500), }";
    header += std::string(117 - header.size(), ' ') + "\n";
    std::ofstream(folder / "matrix.npy", std::ios::binary)
        << "\x93NUMPY" << '\x01' << '\0' << 'v' << '\0' << header << std::string(4 * 1500 * 1500, '\0');
    const std::vector<Arguments> commands{
        {"compute", "memory", "--order", "2000", "--method", "exact", "-o", "a.json"},
        {"compute", "memory", "--order", "1024", "--measure", "fourier-legs", "-o", "a.json"},
        {"compute", "memory", "--order", "2048", "--signal-length", "10000000", "-o", "a.json"},
        {"sweep", "memory", "--over", "order=400:500:60", "--method", "exact", "-o", "a.csv"},
        {"compute", "attention", "--length", "262144", "-o", "a.json"},
        {"compute", "extrapolation", "--length", "65536", "--text", "text.txt", "-o", "a.json"},
        {"check", "--hippo-a", "matrix.npy", "--discretisation", "zoh"},
    };
    std::ofstream(folder / "text.txt") << std::string(200000, 'a');
    for (const Arguments& words : commands) {
        const Ran ran = begun(words, folder.path());
        EXPECT_EQ(ran.code, 130) << words[1] << ran.err;
        EXPECT_TRUE(ran.err.starts_with(begins)) << words[1] << ran.err;
        EXPECT_NE(ran.err.find(" on an idle machine (Ctrl C stops it)\n"), std::string::npos) << ran.err;
    }
}

TEST(StatedTime, IsForLongWorkThatBegins) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    EXPECT_EQ(poslab({"compute", "memory", "--method", "exact", "-o", "a.npz"}, there).err.find(begins),
              std::string::npos);
    expect_error(
        poslab({"compute", "memory", "--measure", "fourier-legs", "--order", "2000", "-o", "a.npz"}, there),
        5, "1024");
    expect_error(
        poslab({"compute", "attention", "--length", "16000", "--engine", "reference", "-o", "a.npz"}, there),
        5, "visits every product");
    const Ran quiet =
        begun({"compute", "memory", "--order", "2000", "--method", "exact", "--quiet", "-o", "a.npz"},
              folder.path(), true);
    expect_error(quiet, 130, "interrupted");
}

}  // namespace
}  // namespace poslab::test
