// The folder that scripts/package packs, on machines that have almost nothing.
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

constexpr int not_allowed = 77;  // exit status of least_machine.sh

TEST(Tarball, RunsWithNothingButTheCLibrary) {
    const TemporaryFolder folder;
    const std::string program = folder / "poslab";
    const Ran made =
        run_program({"bash", "-c",
                     "set -euo pipefail; for part in common fonts tarball; do source \"" POSLAB_SCRIPTS
                     "/$part.sh\"; done; put_program \"$0\" \"$1\"",
                     POSLAB_BUILD, program});
    ASSERT_EQ(made.code, 0) << made.out << made.err;
    const auto on_least_machine = [&program](const std::string& command) {
        return run_program({POSLAB_PACKAGE_TESTS "/least_machine.sh", program, command});
    };
    const Ran drawn = on_least_machine(
        "/poslab/poslab --version && /poslab/poslab plot position-matrix --lang zh -o /tmp/matrix.pdf && "
        "/poslab/poslab plot attention --length 64 -o /tmp/attention.png && test -s /tmp/matrix.pdf && "
        "test -s /tmp/attention.png");
    if (drawn.code == not_allowed) GTEST_SKIP() << "this machine allows no roots";
    EXPECT_EQ(drawn.code, 0) << drawn.err;
    EXPECT_TRUE(drawn.out.starts_with("poslab ")) << drawn.out;
    const Ran window = on_least_machine("/poslab/poslab attention --capture /tmp/window.png");
    EXPECT_NE(window.code, 0);
    EXPECT_NE(window.err.find("libEGL.so.1"), std::string::npos) << window.err;
}

}  // namespace
}  // namespace poslab::test
