// Files that are written do not tell where the user keeps others.
#include "app/paint/picture.hpp"
#include "tests/cli/command_line_run.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

namespace poslab::test {
namespace {

TEST(StoredPaths, AreNotAbsolute) {
    const TemporaryFolder folder;
    const std::string signal = folder / "private/signal.csv", output = folder / "out";
    std::filesystem::create_directories(folder / "private");
    std::filesystem::create_directories(output);
    std::ofstream file(signal);
    for (int n = 0; n < 200; ++n) file << n % 7 << '\n';
    file.close();
    const std::vector<std::string> state{
        "memory", "--signal", "file", "--file", signal, "--versus", "order=5,file=" + signal};
    const auto written = [&](std::vector<std::string> words, const std::string& name) {
        words.insert(words.begin() + 1, state.begin(), state.end());
        words.insert(words.end(), {"-o", output + "/" + name});
        expect_fine(poslab(words));
        std::string bytes;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(output))
            if (entry.is_regular_file()) bytes += read_file(entry.path());
        return bytes;
    };
    for (const auto& [words, name] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"plot", "--order", "4"}, "a.svg"},
             {{"plot", "--order", "4"}, "a.png"},
             {{"plot", "--order", "4"}, "a.pdf"},
             {{"plot", "--order", "4"}, "a.tex"},
             {{"compute", "--order", "4"}, "a.json"},
             {{"sweep", "--over", "order=4,6"}, "frames/"},
             {{"sweep", "--over", "order=4,6", "--value", "rms_error"}, "a.csv"},
             {{"sweep", "--over", "order=4,6", "--value", "rms_error", "--shard", "1/2"}, "b.csv"}}) {
        std::filesystem::remove_all(output);
        std::filesystem::create_directories(output);
        const std::string bytes = written(words, name);
        EXPECT_FALSE(bytes.empty());
        EXPECT_EQ(bytes.find(folder.path()), std::string::npos) << name;
        const bool is_text = name == "a.svg" || name == "a.json";
        EXPECT_EQ(is_text, is_text && bytes.find("../private/signal.csv") != std::string::npos) << name;
    }
}

/// SVG, TeX and PDF cannot hold all characters of a path; without them a command may name another file.
TEST(StoredPaths, OfAnyCharactersAreStored) {
    const TemporaryFolder folder;
    const std::string name = "a\nb\t\x01\xff.csv";
    std::ofstream(folder / name) << "1\n2\n3\n";
    for (const std::string picture : {"a.svg", "a.png", "a.pdf", "a.tex"}) {
        const Ran ran =
            poslab({"plot", "memory", "--signal", "file", "--file", folder / name, "-o", folder / picture});
        EXPECT_EQ(ran.code, 0) << ran.err;
        const auto metadata = picture_metadata(folder / picture);
        ASSERT_TRUE(metadata) << picture;
        const std::string command = metadata->at("Description");
        EXPECT_NE(command.find(R"( --file $'a\012b\011\001\377.csv' )"), std::string::npos) << command;
    }
}

