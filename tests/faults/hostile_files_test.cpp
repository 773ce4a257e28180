// The commands of docs/faults.md on files that others made.
#include "tests/faults/fault_page.hpp"
#include "tests/tokens/sentencepiece_bytes.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <map>

namespace poslab::test {
namespace {

namespace fs = std::filesystem;

/// The cells of the rows below a heading, without the head of the table.
std::vector<std::vector<std::string>> table_below(const std::string& heading) {
    std::vector<std::vector<std::string>> rows;
    bool here = false;
    for (const std::string& line : lines_of(read_file(POSLAB_FAULTS_PAGE))) {
        if (line.starts_with("## ") || (here && !rows.empty() && !line.starts_with("|")))
            here = line == "## " + heading;
        if (!here || !line.starts_with("| ") || line.starts_with("| file |")) continue;
        rows.emplace_back();
        for (std::size_t at = 2, end = 0; (end = line.find(" |", at)) != std::string::npos; at = end + 3)
            rows.back().push_back(line.substr(at, end - at));
    }
    return rows;
}

std::vector<std::string> words_of(const std::string& command) {
    std::istringstream stream(command);
    return {std::istream_iterator<std::string>(stream), {}};
}

std::string lesson(const std::string& title, const std::string& text,
                   const std::string& show = "position-matrix --length 16") {
    return "lesson: 1\ntitle: " + title + "\nsummary: S\nminutes: 1\nstep: a\ntitle: A\ntext: " + text +
           "\nshow: " + show + "\n";
}

/// Returns the files by name; `model` has the files of a model without its tokenizer.
std::map<std::string, std::string> hostile_files(const std::map<std::string, std::string>& model) {
    std::string nested = piece("<unk>", 2), many = piece("<unk>", 2);
    for (std::size_t n = 1; n <= 65; ++n) nested += piece(std::string(n, 'a'), 4);
    for (int n = 1; n < 256; ++n) many += piece("p" + std::to_string(n));
    std::map<std::string, std::string> files{
        {"map/tokenizer.model",
         model_with_map(std::string("\4\0\0\0\xFF\xFF\xFF\xFF", 8) + std::string("a\0", 2))},
        {"pieces/tokenizer.model", nested},
        {"large/tokenizer.model", many + piece("\u2581a") + piece("a")},
        {"text.txt", "a"},
        {"one.txt", "a"},
        {"tokens.txt", "5 300"},
        {"lessons/title/lesson.txt", lesson("{param:w}", "T")},
        {"lessons/sets/lesson.txt", lesson("T", "{param:w = 77}")},
        {"lessons/reads/lesson.txt", lesson("T", "T", "memory --signal file --file /etc/passwd")},
        {"lessons/compares/lesson.txt",
         lesson("T", "T", "memory --versus 'signal=file,file=../../tokens.txt'")},
        {"lessons/comma/lesson.txt", lesson("T", "{1,234}")},
        {"elsewhere.json", R"({"view": "attention", "parameters": {"tokens": "/etc/passwd"}})"}};
    for (const char* folder : {"map/", "pieces/", "large/"})
        for (const auto& [name, bytes] : model) files[folder + name] = bytes;
    return files;
}

/// A model of 256 tokens, without its tokenizer.
std::map<std::string, std::string> small_model() {
    const TemporaryFolder folder;
    std::ofstream(folder / "text") << std::string(2000, 'a');
    const Ran ran = run_program(
        {POSLAB_BINARY, "train", "--text",         "text", "--steps",    "1",    "--layers",       "1",
         "--width",     "16",    "--heads",        "1",    "--head-dim", "16",   "--intermediate", "16",
         "--batch",     "1",     "--train-length", "16",   "-o",         "model"},
        {.folder = folder.path()});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return {{"config.json", read_file(folder / "model/config.json")},
            {"model.safetensors", read_file(folder / "model/model.safetensors")}};
}

TEST(HostileFiles, HaveTheAnswersOfTheTable) {
    const TemporaryFolder folder;
    for (const auto& [name, bytes] : hostile_files(small_model())) {
        fs::create_directories(fs::path(folder / name).parent_path());
        std::ofstream(folder / name, std::ios::binary) << bytes;
    }
    const auto rows = table_below("Files that others made");
    ASSERT_GE(rows.size(), 10U);
    for (const auto& row : rows) {
        ASSERT_EQ(row.size(), 4U) << row.front();
        std::vector<std::string> words = words_of(row[1].substr(1, row[1].size() - 2));
        words.insert(words.begin(), POSLAB_BINARY);
        const Ran ran = run_program(words, {.folder = folder.path()});
        if (ran.code == 6) continue;  // no OpenGL here
        EXPECT_EQ(ran.err, "poslab: error: " + row[2] + "\n") << row[0];
        EXPECT_EQ(std::to_string(ran.code), row[3]) << row[0];
        EXPECT_FALSE(fs::exists(folder / "a.json") || fs::exists(folder / "a.html") ||
                     fs::exists(folder / "a.png"));
    }
}

}  // namespace
}  // namespace poslab::test
