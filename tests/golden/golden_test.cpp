#include "core/engine/engine.hpp"
#include "tests/golden/golden_case.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/text_painter.hpp"
#include "tests/views/check_draw_list.hpp"

#include <cairo.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

namespace poslab::test {
namespace {

std::string test_name(const testing::TestParamInfo<GoldenCase>& tested) {
    std::string name = tested.param.name;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

void write(const std::string& path, const std::string& bytes) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
}

/// Returns the stored bytes; when updating, stores `now` first.
std::string expected(const std::string& file, const std::string& now) {
    const std::string path = golden_path(file);
    if (updating()) write(path, now);
    EXPECT_TRUE(std::filesystem::exists(path))
        << path << " is missing; make it with\n  scripts/update-goldens\nand look at it before committing";
    return read_file(path);
}

std::string first_difference(const std::string& a, const std::string& b) {
    std::istringstream left(a), right(b);
    std::string x, y;
    for (int line = 1;; ++line) {
        const bool more_x = static_cast<bool>(std::getline(left, x)),
                   more_y = static_cast<bool>(std::getline(right, y));
        if (!more_x && !more_y) return "none";
        if (!more_x || !more_y || x != y)
            return fmt::format("line {}\n  golden: {}\n  now:    {}", line, more_x ? x : "(end)",
                               more_y ? y : "(end)");
    }
}

std::vector<GoldenCase> text_cases() {
    auto cases = golden_cases();
    std::erase_if(cases, [](const GoldenCase& golden) { return !golden.text; });
    return cases;
}

class Golden : public testing::TestWithParam<GoldenCase> {};
INSTANTIATE_TEST_SUITE_P(Cases, Golden, testing::ValuesIn(golden_cases()), test_name);

class GoldenText : public testing::TestWithParam<GoldenCase> {};
INSTANTIATE_TEST_SUITE_P(Cases, GoldenText, testing::ValuesIn(text_cases()), test_name);

TEST_P(GoldenText, EveryPlace) {
    const std::string now =
        paint_text(composed_figure(request_of(GetParam()), fixed_width_metrics(), 1, Job{}).draw);
    const std::string then = expected(GetParam().name + ".txt", now);
    EXPECT_TRUE(now == then) << "If this is meant: scripts/update-goldens\n" << first_difference(then, now);
}

struct Pixels {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint8_t> rgba;
};

Pixels decoded(const std::string& bytes) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    Pixels pixels;
    if (png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()) == 0) return pixels;
    image.format = PNG_FORMAT_RGBA;
    pixels.rgba.resize(PNG_IMAGE_SIZE(image));
    if (png_image_finish_read(&image, nullptr, pixels.rgba.data(), 0, nullptr) == 0) return {};
    pixels.width = image.width;
    pixels.height = image.height;
    return pixels;
}

/// White where both agree, red where they differ.
std::string difference_picture(const Pixels& a, const std::vector<bool>& differs) {
    std::vector<std::uint8_t> rgba(a.rgba.size(), 255);
    for (std::size_t i = 0; i < differs.size(); ++i)
        if (differs[i]) rgba[4 * i + 1] = rgba[4 * i + 2] = 0;
    return encode_png({rgba.data(), static_cast<int>(a.width), static_cast<int>(a.height),
                       static_cast<std::ptrdiff_t>(4 * a.width), PixelOrder::rgba8, true},
                      96, {});
}

// Cairo and FreeType smooth edges slightly differently from version to version: a pixel differs if a channel
// is off by more than 24 of 255. Such pixels are scattered along edges. Anything moved, lost or recoloured
// differs in one connected piece: the smallest, a digit of a tick label, has some 30 pixels.
constexpr int max_off = 24;
constexpr std::size_t largest_piece = 20;

std::vector<bool> differing(const Pixels& a, const Pixels& b) {
    std::vector<bool> differs(a.rgba.size() / 4);
    for (std::size_t i = 0; i < a.rgba.size(); ++i)
        if (std::abs(a.rgba[i] - b.rgba[i]) > max_off) differs[i / 4] = true;
    return differs;
}

