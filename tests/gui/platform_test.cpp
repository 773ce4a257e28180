#include "app/gui/platform.hpp"

#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/figure/heat_map_raster.hpp"
#include "tests/gui/surfaces.hpp"

#include <epoxy/gl.h>
#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <thread>
#include <utility>

namespace poslab {
namespace {

constexpr Color background = rgb(0xFFFFFF);

struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb;
    [[nodiscard]] Color at(int x, int y) const {
        const auto i =
            (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)) * 3;
        return {rgb[i], rgb[i + 1], rgb[i + 2], 255};
    }
};

int distance(Color a, Color b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

class PlatformTest : public testing::TestWithParam<test::On> {
  protected:
    void SetUp() override {
        if (const std::string missing = test::missing(GetParam()); !missing.empty()) {
            std::printf("[SKIP] %s\n", missing.c_str());
            GTEST_SKIP() << missing;
        }
    }

    Platform& platform(double scale = 1) {
        SurfaceOptions options;
        options.width = 640;
        options.height = 480;
        options.scale = scale;
        if (!platform_) platform_ = std::make_unique<Platform>(test::surface(GetParam(), options), fonts_);
        return *platform_;
    }

    Picture show(const DrawList& figure, const PaintTransform& transform, double scale = 1) {
        Platform& p = platform(scale);
        int frames = 3;
        p.request_frames(frames);
        p.run([&] {
            p.gui().painter().paint(figure, *ImGui::GetForegroundDrawList(), transform);
            return --frames > 0;
        });
        Screenshot shot = p.read_pixels();
        return {shot.width, shot.height, std::move(shot.rgb)};
    }

    /// The share of pixels in the map that differ from the rasteriser's by more than 2 of 255.
    double difference(const HeatMap& map, const Rect& clip, const PaintTransform& transform) {
        DrawList list;
        list.commands = {PushClip{clip}, map, PopClip{}};
        const Picture picture = show(list, transform, transform.scale);
        const PixelRect area = touched_pixels(clip, transform.scale);
        const Raster raster = rasterise(map, area, transform.scale, PixelFormat::rgba8);
        int wrong = 0;
        for (int y = 0; y < area.height; ++y) {
            for (int x = 0; x < area.width; ++x) {
                std::array<std::uint8_t, 4> c{};
                const std::size_t i = static_cast<std::size_t>(y) * static_cast<std::size_t>(area.width) +
                                      static_cast<std::size_t>(x);
                std::memcpy(c.data(), &raster.pixels[i], 4);
                const Color expected = c[3] == 0 ? background : Color{c[0], c[1], c[2], 255};
                const Color got = picture.at(area.x + x + static_cast<int>(transform.x),
                                             area.y + y + static_cast<int>(transform.y));
                wrong += distance(got, expected) > 2 ? 1 : 0;
            }
        }
        return static_cast<double>(wrong) / (area.width * area.height);
    }

    FontLibrary fonts_;
    std::unique_ptr<Platform> platform_;
};

INSTANTIATE_TEST_SUITE_P(Draws, PlatformTest, testing::Values(test::On::display, test::On::memory),
                         testing::PrintToStringParamName());

HeatMap map_of(std::int64_t height, std::int64_t width, const Rect& rect) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < height; ++i) {
        for (std::int64_t j = 0; j < width; ++j) {
            values.push_back(j > i ? masked_value() : static_cast<double>(i - j));
        }
    }
    HeatMap map;
    map.rect = rect;
    map.height = height;
    map.width = width;
    map.values = std::make_shared<const NumberBuffer>(std::move(values));
    map.scale = {ColorMap::window, ScaleKind::window, 0, static_cast<double>(height) / 4,
                 static_cast<double>(height)};
    map.nan_fill = rgb(0xE2E2DD);
    map.nan_mark = rgb(0x7C7F7C);
    return map;
}

HeatMap with_values(HeatMap map, const std::function<double(std::size_t, double)>& change) {
    NumberBuffer values = *map.values;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = change(i, values[i]);
    map.values = std::make_shared<const NumberBuffer>(std::move(values));
    return map;
}

double with_nan(std::size_t i, double v) {
    if (i % 7 == 0) return std::numeric_limits<double>::quiet_NaN();
    return i % 11 == 0 ? std::numeric_limits<double>::infinity() : v;
}

TEST_P(PlatformTest, HeatMapIsTheRasterisers) {
    const HeatMap map = map_of(40, 40, {20, 30, 400, 400});
    EXPECT_EQ(difference(map, {20, 30, 400, 400}, {}), 0);
    EXPECT_EQ(difference(map, {40, 50, 333, 211}, {.x = 13, .y = 7}), 0);
}

