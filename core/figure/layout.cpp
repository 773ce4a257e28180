#include "core/figure/layout.hpp"

#include "core/figure/axis_place.hpp"
#include "core/figure/layout_parts.hpp"
#include "core/figure/text_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab {

namespace {

double distance(const Rect& rect, Point to) {
    return std::hypot(to.x - std::clamp(to.x, rect.x, rect.right()),
                      to.y - std::clamp(to.y, rect.y, rect.bottom()));
}

PanelFrame frame_of(const Panel& panel, const Rect& plot, bool companion, std::size_t index) {
    return {
        plot, panel.kind(), companion, index, panel.x, panel.y, {}, false, layout_parts::is_sideways(panel)};
}

/// Returns the figure with the matrix's row and column axes copied to the panels that share them.
Figure with_shared_axes(Figure figure) {
    if (figure.main.empty()) return figure;
    const Panel& matrix = figure.main.front();
    if (figure.marginal) {
        Panel& marginal = *figure.marginal;
        marginal.become<PlotPanel>({.sideways = true});
        marginal.x.cells = true;
        marginal.x.low = matrix.y.low;
        marginal.x.high = matrix.y.high;
    }
    if (layout_parts::shares_columns(figure)) {
        Axis& shared = figure.companions.front().x;
        shared.low = matrix.x.low;
        shared.high = matrix.x.high;
        shared.binary = matrix.x.binary;
        shared.labels = matrix.x.labels;
        shared.labels_first = matrix.x.labels_first;
    }
    return figure;
}

void draw_titles(const layout_parts::Pen& pen, const Figure& figure, const LayoutOptions& options,
                 double center) {
    using namespace layout_parts;
    if (!options.titles) return;
    const double room = options.width - 2 * options.padding;
    if (options.paper)
        return pen.fitting_text(options.own_title, {options.padding, center}, Font::semibold,
                                paper_title_size, room, pen.colors.text);
    const bool own = !options.own_title.empty();
    const std::string title =
        pen.fitted(own ? options.own_title : figure.title, Font::semibold, title_size, room);
    const std::string_view below = own ? std::string_view{} : figure.subtitle;
    double size = body_size + 0.5;
    std::string subtitle;
    do {  // smaller rather than cut
        size -= 0.5;
        subtitle = fitted_parts(below, pen.metrics, Font::regular, size, room);
    } while (subtitle.ends_with("…") && !below.ends_with("…") && size > pen.space.min_size);
    pen.text(title, {options.padding, center}, Font::semibold, title_size, pen.colors.text);
    pen.text(subtitle, {options.padding, center + 23}, Font::regular, size, pen.colors.text2);
    const double used =
        std::max(pen.width(title, Font::semibold, title_size), pen.width(subtitle, Font::regular, size));
    const double left = options.padding + used + 40;
    draw_formula(pen, figure.formula, {left, 8, options.width - options.padding - left, title_band - 12});
}

/// A warning triangle, 12 px wide.
void draw_warning_sign(const layout_parts::Pen& pen, Point center) {
    const auto at = [&](double x, double y) { return Point{center.x + x, center.y + y}; };
    pen.add(Polyline{{at(0, -5), at(5.4, 4.6), at(-5.4, 4.6)}, pen.colors.warn, 1.2, {}, true});
    pen.line(at(0, -1.8), at(0, 1.2), pen.colors.warn, 1.2);
    pen.add(FillCircle{at(0, 2.9), 0.8, pen.colors.warn});
}

void draw_warnings(const layout_parts::Pen& pen, const Figure& figure, const LayoutOptions& options,
                   double top) {
    using namespace layout_parts;
    for (const WarningLine& line : warning_lines(figure, pen.metrics, options)) {
        const double middle = top + warning_pitch / 2;
        if (line.first) draw_warning_sign(pen, {options.padding + 6, middle});
        pen.text(line.text, {options.padding + warning_sign, middle}, Font::regular, small_size,
                 pen.colors.warn);
        top += warning_pitch;
    }
}

void draw_caption(const layout_parts::Pen& pen, const LayoutOptions& options, double top) {
    using namespace layout_parts;
    for (const std::string& line : caption_lines(pen.metrics, options)) {
        pen.text(line, {options.padding, top + warning_pitch / 2}, Font::regular, small_size,
                 pen.colors.text);
        top += warning_pitch;
    }
}

struct PanelStyle {
    layout_parts::MatrixStyle matrix;
    layout_parts::PlotStyle plot;
};

void draw_panel(const layout_parts::Pen& pen, const Panel& panel, PanelFrame& frame,
                const PanelStyle& style) {
    switch (panel.kind()) {
        case PanelKind::matrix:
            return layout_parts::draw_matrix(pen, panel, frame, style.matrix);
        case PanelKind::map:
            return layout_parts::draw_map(pen, panel, frame, style.matrix);
        case PanelKind::plot:
            return frame.sideways ? layout_parts::draw_sideways(pen, panel, frame)
                                  : layout_parts::draw_plot(pen, panel, frame, style.plot);
        case PanelKind::dials:
            return layout_parts::draw_dials(pen, panel, frame);
        case PanelKind::table:
            return layout_parts::draw_table(pen, panel, frame);
    }
}

/// Tooltips over cells that show no value; `shows_values` has an element for each main panel.
void draw_tips(const layout_parts::Pen& pen, const Figure& figure, const std::vector<bool>& shows_values,
               const Layout& layout) {
    const Rect all{0, 0, layout.draw.width, layout.draw.height};
    for (const PanelFrame& frame : layout.frames)
        if (!frame.companion && !frame.marginal && shows_cells(frame.kind) && !shows_values[frame.index])
            layout_parts::draw_tip(pen, figure.main[frame.index], frame, all);
}

/// Lays out the texts in the cells of each frame. Adjacent panels use one size; panels without room have no
/// texts.
std::vector<layout_parts::CellTexts> cell_texts(const layout_parts::Pen& pen, const Figure& figure,
                                                const CellDigits& digits,
                                                const std::vector<PanelFrame>& frames) {
    std::vector<layout_parts::CellTexts> all;
    double size = std::numeric_limits<double>::infinity();
    for (const PanelFrame& frame : frames) {
        const Panel& panel = figure.main[frame.index];
        all.push_back(layout_parts::cell_texts(pen, panel, frame, digits));
        const layout_parts::CellTexts& texts = all.back();
        if (texts.size > 0) size = std::min(size, texts.size);
        if (texts.has_texts && texts.size == 0) pen.leave_out(panel.title, Omission::Kind::cell_numbers);
        if (texts.no_fractions) pen.leave_out(panel.title, Omission::Kind::fractions);
    }
    for (layout_parts::CellTexts& texts : all) texts.size = std::min(texts.size, size);
    return all;
}

Layout layout_without_legend(Figure figure, const TextMetrics& metrics, LayoutOptions options) {
    figure.bars.clear();
    figure.key.clear();
    figure.key_title.clear();
    for (auto* panels : {&figure.main, &figure.companions})
        for (Panel& panel : *panels) panel.key.clear();
    if (figure.marginal) figure.marginal->key.clear();
    options.legend = true;
    return layout(figure, metrics, options);
}

/// Returns the maximum right end of a map's title: the last map in a row may extend over the empty area at
/// its right.
double title_end(const Figure& figure, const LayoutOptions& options, const layout_parts::Areas& areas,
                 std::size_t i) {
    const bool last = i + 1 == areas.main.size() || areas.main[i + 1].y != areas.main[i].y;
    return last && !figure.overview ? options.width - options.padding : 0;
}

/// Reports a panel by its name or the title of its values; one without either, by the title of the figure.
void leave_out(const layout_parts::Pen& pen, const Panel& panel, const Figure& figure) {
    for (const std::string* name : {&panel.title, &panel.quantity, &panel.y.title, &figure.title})
        if (!name->empty()) return pen.leave_out(*name);
}

/// Draws the main panels; returns for each whether its cells show their values.
std::vector<bool> draw_main(const layout_parts::Pen& pen, const Figure& figure, const LayoutOptions& options,
                            const layout_parts::Areas& areas, Layout& result) {
    for (std::size_t i = 0; i < figure.main.size(); ++i)
        if (areas.main[i].width > 0)
            result.frames.push_back(frame_of(figure.main[i], areas.main[i], false, i));
        else
            leave_out(pen, figure.main[i], figure);
    std::vector<bool> shows_values(figure.main.size());
    const std::vector<layout_parts::CellTexts> texts = cell_texts(pen, figure, options.digits, result.frames);
    for (std::size_t n = 0; n < texts.size(); ++n) {
        PanelFrame& frame = result.frames[n];
        const std::size_t i = frame.index;
        shows_values[i] = texts[n].size > 0;
        const bool foot = figure.grid && i < areas.foot_axis.size() && areas.foot_axis[i];
        layout_parts::PlotStyle plot{options.padding, options.width - 4, areas.bare_below[i]};
        if (i < areas.columns.size()) {
            plot.left = i == 0 ? options.padding : areas.columns[i].x;
            plot.right = areas.columns[i].right();
            plot.short_title = true;
        }
        draw_panel(pen, figure.main[i], frame,
                   {{areas.left_axis[i], figure.main.size() > 1 || figure.main[i].titled, &texts[n],
                     figure.grid, foot, options.padding, title_end(figure, options, areas, i)},
                    plot});
    }
    if (figure.grid && !areas.main.empty())
        pen.text(figure.main.front().x.title,
                 {layout_parts::right_end(areas), areas.main.back().bottom() + 30}, Font::regular,
                 layout_parts::small_size, pen.colors.text2, Align::right);
    if (figure.marginal && areas.marginal.width <= 0) leave_out(pen, *figure.marginal, figure);
    if (areas.marginal.width > 0) {
        result.frames.push_back(frame_of(*figure.marginal, areas.marginal, false, 0));
        result.frames.back().marginal = true;
        draw_panel(pen, *figure.marginal, result.frames.back(), {});
    }
    if (!figure.main.empty()) layout_parts::draw_side(pen, figure, areas.side);
    return shows_values;
}

void draw_companions(const layout_parts::Pen& pen, const Figure& figure, const LayoutOptions& options,
                     const layout_parts::Areas& areas, Layout& result) {
    for (std::size_t i = 0; i < areas.companions.size(); ++i) {
        const Panel& panel = figure.companions[i];
        if (areas.companions[i].width <= 0) {
            leave_out(pen, panel, figure);
            continue;
        }
        result.frames.push_back(frame_of(panel, areas.companions[i], true, i));
        layout_parts::PlotStyle plot{options.padding, options.width - 4,
                                     areas.bare_below[figure.main.size() + i]};
        if (i < areas.headings.size()) {
            plot.left = areas.headings[i].x;
            plot.right = areas.headings[i].right();
            plot.short_title = true;
        }
        draw_panel(pen, panel, result.frames.back(), {{}, plot});
    }
}

Layout layout_of(const Figure& figure, const TextMetrics& metrics, const LayoutOptions& options) {
    Layout result;
    result.draw.width = options.width;
    result.draw.height = options.height;
    const layout_parts::Spacing space = layout_parts::spacing_of(options);
    const layout_parts::Pen pen{result.draw, metrics,         palette(options.theme),
                                space,       &result.omitted, options.axes_apart ? &result.axes : nullptr};
    const layout_parts::Areas areas = layout_parts::arrange(figure, metrics, options);
    draw_titles(pen, figure, options, areas.title_center);
    const std::vector<bool> shows_values = draw_main(pen, figure, options, areas, result);
    if (areas.side.overview)
        result.overview =
            OverviewFrame{*areas.side.overview, figure.overview->total_rows, figure.overview->total_columns};
    result.spare = areas.spare;
    draw_companions(pen, figure, options, areas, result);
    draw_tips(pen, figure, shows_values, result);
    draw_warnings(pen, figure, options, areas.warnings_top);
    draw_caption(pen, options,
                 areas.warnings_top +
                     layout_parts::warning_pitch *
                         static_cast<double>(layout_parts::warning_lines(figure, metrics, options).size()));
    return result;
}

}  // namespace