/// The number of pixels in the largest connected piece of differing pixels, with neighbours in eight
/// directions.
std::size_t largest_difference(std::vector<bool> differs, std::size_t width) {
    std::size_t largest = 0;
    std::vector<std::size_t> open;
    for (std::size_t begin = 0; begin < differs.size(); ++begin) {
        if (!differs[begin]) continue;
        std::size_t count = 0;
        differs[begin] = false;
        open.assign(1, begin);
        while (!open.empty()) {
            const std::size_t at = open.back(), x = at % width, y = at / width;
            open.pop_back();
            ++count;
            for (std::size_t v = y == 0 ? 0 : y - 1; v <= y + 1 && v * width < differs.size(); ++v)
                for (std::size_t u = x == 0 ? 0 : x - 1; u <= x + 1 && u < width; ++u)
                    if (differs[v * width + u]) {
                        differs[v * width + u] = false;
                        open.push_back(v * width + u);
                    }
        }
        largest = std::max(largest, count);
    }
    return largest;
}

class GoldenPicture : public testing::TestWithParam<GoldenCase> {};
INSTANTIATE_TEST_SUITE_P(Cases, GoldenPicture, testing::ValuesIn(golden_cases()), test_name);

TEST_P(GoldenPicture, Pixels) {
    const FontLibrary fonts;
    for (const std::string& missing : fonts.missing())
        if (missing.find("Inter") != std::string::npos || missing.find("JetBrains") != std::string::npos ||
            missing.find("CJK") != std::string::npos)
            GTEST_SKIP() << missing;
    // Other versions draw edges, and Debian 13's fonts letters, differently.
    if (CAIRO_VERSION_MAJOR != 1 || CAIRO_VERSION_MINOR != 16)
        GTEST_SKIP() << "the pictures were drawn with Cairo 1.16 and the fonts of Debian 12, not Cairo "
                     << cairo_version_string();
    const PictureRequest request = request_of(GetParam());
    const Layout composed = composed_figure(request, FontMetrics(fonts), 1, Job{});
    test::expect_sound(composed.draw);
    const std::string now =
        render_picture(composed.draw, fonts, "png", 96, {}, palette(request.theme).canvas);
    const std::string file = GetParam().name + ".png";
    const Pixels then = decoded(expected(file, now)), actual = decoded(now);
    ASSERT_EQ(actual.width, request.page.width);
    ASSERT_EQ(actual.height, request.page.height);
    ASSERT_TRUE(then.width == actual.width && then.height == actual.height) << "another size than the golden";
    const std::vector<bool> differs = differing(actual, then);
    const std::size_t piece = largest_difference(differs, actual.width);
    if (piece <= largest_piece) return;
    const std::string folder = POSLAB_GOLDEN_DIFFERENCES "/" + GetParam().name;
    write(folder + ".now.png", now);
    write(folder + ".difference.png", difference_picture(actual, differs));
    FAIL() << std::count(differs.begin(), differs.end(), true) << " pixels differ, " << piece
           << " of them in one piece: " << folder
           << ".difference.png\nIf this is meant: scripts/update-goldens";
}

TEST(GoldenFiles, AreAllInUse) {
    std::vector<std::string> known;
    for (const GoldenCase& golden : golden_cases()) {
        known.push_back(golden.name + ".png");
        if (golden.text) known.push_back(golden.name + ".txt");
    }
    for (const auto& entry : std::filesystem::directory_iterator(golden_path("")))
        EXPECT_TRUE(std::count(known.begin(), known.end(), entry.path().filename().string()) == 1)
            << entry.path() << " belongs to no case";
}

// The tolerance must catch a real change: one label moved by two pixels.
TEST(GoldenFiles, TheTextSeesAMovedLabel) {
    const auto composed =
        composed_figure(request_of(golden_cases().front()), fixed_width_metrics(), 1, Job{});
    DrawList moved = composed.draw;
    for (DrawCommand& command : moved.commands)
        if (auto* text = std::get_if<TextRun>(&command)) {
            text->anchor.x += 2;
            break;
        }
    EXPECT_NE(paint_text(moved), paint_text(composed.draw));
}