TEST(StoredPaths, ALongCommandIsRead) {
    const TemporaryFolder folder;
    std::string list = "1";
    for (int n = 1; n < 2048; ++n) list += fmt::format(",{:.40f}", 1.0 / (n + 1));
    expect_fine(poslab({"plot", "frequencies", "--dim", "4096", "--explicit-frequencies", list, "--versus",
                        "explicit-frequencies=0.75" + list.substr(1), "-o", folder / "a.svg"}));
    const auto metadata = picture_metadata(folder / "a.svg");
    ASSERT_TRUE(metadata);
    EXPECT_GT(metadata->at("Description").size(), 65'536U);
}

TEST(StoredPaths, OfShardsDoNotDependOnTheFolderInWhichTheyAreMerged) {
    const TemporaryFolder folder;
    for (const char* name : {"here", "else/where"}) std::filesystem::create_directories(folder / name);
    const std::string configs = "config=" + (folder / "a.json") + ";" + (folder / "b.json");
    std::ofstream(folder / "a.json") << R"({"rope_theta": 10000, "head_dim": 64})";
    std::ofstream(folder / "b.json") << R"({"rope_theta": 20000, "head_dim": 32})";
    const auto run = [&](const std::string& over, const std::string& name, std::vector<std::string> more) {
        more.insert(more.begin(),
                    {"sweep", "frequencies", "--over", over, "--value", "rotary_dim", "-o", folder / name});
        return poslab(more);
    };
    for (const std::string shard : {"1", "2"}) {
        expect_fine(run(configs, "here/s.csv", {"--shard", shard + "/2"}));
        const std::string name = "/s.csv.shard-" + shard + "-of-2";
        std::filesystem::rename(folder / ("here" + name), folder / ("else/where" + name));
    }
    std::filesystem::copy(folder / "b.json", folder / "else/b.json");
    const std::string others = "config=" + (folder / "a.json") + ";" + (folder / "else/b.json");
    expect_error(run(others, "else/where/s.csv", {"--merge"}), 3, "belongs to another sweep");
    expect_fine(run(configs, "else/where/s.csv", {"--merge"}));
    EXPECT_EQ(read_file(folder / "else/where/s.csv"),
              "config,rotary_dim\n../../a.json,64\n../../b.json,32\n");
}

TEST(StoredPaths, ConfigsOfASweepAndOfVectorsAreNotAbsolute) {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder / "private");
    const std::vector<std::string> configs{folder / "private/a.json", folder / "private/b.json"};
    std::ofstream(configs[0]) << R"({"rope_theta": 10000, "head_dim": 64})";
    std::ofstream(configs[1]) << R"({"rope_theta": 20000, "head_dim": 64})";
    const std::string over = "config=" + configs[0] + ";" + configs[1], output = folder / "out";
    for (const auto& [words, name] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"sweep", "frequencies", "--over", over, "--value", "attention_factor"}, "a.csv"},
             {{"sweep", "frequencies", "--over", over, "--size", "400x300"}, "frames/"},
             {{"sweep", "frequencies", "--over", over}, "a.pdf"},
             {{"vectors", "--config", configs[0]}, "a.h"}}) {
        std::filesystem::remove_all(output);
        std::filesystem::create_directories(output);
        std::vector<std::string> line = words;
        line.insert(line.end(), {"-o", output + "/" + name});
        expect_fine(poslab(line));
        std::string bytes;
        for (const auto& [file, content] : files_below(output)) bytes += content;
        EXPECT_EQ(bytes.find(folder.path()), std::string::npos) << name;
        EXPECT_NE(bytes.find("../private/a.json"), std::string::npos) << name;
    }
}

TEST(StoredPaths, TellFilesOfASweepApart) {
    const std::filesystem::path shared = "/dev/shm";  // has no folder in common with the configs
    if (!std::filesystem::is_directory(shared)) GTEST_SKIP() << "no " << shared;
    const TemporaryFolder folder;
    std::string over = "config=";
    for (const std::string name : {"llama", "qwen"}) {
        std::filesystem::create_directories(folder / name);
        std::ofstream(folder / (name + "/config.json")) << R"({"rope_theta": 10000, "head_dim": 64})";
        over += (name == "qwen" ? ";" : "") + (folder / (name + "/config.json"));
    }
    const std::string output = shared / (std::filesystem::path(folder.path()).filename().string() + ".csv");
    expect_fine(poslab({"sweep", "frequencies", "--over", over, "--value", "rotary_dim", "-o", output}));
    const std::string csv = read_file(output);
    std::filesystem::remove(output);
    EXPECT_NE(csv.find("llama/config.json,64\n"), std::string::npos) << csv;
    EXPECT_NE(csv.find("qwen/config.json,64\n"), std::string::npos) << csv;
    EXPECT_EQ(csv.find(folder.path()), std::string::npos) << csv;
}

TEST(StoredPaths, ReplaceNoOtherWordsOfTheCommand) {
    const TemporaryFolder folder;
    for (const std::string name : {"frequencies", "config"})
        std::ofstream(folder / name) << R"({"rope_theta": 10000, "head_dim": 64})";
    std::filesystem::create_directories(folder / "sub");
    RunOptions here;
    here.folder = folder.path();
    expect_fine(poslab({"sweep", "frequencies", "--over", "config=frequencies;config", "--size", "400x300",
                        "-o", "sub/frames/"},
                       here));
    const nlohmann::json sweep = nlohmann::json::parse(read_file(folder / "sub/frames/sweep.json"));
    const auto command = sweep.at("command").get<std::string>();
    EXPECT_TRUE(command.starts_with("poslab sweep frequencies ")) << command;
    EXPECT_TRUE(command.ends_with(" --over 'config=../../frequencies;../../config'")) << command;
}

}  // namespace
}  // namespace poslab::test