Point PanelFrame::to_pixels(double x_value, double y_value) const {
    for (const PanelPart& part : parts)
        if (part.value == x_value)
            return {part.rect.x + part.rect.width / 2, part.rect.y + part.rect.height / 2};
    const double across = axis_place(x, x_value);
    const double along = axis_place(y, y_value);
    if (sideways) return {plot.x + along * plot.width, plot.y + across * plot.height};
    return {plot.x + across * plot.width,
            kind == PanelKind::matrix ? plot.y + along * plot.height : plot.bottom() - along * plot.height};
}

Point PanelAxes::to_data(Point pixel) const {
    const double along = downward ? pixel.y - plot.y : plot.bottom() - pixel.y;
    return {axis_value(x, (pixel.x - plot.x) / plot.width), axis_value(y, along / plot.height)};
}

Point PanelFrame::to_data(Point pixel) const {
    if (!parts.empty()) {
        const auto nearer = [&](const PanelPart& a, const PanelPart& b) {
            return distance(a.rect, pixel) < distance(b.rect, pixel);
        };
        return {std::min_element(parts.begin(), parts.end(), nearer)->value, 0};
    }
    if (sideways)
        return {axis_value(x, (pixel.y - plot.y) / plot.height),
                axis_value(y, (pixel.x - plot.x) / plot.width)};
    const double across = (pixel.x - plot.x) / plot.width;
    const double along = kind == PanelKind::matrix ? (pixel.y - plot.y) / plot.height
                                                   : (plot.bottom() - pixel.y) / plot.height;
    return {axis_value(x, across), axis_value(y, along)};
}

