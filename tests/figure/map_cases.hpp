#pragma once

#include "core/figure/layout.hpp"

#include "tests/figure/attention_cases.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace poslab::test {

/// Maps of |3 x - 2 y|, similar to a residual over a plane, with a line where it is zero, points and a
/// pointer.
struct MapCase {
    double x_low = -10, x_high = 10, y_low = -10, y_high = 10;
    std::int64_t width = 60, height = 60;
    bool values = true, marks = true, chinese = false;
    std::optional<Point> pointer{};
    Theme theme = Theme::light;
};

inline HeatMapMark map_values(const MapCase& tested) {
    HeatMapMark map;
    map.height = tested.height;
    map.width = tested.width;
    map.scale = {ColorMap::viridis, ScaleKind::linear, 0, 0, 50};
    std::vector<double> values;
    for (std::int64_t row = 0; row < map.height; ++row)
        for (std::int64_t column = 0; column < map.width; ++column) {
            const auto share = [](std::int64_t n, std::int64_t of) {
                return (static_cast<double>(n) + 0.5) / static_cast<double>(of);
            };
            const double x = tested.x_low + share(column, map.width) * (tested.x_high - tested.x_low);
            const double y = tested.y_high - share(row, map.height) * (tested.y_high - tested.y_low);
            values.push_back(std::abs(3 * x - 2 * y));
        }
    if (tested.values) map.values = shared(std::move(values));
    return map;
}

inline LineMark straight_line(Point from, Point to, Color color, std::string label) {
    LineMark line;
    line.x = shared(std::vector<double>{from.x, to.x});
    line.y = shared(std::vector<double>{from.y, to.y});
    line.color = color;
    line.label = std::move(label);
    return line;
}

inline void add_marks(Panel& panel, const MapCase& tested) {
    const Palette& colors = palette(tested.theme);
    LineMark zero =
        straight_line({-40, -60}, {40, 60}, colors.curves[1], tested.chinese ? "残差为零" : "residual 0");
    zero.emphasis = Emphasis::chosen;
    panel.marks.emplace_back(zero);
    LineMark other = straight_line({-12, 7}, {14, -8}, colors.curves[2], "d = cf");
    other.dashes = {8, 4};
    panel.marks.emplace_back(other);
    panel.marks.emplace_back(RuleMark{0, "x = 0"});
    panel.marks.emplace_back(LevelMark{0, "y = 0"});
    panel.marks.emplace_back(PointMark{{2, 3}, colors.accent, "(x₁, y₁) = (2, 3)", true});
    panel.marks.emplace_back(PointMark{{2.6, 3.4}, colors.curves[0], "next to it"});
    PointMark corner{{9.8, 9.9}, colors.curves[3], "in the corner"};
    corner.ring = true;
    panel.marks.emplace_back(corner);
    panel.marks.emplace_back(AnnotationMark{{-9, -9}, "below the diagonal"});
}

inline Panel map_panel(const MapCase& tested, std::string title, std::string quantity) {
    Panel panel;
    panel.become<MapPanel>();
    panel.title = std::move(title);
    panel.quantity = std::move(quantity);
    panel.x = {tested.chinese ? "第二点 x₂" : "second point x₂", tested.x_low, tested.x_high};
    panel.y = {"y₂", tested.y_low, tested.y_high};
    panel.marks.emplace_back(map_values(tested));
    if (tested.marks) add_marks(panel, tested);
    if (tested.pointer) {
        PointerMark pointer;
        pointer.x = tested.pointer->x;
        pointer.y = tested.pointer->y;
        pointer.x_chip = "x = −1.25";
        pointer.y_chip = "4.5";
        pointer.tip_label = "‖R₁ᵀR₂ − R₂₋₁‖";
        pointer.tip_value = "12.75";
        panel.pointer = pointer;
    }
    return panel;
}

inline Figure maps_like(int count, const MapCase& tested) {
    Figure figure;
    figure.title = "Relativity over the plane";
    figure.subtitle = "two constructions on one scale";
    const std::vector<std::string> titles{"Matrix exponential", "Quaternion", "Sum", "3×3", "Axial", "Mixed"};
    for (int i = 0; i < count; ++i)
        figure.main.push_back(map_panel(tested, titles[static_cast<std::size_t>(i) % titles.size()],
                                        "residual of relativity  ·  Frobenius norm  ·  second point"));
    ColorBar bar;
    bar.title = "residual";
    bar.scale = map_values(tested).scale;
    figure.bars.push_back(bar);
    return figure;
}

inline Panel map_companion(const MapCase& tested) {
    Panel panel;
    panel.title = "Along the line";
    panel.quantity = "residual over x₂ at y₂ = 3";
    panel.x = {"x₂", tested.x_low, tested.x_high};
    panel.y = {"", 0, 50};
    LineMark line =
        straight_line({tested.x_low, 36}, {tested.x_high, 24}, palette(tested.theme).curves[0], "quaternion");
    line.emphasis = Emphasis::chosen;
    panel.marks.emplace_back(line);
    return panel;
}

inline Panel dials_companion() {
    Panel panel;
    std::vector<Dial>& dials = panel.become<DialsPanel>().dials;
    panel.title = "Planes of rotation";
    panel.quantity = "angle of each";
    for (int i = 0; i < 2; ++i) {
        Dial dial;
        dial.title = "plane " + std::to_string(i + 1);
        dial.lines = {"θ = 1.5 rad", "turns 0.24"};
        dial.seen = dial.hand = 1.5 + i;
        dials.push_back(dial);
    }
    return panel;
}

inline Panel table_companion() {
    Panel panel;
    Table& table = panel.become<Table>();
    panel.title = "Claims";
    table.columns = {{"claim", 3}, {"found", 1, Align::right}};
    for (int i = 0; i < 4; ++i)
        table.rows.push_back({TableCell{"residual of construction " + std::to_string(i)}, TableCell{"0.5"}});
    return panel;
}

}  // namespace poslab::test
