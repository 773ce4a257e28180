// Paths in documents, and the files that a document names.
#include "core/documents/document_files.hpp"
#include "core/base/errors.hpp"
#include "core/documents/versus.hpp"
#include "core/views/registry.hpp"
#include "tests/support/run_program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

/// The home folder and the current one during a test.
class Places : public testing::Test {
  protected:
    void SetUp() override {
        const char* const home = std::getenv("HOME");
        home_ = home != nullptr ? home : "";
        setenv("HOME", "/home/ada", 1);
        here_ = fs::current_path();
        fs::current_path(folder_.path());
    }
    void TearDown() override {
        setenv("HOME", home_.c_str(), 1);
        fs::current_path(here_);
    }
    void put(const std::string& name) const {
        fs::create_directories(fs::path(folder_ / name).parent_path());
        std::ofstream(folder_ / name) << "x";
    }

    TemporaryFolder folder_;

  private:
    std::string home_;
    fs::path here_;
};

using PortablePaths = Places;
using NamedFiles = Places;

TEST_F(PortablePaths, DoNotShowFolders) {
    const auto path = [](const std::string& file, const std::string& document) {
        return portable_path(file, document);
    };
    EXPECT_EQ(path("/home/ada/work/q.npy", "/home/ada/work/a.png"), "q.npy");
    EXPECT_EQ(path("/home/ada/work/data/q.npy", "/home/ada/work/a.png"), "data/q.npy");
    EXPECT_EQ(path("/home/ada/data/q.npy", "/home/ada/work/a.png"), "~/data/q.npy");
    EXPECT_EQ(path("/home/ada/data/q.npy", "/tmp/a.png"), "~/data/q.npy");
    EXPECT_EQ(path("/srv/data/q.npy", "/srv/work/a.png"), "../data/q.npy");
    EXPECT_EQ(path("/mnt/ada's secret/q.npy", "/home/ada/work/a.png"), "q.npy");
    EXPECT_EQ(path("/home/ada/work/q.npz#keys", "/home/ada/work/a.png"), "q.npz#keys");
    EXPECT_EQ(path("q.npy", "a.png"), "q.npy") << "both are in the current folder";
    EXPECT_EQ(path("q.npy", "figures/a.png"), "../q.npy");
    EXPECT_EQ(path("/home/ada/work/-q.npy", "/home/ada/work/a.png"), "./-q.npy");
    EXPECT_EQ(path("/home/ada/work/~/q.npy", "/home/ada/work/a.png"), "./~/q.npy");
    EXPECT_EQ(path("", "a.png"), "");
}

TEST_F(PortablePaths, InCommands) {
    const View& view = find_view("attention");
    ParameterSet ignored;
    Values values = view.defaults(), other = view.defaults();
    values[static_cast<std::size_t>(parameter_index(view, "queries"))] = FileName{"/home/ada/q"};
    values[static_cast<std::size_t>(parameter_index(view, "keys"))] = FileName{"/home/ada/q's 2"};
    other[static_cast<std::size_t>(parameter_index(view, "keys"))] = FileName{"/home/ada/q"};
    const std::vector<Values> named{values, other};
    EXPECT_EQ(
        with_portable_paths("poslab plot attention --queries /home/ada/q --keys '/home/ada/q'\\''s 2' "
                            "--versus 'keys=/home/ada/q,name=/home/ada/qx' -o a.png",
                            named, "/home/ada/a.png"),
        "poslab plot attention --queries q --keys 'q'\\''s 2' --versus 'keys=q,name=/home/ada/qx' -o a.png");
}

TEST_F(PortablePaths, ReplaceNoOtherWordsOfCommands) {
    const View& view = find_view("attention");
    Values values = view.defaults();
    for (const std::string name : {"attention", "keys"}) {
        values[static_cast<std::size_t>(parameter_index(view, "keys"))] = FileName{name};
        const std::string command = "poslab plot attention --keys {0} --versus 'keys={0},name=a'";
        EXPECT_EQ(with_portable_paths(fmt::format(fmt::runtime(command), name), {&values, 1}, "sub/a.png"),
                  fmt::format(fmt::runtime(command), "../" + name));
    }
    EXPECT_EQ(with_portable_paths("w=3,keys=keys", {&values, 1}, "sub/a.h"), "w=3,keys=../keys");
}

