// The program's lessons in print, in all languages.
#include "app/handout/printed_lesson.hpp"
#include "tests/handout/lesson_cases.hpp"
#include "tests/support/languages.hpp"

#include <algorithm>
#include <set>

namespace poslab::test {
namespace {

constexpr double min_page_text = 8 / 0.75, min_slide_text = 22, rounding = 0.01;

bool is_formula(Font font) {
    return font == Font::math || font == Font::math_upright || font == Font::math_bold;
}

double left_of(const TextRun& run, double width) {
    return run.align == Align::left     ? run.anchor.x
           : run.align == Align::center ? run.anchor.x - width / 2
                                        : run.anchor.x - width;
}

/// Expects that no text is too small and that nothing is outside the page.
void expect_readable(const PdfPage& page, const TextMetrics& metrics, double least) {
    for (const DrawCommand& command : page.draw.commands) {
        const auto* run = std::get_if<TextRun>(&command);
        if (run == nullptr) continue;
        EXPECT_TRUE(is_formula(run->font) || run->size >= least - rounding)
            << run->text << " at " << run->size;
        const double width = metrics.width(run->text, run->font, run->size), left = left_of(*run, width);
        EXPECT_GE(left, 0) << run->text;
        EXPECT_LE(left + width, page.draw.width) << run->text;
        EXPECT_GE(run->anchor.y - run->size, 0) << run->text;
        EXPECT_LE(run->anchor.y, page.draw.height) << run->text;
    }
}

std::vector<std::string> texts(const PdfPage& page) {
    std::vector<std::string> all;
    for (const DrawCommand& command : page.draw.commands)
        if (const auto* run = std::get_if<TextRun>(&command)) all.push_back(run->text);
    return all;
}

bool says(const std::vector<PdfPage>& pages, const std::string& word) {
    return std::any_of(pages.begin(), pages.end(), [&](const PdfPage& page) {
        const auto all = texts(page);
        return std::find(all.begin(), all.end(), word) != all.end();
    });
}

TEST(PrintedLesson, NothingIsTooSmallOrOutside) {
    const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    for (const Lesson& lesson : every_lesson())
        for (const Language language : test::complete_languages()) {
            SCOPED_TRACE(lesson.id + " " + std::string(language.id()));
            const LessonDocument document = document_of(lesson, language);
            for (const Paper& paper : papers)
                for (const PdfPage& page : lesson_pages({document, fonts, {}, paper, true}, {})) {
                    EXPECT_EQ(page.draw.width, paper.width);
                    EXPECT_EQ(page.draw.height, paper.height);
                    expect_readable(page, metrics, min_page_text);
                }
            for (const PdfPage& slide : lesson_slides({document, fonts, {}, papers[0], true}, {})) {
                EXPECT_EQ(slide.draw.width, 1280);
                EXPECT_EQ(slide.draw.height, 720);
                expect_readable(slide, metrics, min_slide_text);
            }
        }
}

TEST(PrintedLesson, AnswersComeOnlyWhereTheyAreAskedFor) {
    const FontLibrary fonts;
    const LessonDocument document = document_of(test_lesson("windows"));
    for (const bool answers : {false, true}) {
        const auto pages = lesson_pages({document, fonts, {}, papers[0], answers}, {});
        EXPECT_EQ(says(pages, "Answers"), answers);
        EXPECT_EQ(says(pages, "wavelength"), answers);  // from a solution
        const auto slides = lesson_slides({document, fonts, {}, papers[0], answers}, {});
        EXPECT_EQ(says(slides, "wavelength"), answers);
        EXPECT_TRUE(says(slides, "itself:"));  // the reason for a right choice
    }
}

/// The question comes before the "try", as in the window.
TEST(PrintedLesson, AsksBeforeItLetsTry) {
    const FontLibrary fonts;
    const LessonDocument document = document_of(test_lesson("windows"));
    const auto place = [](const std::vector<PdfPage>& pages, const std::string& word) {
        std::vector<std::string> all;
        for (const PdfPage& page : pages)
            for (std::string& text : texts(page)) all.push_back(std::move(text));
        const auto found = std::find(all.begin(), all.end(), word);
        EXPECT_NE(found, all.end()) << word;
        return found - all.begin();
    };
    const HandoutRequest request{document, fonts, {}, papers[0], false};
    for (const auto& pages : {lesson_slides(request, {}), lesson_pages(request, {})})
        EXPECT_LT(place(pages, "doubles?"), place(pages, "back.")) << "of 'what was never met comes back.'";
}

TEST(PrintedLesson, EveryStepHasItsBookmark) {
    const FontLibrary fonts;
    const LessonDocument document = document_of(test_lesson("windows"));
    std::vector<std::string> bookmarks;
    for (const PdfPage& page : lesson_pages({document, fonts, {}, papers[1], false}, {}))
        bookmarks.insert(bookmarks.end(), page.bookmarks.begin(), page.bookmarks.end());
    ASSERT_EQ(bookmarks.size(), document.steps.size());
    EXPECT_EQ(bookmarks[1], "2  A window over distances");
}

TEST(PrintedLesson, PagesAreNumbered) {
    const FontLibrary fonts;
    const LessonDocument document = document_of(test_lesson("windows"));
    const auto pages = lesson_pages({document, fonts, {}, papers[0], false}, {});
    for (std::size_t n = 0; n < pages.size(); ++n)
        EXPECT_EQ(texts(pages[n]).back(), std::to_string(n + 1) + " / " + std::to_string(pages.size()));
}

}  // namespace
}  // namespace poslab::test
