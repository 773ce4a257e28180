#include "app/paint/image_surface.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace poslab {
namespace {

std::uint32_t pixel(const CairoSurface& surface, int x, int y) {
    cairo_surface_flush(surface.get());
    std::uint32_t word = 0;
    const unsigned char* const row =
        cairo_image_surface_get_data(surface.get()) + y * cairo_image_surface_get_stride(surface.get());
    std::memcpy(&word, row + 4 * x, sizeof word);
    return word;
}

/// Small, slightly over a large page, and many large pages with a remainder.
class ImageSurface : public testing::TestWithParam<int> {};

TEST_P(ImageSurface, IsPaintedLikeCairosOwn) {
    const int side = GetParam();
    const CairoSurface ours = image_surface(CAIRO_FORMAT_ARGB32, side, side + 3);
    const CairoSurface theirs(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side + 3));
    ASSERT_EQ(cairo_surface_status(ours.get()), CAIRO_STATUS_SUCCESS);
    EXPECT_EQ(pixel(ours, side - 1, side + 2), 0U);
    for (cairo_surface_t* surface : {ours.get(), theirs.get()}) {
        const Cairo cairo(cairo_create(surface));
        paint_background(cairo.get(), rgb(0xF0E0D0));
        cairo_set_source_rgba(cairo.get(), 0.2, 0.4, 0.6, 0.5);
        cairo_arc(cairo.get(), side / 2.0, side / 2.0, side / 2.0, 0, 6);
        cairo_fill(cairo.get());
    }
    for (int y = 0; y < side + 3; ++y)
        for (int x = 0; x < side; ++x) ASSERT_EQ(pixel(ours, x, y), pixel(theirs, x, y)) << x << " " << y;
}

TEST_P(ImageSurface, IsKeptWhileAnythingDrawsFromIt) {
    const int side = GetParam();
    CairoSurface image = image_surface(CAIRO_FORMAT_ARGB32, side, side);
    cairo_surface_flush(image.get());
    std::memset(cairo_image_surface_get_data(image.get()), 0xFF,
                static_cast<std::size_t>(cairo_image_surface_get_stride(image.get())) *
                    static_cast<std::size_t>(side));
    cairo_surface_mark_dirty(image.get());
    const CairoSurface page = image_surface(CAIRO_FORMAT_RGB24, side, side);
    const Cairo cairo(cairo_create(page.get()));
    cairo_set_source_surface(cairo.get(), image.get(), 0, 0);
    image.reset();
    cairo_paint(cairo.get());
    EXPECT_EQ(pixel(page, side - 1, side - 1) & 0xFFFFFFU, 0xFFFFFFU);
}

INSTANTIATE_TEST_SUITE_P(Sides, ImageSurface, testing::Values(1, 100, 725, 2000));

TEST(ImageSurfaceErrors, WhatCairoCannotIsInItsErrorState) {
    EXPECT_NE(cairo_surface_status(image_surface(CAIRO_FORMAT_ARGB32, 40000, 40000).get()),
              CAIRO_STATUS_SUCCESS);
    EXPECT_NE(cairo_surface_status(image_surface(CAIRO_FORMAT_ARGB32, -1, 5).get()), CAIRO_STATUS_SUCCESS);
}

}  // namespace
}  // namespace poslab
