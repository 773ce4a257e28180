#pragma once

#include "core/figure/draw_list.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <variant>

namespace poslab::test {

/// Checks what every painter relies on: finite coordinates, sizes that are not negative, non-empty texts,
/// matched clips.
inline void expect_sound(const DrawList& list) {
    struct Checker {
        int depth = 0;

        static void point(Point p, const char* what) {
            EXPECT_TRUE(std::isfinite(p.x) && std::isfinite(p.y)) << what << " at " << p.x << "," << p.y;
        }
        static void rect(const Rect& r, const char* what) {
            point({r.x, r.y}, what);
            EXPECT_TRUE(std::isfinite(r.width) && r.width >= 0) << what << " width " << r.width;
            EXPECT_TRUE(std::isfinite(r.height) && r.height >= 0) << what << " height " << r.height;
        }
        void operator()(const FillRect& c) const {
            rect(c.rect, "fill");
            size(c.radius, "radius of a fill");
        }
        static void size(double s, const char* what) {
            EXPECT_TRUE(std::isfinite(s) && s >= 0) << what << " " << s;
        }
        void operator()(const StrokeRect& c) const {
            rect(c.rect, "stroke");
            size(c.width, "width of a stroke");
            size(c.radius, "radius of a stroke");
        }
        void operator()(const Polyline& c) const {
            size(c.width, "width of a line");
            for (const double length : c.dashes) size(length, "dash");
            EXPECT_GE(c.points.size(), 2U);
            for (const Point p : c.points) point(p, "line");
        }
        void operator()(const FillPolygon& c) const {
            EXPECT_GE(c.points.size(), 3U);
            for (const Point p : c.points) point(p, "polygon");
        }
        void operator()(const FillCircle& c) const {
            point(c.center, "circle");
            size(c.radius, "radius of a circle");
        }
        void operator()(const TextRun& c) const {
            EXPECT_FALSE(c.text.empty());
            EXPECT_EQ(c.text.find('\n'), std::string::npos) << c.text;
            EXPECT_EQ(c.text.find("nan"), std::string::npos) << c.text;
            EXPECT_EQ(c.text.find("{}"), std::string::npos) << c.text;
            point(c.anchor, c.text.c_str());
            size(c.size, c.text.c_str());
        }
        void operator()(const HeatMap& c) const {
            rect(c.rect, "heat map");
            size(c.gap, "gap of a heat map");
            ASSERT_NE(c.values, nullptr);
            EXPECT_EQ(static_cast<std::int64_t>(c.values->size()), c.width * c.height);
            EXPECT_TRUE(std::isfinite(c.scale.low) && std::isfinite(c.scale.high) &&
                        c.scale.high >= c.scale.low);
        }
        void operator()(const PushClip& c) {
            rect(c.rect, "clip");
            ++depth;
        }
        void operator()(const PopClip& /*c*/) { EXPECT_GE(--depth, 0); }
    };
    Checker::size(list.width, "width");
    Checker::size(list.height, "height");
    Checker checker;
    for (const DrawCommand& command : list.commands) std::visit(checker, command);
    EXPECT_EQ(checker.depth, 0) << "clips are not matched";
}

}  // namespace poslab::test
