#include "core/lessons/lessons.hpp"
#include "tests/cli/command_line_run.hpp"
#include "tests/handout/lesson_cases.hpp"
#include "tests/support/languages.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>

namespace poslab::test {
namespace {

std::string page_of(const Lesson& lesson, Language language, bool answers) {
    const FontLibrary fonts;
    const LessonDocument document = document_of(lesson, language);
    return handout_format("page.html", false)->render({document, fonts, {}, papers[0], answers}, {});
}

/// All matches of the pattern's group, in order.
std::vector<std::string> found(const std::string& text, const char* pattern) {
    const std::regex expression(pattern);
    std::vector<std::string> all;
    for (auto at = std::sregex_iterator(text.begin(), text.end(), expression); at != std::sregex_iterator();
         ++at)
        all.push_back((*at)[1]);
    return all;
}

/// Removes pictures, which make the page too long for regular expressions.
std::string without_pictures(const std::string& page) {
    constexpr std::string_view mark = "base64,";
    std::string text;
    for (std::size_t at = 0; at < page.size();) {
        const std::size_t picture = std::min(page.find(mark, at), page.size());
        text += page.substr(at, picture - at);
        at = std::min(page.find('"', picture), page.size());
    }
    return text;
}

TEST(HtmlPage, IdsAreUniqueAndThere) {
    const std::string page = without_pictures(page_of(test_lesson("windows"), Language::english, true));
    const std::vector<std::string> ids = found(page, "\\bid=\"([^\"]*)\"");
    const std::set<std::string> once(ids.begin(), ids.end());
    EXPECT_EQ(once.size(), ids.size());
    for (const char* pattern : {"url\\(#([^)]*)\\)", "href=\"#([^\"]*)\""})
        for (const std::string& used : found(page, pattern)) EXPECT_EQ(once.count(used), 1U) << used;
}

TEST(HtmlPage, EverythingIsInIt) {
    const std::string page = without_pictures(page_of(test_lesson("windows"), Language::english, true));
    EXPECT_EQ(page.find("<script"), std::string::npos);
    EXPECT_EQ(page.find("@import"), std::string::npos);
    EXPECT_EQ(found(page, "\\bsrc=\"([^\"]*)\"").size(), 0U);
    for (const std::string& address : found(page, "href=\"([^\"]*)\""))
        EXPECT_TRUE(address.starts_with("#") || address.starts_with("data:") ||
                    address == "https://spaces.ac.cn/archives/9708")
            << address;
}

TEST(HtmlPage, BreaksNoLineBetweenAFormulaAndItsComma) {
    const std::string page = without_pictures(page_of(test_lesson("windows"), Language::english, false));
    EXPECT_NE(page.find("</math>,</span> so it grows"), std::string::npos);
    EXPECT_NE(page.find("</math> and key"), std::string::npos);
}

TEST(HtmlPage, SaysItsLanguageAndWhatFiguresShow) {
    const Language chinese = language_with("zh").value();
    const std::string page = without_pictures(page_of(test_lesson("windows"), chinese, false));
    EXPECT_NE(page.find("<html lang=\"zh\">"), std::string::npos);
    const auto labels = found(page, "<svg [^>]*role=\"img\" aria-label=\"([^\"]*)\"");
    EXPECT_EQ(labels.size(), found(page, "(<svg )").size());
    for (const std::string& label : labels) EXPECT_GT(label.size(), 10U);
}

TEST(HtmlPage, AnswersComeOnlyWhereTheyAreAskedFor) {
    const std::string with = page_of(test_lesson("windows"), Language::english, true);
    const std::string without = page_of(test_lesson("windows"), Language::english, false);
    EXPECT_NE(with.find("<details>"), std::string::npos);
    EXPECT_NE(with.find("whose wavelength is"), std::string::npos);
    EXPECT_EQ(without.find("<details>"), std::string::npos);
    EXPECT_EQ(without.find("whose wavelength is"), std::string::npos);
    EXPECT_EQ(without.find("The largest position is"), std::string::npos);
}

TEST(HtmlPage, DoesNotMarkTheRightChoice) {
    for (const LessonReading& reading : built_in_lessons())
        EXPECT_EQ(page_of(reading.lesson, Language::english, false).find("data-right"), std::string::npos)
            << reading.lesson.id;
}

TEST(HtmlPage, DarkColoursHaveTheirRules) {
    const std::string page = without_pictures(page_of(test_lesson("windows"), Language::english, false));
    const auto rules = found(page, "\\.(dark[0-9]+)\\{");
    const std::set<std::string> known(rules.begin(), rules.end());
    const auto used = found(page, "class=\"(dark[0-9]+)\"");
    EXPECT_GT(used.size(), 10U);
    for (const std::string& name : used) EXPECT_EQ(known.count(name), 1U) << name;
}

TEST(HtmlPage, AValidatorFindsNothing) {
    if (run_program({"/usr/bin/env", "sh", "-c", "command -v tidy"}).code != 0)
        GTEST_SKIP() << "tidy is not installed";
    const TemporaryFolder folder;
    for (const Lesson& lesson : every_lesson())
        for (const Language language : test::complete_languages()) {
            const std::string path = folder / "page.html";
            std::ofstream(path) << page_of(lesson, language, true);
            const Ran ran = run_program({"tidy", "-quiet", "-errors", path});
            EXPECT_EQ(ran.code, 0) << lesson.id << ": " << ran.err.substr(0, 2000);
        }
}

}  // namespace
}  // namespace poslab::test