TEST_F(PortablePaths, TellFilesOfOneParameterApart) {
    const auto stored = [](const std::vector<std::string>& files) {
        Values values;
        for (const std::string& file : files) values.emplace_back(FileName{file});
        std::vector<std::string> paths;
        for (const Value& value : with_distinct_paths(values, "/dev/shm/a.csv"))
            paths.push_back(std::get<FileName>(value).path);
        return paths;
    };
    using Paths = std::vector<std::string>;
    EXPECT_EQ(stored({"/srv/x/a.json", "/srv/y/b.json", ""}), (Paths{"a.json", "b.json", ""}));
    EXPECT_EQ(stored({"/srv/x/a.json", "/srv/x/a.json"}), (Paths{"a.json", "a.json"})) << "the same file";
    EXPECT_EQ(stored({"/srv/x/a.json", "/srv/y/a.json", "/srv/y/b.json"}),
              (Paths{"x/a.json", "y/a.json", "b.json"}));
    EXPECT_EQ(stored({"/srv/x/new/a.json", "/srv/y/new/a.json"}), (Paths{"x/new/a.json", "y/new/a.json"}));
    EXPECT_EQ(stored({"/dev/shm/a.json", "/srv/x/a.json"}), (Paths{"a.json", "x/a.json"}));
    EXPECT_EQ(stored({"/srv/x/a.json", "/a.json", "/srv/y/a.json"}),
              (Paths{"x/a.json", "a.json", "y/a.json"}));
    EXPECT_EQ(stored({"/srv/x/a.json#7", "/srv/x/a.json"}), (Paths{"a.json#7", "a.json"}));
}

TEST_F(PortablePaths, AreFoundAgain) {
    put("work/q.npy");
    put("work/data/q.npy");
    put("elsewhere/q.npy");
    const std::string document = folder_ / "work/a.png";
    setenv("HOME", (folder_ / "elsewhere").c_str(), 1);
    for (const std::string name : {"work/q.npy", "work/data/q.npy", "elsewhere/q.npy"}) {
        const std::string file = folder_ / name;
        EXPECT_EQ(fs::canonical(DocumentFiles(document).found(portable_path(file, document))),
                  fs::canonical(file));
    }
}

TEST_F(NamedFiles, AreForeignOutsideOfTheFolder) {
    put("work/q.npy");
    put("q.npy");
    put("here.npy");
    fs::create_symlink(folder_ / "q.npy", folder_ / "work/link.npy");
    DocumentFiles files("work/a.png"), kept("work/a.png", DocumentFiles::Foreign::left_out);
    for (const std::string named : {"q.npy", "missing.npy", "./q.npy", "q.npy#keys"}) {
        EXPECT_EQ(files.found(named), folder_ / ("work/" + named));
        EXPECT_EQ(kept.found(named), folder_ / ("work/" + named));
    }
    EXPECT_TRUE(files.foreign().empty());
    for (const std::string named :
         {"../q.npy", "/etc/passwd", "~/q.npy", "link.npy", "here.npy", "/etc/passwd"}) {
        EXPECT_FALSE(files.found(named).empty()) << named;
        EXPECT_EQ(kept.found(named), "") << named;
    }
    EXPECT_EQ(files.found("~/q.npy"), "/home/ada/q.npy");
    EXPECT_EQ(files.found("here.npy"), "here.npy") << "of an earlier version: relative to the current folder";
    EXPECT_EQ(files.foreign().size(), 5U);
    EXPECT_EQ(files.foreign(), kept.foreign());
}

TEST_F(NamedFiles, OfAModelAreForeignIfOneIs) {
    for (const std::string name : {"work/m/config.json", "work/m/model.safetensors", "work/own/config.json"})
        put(name);
    put("secret.json");
    fs::create_symlink(folder_ / "secret.json", folder_ / "work/m/tokenizer.json");
    fs::create_symlink(folder_ / "secret.json", folder_ / "work/own/notes.txt");
    DocumentFiles files("work/a.png"), kept("work/a.png", DocumentFiles::Foreign::left_out),
        strict("work/a.png", DocumentFiles::Foreign::refused);
    for (const std::string named : {"m", "m/", "m/config.json", "m/model.safetensors"}) {
        EXPECT_EQ(files.found(named), folder_ / ("work/" + named));
        EXPECT_EQ(kept.found(named), "") << named;
        EXPECT_THROW(static_cast<void>(strict.found(named)), InputError) << named;
    }
    EXPECT_EQ(files.foreign(), std::vector<std::string>{folder_ / "work/m/tokenizer.json"});
    EXPECT_EQ(strict.found("own"), folder_ / "work/own") << "notes.txt is not read";
}

TEST_F(NamedFiles, OfVersus) {
    const View& view = find_view("attention");
    const auto found = [&](const std::string& versus) {
        return with_files(view, versus, [](const std::string& file) { return "<" + file + ">"; });
    };
    EXPECT_EQ(found("w=3,queries=a,b.npy,keys=none,name=queries=x"),
              "w=3,queries=<a,b.npy>,keys=none,name=queries=x");
    EXPECT_EQ(found("w=3"), "w=3");
    EXPECT_EQ(found("name=a"), "name=a");
    EXPECT_EQ(with_files(view, "queries=a", [](const std::string&) { return ""; }), "queries=none");
}

}  // namespace
}  // namespace poslab::test
