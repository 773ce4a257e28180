#include "tests/cli/command_line_run.hpp"
#include "tests/support/pdf_objects.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace poslab::test {
namespace {

std::vector<std::string> making(const std::string& lesson, const std::string& path,
                                std::vector<std::string> more = {}) {
    std::vector<std::string> words{"lesson", lesson, "--lessons", POSLAB_TEST_LESSONS, "-o", path};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(LessonCommand, WritesWhatItsEndingSays) {
    const TemporaryFolder folder;
    expect_fine(poslab(making("windows", folder / "a.pdf", {"--answers", "--paper", "letter"})));
    EXPECT_TRUE(read_file(folder / "a.pdf").starts_with("%PDF-"));
    EXPECT_NE(read_file(folder / "a.pdf").find("/MediaBox [ 0 0 612 792 ]"), std::string::npos);
    expect_fine(poslab(making("windows", folder / "b.pdf", {"--slides"})));
    EXPECT_NE(read_file(folder / "b.pdf").find("/MediaBox [ 0 0 960 540 ]"), std::string::npos);
    EXPECT_NE(read_file(folder / "b.pdf").find("/Title (Windows)"), std::string::npos);
    for (const std::string name : {"a.pdf", "b.pdf"})
        EXPECT_EQ(missing_objects(read_file(folder / name)), std::vector<std::string>()) << name;
    const Ran chinese = poslab(making("windows", folder / "c.html", {"--lang", "zh"}));
    EXPECT_EQ(chinese.code, 0);
    EXPECT_EQ(without_times(chinese.err), "poslab: note: --lang zh：该课程没有翻译，正文为英文\n");
    EXPECT_TRUE(read_file(folder / "c.html").starts_with("<!DOCTYPE html>"));
}

TEST(LessonCommand, TheSameLessonMakesTheSameFile) {
    const TemporaryFolder folder;
    for (const std::string name : {"a.pdf", "a.html"}) {
        expect_fine(poslab(making("windows", folder / name)));
        const std::string before = read_file(folder / name);
        expect_fine(poslab(making("windows", folder / name)));
        EXPECT_TRUE(read_file(folder / name) == before) << name;
    }
}

TEST(LessonCommand, AnotherEndingNamesThose) {
    const TemporaryFolder folder;
    expect_error(poslab(making("windows", folder / "a.doc")), 2,
                 "must end in .pdf (pages to print) or .html");
    expect_error(poslab(making("windows", folder / "a.html", {"--slides"})), 2,
                 "slides of a lesson must end in .pdf");
    expect_error(poslab(making("windows", folder / "a.pdf", {"--paper", "a3"})), 2, "a4 or letter");
    EXPECT_TRUE(folder.empty());
}

TEST(LessonCommand, ALessonThatIsNoneOrBroken) {
    const TemporaryFolder folder;
    expect_error(poslab(making("nothing", folder / "a.pdf")), 2, "unknown name");
    expect_error(poslab(making("broken", folder / "a.pdf")), 3, "broken/lesson.txt:8");
    expect_error(poslab({"lesson", "-o", folder / "a.pdf"}), 2, "needs a lesson name");
    expect_error(poslab({"lesson", "--list", "--lessons", folder / "none"}), 3, "no folder has this name");
    EXPECT_TRUE(folder.empty());
}

TEST(LessonCommand, WhatIsWrongIsToldWithoutControlCharacters) {
    const TemporaryFolder folder;
    std::ofstream(folder / "lesson.txt")
        << "lesson: 1\ntitle: A\nsummary: B\nminutes: 1\nstep: one\ntitle: C\nshow: position-matrix\n"
           "text: {\x1B[2Jx}\n";
    const Ran ran = poslab({"lesson", "--check", folder.path()});
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_NE(ran.out.find("\\x1B[2Jx"), std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find('\x1B'), std::string::npos);
}

/// A lesson with one step and these additional lines.
std::string short_lesson(const std::string& title, const std::string& more = {}) {
    return "lesson: 1\ntitle: " + title + "\nsummary: B\nminutes: 1\n" + more +
           "step: one\ntitle: C\nshow: position-matrix --length 64\ntext: D.\n";
}

TEST(LessonCommand, ACheckSaysThatAllIsWell) {
    const TemporaryFolder folder;
    std::ofstream(folder / "lesson.txt") << short_lesson("A");
    for (const std::string& location : {folder.path(), folder / "lesson.txt"}) {
        const Ran ran = poslab({"lesson", "--check", location});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(ran.out, "1 step, no faults\n");
    }
    const std::string windows = POSLAB_TEST_LESSONS "/windows";
    EXPECT_EQ(poslab({"lesson", "--check", windows}).out, "4 steps, no faults\n");
    EXPECT_EQ(poslab({"lesson", "--check", windows, "--lang", "zh"}).out, "4 步，没有错误\n");
    expect_error(poslab({"lesson", "--check", folder / "missing"}), 3, "no folder or lesson has this name");
    std::filesystem::create_directory(folder / "empty");
    expect_error(poslab({"lesson", "--check", folder / "empty"}), 3, "the folder has no lesson.txt");
}

TEST(LessonCommand, AListHasOneLinePerLesson) {
    const TemporaryFolder folder;
    for (const std::string name : {"a\nb\x1B[2J", "c"}) std::filesystem::create_directory(folder / name);
    std::ofstream(folder / "a\nb\x1B[2J/lesson.txt") << short_lesson("A");
    std::ofstream(folder / "c/lesson.txt") << "lesson: 1\nti\xE2\x80\xAEtle: A\n";
    const std::string without = poslab({"lesson", "--list"}).out;
    const Ran ran = poslab({"lesson", "--list", "--lessons", folder.path()});
    EXPECT_EQ(std::count(ran.out.begin(), ran.out.end(), '\n'),
              std::count(without.begin(), without.end(), '\n') + 2)
        << ran.out;
    EXPECT_NE(ran.out.find("\na\\x0Ab\\x1B[2J"), std::string::npos) << ran.out;
    EXPECT_NE(ran.out.find("unknown key 'ti\\xE2\\x80\\xAEtle'"), std::string::npos) << ran.out;
}

TEST(LessonCommand, AListHasPlainTitles) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "marked");
    std::ofstream(folder / "marked/lesson.txt") << short_lesson("Why *this* has $a^2$");
    const Ran ran = poslab({"lesson", "--list", "--lessons", folder.path()});
    EXPECT_NE(ran.out.find("min  Why this has a²\n"), std::string::npos) << ran.out;
}

