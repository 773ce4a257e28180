#include "core/figure/heat_map_raster.hpp"

#include "core/base/masked.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace poslab {
namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

HeatMap sample_map(Rect rect, std::int64_t height, std::int64_t width) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < height * width; ++i) values.push_back(static_cast<double>(i % 17) - 3);
    HeatMap map;
    map.rect = rect;
    map.height = height;
    map.width = width;
    map.values = std::make_shared<const NumberBuffer>(std::move(values));
    map.scale = {ColorMap::window, ScaleKind::window, 0, 5, 13};
    map.nan_fill = rgb(0xE2E2DD);
    map.nan_mark = rgb(0x7C7F7C);
    return map;
}

HeatMap with_values(HeatMap map, const std::vector<std::pair<std::size_t, double>>& changes) {
    auto values = std::make_shared<NumberBuffer>(*map.values);
    for (const auto& [index, value] : changes) (*values)[index] = value;
    map.values = values;
    return map;
}

// A second implementation of the look, for one pixel and as simple as possible.

using Straight = std::array<double, 4>;

double line_share(double distance, double width) { return std::clamp(width / 2 + 0.5 - distance, 0.0, 1.0); }

/// `across`: device pixels perpendicular to the lines.
double hatch_share(double across, double pitch, double width) {
    return line_share(std::abs(across - std::round(across / pitch) * pitch), width);
}

Straight mixed(Straight a, Color b, double share) {
    return {a[0] + (b.r - a[0]) * share, a[1] + (b.g - a[1]) * share, a[2] + (b.b - a[2]) * share, a[3]};
}

double mark_share(const HeatMap& map, std::int64_t row, std::int64_t column, double x, double y,
                  double scale) {
    const double cell_width = map.rect.width / static_cast<double>(map.width);
    const double cell_height = map.rect.height / static_cast<double>(map.height);
    if (cell_width < 8 || cell_height < 8) {
        return std::max(hatch_share((x + y) / std::sqrt(2.0), 8 * scale, scale),
                        hatch_share((x - y) / std::sqrt(2.0), 8 * scale, scale));
    }
    const double wide = (cell_width - map.gap) * scale;
    const double high = (cell_height - map.gap) * scale;
    const double a = std::abs(x - (map.rect.x + static_cast<double>(column) * cell_width) * scale - wide / 2);
    const double b = std::abs(y - (map.rect.y + static_cast<double>(row) * cell_height) * scale - high / 2);
    const double reach = 0.3 * std::min(wide, high);
    return line_share(std::abs(a - b) / std::sqrt(2.0), scale) *
           std::clamp(reach + 0.5 - std::max(a, b), 0.0, 1.0);
}

Straight expected_pixel(const HeatMap& map, int px, int py, double scale) {
    const double x = px + 0.5;
    const double y = py + 0.5;
    const double column_place = (x / scale - map.rect.x) / map.rect.width * static_cast<double>(map.width);
    const double row_place = (y / scale - map.rect.y) / map.rect.height * static_cast<double>(map.height);
    const double column = std::floor(column_place);
    const double row = std::floor(row_place);
    if (column < 0 || row < 0 || column >= static_cast<double>(map.width) ||
        row >= static_cast<double>(map.height))
        return {};
    const double right = map.rect.x + (column + 1) * map.rect.width / static_cast<double>(map.width);
    const double bottom = map.rect.y + (row + 1) * map.rect.height / static_cast<double>(map.height);
    if (map.gap > 0 && (right - x / scale <= map.gap || bottom - y / scale <= map.gap)) return {};
    const double value = (*map.values)[static_cast<std::size_t>(row) * static_cast<std::size_t>(map.width) +
                                       static_cast<std::size_t>(column)];
    if (is_masked(value)) return {};
    if (!std::isfinite(value)) {
        const double share =
            mark_share(map, static_cast<std::int64_t>(row), static_cast<std::int64_t>(column), x, y, scale);
        return mixed(mixed({0, 0, 0, 255}, map.nan_fill, 1), map.nan_mark, share);
    }
    const Straight plain = mixed({0, 0, 0, 255}, color_of(map.scale, value), 1);
    if (!(std::abs(value) > map.hatch_above)) return plain;
    return mixed(plain, rgb(0xFFFFFF), 0.2 * hatch_share((x + y) / std::sqrt(2.0), 7 * scale, 1.2 * scale));
}

