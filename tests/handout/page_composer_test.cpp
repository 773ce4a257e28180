// Page breaks. Chunks are rectangles of known height.
#include "app/handout/page_composer.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace poslab::test