TEST(LessonCommand, WritesOverNoFileOfTheLesson) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "own");
    const std::string config = R"({"model_type": "llama", "head_dim": 8, "rope_theta": 10000.0})",
                      text = short_lesson("A") +
                             "step: two\ntitle: E\ntext: F.\nshow: frequencies --config c.html\n";
    std::ofstream(folder / "own/lesson.txt") << text;
    std::ofstream(folder / "own/c.html") << config;
    std::filesystem::create_symlink("own/lesson.txt", folder / "link.html");
    std::filesystem::create_hard_link(folder / "own/c.html", folder / "hard.html");
    for (const std::string name : {"link.html", "hard.html", "own/c.html"}) {
        expect_error(poslab({"lesson", "own", "--lessons", folder.path(), "-o", folder / name}), 4,
                     name == "link.html" ? "the lesson reads this file" : "--config reads this file");
        EXPECT_EQ(read_file(folder / "own/lesson.txt"), text);
        EXPECT_EQ(read_file(folder / "own/c.html"), config);
    }
}

TEST(LessonCommand, ATitleHasNoNumbers) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "own");
    for (const std::string title : {"{param:w}", "{4}", "{value:max_position|2} and *more*", "{"}) {
        std::ofstream(folder / "own/lesson.txt") << short_lesson(title);
        const Ran checked = poslab({"lesson", "--check", folder / "own"});
        EXPECT_EQ(checked.code, 1) << checked.err;
        EXPECT_NE(checked.out.find("lesson.txt:2: "), std::string::npos) << checked.out;
        for (const std::string name : {"a.html", "a.pdf"})
            expect_error(poslab({"lesson", "own", "--lessons", folder.path(), "-o", folder / name}), 3,
                         "lesson.txt:2");
        EXPECT_EQ(poslab({"lesson", "--list", "--lessons", folder.path()}).code, 0);
    }
}

/// Numbers in a translated title are refused, too: a title has no figure to compute them from.
TEST(LessonCommand, ATranslatedTitleHasNoNumbers) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "own");
    std::ofstream(folder / "own/lesson.txt") << short_lesson("A");
    std::ofstream(folder / "own/zh.po") << "msgid \"A\"\nmsgstr \"{param:w}\"\n";
    expect_error(
        poslab({"lesson", "own", "--lessons", folder.path(), "-o", folder / "a.html", "--lang", "zh"}), 3,
        "lesson.txt:2");
}

