// The words of the house: comments, texts and documents are in plain English of the field (CONTRIBUTING.md).
#include "tests/house/prose.hpp"
#include "tests/support/run_program.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace poslab::test {
namespace {

/// Words and phrases that the project uses in a sense of its own, or that a reader has to read twice.
constexpr std::array phrases{"told",
                             "kept",
                             "beside",
                             "stand",
                             "stands",
                             "stood",
                             "alike",
                             "anew",
                             "kin",
                             "wants",
                             "asked",
                             "worth",
                             "said of",
                             "by itself",
                             "by themselves",
                             "for want of",
                             "out of which",
                             "where there is one",
                             "where there are none",
                             "as it is",
                             "as they are",
                             "so many",
                             "so much",
                             "the present",
                             "has its say",
                             "a hand has",
                             "the hand has",
                             "none but not null",
                             "place"};
/// Ordinary uses of these words.
constexpr std::array ordinary{"in place",   "decimal place", "last place",
                              "take place", "takes place",   "first place"};
constexpr std::array openings{"Of", "What", "Where", "Whether", "Those"};
constexpr std::array rated{"nats",  "bits",   "ms",      "ns",    "bytes",   "rad",
                           "turns", "losses", "seconds", "steps", "numbers", "values"};
constexpr std::array rates{"token", "step", "second", "byte", "character", "frame", "pixel"};

struct Exception {
    std::string_view file, text, why;
};
constexpr std::array exceptions{
    Exception{"core/views/bias_decay/figure_others.cpp", "As reported", "label of a curve"},
    Exception{"core/views/conformance/figure.cpp",
              "As defined: ", "result of a check, an abbreviated sentence"},
    Exception{"tests/cli/check_test.cpp", "As defined: ", "quotes the result of a check"},
    Exception{"core/views/extrapolation/figure_maps.cpp", "As trained", "label of a map"},
    Exception{"core/views/extrapolation/figure_training.cpp", "As trained", "label of a curve"},
    Exception{"core/views/memory_decay/arrays.hpp", "echo, place", "names of axes, which scripts read"},
    Exception{"core/views/rope_2d/arrays.hpp", "row, place", "names of axes, which scripts read"},
    Exception{"gpu/cuda/kernels/machine.cuh", "atomic_add_int(place, value)", "parameter of a macro"},
    Exception{"tests/faults/surroundings_test.cpp", "> kept", "a file of a script"},
    Exception{"tests/gui/palette_topics_test.cpp", "What does", "a question as users type it"},
    Exception{"tests/lessons/lesson_reading_test.cpp", "What it is about.", "text of a test's lesson"},
};

struct Finding {
    std::string what;
    Prose prose;
};

std::vector<std::string> words_of_phrase(std::string_view phrase) {
    std::vector<std::string> words;
    std::istringstream input{std::string(phrase)};
    for (std::string word; input >> word;) words.push_back(word);
    return words;
}

bool matches(const std::vector<Word>& words, std::size_t at, const std::vector<std::string>& phrase) {
    if (at + phrase.size() > words.size()) return false;
    for (std::size_t n = 0; n < phrase.size(); ++n)
        if (words[at + n].lower != phrase[n]) return false;
    return true;
}

/// True if an ordinary use covers the words from `at` on.
bool is_ordinary(const std::vector<Word>& words, std::size_t at) {
    static const std::vector<std::vector<std::string>> uses = [] {
        std::vector<std::vector<std::string>> all;
        for (const char* one : ordinary) all.push_back(words_of_phrase(one));
        return all;
    }();
    return std::any_of(uses.begin(), uses.end(), [&](const auto& use) {
        return at + 1 >= use.size() && matches(words, at + 1 - use.size(), use);
    });
}

template <std::size_t count>
bool is_one_of(const std::array<const char*, count>& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

std::vector<std::string> faults_of(const std::string& text) {
    static const std::vector<std::vector<std::string>> refused = [] {
        std::vector<std::vector<std::string>> all;
        for (const char* one : phrases) all.push_back(words_of_phrase(one));
        return all;
    }();
    std::vector<std::string> found;
    const std::vector<Word> words = words_of(text);
    constexpr std::array conjunctions{"soon", "long", "a", "far"};
    if (words.size() > 1 && words[0].text == "As" && words[0].opens &&
        !is_one_of(conjunctions, words[1].lower))
        found.emplace_back("a sentence that begins with As");
    for (std::size_t n = 0; n < words.size(); ++n) {
        for (const auto& phrase : refused)
            if (matches(words, n, phrase) && !is_ordinary(words, n))
                found.push_back(fmt::format("{}", fmt::join(phrase, " ")));
        if (words[n].opens && !words[n].question && is_one_of(openings, words[n].text))
            found.push_back(fmt::format("a sentence that begins with {}", words[n].text));
        const bool rate = n + 2 < words.size() && (words[n + 1].lower == "a" || words[n + 1].lower == "an");
        if (rate && is_one_of(rated, words[n].lower) && is_one_of(rates, words[n + 2].lower))
            found.push_back(
                fmt::format("{} {} {}: say per", words[n].lower, words[n + 1].lower, words[n + 2].lower));
    }
    return found;
}

bool is_code(const std::filesystem::path& path) {
    constexpr std::array endings{".cpp", ".hpp", ".cu", ".cuh", ".comp", ".frag", ".vert", ".h"};
    return is_one_of(endings, path.extension().string());
}

bool is_script(const std::filesystem::path& path) {
    constexpr std::array endings{".py", ".sh", ".cmake", ""};
    const std::string name = path.filename();
    return name == "CMakeLists.txt" || (is_one_of(endings, path.extension().string()) && name != "LICENSE");
}

std::string output_of(const std::string& command) {
    std::string all;
    FILE* const pipe = popen(command.c_str(), "r");  // NOLINT(cert-env33-c): git, with arguments of this file
    if (pipe == nullptr) return all;
    std::array<char, 4096> part{};
    for (std::size_t size = 0; (size = fread(part.data(), 1, part.size(), pipe)) > 0;)
        all.append(part.data(), size);
    pclose(pipe);
    return all;
}

/// Files whose prose is ours, by their path in the project.
std::map<std::string, std::string> sources() {
    std::map<std::string, std::string> found;
    for (const char* top : {"core", "app", "gpu", "shaders", "python", "docs", "assets", "tests", "scripts"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(std::filesystem::path(POSLAB_ROOT) / top)) {
            const std::string name = std::filesystem::relative(entry.path(), POSLAB_ROOT);
            if (!entry.is_regular_file() || name.starts_with("tests/house/") ||
                name.find("/corpus/") != std::string::npos)
                continue;
            if (is_code(entry.path()) || is_script(entry.path()) || entry.path().extension() == ".md")
                found.emplace(name, read_file(entry.path()));
        }
    for (const char* name : {"README.md", "CONTRIBUTING.md", "CHANGELOG.md"})
        found.emplace(name, read_file(std::filesystem::path(POSLAB_ROOT) / name));
    return found;
}

std::vector<Prose> prose_of(const std::string& name, const std::string& text) {
    return is_code(name)     ? CodeProse(text).read()
           : is_script(name) ? script_prose(text)
                             : document_prose(text);
}

TEST(WordsOfTheHouse, AreFoundInProseAlone) {
    EXPECT_EQ(faults_of("Returns the cached values."), std::vector<std::string>{});
    EXPECT_EQ(faults_of("What is kept"),
              (std::vector<std::string>{"a sentence that begins with What", "kept"}));
    EXPECT_EQ(faults_of("What does k do?"), std::vector<std::string>{});
    EXPECT_EQ(faults_of("Sorts in place; `place` is an index, and --place is an option."),
              std::vector<std::string>{});
    EXPECT_EQ(faults_of("It costs 3 nats a token."), std::vector<std::string>{"nats a token: say per"});
    EXPECT_EQ(faults_of("A stand-in for place()"), std::vector<std::string>{});
    const auto prose =
        CodeProse(
            "// One\n// paragraph.\n//\n// Two.\nint a = 1;  // at the end\nf(\"a text\", \"id\", '\"');\n")
            .read();
    std::vector<std::string> texts;
    for (const Prose& one : prose) texts.push_back(one.text);
    EXPECT_EQ(texts, (std::vector<std::string>{"One paragraph.", "Two.", "at the end", "a text"}));
}

TEST(WordsOfTheHouse, ArePlain) {
    std::vector<bool> used(exceptions.size());
    std::map<std::string, int> counts;
    for (const auto& [name, text] : sources())
        for (const Prose& prose : prose_of(name, text))
            for (const std::string& fault : faults_of(prose.text)) {
                const auto known = std::find_if(
                    exceptions.begin(), exceptions.end(),
                    [&, file = std::string_view(name)](const Exception& exception) {
                        return file == exception.file && prose.text.find(exception.text) != std::string::npos;
                    });
                if (known != exceptions.end()) {
                    used[static_cast<std::size_t>(known - exceptions.begin())] = true;
                    continue;
                }
                ++counts[fault];
                ADD_FAILURE() << name << ":" << prose.line << ": " << fault << ": " << prose.text;
            }
    for (std::size_t n = 0; n < exceptions.size(); ++n)
        EXPECT_TRUE(used[n]) << "no longer needed: " << exceptions[n].file << ": " << exceptions[n].text;
    for (const auto& [fault, count] : counts) RecordProperty(fault, count);
}

/// Comments and documents; tables, addresses and what has no space cannot be broken.
TEST(WordsOfTheHouse, FitLinesOf110Columns) {
    for (const auto& [name, text] : sources()) {
        if (is_script(name)) continue;
        std::istringstream input(text);
        bool fenced = false;
        int number = 0;
        for (std::string line; std::getline(input, line);) {
            ++number;
            if (line.starts_with("```")) fenced = !fenced;
            const bool comment =
                line.find("// ") != std::string::npos && line.find("\"") == std::string::npos;
            const bool document =
                !is_code(name) && !fenced && !line.starts_with("|") && !line.starts_with("    ");
            if (!comment && !document) continue;
            const auto columns =
                std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
            if (line.find("http") == std::string::npos && line.find("NOLINT") == std::string::npos) {
                EXPECT_LE(columns, 110) << name << ":" << number << ": " << line;
            }
        }
    }
}

/// Files of the project that a comment names exist. Capital letters stand for a name: `core/views/VIEW`.
TEST(WordsOfTheHouse, FilesThatCommentsNameExist) {
    static const std::regex path(
        "\\b(?:core|app|gpu|shaders|python|tests|scripts|docs|assets)/[\\w/"
        ".-]*\\w\\.(?:cpp|hpp|cu|cuh|comp|md|py|json|txt)\\b");
    const std::set<std::string> of_others{"docs/gguf.md"};  // ggml's
    for (const auto& [name, text] : sources()) {
        if (!is_code(name)) continue;
        for (const Prose& prose : CodeProse(text).read()) {
            if (prose.quoted) continue;
            for (std::sregex_iterator at(prose.text.begin(), prose.text.end(), path), end; at != end; ++at) {
                const std::string file = at->str();
                const bool placeholder = std::any_of(file.begin(), file.end(),
                                                     [](unsigned char c) { return std::isupper(c) != 0; });
                if (!placeholder && !of_others.contains(file)) {
                    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(POSLAB_ROOT) / file))
                        << name << ":" << prose.line << ": " << file;
                }
            }
        }
    }
}

/// Subjects since the commit that brought this rule, if the history is available.
TEST(WordsOfTheHouse, SubjectsOfCommitsAreShort) {
    const std::string git = "git -C '" POSLAB_ROOT "' ";
    const std::string first =
        output_of(git + "log --diff-filter=A --format=%H -- tests/house/prose.hpp 2>/dev/null");
    if (first.size() < 40) GTEST_SKIP() << "no history of git";
    std::istringstream input(
        output_of(git + "log --no-merges --format=%s " + first.substr(0, 40) + "..HEAD"));
    for (std::string subject; std::getline(input, subject);) EXPECT_LE(subject.size(), 72U) << subject;
}

}  // namespace
}  // namespace poslab::test