void expect_same(const HeatMap& map, const PixelRect& area, double scale) {
    const Raster raster = rasterise(map, area, scale, PixelFormat::rgba8);
    ASSERT_EQ(raster.pixels.size(), static_cast<std::size_t>(area.width * area.height));
    int wrong = 0;
    for (int y = 0; y < area.height; ++y) {
        for (int x = 0; x < area.width; ++x) {
            const auto got = std::bit_cast<std::array<std::uint8_t, 4>>(
                raster.pixels[static_cast<std::size_t>(y * area.width + x)]);
            const Straight expected = expected_pixel(map, area.x + x, area.y + y, scale);
            bool same = true;
            for (std::size_t k = 0; k < 4; ++k)
                same = same && std::abs(got[k] - expected[k]) <= 1.02;  // half a level of white, and rounding
            wrong += same ? 0 : 1;
        }
    }
    EXPECT_EQ(wrong, 0) << "scale " << scale;
}

class RasterScale : public testing::TestWithParam<double> {};

TEST_P(RasterScale, PlainCells) {
    expect_same(sample_map({10.3, 5.7, 90.1, 60.23}, 7, 11), {0, 0, 160, 140}, GetParam());
}
TEST_P(RasterScale, ManyMoreCellsThanPixels) {
    expect_same(sample_map({3.1, 4.2, 50.3, 40.9}, 333, 477), {0, 0, 110, 100}, GetParam());
}
TEST_P(RasterScale, ClippedFarInside) {
    expect_same(sample_map({-5000.3, -7000.6, 12000.1, 13000.7}, 100, 90), {31, -17, 120, 90}, GetParam());
}
TEST_P(RasterScale, Gaps) {
    HeatMap map = sample_map({10.3, 5.7, 120.1, 99.2}, 7, 11);
    map.gap = 1;
    expect_same(map, {0, 0, 270, 220}, GetParam());
}
TEST_P(RasterScale, Hatch) {
    HeatMap map = sample_map({10.3, 5.7, 120.1, 99.2}, 7, 11);
    map.hatch_above = 4;
    expect_same(map, {0, 0, 270, 220}, GetParam());
    expect_same(map, {37, 23, 100, 80}, GetParam());  // the same phase in a tile
}
TEST_P(RasterScale, DrawsNaNInLargeCells) {
    HeatMap map = with_values(sample_map({10.3, 5.7, 120.1, 99.2}, 7, 11),
                              {{0, nan_value}, {13, infinity}, {40, -infinity}});
    expect_same(map, {0, 0, 270, 220}, GetParam());
    map.gap = 1;
    map.hatch_above = 3;
    expect_same(map, {5, 3, 260, 210}, GetParam());
}
TEST_P(RasterScale, DrawsNaNInSmallCells) {
    std::vector<std::pair<std::size_t, double>> changes;
    for (std::size_t i = 0; i < 1600; ++i) changes.emplace_back(i, i % 3 == 0 ? infinity : nan_value);
    changes.emplace_back(700, masked_value());
    expect_same(with_values(sample_map({0.3, 1.7, 160.1, 99.2}, 40, 50), changes), {7, 1, 300, 190},
                GetParam());
}
TEST_P(RasterScale, Masked) {
    expect_same(
        with_values(sample_map({10.3, 5.7, 90.1, 60.23}, 7, 11), {{0, masked_value()}, {30, masked_value()}}),
        {0, 0, 160, 140}, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Scales, RasterScale, testing::Values(1.0, 1.5, 2.0));

/// A border in the middle of a pixel has a gap like any other.
TEST(HeatMapRaster, EveryBorderOfCellsHasOneGap) {
    for (const int extent : {328, 329, 330, 343})
        for (int cells = 2; cells <= 32; ++cells)
            for (const double origin : {244.0, 100.5, 99.25, 0.1}) {
                HeatMap map = sample_map({origin, 10, static_cast<double>(extent), 40}, 1, cells);
                map.gap = 1;
                const Raster raster = rasterise(map, {0, 20, 700, 1}, 1, PixelFormat::rgba8);
                const std::ptrdiff_t painted = std::count_if(raster.pixels.begin(), raster.pixels.end(),
                                                             [](std::uint32_t pixel) { return pixel != 0; });
                EXPECT_EQ(painted, extent - cells)
                    << cells << " cells in " << extent << " pixels from " << origin;
            }
}

TEST(HeatMapRaster, EveryScaleKindTakesTheTableColour) {
    for (int kind = 0; kind < 6; ++kind) {
        HeatMap map = sample_map({0.2, 0.1, 270.3, 290.2}, 160, 160);  // enough pixels to take any fast path
        std::vector<double> values;
        for (int i = 0; i < 160 * 160; ++i)
            values.push_back((i % 2 == 0 ? 1 : -1) * std::exp(i * 0.0006 - 7));
        map.values = std::make_shared<const NumberBuffer>(std::move(values));
        map.scale = {ColorMap::viridis, static_cast<ScaleKind>(kind), 0.01, 0.3, 1000};
        expect_same(map, {0, 0, 280, 300}, 1);
    }
}

TEST(HeatMapRaster, CairoWordsArePremultiplied) {
    HeatMap map = with_values(sample_map({0, 0, 20, 10}, 1, 2), {{0, 0.0}, {1, nan_value}});
    map.nan_fill = Color{200, 100, 50, 128};
    map.nan_mark = Color{0, 0, 0, 0};
    const Raster raster = rasterise(map, {0, 0, 20, 10}, 1, PixelFormat::argb32_premultiplied);
    EXPECT_EQ(raster.pixels[0], 0xFFFBE3BCU);
    EXPECT_EQ(raster.pixels[19], 0x80643219U);
    const Raster straight = rasterise(map, {0, 0, 20, 10}, 1, PixelFormat::rgba8);
    const auto bytes = std::bit_cast<std::array<std::uint8_t, 4>>(straight.pixels[19]);
    EXPECT_NEAR(bytes[0], 200, 1);
    EXPECT_EQ(bytes[3], 128);
}

TEST(HeatMapRaster, RgbaHoldsInRepeatedRows) {
    const Raster raster = rasterise(sample_map({0, 0, 20, 20}, 1, 1), {0, 0, 20, 20}, 1, PixelFormat::rgba8);
    EXPECT_TRUE(
        std::ranges::all_of(raster.pixels, [&](std::uint32_t p) { return p == raster.pixels.front(); }));
}

TEST(HeatMapRaster, SurvivesNonsense) {
    HeatMap map = sample_map({0, 0, 10, 10}, 2, 2);
    for (const Rect& rect :
         {Rect{0, 0, 0, 5}, Rect{nan_value, 0, 5, 5}, Rect{0, 0, infinity, 5}, Rect{0, 0, -3, 5}}) {
        map.rect = rect;
        const Raster raster = rasterise(map, {0, 0, 4, 4}, 1, PixelFormat::rgba8);
        EXPECT_EQ(raster.pixels, std::vector<std::uint32_t>(16, 0));
    }
    map.values = nullptr;
    EXPECT_FALSE(is_drawable(map));
    map = sample_map({0, 0, 10, 10}, 2, 2);
    map.height = std::numeric_limits<std::int64_t>::max() / 2 + 2;  // 2 * height overflows to a small number
    EXPECT_FALSE(is_drawable(map));
    EXPECT_TRUE(
        rasterise(sample_map({0, 0, 5, 5}, 1, 1), {0, 0, 0, 4}, 1, PixelFormat::rgba8).pixels.empty());
}

TEST(VisibleCells, CountsWhatTheAreaTouches) {
    const HeatMap map = sample_map({0, 0, 100, 50}, 5, 10);
    const CellRange range = visible_cells(map, {15, 0, 20, 10.5});
    EXPECT_EQ(range.first_column, 1);
    EXPECT_EQ(range.end_column, 4);
    EXPECT_EQ(range.first_row, 0);
    EXPECT_EQ(range.end_row, 2);
    EXPECT_EQ(visible_cells(map, {200, 0, 20, 20}).count(), 0);
    EXPECT_TRUE(draws_as_cells(map, range));
}

TEST(TouchedPixels, RoundsOutwards) {
    EXPECT_EQ(touched_pixels({1.2, 2, 3, 4}, 1), (PixelRect{1, 2, 4, 4}));
    EXPECT_EQ(touched_pixels({0.1, 0.1, 0.2, 0.2}, 10), (PixelRect{1, 1, 2, 2}));
    EXPECT_EQ(touched_pixels({0, 0, 0, 5}, 2), (PixelRect{}));
}

}  // namespace
}  // namespace poslab