TEST(LessonCommand, ASourceCannotLeaveItsLink) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "own");
    std::ofstream(folder / "own/lesson.txt")
        << short_lesson("A", "source: https://example.org/a) /S /JavaScript (\\'\"><b>\n");
    for (const std::string name : {"a.html", "a.pdf"}) {
        expect_fine(poslab({"lesson", "own", "--lessons", folder.path(), "-o", folder / name}));
        const std::string file = read_file(folder / name);
        if (name == "a.pdf") {
            EXPECT_EQ(file.find("/S /JavaScript"), std::string::npos);  // in an HTML page it is plain text
        }
        EXPECT_NE(file.find("https://example.org/a%29%20/S%20/JavaScript%20%28%5C%27%22%3E%3Cb%3E"),
                  std::string::npos)
            << name;
    }
    std::ofstream(folder / "own/lesson.txt") << short_lesson("A", "source: javascript:alert(1)\n");
    expect_fine(poslab({"lesson", "own", "--lessons", folder.path(), "-o", folder / "a.html"}));
    EXPECT_EQ(read_file(folder / "a.html").find("href=\"javascript"), std::string::npos);
}

TEST(LessonCommand, AThemeIsFollowedOrSaidToBeIgnored) {
    const TemporaryFolder folder;
    const Ran dark = poslab(making("windows", folder / "dark.pdf", {"--slides", "--theme", "dark"}));
    expect_fine(dark);
    EXPECT_EQ(dark.err.find("theme"), std::string::npos);
    expect_fine(poslab(making("windows", folder / "light.pdf", {"--slides"})));
    EXPECT_NE(read_file(folder / "dark.pdf"), read_file(folder / "light.pdf"));
    for (const std::string name : {"a.pdf", "a.html"}) {
        const Ran ran = poslab(making("windows", folder / name, {"--theme", "dark"}));
        EXPECT_EQ(ran.code, 0);
        EXPECT_NE(ran.err.find("--theme dark is ignored: "), std::string::npos) << ran.err;
    }
    expect_error(poslab(making("windows", folder / "b.pdf", {"--theme", "blue"})), 2,
                 "must be light or dark");
}

TEST(LessonCommand, LongTextsAreWholeOrRefused) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "own");
    std::string words;
    for (int n = 0; n < 2000; ++n) words += "word ";
    std::ofstream(folder / "own/lesson.txt") << short_lesson("A") + "predict: Which?\nchoice: " + words +
                                                    "\nchoice: None.\nright: 1\nbecause: E.\n";
    const Ran pages = poslab({"lesson", "own", "--lessons", folder.path(), "-o", folder / "a.pdf"});
    EXPECT_EQ(pages.code, 0) << pages.err;
    expect_error(poslab({"lesson", "own", "--lessons", folder.path(), "-o", folder / "b.pdf", "--slides"}), 3,
                 "its texts have no room");
    EXPECT_FALSE(std::filesystem::exists(folder / "b.pdf"));
}

/// Labels of marks are at the bottom of the column of a slide's texts.
TEST(LessonCommand, TextsOfSlidesDoNotMeetLabels) {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "own");
    std::string words;
    for (int n = 0; n < 60; ++n) words += "words ";
    std::ofstream(folder / "own/lesson.txt") << short_lesson("A") + "look: panel | " + words +
                                                    "\npredict: Which?\nchoice: " + words +
                                                    "\nchoice: None.\nright: 1\nbecause: E.\n";
    expect_error(poslab({"lesson", "own", "--lessons", folder.path(), "-o", folder / "b.pdf", "--slides"}), 3,
                 "its texts have no room");
}

TEST(LessonCommand, AFullDiskLeavesNothing) {
    for (const std::string name : {"a.pdf", "a.html"}) {
        const TemporaryFolder folder;
        RunOptions options;
        options.largest_file = 512;  // bytes: every write beyond fails, as on a full disk
        expect_error(poslab(making("windows", folder / name), options), 4, name);
        EXPECT_TRUE(folder.empty()) << name;
    }
    const TemporaryFolder folder;
    expect_error(poslab(making("windows", folder / "missing/a.pdf")), 4, "does not exist");
}

}  // namespace
}  // namespace poslab::test