TEST_P(PlatformTest, EveryScaleIsTheRasterisers) {
    for (const ScaleKind kind : {ScaleKind::linear, ScaleKind::logarithmic, ScaleKind::symmetric,
                                 ScaleKind::symmetric_log, ScaleKind::window, ScaleKind::cyclic}) {
        HeatMap map = with_values(map_of(37, 41, {20, 30, 401, 389}), [](std::size_t i, double) {
            return 0.37 * static_cast<double>(i % 97) - 9;
        });
        map.scale = {ColorMap::viridis, kind, 0.125, 3.7, 21.3};
        EXPECT_LT(difference(map, map.rect, {}), 2e-4) << static_cast<int>(kind);
    }
}

TEST_P(PlatformTest, GapsHatchesAndMissingValuesAreTheRasterisers) {
    HeatMap map = with_values(map_of(20, 20, {20, 20, 400, 400}), with_nan);
    map.gap = 1;
    map.hatch_above = 8;
    EXPECT_LT(difference(map, map.rect, {}), 1e-4);
}

TEST_P(PlatformTest, PooledMissingValuesAreCrossHatched) {
    HeatMap map = with_values(map_of(200, 200, {20, 20, 400, 400}), with_nan);
    map.hatch_above = 80;
    EXPECT_LT(difference(map, map.rect, {}), 1e-4);
}

TEST_P(PlatformTest, TwiceTheScale) {
    HeatMap map = with_values(map_of(20, 20, {10, 10, 200, 200}), with_nan);
    map.gap = 1;
    map.hatch_above = 8;
    EXPECT_LT(difference(map, map.rect, {.scale = 2}), 1e-4);
}

TEST_P(PlatformTest, WiderThanATexture) {
    HeatMap map = map_of(3, 20000, {10, 10, 600, 90});
    map = with_values(map, [](std::size_t i, double) { return static_cast<double>(i % 20000); });
    map.scale = {ColorMap::viridis, ScaleKind::linear, 0, 0, 20000};
    EXPECT_LT(difference(map, map.rect, {}), 2e-3);
    // The same, zoomed in across the borders of tiles.
    map.rect = {10 - 4086.0 * 20, 10, 20000.0 * 20, 90};
    map.gap = 1;
    EXPECT_EQ(difference(map, {10, 10, 600, 90}, {}), 0);
    map.rect.x = 10 - 19980.0 * 20;
    EXPECT_EQ(difference(map, {10, 10, 400, 90}, {}), 0);
}

TEST_P(PlatformTest, NewColoursUploadNoValues) {
    HeatMap map = map_of(40, 40, {20, 30, 400, 400});
    DrawList list;
    list.commands = {map};
    (void)show(list, {});
    const std::uint64_t uploaded = platform().heat_maps().textures().uploaded_tiles();
    map.scale.map = ColorMap::viridis;
    map.scale.high = 7;
    map.hatch_above = 3;
    list.commands = {map};
    (void)show(list, {});
    EXPECT_EQ(platform().heat_maps().textures().uploaded_tiles(), uploaded);
}

TEST_P(PlatformTest, PaintsEveryCommand) {
    DrawList list;
    const Color red = rgb(0xFF0000), blue = rgb(0x0000FF);
    list.commands = {FillRect{{10, 10, 20, 20}, red},
                     FillRect{{40, 10, 20, 20}, red, 5},
                     StrokeRect{{70.5, 10.5, 20, 20}, red, 1},
                     Polyline{{{10, 50}, {110, 50}}, red, 1, {}, false},
                     Polyline{{{10, 61}, {110, 61}}, red, 2, {10, 10}, false},
                     Polyline{{{-1e9, 71}, {1e9, 71}}, red, 2, {10, 10}, false},
                     FillPolygon{{{120, 10}, {140, 10}, {120, 30}}, red},
                     FillCircle{{160, 20}, 8, red},
                     PushClip{{200, 10, 50, 50}},
                     PushClip{{220, 0, 100, 100}},
                     FillRect{{0, 0, 640, 100}, blue},
                     PopClip{},
                     PopClip{},
                     TextRun{"Δ = 中文 H", {10, 120}, Font::regular, 20, red, Align::left}};
    const Picture p = show(list, {});
    const auto is = [&](int x, int y, Color c) { return distance(p.at(x, y), c) <= 2; };
    EXPECT_TRUE(is(10, 10, red) && is(29, 29, red) && is(30, 20, background) && is(9, 20, background));
    EXPECT_TRUE(is(50, 20, red) && !is(40, 10, red));
    EXPECT_TRUE(is(70, 10, red) && is(90, 30, red) && is(80, 10, red) && is(80, 20, background) &&
                is(80, 11, background));
    EXPECT_TRUE((is(60, 50, red) && is(60, 49, background)) || (is(60, 49, red) && is(60, 50, background)));
    EXPECT_TRUE(is(15, 61, red) && is(15, 60, red) && is(25, 61, background) && is(35, 61, red));
    EXPECT_TRUE(is(122, 12, red) && is(139, 29, background));
    EXPECT_TRUE(is(160, 20, red) && is(152, 12, background));
    EXPECT_TRUE(is(219, 30, background) && is(220, 30, blue) && is(249, 30, blue) && is(250, 30, background));
    int dashes = 0, ink = 0;
    for (int x = 1; x < 640; ++x) dashes += is(x, 71, red) && !is(x - 1, 71, red) ? 1 : 0;
    for (int y = 100; y < 126; ++y) {
        for (int x = 10; x < 120; ++x) ink += is(x, y, background) ? 0 : 1;
    }
    EXPECT_NEAR(dashes, 32, 1);
    EXPECT_GT(ink, 200);
}

