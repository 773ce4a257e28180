// scripts/common.sh: which packages of scripts/packages.txt are installed, with fake package programs.
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

namespace poslab::test {
namespace {

class Packages : public testing::Test {
  protected:
    Packages() {
        program("apt-get", "[ $1 = update ] || echo \"$*\" >>'" + (folder_ / "installed") + "'");
        program("sudo", "exec \"$@\"");
        has_packages("");
        release_has("");
    }

    /// Writes a shell script that precedes the machine's program.
    void program(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << "#!/bin/sh\n" << text << "\n";
        std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
    }
    void has_packages(const std::string& names) const {
        program("dpkg-query",
                "for name in " + names + "; do echo \"$name install ok installed\"; done; exit 1");
    }
    void release_has(const std::string& names) const {
        program("apt-cache", "for name in " + names +
                                 "; do [ \"$2\" = \"$name\" ] && exec echo '  Candidate: 1.0'; done; "
                                 "echo '  Candidate: (none)'");
    }

    [[nodiscard]] Ran common(const std::string& command) const {
        return run_program({"bash", "-c",
                            "set -euo pipefail; PATH='" + folder_.path() + ":'$PATH; source '" +
                                POSLAB_SCRIPTS "/common.sh'; " + command});
    }
    /// Returns the names that apt-get was called to install.
    [[nodiscard]] std::set<std::string> installed(const std::string& sections) const {
        const Ran ran = common("install_packages " + sections);
        EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
        std::set<std::string> names;
        std::istringstream words(read_file(folder_ / "installed"));
        for (std::string word; words >> word;) names.insert(word);
        return names;
    }

    TemporaryFolder folder_;
};

TEST_F(Packages, BuildingAndRunningNeedNothingOfTheTests) {
    const std::set<std::string> names = installed("build run");
    for (const char* name : {"cmake", "g++", "libimgui-dev", "ninja-build", "fonts-inter", "libegl1"})
        EXPECT_TRUE(names.contains(name)) << name;
    for (const char* name : {"clang-14", "clang", "libgtest-dev", "xvfb", "pybind11-dev", "dpkg-dev", "|"})
        EXPECT_FALSE(names.contains(name)) << name;
}

TEST_F(Packages, TheFirstAlternativeOfTheReleaseIsInstalled) {
    release_has("clang clang-tidy-14 clang-tidy");
    const std::set<std::string> names = installed("test");
    EXPECT_TRUE(names.contains("clang"));
    EXPECT_FALSE(names.contains("clang-14"));
    EXPECT_TRUE(names.contains("clang-tidy-14"));
    EXPECT_FALSE(names.contains("clang-tidy"));
    EXPECT_TRUE(names.contains("clang-format-14")) << "apt-get names what the release lacks";
}

TEST_F(Packages, AnInstalledAlternativeIsEnough) {
    has_packages("clang clang-tidy-14 xvfb");
    const std::set<std::string> names = installed("test");
    for (const char* name : {"clang-14", "clang", "clang-tidy-14", "clang-tidy", "xvfb"})
        EXPECT_FALSE(names.contains(name)) << name;
    EXPECT_TRUE(names.contains("xdotool"));
}

TEST_F(Packages, PrintsNothingIfNothingIsMissing) {
    has_packages("$(sed -e 's/#.*//' -e '/^\\[/d' -e 's/ |.*//' '" POSLAB_SCRIPTS "/packages.txt')");
    const Ran ran = common("install_packages build run python package test");
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(ran.out + ran.err, "");
    EXPECT_EQ(read_file(folder_ / "installed"), "");
}

TEST_F(Packages, AProgramOfAnyVersionIsFoundFourteenFirst) {
    program("some-lint-19", "");
    program("some-lint-9", "");
    EXPECT_EQ(common("llvm_tool some-lint").out, "some-lint-19\n");
    program("some-lint", "");
    EXPECT_EQ(common("llvm_tool some-lint").out, folder_ / "some-lint\n");
    program("some-lint-14", "");
    EXPECT_EQ(common("llvm_tool some-lint").out, folder_ / "some-lint-14\n");
    const Ran none = common("llvm_tool some-other-lint");
    EXPECT_EQ(none.code, 1);
    EXPECT_NE(none.err.find("some-other-lint is not installed"), std::string::npos) << none.err;
}

TEST(InRoot, SaysInOneSentenceWhatItCannotDo) {
    const auto refusal = [](std::vector<std::string> words, int code) {
        words.insert(words.begin(), POSLAB_SCRIPTS "/in-root");
        const Ran ran = run_program(words);
        EXPECT_EQ(ran.code, code) << ran.err;
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
        return ran.err;
    };
    EXPECT_NE(refusal({}, 2).find("usage"), std::string::npos);
    EXPECT_NE(refusal({"trixie", "walk"}, 2).find("known tasks: run, test, package, tarball"),
              std::string::npos);
    EXPECT_NE(refusal({"../trixie", "run"}, 2).find("is not a release"), std::string::npos);
}

}  // namespace
}  // namespace poslab::test
