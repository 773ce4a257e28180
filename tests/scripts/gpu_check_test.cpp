// scripts/gpu-check on fake machines: its report on devices, and on parts that fail, hang or lack something.
#include "tests/scripts/fake_machine.hpp"

#include <csignal>
#include <sstream>
#include <thread>

namespace poslab::test {
namespace {

using Arguments = std::vector<std::string>;

const FakeEngine no_cuda{false, "the NVIDIA driver finds no device"};
const FakeEngine no_opengl{false, "OpenGL without a display needs libEGL.so.1, which is not installed"};
const FakeEngine h100{true, "NVIDIA H100 80GB HBM3, CUDA 13.0, compute capability 9.0"};
const FakeEngine hardware{true, "NVIDIA H100 80GB HBM3/PCIe/SSE2, OpenGL 4.6.0 NVIDIA 580.1"};
const FakeEngine llvmpipe{
    true, "llvmpipe, Mesa 22.3, software: runs on the processor and is used only if selected by name"};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class GpuCheck : public FakeMachine {};

TEST_F(GpuCheck, NamesItsParts) {
    const Ran ran = check({"--list"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_EQ(
        ran.out,
        "tests-cuda\ntests-"
        "opengl\nmemcheck\nracecheck\nsynccheck\ninitcheck\nbench\ntorch\nwindow\npython\ntests-emulated\n");
}

TEST_F(GpuCheck, SaysInOneLineEachWhatIsMissing) {
    devices(no_cuda, no_opengl);
    const Ran ran = check();
    EXPECT_EQ(ran.code, 6) << ran.out << ran.err;
    EXPECT_TRUE(has(ran.out, "cuda: not there: the NVIDIA driver finds no device\n")) << ran.out;
    EXPECT_TRUE(has(
        ran.out, "opengl: not there: OpenGL without a display needs libEGL.so.1, which is not installed\n"))
        << ran.out;
    for (const char* part :
         {"tests-cuda", "memcheck", "racecheck", "synccheck", "initcheck", "torch", "bench"}) {
        EXPECT_EQ(result(part), "not there") << part;
        EXPECT_TRUE(has(lines(part), "the NVIDIA driver finds no device")) << part;
    }
    for (const char* part : {"tests-opengl", "window"}) EXPECT_TRUE(has(lines(part), "libEGL.so.1")) << part;
    EXPECT_EQ(result("tests-emulated"), "passed") << "it needs no device";
    EXPECT_EQ(report()["cuda"],
              (nlohmann::json{{"state", "absent"}, {"device", nullptr}, {"reason", no_cuda.text}}));
    const nlohmann::json goals = report()["goals"];
    EXPECT_EQ(goals.size(), 6U);
    for (const auto& goal : goals) EXPECT_TRUE(goal["met"].is_null()) << goal;
}

// A window that writes a picture, and a trace if requested.
const std::string draws = R"(for word; do [ "$last" = --capture ] && echo picture >"$word"; last=$word; done
[ -n "$DISPLAY" ] && exit 9
for frame in 1 2 3 4 5; do [ -z "$POSLAB_TRACE" ] || echo "{\"clicks\":1,\"engine\":\"opengl\",\"first_ms\":$frame.5,\"latency_ms\":2$frame.5}" >>"$POSLAB_TRACE"; done)";

TEST_F(GpuCheck, RunsOnOpenGlWhereThatIsAll) {
    devices(no_cuda, hardware, "exit 1", draws);
    const Ran ran = check();
    EXPECT_EQ(result("tests-opengl"), "passed");
    EXPECT_EQ(result("window"), "passed") << lines("window");
    EXPECT_EQ(text("window.png"), "picture\n");
    EXPECT_TRUE(has(lines("window"), "computed by opengl first picture: 5 steps, median 3.5 ms"))
        << lines("window");
    EXPECT_EQ(result("tests-cuda"), "not there");
    EXPECT_EQ(result("bench"), "failed") << "a program that does not know the words it is given";
    EXPECT_EQ(ran.code, 1);
    devices(no_cuda, hardware, "exit 1", "echo 'poslab: error: the picture could not be drawn' >&2; exit 6");
    EXPECT_EQ(check({"--only", "window"}).code, 6);
    EXPECT_EQ(lines("window"), "the picture could not be drawn\n");
}

TEST_F(GpuCheck, ASoftwareRasteriserIsNoDevice) {
    devices(no_cuda, llvmpipe);
    EXPECT_EQ(check().code, 6);
    EXPECT_EQ(result("tests-opengl"), "not there");
    EXPECT_TRUE(has(lines("tests-opengl"), "only a software rasteriser: llvmpipe")) << lines("tests-opengl");
    EXPECT_TRUE(has(lines("tests-emulated"), "opengl: 30 tests of engine_tests passed"))
        << lines("tests-emulated");
}

TEST_F(GpuCheck, ADoctorThatDoesNotAnswerIsAFailure) {
    program("poslab", "echo 'poslab: error: the device was lost at cuInit' >&2; exit 1");
    EXPECT_EQ(check({"--only", "tests-cuda"}).code, 1);
    EXPECT_EQ(result("tests-cuda"), "failed");
    EXPECT_TRUE(
        has(lines("tests-cuda"), "ended with exit status 1: poslab: error: the device was lost at cuInit"))
        << lines("tests-cuda");
    program("poslab", "echo '{}'");
    EXPECT_EQ(check({"-o", path("another"), "--only", "tests-opengl"}).code, 1);
    EXPECT_TRUE(
        has(read_file(path("another/gpu-check.md")), "does not say whether the engine opengl is available"));
}

TEST_F(GpuCheck, ASanitizerThatIsNotThereIsSaid) {
    devices(h100, no_opengl);
    EXPECT_EQ(check({"--only", "racecheck"}).code, 6);
    EXPECT_EQ(result("racecheck"), "not there");
    EXPECT_TRUE(has(lines("racecheck"), "compute-sanitizer is not installed")) << lines("racecheck");
    EXPECT_TRUE(result("memcheck").is_null()) << "it did not run";
}

// Runs its arguments and prints what the test specifies.
std::string sanitizer(const std::string& says) {
    return "while [ \"${1#--}\" != \"$1\" ]; do [ $1 = --tool ] && tool=$2; shift 2; done\n\"$@\" || exit\n" +
           says;
}

TEST_F(GpuCheck, WhatASanitizerFindsIsAFailure) {
    devices(h100, no_opengl);
    program("compute-sanitizer", sanitizer("echo \"========= $(echo $tool | tr a-z A-Z) SUMMARY: 0 hazards "
                                           "displayed (0 errors, 0 warnings)\""));
    EXPECT_EQ(check({"--only", "racecheck"}).code, 0) << lines("racecheck");
    EXPECT_TRUE(has(lines("racecheck"), "*AttentionKernels.*/cuda: 7 tests, RACECHECK SUMMARY: 0 hazards"))
        << lines("racecheck");
    program("compute-sanitizer", sanitizer("echo '========= COMPUTE-SANITIZER'\n"
                                           "echo '========= Invalid __global__ read of size 4 bytes'\n"
                                           "echo '========= ERROR SUMMARY: 3 errors'\nexit 9"));
    EXPECT_EQ(check({"--only", "memcheck"}).code, 1);
    EXPECT_TRUE(has(lines("memcheck"), "ERROR SUMMARY: 3 errors: Invalid __global__ read of size 4 bytes"))
        << lines("memcheck");
    program("compute-sanitizer", sanitizer(""));
    EXPECT_EQ(check({"--only", "synccheck"}).code, 1) << "a missing summary is a failure";
}

// Quotes, a backslash, a pipe, tags, control characters and invalid UTF-8.
TEST_F(GpuCheck, WhateverAFailureSaysTheReportCanBeRead) {
    devices(h100, no_opengl);
    program(
        "gpu_tests",
        R"(printf '[ RUN      ] Devices/Kernels.Sum/cuda\n/home/a/poslab/tests/gpu/sum_test.cpp:12: Failure\n'
printf 'Expected "a\\b" | <1>\n  Which is:\t\033[31m"\303\251\377"\r\n'
printf '[  FAILED  ] Devices/Kernels.Sum/cuda (0 ms)\n'
exit 1)");
    const Ran ran = check();
    EXPECT_EQ(ran.code, 1);
    EXPECT_EQ(result("tests-cuda"), "failed");
    EXPECT_TRUE(has(lines("tests-cuda"),
                    "Devices/Kernels.Sum/cuda, tests/gpu/sum_test.cpp:12: Expected \"a\\b\" | <1> Which is:"))
        << lines("tests-cuda");
    EXPECT_TRUE(has(lines("tests-cuda"), "\"\303\251\"")) << lines("tests-cuda");
    EXPECT_TRUE(has(text("gpu-check.md"), "Expected \"a\\b\" \\| &lt;1>")) << text("gpu-check.md");
    EXPECT_EQ(result("tests-emulated"), "failed") << "the other parts still run";
    EXPECT_EQ(result("torch"), "not there");
    EXPECT_TRUE(has(text("gpu-check.log"), "\tExpected \"a\\b\" | <1>")) << "the output is stored";
}

TEST_F(GpuCheck, ADeviceThatFailsIsNamedInItsOwnWords) {
    devices(h100, no_opengl,
            "echo 'poslab: error: out of memory: 600 MB are needed, 200 MB are free' >&2; exit 6");
    EXPECT_EQ(check({"--only", "bench"}).code, 1);
    EXPECT_TRUE(
        lines("bench").starts_with("poslab bench attention-large --engine cuda: poslab: error: out of "
                                   "memory: 600 MB are needed, 200 MB are free\n"))
        << lines("bench");
    program("engine_tests", "echo '[ RUN      ] Engines/Attention.Rows/cuda'; kill -SEGV $$");
    EXPECT_EQ(check({"--only", "tests-cuda"}).code, 1);
    EXPECT_TRUE(
        has(lines("tests-cuda"), "engine_tests ended with exit status 139: in Engines/Attention.Rows/cuda"))
        << lines("tests-cuda");
}

TEST_F(GpuCheck, ABusyDeviceIsNoted) {
    devices(h100, no_opengl);
    program("nvidia-smi",
            "case $1 in *apps*) echo 17; echo 18 ;; *) echo 'NVIDIA H100, 580.1, 81559 MiB' ;; esac");
    EXPECT_TRUE(has(check({"--only", "torch"}).out, "The device is busy: other programs (2) compute on it"));
    EXPECT_EQ(report()["driver"], "NVIDIA H100, 580.1, 81559 MiB");
    EXPECT_EQ(report()["notes"].size(), 1U);
}

TEST_F(GpuCheck, SkippedTestsOfADeviceThatIsThereAreFailures) {
    devices(h100, no_opengl);
    program("engine_tests",
            passes(2) +
                "echo '/a/tests/x_test.cpp:9: Skipped'\necho 'cuda: the device was lost'\necho '[  SKIPPED ] "
                "Engines/A.B/cuda (0 ms)'\n");
    EXPECT_EQ(check({"--only", "tests-cuda"}).code, 1);
    EXPECT_TRUE(has(lines("tests-cuda"),
                    "engine_tests skips tests of an available device: cuda: the device was lost"))
        << lines("tests-cuda");
    EXPECT_EQ(check({"--only", "tests-emulated"}).code, 0) << "some are too slow there";
    program("engine_tests", passes(0));
    EXPECT_EQ(check({"--only", "tests-cuda"}).code, 1) << "a filter without matches is a failure";
}

// True if the process exists and is no zombie.
bool runs(const std::string& process) {
    std::ifstream status("/proc/" + process + "/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("State:")) return line.find('Z') == std::string::npos;
    return false;
}

// A part that hangs and ignores signals is ended, and the parts after it run.
TEST_F(GpuCheck, WhatHangsIsEnded) {
    devices(h100, no_opengl);
    program("gpu_tests", "trap '' TERM\necho $$ >'" + path("pid.") +
                             "'$GTEST_SHARD_INDEX\necho row 3 of 9\nexec sleep 1000");
    EXPECT_EQ(check({"--only", "tests-cuda", "--limit", "1"}).code, 1);
    EXPECT_TRUE(has(lines("tests-cuda"), "it did not end within 1 s")) << lines("tests-cuda");
    const std::string process = read_file(path("pid.0"));
    ASSERT_GT(process.size(), 1U);
    // ctest's timeout ends an endless wait
    while (runs(process.substr(0, process.size() - 1))) std::this_thread::yield();
    EXPECT_EQ(check({"--from", "python", "--limit", "1"}).code, 1);
    EXPECT_EQ(result("python"), "not there");
    EXPECT_EQ(result("tests-emulated"), "failed");
}

TEST_F(GpuCheck, GoesOnFromAPart) {
    devices(h100, no_opengl);
    EXPECT_EQ(check({"--only", "tests-cuda"}).code, 0);
    program("gpu_tests", "exit 1");
    EXPECT_EQ(check({"--from", "window"}).code, 1);
    EXPECT_EQ(result("tests-cuda"), "passed") << "kept";
    EXPECT_EQ(lines("tests-cuda"),
              "cuda: 7 tests of gpu_tests passed\ncuda: 30 tests of engine_tests passed\n");
    EXPECT_TRUE(result("memcheck").is_null());
    EXPECT_EQ(result("python"), "not there");
    EXPECT_EQ(result("tests-emulated"), "failed");
    EXPECT_EQ(check({"--from", "tests-cuda"}).code, 1);
    EXPECT_EQ(result("tests-cuda"), "failed") << "run again";
    const std::string before = text("gpu-check.log");
    devices(no_cuda, no_opengl);
    const Ran other = check({"--from", "window"});
    EXPECT_EQ(other.code, 2);
    EXPECT_TRUE(has(other.err, "is of another cuda (cuda there NVIDIA H100 80GB HBM3")) << other.err;
    EXPECT_EQ(text("gpu-check.log"), before) << "a report never combines two machines";
}

TEST_F(GpuCheck, AnInterruptLeavesTheReportOfWhatWasDone) {
    devices(h100, hardware);
    program("gpu_tests",
            "case $1 in *opengl*) : >'" + path("started") + "'; exec sleep 1000 ;; esac\n" + passes(7));
    RunOptions options;
    options.meanwhile = [&](pid_t process) {
        while (!std::filesystem::exists(path("started"))) std::this_thread::yield();
        kill(process, SIGTERM);
    };
    EXPECT_EQ(check({}, options).code, 143);
    EXPECT_EQ(result("tests-cuda"), "passed");
    EXPECT_TRUE(result("tests-opengl").is_null());
}

TEST_F(GpuCheck, UsageAndPlacesThatAreNotThere) {
    const auto says = [&](const Arguments& words, int code, const std::string& message) {
        const Ran ran = check(words);
        EXPECT_EQ(ran.code, code) << ran.err;
        EXPECT_EQ(ran.out, "");
        EXPECT_TRUE(ran.err.starts_with("gpu-check: ") && has(ran.err, message)) << ran.err;
        EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
    };
    says({"--only", "no-such-part"}, 2,
         "--only no-such-part: no such part; they are tests-cuda tests-opengl");
    says({"--only", "bench", "--from", "bench"}, 2, "exclude each other");
    says({"--limit", "0"}, 2, "--limit 0");
    says({"--limit"}, 2, "--limit needs an argument");
    says({"--fast"}, 2, "--fast: no such argument");
    says({"--programs", "/nowhere"}, 2, "--programs /nowhere: no such folder");
    says({"-o", "/dev/null/report"}, 4, "/dev/null/report/gpu-check.log cannot be written");
    std::filesystem::remove(path("programs/engine_tests"));
    says({}, 6, "engine_tests is missing");
}

// The program itself on a driver for CUDA 11.
TEST_F(GpuCheck, ADriverThatIsTooOldIsNamed) {
#ifdef POSLAB_OLD_DRIVER
    program("poslab", "exec env ASAN_OPTIONS=verify_asan_link_order=0 LD_PRELOAD='" POSLAB_OLD_DRIVER
                      "' LD_LIBRARY_PATH='" POSLAB_FAKE_DRIVER_FOLDER "' '" POSLAB_BINARY "' \"$@\"");
    EXPECT_EQ(check({"--only", "tests-cuda"}).code, 6);
    EXPECT_TRUE(has(lines("tests-cuda"), "the NVIDIA driver supports CUDA 11.4; this program needs CUDA "))
        << lines("tests-cuda");
#else
    GTEST_SKIP() << "built without CUDA";
#endif
}

}  // namespace
}  // namespace poslab::test
