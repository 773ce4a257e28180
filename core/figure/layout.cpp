#include "core/figure/layout.hpp"

#include "core/figure/layout_parts.hpp"
#include "core/figure/text_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab {

namespace {

double axis_place(const Axis& axis, double value) {
    if (axis.logarithmic) return std::log(value / axis.low) / std::log(axis.high / axis.low);
    return (value - axis.low) / (axis.high - axis.low);
}

double axis_value(const Axis& axis, double place) {
    if (axis.logarithmic) return axis.low * std::pow(axis.high / axis.low, place);
    return axis.low + place * (axis.high - axis.low);
}

double distance(const Rect& rect, Point to) {
    return std::hypot(to.x - std::clamp(to.x, rect.x, rect.right()), to.y - std::clamp(to.y, rect.y, rect.bottom()));
}

PanelFrame frame_of(const Panel& panel, const Rect& plot, bool companion, std::size_t index) {
    return {plot, panel.kind, companion, index, panel.x, panel.y, {}};
}

void draw_titles(const layout_parts::Pen& pen, const Figure& figure, const LayoutOptions& options, double center) {
    using namespace layout_parts;
    if (!options.titles) return;
    const double room = options.width - 2 * options.padding;
    const std::string title = pen.fitted(figure.title, Font::semibold, title_size, room);
    const std::string subtitle = fitted_parts(figure.subtitle, pen.metrics, Font::regular, body_size, room);
    pen.text(title, {options.padding, center}, Font::semibold, title_size, pen.colors.text);
    pen.text(subtitle, {options.padding, center + 23}, Font::regular, body_size, pen.colors.text2);
    const double used = std::max(pen.width(title, Font::semibold, title_size), pen.width(subtitle, Font::regular, body_size));
    const double left = options.padding + used + 40;
    draw_formula(pen, figure.formula, {left, 8, options.width - options.padding - left, title_band - 12});
}

void draw_warnings(const layout_parts::Pen& pen, const Figure& figure, const LayoutOptions& options, double top) {
    for (const std::string& warning : figure.warnings) {
        pen.text("! " + warning, {options.padding, top + 9}, Font::regular, layout_parts::small_size, pen.colors.warn);
        top += 18;
    }
}

struct PanelStyle {
    layout_parts::MatrixStyle matrix;
    double left = 0;  // where titles of plots begin
    bool bare_below = false;
};

void draw_panel(const layout_parts::Pen& pen, const Panel& panel, PanelFrame& frame, const PanelStyle& style) {
    switch (panel.kind) {
        case Panel::Kind::matrix:
            return layout_parts::draw_matrix(pen, panel, frame, style.matrix);
        case Panel::Kind::plot:
            return layout_parts::draw_plot(pen, panel, frame, style.left, style.bare_below);
        case Panel::Kind::dials:
            return layout_parts::draw_dials(pen, panel, frame);
        case Panel::Kind::table:
            return layout_parts::draw_table(pen, panel, frame);
    }
}

void draw_tips(const layout_parts::Pen& pen, const Figure& figure, const Layout& layout) {
    const Rect all{0, 0, layout.draw.width, layout.draw.height};
    for (const PanelFrame& frame : layout.frames)
        if (!frame.companion && frame.kind == Panel::Kind::matrix)
            layout_parts::draw_tip(pen, figure.main[frame.index], frame, all);
}

/// Matrices beside each other show their values all in one size, or none does.
double common_text_size(const layout_parts::Pen& pen, const Figure& figure, const std::vector<PanelFrame>& frames) {
    double size = std::numeric_limits<double>::infinity();
    for (const PanelFrame& frame : frames)
        size = std::min(size, layout_parts::cell_text_size(pen, figure.main[frame.index], frame));
    return size;
}

Layout layout_without_legend(Figure figure, const TextMetrics& metrics, LayoutOptions options) {
    figure.bars.clear();
    figure.key.clear();
    figure.key_title.clear();
    for (auto* panels : {&figure.main, &figure.companions})
        for (Panel& panel : *panels) panel.key.clear();
    options.legend = true;
    return layout(figure, metrics, options);
}

}  // namespace

