// scripts/gpu-check started inside a bundle made for the test.
#include "tests/scripts/fake_machine.hpp"

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

class Bundle : public testing::Test {
  protected:
    Bundle() {
        const fs::path scripts = fs::path(POSLAB_GPU_CHECK).parent_path();
        fs::create_directories(folder_ / "bundle");
        fs::copy(scripts / "gpu-check", folder_ / "bundle");
        fs::copy(scripts / "gpu_check", folder_ / "bundle/gpu_check");
        write("bundle/VERSION", "0123456789ab 2026-01-02T03:04:05Z\n");
        for (const char* part : {"bin", "lib/shared", "fonts", "tree"})
            fs::create_directories(folder_ / ("stage/" + std::string(part)));
        // Records the libraries that precede those of the machine.
        program("poslab", "IFS=:\nfor folder in $LD_LIBRARY_PATH; do ls \"$folder\"; done >'" +
                              folder_ / "offered" + "'\necho \"$POSLAB_FONTS\" >'" + folder_ / "fonts" +
                              "'\necho '{}'");
        for (const char* tests : {"gpu_tests", "engine_tests"})
            program(tests, "echo '[  PASSED  ] 1 tests.'");
        for (const char* library : {"libown.so.1", "shared/libstdc++.so.6.0.9999", "shared/libm.so.0"})
            write("stage/lib/" + std::string(library), "");
        write("stage/lib/shared/LIST", "libstdc++.so.6 libstdc++.so.6.0.9999\nlibm.so.6 libm.so.0\n");
    }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
    }
    void program(const std::string& name, const std::string& text) const {
        write("stage/bin/" + name, "#!/bin/sh\n" + text + "\n");
        fs::permissions(folder_ / ("stage/bin/" + name), fs::perms::owner_all);
    }
    [[nodiscard]] Ran check() const {
        return run_program({folder_ / "bundle/gpu-check", "-o", folder_ / "out", "--only", "tests-emulated"});
    }

    TemporaryFolder folder_;
};

TEST_F(Bundle, RunsItsProgramsWithItsLibrariesAndFonts) {
    ASSERT_EQ(
        run_program({"tar", "-czf", folder_ / "bundle/programs.tar.gz", "-C", folder_ / "stage", "."}).code,
        0);
    const Ran ran = check();
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
    EXPECT_EQ(nlohmann::json::parse(read_file(folder_ / "out/gpu-check.json"))["commit"], "0123456789ab");
    const std::string offered = read_file(folder_ / "offered");
    EXPECT_TRUE(offered.starts_with("libown.so.1\nshared\n")) << offered;
    EXPECT_NE(offered.find("libstdc++.so.6\n"), std::string::npos) << "newer than the machine's";
    EXPECT_EQ(offered.find("libm.so.6\n"), std::string::npos)
        << "the machine's is newer, and its drivers may need that";
    EXPECT_TRUE(read_file(folder_ / "fonts").ends_with("/bundle/fonts\n"));
}

TEST_F(Bundle, ThatIsDamagedIsNamed) {
    write("bundle/programs.tar.gz", "half of it");
    const Ran ran = check();
    EXPECT_EQ(ran.code, 6);
    EXPECT_NE(ran.err.find("cannot unpack"), std::string::npos) << ran.err;
}

TEST_F(Bundle, IsNotPutOverOtherFiles) {
    const Ran ran = run_program({POSLAB_GPU_CHECK, "--bundle", folder_ / "stage"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.err.find("stage exists and is not a bundle"), std::string::npos) << ran.err;
    EXPECT_TRUE(fs::exists(folder_ / "stage/bin/poslab"));
}

}  // namespace
}  // namespace poslab::test
