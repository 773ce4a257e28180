#include "tests/cli/command_line_run.hpp"

namespace poslab::test {
namespace {

std::vector<std::string> making(const std::string& lesson, const std::string& path, std::vector<std::string> more = {}) {
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
    expect_fine(poslab(making("windows", folder / "c.html", {"--lang", "zh"})));
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
    expect_error(poslab(making("windows", folder / "a.doc")), 2, "must end in .pdf (pages to print) or .html");
    expect_error(poslab(making("windows", folder / "a.html", {"--slides"})), 2, "slides of a lesson must end in .pdf");
    expect_error(poslab(making("windows", folder / "a.pdf", {"--paper", "a3"})), 2, "a4 or letter");
    EXPECT_TRUE(folder.empty());
}

TEST(LessonCommand, ALessonThatIsNoneOrBroken) {
    const TemporaryFolder folder;
    expect_error(poslab(making("nothing", folder / "a.pdf")), 2, "there is none of that name");
    expect_error(poslab(making("broken", folder / "a.pdf")), 3, "broken/lesson.txt:8");
    expect_error(poslab({"lesson", "-o", folder / "a.pdf"}), 2, "which lesson");
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
