// Documents of several pages, and figures within pages of HTML.
#include "app/paint/pdf_pages.hpp"
#include "app/paint/svg_painter.hpp"
#include "core/figure/palette.hpp"
#include "tests/support/pdf_objects.hpp"
#include "tests/support/run_program.hpp"

#include <expat.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <numeric>

namespace poslab::test {
namespace {

PdfPage page_saying(const std::string& text, double width = 200) {
    return {{width, 100, {TextRun{text, {10, 50}, Font::regular, 20, rgb(0), Align::left}}}, {}, {}};
}

std::size_t count_of(const std::string& text, const std::string& what) {
    std::size_t count = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++count;
    return count;
}

TEST(PdfPages, HasEachPageAtItsSize) {
    const FontLibrary fonts;
    PdfPage first = page_saying("one");
    first.links.push_back({{10, 30, 50, 20}, "https://example.org/a'b"});
    first.bookmarks.push_back("First");
    const std::vector<PdfPage> pages{first, page_saying("two", 400)};
    const std::string pdf = pdf_of_pages(pages, fonts, {96, {{"Title", "Two"}}, std::nullopt});
    EXPECT_EQ(count_of(pdf, "/Type /Page %"), 2U);
    EXPECT_EQ(count_of(pdf, "/MediaBox [ 0 0 150 75 ]"), 1U);
    EXPECT_EQ(count_of(pdf, "/MediaBox [ 0 0 300 75 ]"), 1U);
    EXPECT_EQ(count_of(pdf, "/Title (First)"), 1U);
    EXPECT_EQ(count_of(pdf, "/URI (https://example.org/a'b)"), 1U);
    // In points from the lower left corner: 10, 30 to 60, 50 CSS pixels from the top, rounded outwards.
    EXPECT_NE(pdf.find("/Rect [ 7 37 45 53 ]"), std::string::npos);
}

TEST(PdfPages, AllObjectsAreWritten) {
    const FontLibrary fonts;
    for (const std::size_t links : {0U, 1U, 3U}) {
        std::vector<PdfPage> pages{page_saying("one"), page_saying("two")};
        pages[1].links.assign(links, {{10, 30, 50, 20}, "https://example.org"});
        pages[1].bookmarks.assign(links, "Two");
        const std::string pdf = pdf_of_pages(pages, fonts, {96, {}, std::nullopt});
        EXPECT_EQ(missing_objects(pdf), std::vector<std::string>()) << links << " links";
        EXPECT_EQ(count_of(pdf, "/Subtype /Link"), links);
    }
}

/// Rendered to pixels, as a viewer shows the only page.
std::int64_t ink_of(const std::string& path) {
    const Ran ran = run_program({"pdftoppm", "-gray", path});
    const std::size_t pixels = ran.out.size() < 20 ? ran.out.size() : 20;  // after the header
    return std::accumulate(
        ran.out.begin() + static_cast<std::ptrdiff_t>(pixels), ran.out.end(), std::int64_t{0},
        [](std::int64_t sum, char c) { return sum + 255 - static_cast<unsigned char>(c); });
}

TEST(PdfPages, NoChineseCharacterIsLost) {
    if (run_program({"/usr/bin/env", "sh", "-c", "command -v pdftoppm"}).code != 0)
        GTEST_SKIP() << "pdftoppm is not installed";
    const FontLibrary fonts;
    if (fonts.file(Face::cjk).path.empty()) GTEST_SKIP() << "no Chinese font is installed";
    const TemporaryFolder folder;
    for (const std::string text : {"如", "何", "此", "果"}) {
        const PdfPage page = page_saying(text);
        std::ofstream(folder / "a.pdf", std::ios::binary)
            << pdf_of_pages({&page, 1}, fonts, {96, {}, std::nullopt});
        EXPECT_GT(ink_of(folder / "a.pdf"), 255 * 40) << text;
    }
}

bool is_well_formed(const std::string& text) {
    XML_Parser parser = XML_ParserCreate("UTF-8");
    const bool parsed = XML_Parse(parser, text.data(), static_cast<int>(text.size()), 1) == XML_STATUS_OK;
    XML_ParserFree(parser);
    return parsed;
}

DrawList page_drawing(Theme theme) {
    const Palette& colors = palette(theme);
    HeatMap map;
    map.rect = {100, 10, 100, 100};
    map.height = map.width = 64;
    map.values = std::make_shared<const NumberBuffer>(std::vector<double>(64 * 64, 3.0));
    map.scale = {ColorMap::window, ScaleKind::window, 0, 5, 9};
    return {300,
            200,
            {PushClip{{0, 0, 250, 150}}, FillRect{{0, 0, 20, 20}, colors.text, 0},
             FillRect{{30, 0, 20, 20}, rgb(0xE8942F), 0}, map,
             TextRun{"a < b", {5, 50}, Font::regular, 13, colors.text, Align::left}, PopClip{}}};
}

TEST(SvgInPage, IsAnElementWithIdsOfItsOwn) {
    const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    DarkClasses dark;
    std::string both;
    for (const std::string prefix : {"a-", "b-"})
        both += svg_in_page(page_drawing(Theme::light), page_drawing(Theme::dark), rgb(0xFFFFFF),
                            {prefix, "wide", "a \"figure\" & more", dark, metrics});
    EXPECT_TRUE(is_well_formed("<div>" + both + "</div>"));
    EXPECT_EQ(count_of(both, "id=\"a-clip1\""), 1U);
    EXPECT_EQ(count_of(both, "id=\"b-clip1\""), 1U);
    EXPECT_EQ(count_of(both, "url(#a-clip1)"), 1U);
    EXPECT_EQ(count_of(both, "aria-label=\"a &quot;figure&quot; &amp; more\""), 2U);
    EXPECT_EQ(count_of(both, "textLength="), 2U);
    EXPECT_EQ(count_of(both, "<image"), 2U) << "the map is the same in both themes";
}

TEST(SvgInPage, ColoursThatDifferHaveAClass) {
    const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    DarkClasses dark;
    const std::string svg = svg_in_page(page_drawing(Theme::light), page_drawing(Theme::dark), rgb(0xFFFFFF),
                                        {"", "wide", "", dark, metrics});
    EXPECT_EQ(count_of(svg, "class=\"dark1\""), 2U);  // the rectangle and the text
    EXPECT_EQ(count_of(svg, "class=\"dark2\""), 0U);
    EXPECT_EQ(dark.rules(), ".dark1{fill:#ECEDEF}");  // the text colour of the dark theme
}

TEST(SvgInPage, WhatIsDrawnOtherwiseHasItsGround) {
    const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    DarkClasses dark;
    DrawList other = page_drawing(Theme::dark);
    other.commands.pop_back();
    const std::string svg =
        svg_in_page(page_drawing(Theme::light), other, rgb(0xFFFFFF), {"", "wide", "", dark, metrics});
    EXPECT_NE(svg.find("<rect x=\"0\" y=\"0\" width=\"300\" height=\"200\" fill=\"#FFFFFF\"/>"),
              std::string::npos);
    EXPECT_EQ(dark.rules(), "");
}

}  // namespace
}  // namespace poslab::test
