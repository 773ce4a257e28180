// The folder that scripts/package packs, on machines that have almost nothing.
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace poslab::test {
namespace {

constexpr int not_allowed = 77;  // exit status of least_machine.sh

/// Makes the folder once for all tests.
class Tarball : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        made_ = std::make_unique<TemporaryFolder>();
        const Ran ran =
            run_program({"bash", "-c",
                         "set -euo pipefail; for part in common fonts tarball; do source \"" POSLAB_SCRIPTS
                         "/$part.sh\"; done; put_program \"$0\" \"$1\"",
                         POSLAB_BUILD, program()});
        ASSERT_EQ(ran.code, 0) << ran.out << ran.err;
    }
    static void TearDownTestSuite() { made_.reset(); }

    static std::string program() { return *made_ / "poslab"; }
    static Ran on_least_machine(const std::string& command) {
        return run_program({POSLAB_PACKAGE_TESTS "/least_machine.sh", program(), command});
    }

  private:
    static inline std::unique_ptr<TemporaryFolder> made_;
};

TEST_F(Tarball, RunsWithNothingButTheCLibrary) {
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

TEST_F(Tarball, RunsOnANewDebian13) {
    const TemporaryFolder folder;
    const std::string file = folder / "poslab.tar.gz";
    const std::filesystem::path path = program();
    ASSERT_EQ(run_program({"tar", "-C", path.parent_path(), "-czf", file, path.filename()}).code, 0);
    const Ran ran = run_program({POSLAB_SCRIPTS "/in-root", "trixie", "tarball", file});
    for (const char* reason : {"in-root: needs ", "debootstrap failed", "debootstrap does not know"})
        if (ran.err.find(reason) != std::string::npos) GTEST_SKIP() << ran.err;
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_NE(ran.out.find("pictures in the gallery, without packages"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("the window is drawn"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace poslab::test
