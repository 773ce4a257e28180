// scripts/progress.sh: output of ninja, ctest and apt-get, reduced to one line every tenth if there is no
// terminal.
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace poslab::test {
namespace {

Ran with_progress(const std::string& script) {
    return run_program({"bash", "-c", "set -uo pipefail; source '" POSLAB_PROGRESS "'; " + script});
}

TEST(Progress, ABuildIsALineEveryTenth) {
    const Ran ran = with_progress(
        "progress_begin Building; for i in $(seq 1 250); do echo \"[$i/250] Building CXX object x.o\"; done "
        "| watch_build; "
        "progress_end");
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 10) << ran.err;
    EXPECT_EQ(ran.err.substr(0, ran.err.find('\n')), "Building: 25 of 250");
    EXPECT_NE(ran.err.find("Building: 250 of 250"), std::string::npos) << ran.err;
}

TEST(Progress, WhatHasNothingToDoIsFine) {
    for (const char* watch : {"watch_build", "watch_tests", "watch_packages 3", "watch_lines 3"}) {
        const Ran ran = with_progress(std::string("progress_begin x; echo 'ninja: no work to do.' | ") +
                                      watch + "; exit $?");
        EXPECT_EQ(ran.code, 0) << watch;
        const Ran silent = with_progress(std::string("progress_begin x; ") + watch + " </dev/null; exit $?");
        EXPECT_EQ(silent.code, 0) << watch;
    }
}

TEST(Progress, TestsAreCountedAsTheyEndAndFail) {
    const Ran ran = with_progress(
        "progress_begin Tests; { echo ' 3/4 Test #9: A.b ...   Passed    0.01 sec'; echo '    Start 2: C.d';"
        " echo ' 1/4 Test #2: C.d ...***Failed    0.01 sec'; echo 'text of a test';"
        " echo ' 2/4 Test #7: E.f ...***Skipped   0.00 sec'; echo ' 4/4 Test #1: G.h ...***Exception: "
        "SegFault'; } | watch_tests");
    EXPECT_EQ(ran.err,
              "Tests: 1 of 4, 0 failed\nTests: 2 of 4, 1 failed\nTests: 3 of 4, 1 failed\nTests: 4 of 4, 2 "
              "failed\n");
}

TEST(Progress, PackagesAreCountedByWhatAptSays) {
    const Ran ran = with_progress(
        "progress_begin Installing; { echo 'dlstatus:1:50.0000:Retrieving'; echo 'Get:1 http://deb x'; echo "
        "'pmstatus:a:100.0000:Installed';"
        " } | watch_packages 8");
    EXPECT_EQ(ran.err, "Installing: 2 of 8\nInstalling: 8 of 8\n");
}

TEST(Progress, OfABuildThatFailsTheFirstErrorIsTold) {
    const TemporaryFolder folder;
    const Ran ran = with_progress("cat > '" + (folder / "log") +
                                  "' <<'END'\n[1/3] Building CXX object a.o\nFAILED: b.o \n/usr/bin/c++ "
                                  "-DLONG -o b.o\nb.cpp:3:1: error: no\n"
                                  "   3 | x\n[3/3] Building CXX object c.o\nFAILED: c.o "
                                  "\n/usr/bin/c++\nc.cpp:1:1: error: other\nEND\nfirst_build_error '" +
                                  (folder / "log") + "'");
    EXPECT_EQ(ran.out, "FAILED: b.o \nb.cpp:3:1: error: no\n   3 | x\n");
}

TEST(Progress, OfTestsThatFailTheFirstIsTold) {
    const TemporaryFolder folder;
    const Ran ran =
        with_progress("cat > '" + (folder / "log") +
                      "' <<'END'\n 1/3 Test #1: A.a ... Passed 0 sec\n 2/3 Test #2: B.b ...***Failed 0 "
                      "sec\nb_test.cpp:5: Failure\n"
                      " 3/3 Test #3: C.c ...***Failed 0 sec\nc_test.cpp:6: Failure\nEND\nfirst_test_error '" +
                      (folder / "log") + "'");
    EXPECT_EQ(ran.out, " 2/3 Test #2: B.b ...***Failed 0 sec\nb_test.cpp:5: Failure\n");
}

}  // namespace
}  // namespace poslab::test