Layout layout(const Figure& figure, const TextMetrics& metrics, const LayoutOptions& options) {
    if (!options.legend) return layout_without_legend(figure, metrics, options);
    if (options.paper) {
        std::vector<Omission> omitted;
        const Figure shown = layout_parts::on_paper(with_shared_axes(figure), metrics, options, omitted);
        Layout result = layout_of(shown, metrics, options);
        result.omitted.insert(result.omitted.begin(), omitted.begin(), omitted.end());
        return result;
    }
    if (figure.marginal || figure.companions_in_row)
        return layout_of(with_shared_axes(figure), metrics, options);
    return layout_of(figure, metrics, options);
}

namespace layout_parts {

void Pen::text(std::string_view text, Point centre_line, Font font, double size, Color color,
               Align align) const {
    if (text.empty()) return;
    add(TextRun{
        std::string(text), {centre_line.x, centre_line.y + baseline_shift * size}, font, size, color, align});
}

void Pen::fitting_text(std::string_view all, Point centre_line, Font font, double size, double room,
                       Color color, Align align) const {
    if (all.empty()) return;
    size = fitting_size(all, metrics, font, size, space.min_size, room);
    std::string shown = fitted(all, font, size, room);
    // Brackets are omitted first.
    if (shown.ends_with("…")) shown = fitted(all.substr(0, all.find(" (")), font, size, room);
    if (shown != all) leave_out(all);
    text(shown, centre_line, font, size, color, align);
}

std::string Pen::fitted(std::string_view text, Font font, double size, double room) const {
    return fitted_text(text, metrics, font, size, room);
}

void Pen::line(Point from, Point to, Color color, double width, std::vector<double> dashes) const {
    add(Polyline{{from, to}, color, width, std::move(dashes), false});
}

Rect chip_rect(const Pen& pen, std::string_view text, Point centre, Align align) {
    const double width = pen.width(text, Font::mono_medium, tick_size) + 10;
    const double x =
        align == Align::center ? centre.x - width / 2 : (align == Align::right ? centre.x - width : centre.x);
    return {x, centre.y - 9, width, 18};
}

Rect chip(const Pen& pen, std::string_view text, Point centre, Align align) {
    const Rect box = chip_rect(pen, text, centre, align);
    pen.add(FillRect{box, pen.colors.accent, 3});
    pen.text(text, {box.x + box.width / 2, centre.y}, Font::mono_medium, tick_size, pen.colors.on_accent,
             Align::center);
    return box;
}

}  // namespace layout_parts

}  // namespace poslab
