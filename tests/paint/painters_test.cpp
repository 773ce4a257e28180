#include "app/paint/picture.hpp"
#include "app/paint/svg_painter.hpp"
#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/base/memory_ledger.hpp"

#include <expat.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <png.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

#include <unistd.h>

namespace poslab {
namespace {

constexpr Color white = rgb(0xFFFFFF);

HeatMap heat_map(Rect rect, std::int64_t cells) {
    std::vector<double> values(static_cast<std::size_t>(cells * cells), 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i % 10);
    HeatMap map;
    map.rect = rect;
    map.height = map.width = cells;
    map.values = std::make_shared<const NumberBuffer>(std::move(values));
    map.scale = {ColorMap::window, ScaleKind::window, 0, 5, 9};
    map.nan_fill = rgb(0xE2E2DD);
    map.nan_mark = rgb(0x7C7F7C);
    return map;
}

HeatMap marked_cells() {
    HeatMap map = heat_map({10, 10, 100, 100}, 10);
    map.gap = 1;
    map.hatch_above = 7;
    auto values = std::make_shared<NumberBuffer>(*map.values);
    (*values)[3] = masked_value();
    (*values)[4] = std::numeric_limits<double>::infinity();
    map.values = values;
    return map;
}

DrawList everything() {
    const std::vector<Point> broken{{0, 0}, {300, 200}, {std::nan(""), 3}, {10, 10}, {20, 20}};
    DrawList list{300, 200, {}};
    list.commands = {
        FillRect{{0, 0, 20, 20}, rgb(0xFF0000), 0},
        StrokeRect{{30.5, 0.5, 20, 20}, rgb(0x00FF00), 1, 4},
        PushClip{{5, 5, 250, 150}},
        PushClip{{0, 0, 105, 300}},
        marked_cells(),
        PopClip{},
        heat_map({150, 10, 100, 100}, 64),
        Polyline{broken, rgb(0x0072B2).with_alpha(0.5), 2, {8, 4}, false},
        PopClip{},
        FillPolygon{{{200, 150}, {220, 150}, {210, 170}}, rgb(0x4B44C4)},
        FillCircle{{250, 170}, 10, rgb(0x0000FF)},
        TextRun{"query <i> & \"j\" ↓", {20, 180}, Font::semibold, 13, rgb(0x17191C), Align::left},
        TextRun{"位置", {280, 190}, Font::regular, 13, rgb(0x17191C), Align::right},
        TextRun{
            std::string("bad\x01\xFF\0bytes", 11), {150, 190}, Font::mono, 11, rgb(0x17191C), Align::center}};
    return list;
}

/// For PDF without Chinese: Cairo 1.16 leaks a few bytes for each embedded Chinese font, which the sanitizer
/// would attribute to us.
DrawList everything_but_chinese() {
    DrawList list = everything();
    std::erase_if(list.commands, [](const DrawCommand& c) {
        const auto* const run = std::get_if<TextRun>(&c);
        return run != nullptr && run->align == Align::right;
    });
    return list;
}

using Pixel = std::array<int, 4>;

struct Decoded {
    int width = 0, height = 0, channels = 0;
    double dpi = 0;
    std::map<std::string, std::string> text;
    std::vector<std::uint8_t> bytes;
    [[nodiscard]] Pixel at(int x, int y) const {
        Pixel pixel{0, 0, 0, 255};
        for (int k = 0; k < channels; ++k) {
            pixel[static_cast<std::size_t>(k)] =
                bytes[static_cast<std::size_t>((y * width + x) * channels + k)];
        }
        return pixel;
    }
};

void read_bytes(png_structp png, png_bytep out, png_size_t size) {
    auto* const rest = static_cast<std::string_view*>(png_get_io_ptr(png));
    if (rest->size() < size) png_error(png, "short");
    std::copy_n(rest->data(), size, out);
    rest->remove_prefix(size);
}

Decoded decode(std::string_view file) {
    Decoded picture;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(png);
    png_set_read_fn(png, &file, read_bytes);
    png_read_png(png, info, PNG_TRANSFORM_EXPAND, nullptr);
    picture.width = static_cast<int>(png_get_image_width(png, info));
    picture.height = static_cast<int>(png_get_image_height(png, info));
    picture.channels = png_get_channels(png, info);
    picture.dpi = png_get_x_pixels_per_meter(png, info) * 0.0254;
    png_textp text = nullptr;
    const int chunks = png_get_text(png, info, &text, nullptr);
    for (int i = 0; i < chunks; ++i) picture.text[text[i].key] = text[i].text;
    png_bytepp rows = png_get_rows(png, info);
    const std::ptrdiff_t length = static_cast<std::ptrdiff_t>(picture.width) * picture.channels;
    for (int y = 0; y < picture.height; ++y)
        picture.bytes.insert(picture.bytes.end(), rows[y], rows[y] + length);
    png_destroy_read_struct(&png, &info, nullptr);
    return picture;
}

class Painters : public testing::Test {
  protected:
    [[nodiscard]] std::string render(const DrawList& list, OneOf<PictureFormat> format,
                                     std::optional<Color> background = white, double dpi = 96,
                                     const PictureMetadata& metadata = {}) const {
        return render_picture(list, fonts_, format, dpi, metadata, background);
    }
    FontLibrary fonts_;
};

TEST_F(Painters, TextsThatLookLikePartsOfAFileAreReadBack) {
    for (const char* text : {"endobj", "/Producer (x)", "/Title /Subject /Creator (y)", "/Info 1 0 R",
                             ">> (a) \\( trailer", "</desc>", "]]>"})
        for (const PictureFormat* format : PictureFormat::all()) {
            if (format->render == nullptr || format->metadata == nullptr) continue;
            const PictureMetadata metadata{{"Title", text}, {"Description", text}, {"Software", "PosLab"}};
            const auto read =
                format->metadata(render(everything_but_chinese(), format->id, white, 96, metadata));
            ASSERT_TRUE(read) << format->id;
            EXPECT_EQ(*read, metadata) << format->id << " " << text;
        }
}

// For a file of 200 bytes that claims a huge text, libpng allocated 1.8 GB.
TEST_F(Painters, PngWhoseTextClaimsMoreThanAMebibyteIsNotRead) {
    const std::array<std::uint8_t, 4> pixel{};
    const auto read_with = [&](std::size_t size) {
        return OneOf<PictureFormat>("png")->metadata(
            encode_png({pixel.data(), 1, 1, 4, PixelOrder::argb32_premultiplied, true}, 96,
                       {{"Title", std::string(size, 'T')}}));
    };
    EXPECT_TRUE(read_with((1U << 20U) - 16));
    EXPECT_FALSE(read_with((1U << 20U) + 16));
}

// A file of 1 MB whose 990 compressed texts have a mebibyte each took 1.05 GB.
TEST_F(Painters, PngWithHundredsOfTextsIsNotRead) {
    const std::array<std::uint8_t, 4> pixel{};
    const auto read_with = [&](int count) {
        PictureMetadata metadata;
        for (int n = 0; n < count; ++n) metadata[fmt::format("Text{}", n)] = "T";
        return OneOf<PictureFormat>("png")->metadata(
            encode_png({pixel.data(), 1, 1, 4, PixelOrder::argb32_premultiplied, true}, 96, metadata));
    };
    const auto some = read_with(20);
    ASSERT_TRUE(some);
    EXPECT_EQ(some->size(), 20U);
    EXPECT_FALSE(read_with(200));
}

// Only opaque pictures were in the ledger of memory.
TEST_F(Painters, PngWithoutABackgroundIsInTheLedgerOfMemory) {
    DrawList list;
    list.width = list.height = 2000;
    memory_ledger::set_limit(memory_ledger::taken() + 0x1p20);
    EXPECT_THROW(static_cast<void>(render(list, "png", std::nullopt)), LedgerExceeded);
    EXPECT_THROW(static_cast<void>(render(list, "png")), LedgerExceeded);
    memory_ledger::set_limit(std::numeric_limits<double>::infinity());
}

// Cairo copies a map's image, and records 750 bytes or more for a cell, until the page is written.
TEST_F(Painters, PdfsHeatMapsAreInTheLedgerOfMemory) {
    DrawList image, cells;
    image.width = image.height = cells.width = cells.height = 1000;
    image.commands.emplace_back(heat_map({0, 0, 500, 500}, 500));
    cells.commands.emplace_back(heat_map({0, 0, 1000, 1000}, 50));
    const double before = memory_ledger::taken();
    memory_ledger::set_limit(before + 6e6);
    EXPECT_NO_THROW(static_cast<void>(render(image, "png")));
    EXPECT_THROW(static_cast<void>(render(image, "pdf")), LedgerExceeded) << "4 MB, and 4 MB of the copy";
    memory_ledger::set_limit(before + 2e6);
    EXPECT_THROW(static_cast<void>(render(cells, "pdf")), LedgerExceeded);
    memory_ledger::set_limit(std::numeric_limits<double>::infinity());
    EXPECT_FALSE(render(cells, "pdf").empty());
    EXPECT_EQ(memory_ledger::taken(), before);
}

TEST_F(Painters, PngHasSizeDpiAndMetadata) {
    const PictureMetadata metadata{{"Title", "T"}, {"Command", "poslab plot 位"}};
    const Decoded png = decode(render(everything(), "png", white, 144, metadata));
    EXPECT_EQ(png.width, 450);
    EXPECT_EQ(png.height, 300);
    EXPECT_EQ(png.channels, 3);
    EXPECT_NEAR(png.dpi, 144, 0.02);
    EXPECT_EQ(png.text.at("Title"), "T");
    EXPECT_EQ(png.text.at("Command"), "poslab plot 位");
}

TEST_F(Painters, PngHasTheColours) {
    const Decoded png = decode(render(everything(), "png"));
    EXPECT_EQ(png.at(2, 8), (Pixel{255, 0, 0, 255}));
    EXPECT_EQ(png.at(250, 170), (Pixel{0, 0, 255, 255}));
    EXPECT_EQ(png.at(210, 155), (Pixel{0x4B, 0x44, 0xC4, 255}));
    EXPECT_EQ(png.at(12, 34), (Pixel{0xFB, 0xE3, 0xBC, 255}));  // value 0
    EXPECT_EQ(png.at(64, 34), (Pixel{0x48, 0x76, 0xA4, 255}));  // value 5 = w
    EXPECT_EQ(png.at(69, 34), (Pixel{255, 255, 255, 255}));     // the gap
    EXPECT_EQ(png.at(46, 16), (Pixel{255, 255, 255, 255}));     // masked
    EXPECT_EQ(png.at(50, 14), (Pixel{0xE2, 0xE2, 0xDD, 255}));  // infinity, next to its cross
    EXPECT_EQ(png.at(107, 42), (Pixel{255, 255, 255, 255}));    // beyond the inner clip
}

TEST_F(Painters, PngDrawsText) {
    if (fonts_.file(Face::regular).path.empty()) GTEST_SKIP() << "no fonts installed";
    const DrawList list{60, 30, {TextRun{"HHHH", {30, 22}, Font::regular, 18, rgb(0), Align::center}}};
    const Decoded png = decode(render(list, "png"));
    int dark = 0;
    for (int y = 0; y < 30; ++y) {
        for (int x = 0; x < 60; ++x) dark += png.at(x, y)[0] < 80 ? 1 : 0;
    }
    EXPECT_GT(dark, 60);
    EXPECT_LT(dark, 600);
}

TEST_F(Painters, PngMayBeTransparent) {
    const Decoded png = decode(render(everything(), "png", std::nullopt));
    EXPECT_EQ(png.channels, 4);
    EXPECT_EQ(png.at(299, 100)[3], 0);
    EXPECT_EQ(png.at(2, 8), (Pixel{255, 0, 0, 255}));
}

TEST_F(Painters, PngRefusesWhatIsTooLarge) {
    EXPECT_THROW(static_cast<void>(render({1e6, 10, {}}, "png")), TooLarge);
    EXPECT_THROW(static_cast<void>(render({100, 100, {}}, "png", white, 1e9)), TooLarge);
}

TEST(EncodePng, ReadsEveryOrderAndUpsideDown) {
    const std::array<std::uint8_t, 16> rgba{1, 2, 3, 255, 4, 5, 6, 128, 7, 8, 9, 0, 10, 11, 12, 255};
    const Decoded plain = decode(encode_png({rgba.data(), 2, 2, 8, PixelOrder::rgba8, false}, 96, {}));
    EXPECT_EQ(plain.at(1, 0), (Pixel{4, 5, 6, 128}));
    EXPECT_EQ(plain.at(0, 1), (Pixel{7, 8, 9, 0}));
    const Decoded flipped = decode(encode_png({rgba.data() + 8, 2, 2, -8, PixelOrder::rgba8, true}, 96, {}));
    EXPECT_EQ(flipped.channels, 3);
    EXPECT_EQ(flipped.at(1, 0), (Pixel{10, 11, 12, 255}));
    EXPECT_EQ(flipped.at(0, 1), (Pixel{1, 2, 3, 255}));
    const Decoded rgb8 = decode(encode_png({rgba.data(), 2, 2, 6, PixelOrder::rgb8, false}, 96, {}));
    EXPECT_EQ(rgb8.at(1, 1), (Pixel{8, 9, 0, 255}));
    EXPECT_THROW(static_cast<void>(encode_png({rgba.data(), 0, 2, 8, PixelOrder::rgba8, false}, 96, {})),
                 OutputError);
}

// A palette has room for 256 colours; one more is written as RGBA.
TEST(EncodePng, CompactPicturesHaveTheSamePixels) {
    for (const int colors : {1, 256, 257}) {
        std::vector<std::uint8_t> rgba;
        for (int x = 0; x < 600; ++x) {
            const auto low = static_cast<std::uint8_t>(x % colors),
                       high = static_cast<std::uint8_t>(x % colors >> 8);
            rgba.insert(rgba.end(), {low, high, 7, static_cast<std::uint8_t>(255 - low)});
        }
        const PixelView view{rgba.data(), 300, 2, 1200, PixelOrder::rgba8, false, true};
        const std::string file = encode_png(view, 96, {});
        EXPECT_EQ(file[25], colors == 257 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_PALETTE);
        const Decoded png = decode(file);
        for (int x = 0; x < 600; ++x) {
            const std::uint8_t* const pixel = rgba.data() + 4 * static_cast<std::ptrdiff_t>(x);
            ASSERT_EQ(png.at(x % 300, x / 300), (Pixel{pixel[0], pixel[1], pixel[2], pixel[3]}))
                << colors << ' ' << x;
        }
    }
}

// Rows of noise with known pixels, with and without alpha.
TEST(EncodePng, ReadsLargePicturesOfNoise) {
    constexpr int width = 700, height = 801;
    std::vector<std::uint8_t> rgba(std::size_t{4} * width * height);
    std::uint32_t state = 1;
    for (std::uint8_t& byte : rgba)
        byte = static_cast<std::uint8_t>((state = state * 1664525U + 1013904223U) >> 24U);
    for (const bool opaque : {false, true}) {
        const Decoded png =
            decode(encode_png({rgba.data(), width, height, 4 * width, PixelOrder::rgba8, opaque}, 96, {}));
        EXPECT_EQ(png.channels, opaque ? 3 : 4);
        int wrong = 0;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const std::uint8_t* const in = rgba.data() + 4 * (static_cast<std::ptrdiff_t>(y) * width + x);
                const Pixel want{in[0], in[1], in[2], opaque ? std::uint8_t{255} : in[3]};
                if (!(png.at(x, y) == want)) ++wrong;
            }
        EXPECT_EQ(wrong, 0);
    }
}

void collect(void* to, const XML_Char* text, int length) {
    static_cast<std::string*>(to)->append(text, static_cast<std::size_t>(length));
}

/// Returns the text between the tags; fails the test if the file is not well-formed.
std::string text_of_xml(const std::string& file) {
    std::string text;
    XML_Parser parser = XML_ParserCreate(nullptr);
    XML_SetUserData(parser, &text);
    XML_SetCharacterDataHandler(parser, collect);
    const bool fine = XML_Parse(parser, file.data(), static_cast<int>(file.size()), 1) == XML_STATUS_OK;
    EXPECT_TRUE(fine) << XML_ErrorString(XML_GetErrorCode(parser));
    XML_ParserFree(parser);
    return text;
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

TEST_F(Painters, SvgIsWellFormedAndHasTheTexts) {
    const PictureMetadata metadata{{"Title", "a < b & c\x02"}, {"Command", "poslab 'x'"}};
    const std::string svg = render(everything(), "svg", white, 96, metadata);
    const std::string text = text_of_xml(svg);
    EXPECT_NE(text.find("a < b & c\n"), std::string::npos);
    EXPECT_NE(text.find("Command: poslab 'x'"), std::string::npos);
    EXPECT_NE(text.find("query <i> & \"j\" ↓"), std::string::npos);
    EXPECT_NE(text.find("位置"), std::string::npos);
    EXPECT_NE(text.find("bad\xEF\xBF\xBD"
                        "bytes"),
              std::string::npos);
    EXPECT_NE(svg.find("font-family=\"Inter, 'Noto Sans CJK SC', sans-serif\""), std::string::npos);
    EXPECT_NE(svg.find("text-anchor=\"end\""), std::string::npos);
    EXPECT_EQ(svg, render(everything(), "svg", white, 96, metadata));
}

TEST_F(Painters, SvgSurvivesEveryByte) {
    for (int i = 0; i < 256; ++i) {
        const char byte = static_cast<char>(i);
        const std::string text{
            '<', byte, '>', static_cast<char>(0xEF), static_cast<char>(0xBF), byte, ']', ']', '>', '-', '-'};
        const DrawList list{9, 9, {TextRun{text, {0, 0}, Font::math, 9, rgb(0), Align::left}}};
        static_cast<void>(text_of_xml(paint_svg(list, {{text, text}, {"Title", text}}, {})));
    }
}

TEST_F(Painters, SvgClosesItsGroups) {
    static_cast<void>(
        text_of_xml(paint_svg({9, 9, {PopClip{}, PushClip{{0, 0, 5, 5}}, PushClip{{1, 1, 5, 5}}}}, {}, {})));
}

TEST_F(Painters, SvgDrawsLargeCellsAsRectanglesAndManyAsAPicture) {
    const DrawList few{100, 100, {heat_map({0, 0, 100, 100}, 10)}};
    EXPECT_EQ(count(paint_svg(few, {}, {}), "<rect "), 100U + 1);  // plus the clip
    EXPECT_EQ(count(paint_svg(few, {}, {}), "<image "), 0U);
    const DrawList many{100, 100, {heat_map({0, 0, 100, 100}, 64)}};
    EXPECT_EQ(count(paint_svg(many, {}, {}), "<image "), 1U);
    // Nine visible cells of a million.
    const DrawList window{
        100, 100, {PushClip{{0, 0, 100, 100}}, heat_map({-1010, -1010, 50000, 50000}, 1000)}};
    EXPECT_EQ(count(paint_svg(window, {}, {}), "<rect "), 9U + 2);
}

TEST_F(Painters, SvgPictureIsAPngOfTheVisiblePart) {
    const std::string svg = paint_svg({100, 50, {heat_map({0, 0, 100, 100}, 64)}}, {}, {});
    EXPECT_NE(svg.find("xlink:href=\"data:image/png;base64,iVBORw0KGgo"), std::string::npos);
    EXPECT_NE(svg.find("<image x=\"0\" y=\"0\" width=\"100\" height=\"50\""), std::string::npos);
}

TEST_F(Painters, SvgDrawsTheColumnsOfABandAsOnePath) {
    const auto column = [](double x, double y, std::uint32_t color) {
        return FillRect{{x, y, 1, 2}, rgb(color), 0};
    };
    const DrawList band{9, 9, {column(1, 3, 0xFF), column(2, 4, 0xFF), column(4.5, 3, 0xFF)}};
    const std::string svg = paint_svg(band, {}, {});
    EXPECT_NE(svg.find("<path d=\"M1,3h1v2h-1zM2,4h1v2h-1zM4.5,3h1v2h-1z\" fill=\"#0000FF\"/>"),
              std::string::npos)
        << svg;
    // Other colours and overlapping columns are elements of their own, in their order.
    const DrawList others{9, 9, {column(1, 3, 0xFF), column(2, 3, 0xFF00), column(2.5, 3, 0xFF00)}};
    EXPECT_EQ(count(paint_svg(others, {}, {}), "<rect "), 3U);
}

TEST_F(Painters, SvgBackground) {
    EXPECT_EQ(count(paint_svg({9, 9, {}}, {}, {}), "<rect"), 0U);
    EXPECT_EQ(count(paint_svg({9, 9, {}}, {}, rgb(0x121417)), "fill=\"#121417\""), 1U);
}

TEST_F(Painters, PdfStartsAndEndsRight) {
    const PictureMetadata metadata{{"Title", "Poslab title"}, {"Command", "poslab plot"}};
    const std::string pdf = render(everything_but_chinese(), "pdf", white, 96, metadata);
    EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
    EXPECT_NE(pdf.find("%%EOF"), std::string::npos);
    EXPECT_NE(pdf.find("Poslab title"), std::string::npos);
    EXPECT_NE(pdf.find("225 150"), std::string::npos);  // 300 x 200 CSS pixels in points
    EXPECT_EQ(pdf, render(everything_but_chinese(), "pdf", white, 96, metadata));
}

TEST_F(Painters, PdfKeepsTheTextAsText) {
    if (fonts_.file(Face::regular).path.empty()) GTEST_SKIP() << "no fonts installed";
    EXPECT_NE(render(everything_but_chinese(), "pdf").find("/FontFile"), std::string::npos);
}

TEST_F(Painters, EmptyAndHugeFiguresDoNotCrash) {
    const double inf = std::numeric_limits<double>::infinity();
    DrawList list{50, 50, {}};
    list.commands = {Polyline{},
                     FillPolygon{},
                     HeatMap{},
                     TextRun{},
                     PopClip{},
                     PushClip{{0, 0, -5, 3}},
                     PopClip{},
                     FillRect{{-1e300, 0, 2e300, 5}, rgb(0), 3},
                     FillCircle{{1e300, 0}, 1e300, rgb(0)},
                     Polyline{{{-1e300, 0}, {1e300, 4}, {inf, 3}}, rgb(0), 1, {0, 0}, true},
                     StrokeRect{{0, 0, inf, 5}, rgb(0), 1, 3},
                     Polyline{{{0, 0}, {9, 9}}, rgb(0), 1, {-1, 3}, false},
                     TextRun{"x", {1e300, inf}, Font::mono, 13, rgb(0), Align::left}};
    for (const char* const format : {"png", "svg", "pdf"}) {
        EXPECT_FALSE(render(list, format).empty());
    }
}

TEST_F(Painters, WritesFilesOrSaysWhyNot) {
    namespace fs = std::filesystem;
    const std::string path =
        (fs::temp_directory_path() / ("poslab-picture-" + std::to_string(::getpid()) + ".png")).string();
    write_picture(everything(), fonts_, "png", 96, path, {}, white);
    std::ifstream in(path, std::ios::binary);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), render(everything(), "png"));
    fs::remove(path);
    EXPECT_THROW(write_picture(everything(), fonts_, "svg", 96, "/nowhere/x.svg", {}, white), OutputError);
}

}  // namespace
}  // namespace poslab
