// Page breaks. Chunks are rectangles of known height.
#include "app/handout/page_composer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace poslab::test {
namespace {

constexpr double heading_height = 30, figure_height = 400, line_height = 20, page_height = 1000;

/// The red component of the colour identifies the chunk.
Chunk chunk(int mark, double height, bool with_next = false) {
    const auto red = static_cast<std::uint8_t>(mark);
    return {{{FillRect{{0, 0, 10, height}, {red, 0, 0, 255}, 0}}, height}, 0, with_next};
}

PageComposer composer() { return PageComposer({500, page_height + 100, 20, 50, 460, page_height}); }

PageSection section(int lines) {
    PageSection section{chunk(1, heading_height),
                        [](double height) { return chunk(2, height); },
                        figure_height,
                        figure_height,
                        {}};
    for (int n = 0; n < lines; ++n) section.rest.push_back(chunk(3, line_height));
    return section;
}

/// Returns the marks of each page from top to bottom; "13" is a heading followed by a line.
std::vector<std::string> marks(const std::vector<PdfPage>& pages) {
    std::vector<std::string> all;
    for (const PdfPage& page : pages) {
        std::string text;
        double last = -1;
        for (const DrawCommand& command : page.draw.commands) {
            const auto& fill = std::get<FillRect>(command);
            EXPECT_GE(fill.rect.y, last);
            EXPECT_LE(fill.rect.bottom(), 50 + page_height + 0.01) << "reaches below the text";
            last = fill.rect.bottom() - 0.01;
            text += static_cast<char>('0' + fill.color.r);
        }
        all.push_back(text);
    }
    return all;
}

TEST(PageComposer, AHeadingGoesWithWhatFollows) {
    PageComposer pages = composer();
    pages.add_chunks({chunk(4, page_height - heading_height - 5)});
    pages.add_chunks({chunk(1, heading_height, true), chunk(3, line_height)});
    EXPECT_EQ(marks(pages.take()), (std::vector<std::string>{"4", "13"}));
}

TEST(PageComposer, AFigureStandsBelowItsHeading) {
    PageComposer pages = composer();
    pages.add_section(section(2));
    EXPECT_EQ(marks(pages.take()), (std::vector<std::string>{"1233"}));
}

TEST(PageComposer, AFigureWithoutRoomWaitsForTheNextPage) {
    PageComposer pages = composer();
    // leaves 425: too little for both, but too much for a page break before the heading
    pages.add_chunks({chunk(4, 575)});
    pages.add_section(section(25));
    EXPECT_EQ(marks(pages.take()), (std::vector<std::string>{"4"
                                                             "1" +
                                                                 std::string(19, '3'),
                                                             "2" + std::string(6, '3')}));
}

TEST(PageComposer, BeginsANewPageIfRoomIsShort) {
    PageComposer pages = composer();
    pages.add_chunks({chunk(4, 700)});
    pages.add_section(section(2));
    EXPECT_EQ(marks(pages.take()), (std::vector<std::string>{"4", "1233"}));
}

TEST(PageComposer, AParagraphLeavesNoLineAlone) {
    std::vector<FlowLine> lines(
        4, FlowLine{10, line_height, 15, {FillRect{{0, 0, 10, line_height}, {3, 0, 0, 255}, 0}}});
    PageComposer pages = composer();
    pages.add_chunks({chunk(4, page_height - 3 * line_height - 1)});
    pages.add_chunks(paragraph(lines, 0));
    EXPECT_EQ(marks(pages.take()), (std::vector<std::string>{"433", "33"}));
}

/// Texts of lessons may be longer than a page: a question in a box, an exercise, the labels of a figure.
TEST(PageComposer, AChunkThatIsHigherThanAPageIsSplitBetweenItsLines) {
    constexpr int lines = 130;
    Chunk box{{{FillRect{{0, 0, 10, lines * line_height}, {7, 0, 0, 255}, 0}}, lines * line_height}};
    for (int n = 0; n < lines; ++n) {
        box.what.commands.push_back(
            TextRun{std::to_string(n), {0, n * line_height + 15}, Font::regular, 14, {}});
        box.what.tops.push_back(n * line_height);
    }
    PageComposer composer = test::composer();
    composer.add_chunks({chunk(4, 100), std::move(box), chunk(3, line_height)});
    const std::vector<PdfPage> pages = composer.take();
    ASSERT_EQ(pages.size(), 4U);
    int next = 0;
    double filled = 0;
    for (const PdfPage& page : pages)
        for (const DrawCommand& command : page.draw.commands) {
            if (const auto* run = std::get_if<TextRun>(&command)) {
                EXPECT_EQ(run->text, std::to_string(next++));
                EXPECT_GE(run->anchor.y - 14, 50);
                EXPECT_LE(run->anchor.y, 50 + page_height);
            } else if (const auto& fill = std::get<FillRect>(command); fill.color.r == 7) {
                filled += fill.rect.height;
            }
        }
    EXPECT_EQ(next, lines);
    EXPECT_NEAR(filled, lines * line_height, 1e-9);
}

}  // namespace
}  // namespace poslab::test