// The same for pixels: one tick label moved by two.
TEST(GoldenFiles, ThePixelsSeeAMovedLabel) {
    const FontLibrary fonts;
    if (!fonts.missing().empty()) GTEST_SKIP() << fonts.missing().front();
    const PictureRequest request = request_of(golden_cases().front());
    const Layout composed = composed_figure(request, FontMetrics(fonts), 1, Job{});
    DrawList moved = composed.draw;
    TextRun* label = nullptr;  // the shortest text, which changes least
    for (DrawCommand& command : moved.commands)
        if (auto* text = std::get_if<TextRun>(&command);
            text != nullptr && (label == nullptr || text->text.size() < label->text.size()))
            label = text;
    ASSERT_NE(label, nullptr);
    label->anchor.x += 2;
    const auto pixels = [&](const DrawList& list) {
        return decoded(render_picture(list, fonts, "png", 96, {}, palette(request.theme).canvas));
    };
    const Pixels before = pixels(composed.draw), after = pixels(moved);
    EXPECT_EQ(largest_difference(differing(before, before), before.width), 0U);
    EXPECT_GT(largest_difference(differing(before, after), before.width), largest_piece) << label->text;
}

// Follows the window's steps: the frames of the figure without data determine how many cells it needs.
TEST_P(Golden, TheWindowsWayGivesTheSameFigure) {
    const PictureRequest request = request_of(GetParam());
    const View& view = *request.selection.view;
    const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    const std::string id =
        request.figure.empty() ? std::string(view.info().figures.front().id) : request.figure;
    auto variants = variants_of(request.selection, request.language);
    LayoutOptions options;
    options.width = request.page.width;
    options.height = request.page.height;
    options.theme = request.theme;
    const Style style{request.theme, request.language};
    SampleRequest sample;
    sample.curve_points = 4096;
    for (const FigureInfo& figure : view.info().figures)
        if (figure.id == id) sample.arrays.assign(figure.arrays.begin(), figure.arrays.end());
    const Layout empty = layout(view.figure(id, variants, style, {}), metrics, options);
    for (const PanelFrame& frame : empty.frames) {
        if (!shows_cells(frame.kind)) continue;
        sample.width = std::llround(2 * frame.plot.width);  // vector files: two cells per CSS pixel
        sample.height = std::llround(2 * frame.plot.height);
        break;
    }
    for (Variant& variant : variants) {
        const auto prepared = view.prepare(variant.values, reference_engine(), Job{});
        variant.data = std::make_shared<const Data>(
            view.sample(variant.values, prepared, sample, reference_engine(), Job{}));
    }
    const DrawList draw_list = layout(view.figure(id, variants, style, {}), metrics, options).draw;
    EXPECT_EQ(paint_text(draw_list), paint_text(composed_figure(request, metrics, 2, Job{}).draw));

    // The program's own file is that list, painted.
    const TemporaryFolder folder;
    std::vector<std::string> words{POSLAB_BINARY, "plot"};
    words.insert(words.end(), GetParam().arguments.begin(), GetParam().arguments.end());
    words.insert(words.end(), {"--engine", "reference", "-o", "a.svg"});
    const Ran ran = run_program(words, {.folder = folder.path()});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const std::string written = read_file(folder / "a.svg");
    const auto body = [](const std::string& svg) {
        return svg.substr(std::min(svg.find("</desc>"), svg.size()));
    };
    PictureRequest named = request;
    named.path = "a.svg";
    named.format = "svg";
    const std::string painted = render_picture(
        draw_list, fonts, "svg", 96, {{"Description", command_line(named)}}, palette(request.theme).canvas);
    EXPECT_GT(body(painted).size(), 1000U);
    EXPECT_TRUE(body(written) == body(painted)) << first_difference(body(painted), body(written));
}

}  // namespace
}  // namespace poslab::test