Point PanelFrame::to_pixels(double x_value, double y_value) const {
    for (const PanelPart& part : parts)
        if (part.value == x_value) return {part.rect.x + part.rect.width / 2, part.rect.y + part.rect.height / 2};
    const double across = axis_place(x, x_value);
    const double along = axis_place(y, y_value);
    return {plot.x + across * plot.width,
            kind == Panel::Kind::matrix ? plot.y + along * plot.height : plot.bottom() - along * plot.height};
}

Point PanelFrame::to_data(Point pixel) const {
    if (!parts.empty()) {
        const auto nearer = [&](const PanelPart& a, const PanelPart& b) {
            return distance(a.rect, pixel) < distance(b.rect, pixel);
        };
        return {std::min_element(parts.begin(), parts.end(), nearer)->value, 0};
    }
    const double across = (pixel.x - plot.x) / plot.width;
    const double along = kind == Panel::Kind::matrix ? (pixel.y - plot.y) / plot.height : (plot.bottom() - pixel.y) / plot.height;
    return {axis_value(x, across), axis_value(y, along)};
}

Layout layout(const Figure& figure, const TextMetrics& metrics, const LayoutOptions& options) {
    if (!options.legend) return layout_without_legend(figure, metrics, options);
    Layout result;
    result.draw.width = options.width;
    result.draw.height = options.height;
    const layout_parts::Pen pen{result.draw, metrics, palette(options.theme)};
    const layout_parts::Areas areas = layout_parts::arrange(figure, metrics, options);

    draw_titles(pen, figure, options, areas.title_center);
    for (std::size_t i = 0; i < figure.main.size(); ++i)
        if (areas.main[i].width > 0) result.frames.push_back(frame_of(figure.main[i], areas.main[i], false, i));
    const double text_size = common_text_size(pen, figure, result.frames);
    for (PanelFrame& frame : result.frames)
        draw_panel(
            pen, figure.main[frame.index], frame,
            {{areas.left_axis[frame.index], figure.main.size() > 1, text_size}, options.padding, areas.bare_below[frame.index]});
    if (!figure.main.empty()) layout_parts::draw_side(pen, figure, areas.side);
    if (areas.side.overview)
        result.overview = OverviewFrame{*areas.side.overview, figure.overview->total_rows, figure.overview->total_columns};
    result.spare = areas.spare;
    for (std::size_t i = 0; i < areas.companions.size(); ++i) {
        if (areas.companions[i].width <= 0) continue;
        result.frames.push_back(frame_of(figure.companions[i], areas.companions[i], true, i));
        draw_panel(pen, figure.companions[i], result.frames.back(),
                   {{}, options.padding, areas.bare_below[figure.main.size() + i]});
    }
    if (text_size == 0) draw_tips(pen, figure, result);
    draw_warnings(pen, figure, options, areas.warnings_top);
    return result;
}

namespace layout_parts {

void Pen::text(std::string_view text, Point centre_line, Font font, double size, Color color, Align align) const {
    if (text.empty()) return;
    add(TextRun{std::string(text), {centre_line.x, centre_line.y + baseline_shift * size}, font, size, color, align});
}

std::string Pen::fitted(std::string_view text, Font font, double size, double room) const {
    return fitted_text(text, metrics, font, size, room);
}

void Pen::line(Point from, Point to, Color color, double width, std::vector<double> dashes) const {
    add(Polyline{{from, to}, color, width, std::move(dashes), false});
}

Rect chip_rect(const Pen& pen, std::string_view text, Point centre, Align align) {
    const double width = pen.width(text, Font::mono_medium, tick_size) + 10;
    const double x = align == Align::center ? centre.x - width / 2 : (align == Align::right ? centre.x - width : centre.x);
    return {x, centre.y - 9, width, 18};
}

Rect chip(const Pen& pen, std::string_view text, Point centre, Align align) {
    const Rect box = chip_rect(pen, text, centre, align);
    pen.add(FillRect{box, pen.colors.accent, 3});
    pen.text(text, {box.x + box.width / 2, centre.y}, Font::mono_medium, tick_size, pen.colors.on_accent, Align::center);
    return box;
}

}  // namespace layout_parts

}  // namespace poslab