TEST_P(PlatformTest, TextStandsOnItsBaselineAndIsAsWideAsMeasured) {
    DrawList list;
    list.commands = {TextRun{"HHHHHHHHHH", {50, 100}, Font::regular, 13, rgb(0), Align::left}};
    const Picture p = show(list, {});
    const auto dark = [&](int x, int y) { return p.at(x, y).r < 128; };
    int bottom = 0, right = 0;
    for (int y = 80; y < 120; ++y) {
        for (int x = 40; x < 300; ++x) {
            if (dark(x, y)) bottom = std::max(bottom, y), right = std::max(right, x);
        }
    }
    EXPECT_EQ(bottom, 99);
    EXPECT_NEAR(right, 50 + FontMetrics(fonts_).width("HHHHHHHHHH", Font::regular, 13), 3);
}

TEST_P(PlatformTest, ManyPointsAndFontsFit) {
    DrawList list;
    Polyline curve;
    for (int i = 0; i < 50000; ++i) curve.points.push_back({i * 0.0128, 200 + 150 * std::sin(i * 0.7)});
    list.commands = {curve};
    for (int size = 8; size < 60; ++size) {
        list.commands.push_back(
            TextRun{"size", {10, 400}, Font::regular, static_cast<double>(size), rgb(0), Align::left});
    }
    const Picture p = show(list, {});
    EXPECT_EQ(p.width, 640);
    EXPECT_FALSE(platform().gui().fonts().ran_out());
}

TEST_P(PlatformTest, GlyphsThatFoundNoRoomComeLater) {
    // Far more sizes than the first texture holds, as when the interface size changes.
    constexpr std::string_view digits = "0123456789";
    for (int size = 20; size < 90; ++size) {
        DrawList list;
        for (const Font font : {Font::regular, Font::mono, Font::semibold})
            list.commands.push_back(
                TextRun{std::string(digits), {10, 100}, font, size / 2.0, rgb(0), Align::left});
        static_cast<void>(show(list, {}));
    }
    // The latest sizes are on screen and complete; any other is complete once it is shown again.
    const auto expect_whole = [&](int size) {
        DrawList list;
        for (const Font font : {Font::regular, Font::mono, Font::semibold})
            list.commands.push_back(
                TextRun{std::string(digits), {10, 100}, font, size / 2.0, rgb(0), Align::left});
        static_cast<void>(show(list, {}));
        for (const Font font : {Font::regular, Font::mono, Font::semibold}) {
            const ImFont* made =
                platform().gui().fonts().font(font, static_cast<float>(size) / 2 * platform().scale());
            for (const char c : digits)
                EXPECT_NE(made->FindGlyphNoFallback(static_cast<ImWchar>(c)), nullptr) << size << c;
        }
        EXPECT_FALSE(platform().gui().fonts().ran_out());
    };
    for (const int size : {89, 88, 20, 55}) expect_whole(size);
}

TEST_P(PlatformTest, IdleWindowDrawsNothing) {
    Platform& p = platform();
    std::uint64_t settled = 0;
    std::thread later([&p] {
        std::this_thread::sleep_for(std::chrono::milliseconds(1500));
        p.wake();
    });
    const double start = p.time();
    p.run([&] {
        if (p.time() - start >= 1.4) return false;
        settled = p.frames_drawn();
        return true;
    });
    later.join();
    EXPECT_LE(settled, 10U);
    // one in which `settled` was read, and the one that `wake` requested
    EXPECT_EQ(p.frames_drawn(), settled + 2);
    EXPECT_GE(p.time() - start, 1.4);
}

