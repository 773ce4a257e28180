#pragma once

#include "core/engine/engine.hpp"

#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace poslab::test {

/// The output of `poslab doctor` for a device.
struct FakeEngine {
    bool available = false;
    std::string text;  // the device, or why it is unavailable
};

/// Runs scripts/gpu-check with test scripts in place of programs, on fake devices.
class FakeMachine : public testing::Test {
  protected:
    FakeMachine() {
        for (const char* name : {"programs", "out"}) std::filesystem::create_directory(folder_ / name);
        devices({false, "no NVIDIA driver can be loaded"},
                {false, "EGL has no driver that works without a display"});
        program("gpu_tests", passes(7));
        program("engine_tests", passes(30));
    }

    /// Writes a shell script.
    void program(const std::string& name, const std::string& text) const {
        const std::string path = folder_ / ("programs/" + name);
        std::ofstream(path) << "#!/bin/sh\n" << text;
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    }

    /// Creates a fake poslab; `bench` and `window` are shell code for these cases.
    void devices(const FakeEngine& cuda, const FakeEngine& opengl, const std::string& bench = "exit 1",
                 const std::string& window = "exit 6") const {
        nlohmann::ordered_json json{{"version", "0"}, {"engines", nlohmann::ordered_json::array()}};
        add(json, "cpu", {true, "2 threads"});
        add(json, "opengl", opengl);
        add(json, "cuda", cuda);
        file("doctor.json", json.dump(2) + "\n");
        program("poslab", "case $1 in doctor) cat '" + path("programs/doctor.json") + "' ;; bench) " + bench +
                              " ;; *) " + window + " ;; esac\n");
    }

    void file(const std::string& name, const std::string& text) const {
        std::ofstream(path("programs/" + name)) << text;
    }
    [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

    /// GoogleTest's output if all tests pass.
    static std::string passes(int tests) {
        const std::string count = std::to_string(tests);
        return "[ ${GTEST_SHARD_INDEX:-0} = 0 ] || exit 0\necho '[ RUN      ] Some.test'\necho "
               "'[==========] " +
               count + " tests from 1 test suite ran.'\necho '[  PASSED  ] " + count + " tests.'\n";
    }

    [[nodiscard]] Ran check(std::vector<std::string> words = {}, const RunOptions& options = {}) const {
        words.insert(words.begin(), {POSLAB_GPU_CHECK, "--programs", path("programs"), "-o", path("out")});
        return run_program(words, options);
    }
    [[nodiscard]] nlohmann::json report() const { return nlohmann::json::parse(text("gpu-check.json")); }
    [[nodiscard]] std::string text(const std::string& name) const { return read_file(path("out/" + name)); }

    /// The result of a part: passed, failed, not there, or null if it did not run.
    [[nodiscard]] nlohmann::json result(const std::string& part) const { return found(part)["result"]; }
    [[nodiscard]] std::string lines(const std::string& part) const {
        std::string all;
        const nlohmann::json of = found(part);
        for (const auto& line : of["lines"]) all += line.get<std::string>() + "\n";
        return all;
    }

  private:
    static void add(nlohmann::ordered_json& json, const std::string& name, const FakeEngine& engine) {
        json["engines"].push_back({{"name", name},
                                   {"available", engine.available},
                                   {"device", engine.available ? engine.text : ""},
                                   {"reason", engine.available ? "" : engine.text},
                                   {"supports", nullptr}});
    }

    [[nodiscard]] nlohmann::json found(const std::string& part) const {
        const nlohmann::json all = report()["parts"];
        for (const auto& one : all)
            if (one["part"] == part) return one;
        ADD_FAILURE() << "no part " << part;
        return {};
    }

    TemporaryFolder folder_;
};

}  // namespace poslab::test