TEST_P(PlatformTest, WakesAfterAWhile) {
    Platform& p = platform();
    const double start = p.time();
    p.run([&] {
        p.wake_after(0.7 - (p.time() - start));
        return p.time() - start < 0.69;
    });
    EXPECT_NEAR(p.time() - start, 0.7, 0.3);
}

TEST_P(PlatformTest, AFrameForgetsWhenTheOneBeforeItWantedToWake) {
    Platform& p = platform();
    std::thread later([&p] {
        std::this_thread::sleep_for(std::chrono::milliseconds(900));
        p.wake();
    });
    const double start = p.time();
    std::uint64_t frames_before = 0;
    p.run([&] {
        if (p.time() - start >= 0.8) return false;
        if (frames_before == 0) {
            p.wake_after(0.4);
            p.request_frames(1);  // that frame needs no work
            frames_before = p.frames_drawn();
        }
        return true;
    });
    later.join();
    EXPECT_GE(p.time() - start, 0.85) << p.frames_drawn() - frames_before;
}

TEST_P(PlatformTest, GroundsLieUnderWhatIsDrawn) {
    const Color red = rgb(0xFF0000), blue = rgb(0x0000FF);
    const auto scale = static_cast<double>(platform().scale());
    platform().set_background(background, {{{10 * scale, 20 * scale, 30 * scale, 40 * scale}, red},
                                           {{-5, 50 * scale, 20 * scale + 5, 1e4}, blue}});
    DrawList list;
    list.commands = {FillRect{{12, 22, 4, 4}, blue}};
    const Picture p = show(list, {});
    platform().set_background(background);
    const auto is = [&](int x, int y, Color c) { return distance(p.at(x, y), c) <= 2; };
    EXPECT_TRUE(is(10, 20, red) && is(39, 49, red) && is(9, 20, background) && is(40, 20, background) &&
                is(10, 19, background));
    EXPECT_TRUE(is(13, 23, blue) && is(0, 50, blue) && is(19, 100, blue) && is(30, 59, red) &&
                is(30, 60, background));
}

TEST(GlfwWindow, ReportsAMissingDisplay) {
    const char* const display = std::getenv("DISPLAY");
    const std::string before = display != nullptr ? display : "";
    setenv("DISPLAY", ":4711", 1);
    try {
        const GlfwWindow window({});
        ADD_FAILURE() << "no exception";
    } catch (const NoDisplay& error) {
        EXPECT_EQ(std::string(error.what()).find("no display: "), 0U) << error.what();
    }
    if (display != nullptr)
        setenv("DISPLAY", before.c_str(), 1);
    else
        unsetenv("DISPLAY");
}

/// Returns 0 if off-screen drawing is not available.
int max_pixels_of_a_side() {
    if (!test::missing(test::On::memory).empty()) return 0;
    const auto context = gpu::make_drawing_context();
    context->make_current();
    int most = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &most);
    context->release();
    return most;
}

TEST(OffscreenWindow, RefusesASizeThatOpenGlDoesNotDraw) {
    const int most = max_pixels_of_a_side();
    if (most == 0) GTEST_SKIP() << test::missing(test::On::memory);
    SurfaceOptions options;
    options.width = most + 1;
    try {
        const OffscreenWindow window(options);
        ADD_FAILURE() << "no exception";
    } catch (const Unavailable& error) {
        EXPECT_NE(std::string(error.what()).find(std::to_string(most + 1) + "x1 pixels"), std::string::npos)
            << error.what();
    }
}

TEST(OffscreenWindow, HasItsOwnClipboardAndTheAskedScale) {
    if (const std::string missing = test::missing(test::On::memory); !missing.empty())
        GTEST_SKIP() << missing;
    SurfaceOptions options;
    options.width = 30, options.height = 20, options.scale = 1.5;
    OffscreenWindow window(options);
    EXPECT_EQ(window.size().width, 45);
    EXPECT_EQ(window.size().height, 30);
    EXPECT_EQ(window.scale(), 1.5F);
    EXPECT_EQ(window.clipboard(), "");
    window.set_clipboard("poslab plot");
    EXPECT_EQ(window.clipboard(), "poslab plot");
}

}  // namespace
}  // namespace poslab
