#include "app/cli/sweep_sheet.hpp"

#include "app/cli/omissions.hpp"
#include "app/cli/sweep_limits.hpp"
#include "app/cli/sweep_omissions.hpp"
#include "app/cli/sweep_stages.hpp"
#include "core/base/errors.hpp"
#include "core/figure/palette.hpp"
#include "core/figure/text_fit.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

namespace poslab {

namespace {

constexpr double margin = 24, gap = 12, caption_size = 12, caption_height = 20;
// CSS pixels; a narrower figure is laid out at this width and scaled down, so that all of it fits
constexpr double min_composed = 560;

/// Scales a draw list down and moves it.
struct Placing {
    double x = 0, y = 0, scale = 1;

    [[nodiscard]] Point point(Point p) const { return {x + p.x * scale, y + p.y * scale}; }
    void rect(Rect& r) const {
        const Point corner = point({r.x, r.y});
        r = {corner.x, corner.y, r.width * scale, r.height * scale};
    }

    void operator()(FillRect& fill) const {
        rect(fill.rect);
        fill.radius *= scale;
    }
    void operator()(StrokeRect& stroke) const {
        rect(stroke.rect);
        stroke.width *= scale;
        stroke.radius *= scale;
    }
    void operator()(Polyline& line) const {
        for (Point& p : line.points) p = point(p);
        for (double& length : line.dashes) length *= scale;
        line.width *= scale;
    }
    void operator()(FillPolygon& polygon) const {
        for (Point& p : polygon.points) p = point(p);
    }
    void operator()(FillCircle& circle) const {
        circle.center = point(circle.center);
        circle.radius *= scale;
    }
    void operator()(TextRun& run) const {
        run.anchor = point(run.anchor);
        run.size *= scale;
    }
    void operator()(HeatMap& map) const {
        rect(map.rect);
        map.gap *= scale;
    }
    void operator()(PushClip& clip) const { rect(clip.rect); }
    void operator()(PopClip& /*clip*/) const {}
};

struct Grid {
    std::int64_t rows = 1, columns = 1;
    double width = 0, height = 0;  // size of a figure on the page

    [[nodiscard]] Point corner(std::int64_t step) const {
        const auto row = static_cast<double>(step / columns), column = static_cast<double>(step % columns);
        return {margin + column * (width + gap), margin + row * (caption_height + height + gap)};
    }
};

Grid grid_of(const Page& page, std::int64_t rows, std::int64_t columns) {
    const auto down = static_cast<double>(rows), across = static_cast<double>(columns);
    return {rows, columns, (page.width - 2 * margin - (across - 1) * gap) / across,
            (page.height - 2 * margin - (down - 1) * gap) / down - caption_height};
}

/// Returns the grid of a sheet. One parameter uses the number of columns that makes the figures largest; two
/// use a column for each value of the second.
Grid best_grid(const Page& page, const SweepSteps& steps) {
    if (steps.is_grid())
        return grid_of(page, static_cast<std::int64_t>(steps.axes()[0].values.size()),
                       static_cast<std::int64_t>(steps.axes()[1].values.size()));
    constexpr double shape = default_width / default_height;
    const auto size = [&](const Grid& grid) { return std::min(grid.width, grid.height * shape); };
    Grid best = grid_of(page, steps.size(), 1);
    for (std::int64_t columns = 2; columns <= steps.size(); ++columns) {
        const Grid grid = grid_of(page, (steps.size() + columns - 1) / columns, columns);
        if (size(grid) > size(best)) best = grid;
    }
    return best;
}

void add_caption(const std::string& text, Point corner, const Grid& grid, Theme theme,
                 const TextMetrics& metrics, DrawList& page) {
    TextRun run;
    run.text = fitted_text(text, metrics, Font::medium, caption_size, grid.width);
    run.anchor = {corner.x + grid.width / 2, corner.y + caption_height / 2 + baseline_shift * caption_size};
    run.font = Font::medium;
    run.size = caption_size;
    run.color = palette(theme).text;
    run.align = Align::center;
    page.commands.emplace_back(std::move(run));
}

void add_figure(DrawList figure, Point corner, double scale, DrawList& page) {
    const Placing placing{corner.x, corner.y + caption_height, scale};
    for (DrawCommand& command : figure.commands) {
        std::visit(placing, command);
        page.commands.push_back(std::move(command));
    }
}

void write_page(const SweepRequest& request, const DrawList& page, const FontLibrary& fonts) {
    const PictureRequest& picture = request.picture;
    const PictureMetadata metadata{
        {"Title", std::string(in(picture.language, picture.selection.view->info().title))},
        {"Software", picture_software()},
        {"Description", described_command(request)}};
    std::optional<Color> background;
    if (!picture.transparent) background = proofed(palette(picture.theme).canvas, picture.proof);
    write_picture(page, fonts, picture.format, picture.dpi, picture.path, metadata, background);
}

}  // namespace

std::vector<Message> sweep_sheet(const SweepRequest& request, const SweepSteps& steps,
                                 const FontLibrary& fonts, const Job& job) {
    if (steps.size() > max_sheet_cells)
        throw TooLarge(
            fmt::format("a sheet of {} figures: at most {} are allowed", steps.size(), max_sheet_cells));
    const Grid grid = best_grid(request.picture.page, steps);
    if (grid.width < 16 || grid.height < 12)
        throw UsageError(fmt::format("--size: a sheet of {} rows and {} columns does not fit on {:g}x{:g}",
                                     grid.rows, grid.columns, request.picture.page.width,
                                     request.picture.page.height));
    const FontMetrics metrics(fonts);
    const bool print = request.picture.page.for_print();  // print keeps the font size
    const double scale =
        print ? 1 : std::min({1.0, grid.width / min_composed, grid.height / (min_composed * 0.75)});
    const auto cell_of = [&](std::int64_t step) {
        PictureRequest cell = request.picture;
        cell.selection = steps.selection(step);
        cell.page.width = grid.width / scale;
        cell.page.height = grid.height / scale;
        cell.titles = false;
        return cell;
    };
    SweepFigures figures(cell_of, metrics, 2 * scale);
    const bool held = holds_limits(request, steps);
    const std::int64_t passes = held ? 2 : 1;
    std::shared_ptr<const FigureLimits> limits;
    if (held) limits = limits_of_all(figures, steps, {}, nullptr, job.step(0, passes));
    const Job drawing = job.step(passes - 1, passes);
    std::vector<Message> notices;
    SweepOmissions omitted;
    DrawList page{request.picture.page.width, request.picture.page.height, {}};
    for (std::int64_t step = 0; step < steps.size(); ++step) {
        job.check();
        PictureRequest cell = cell_of(step);
        cell.limits = limits;
        FigureData figure = figures.take(step, limits, drawing.step(step, steps.size()));
        add_notices(figure.notices, notices);
        const Figure drawn = drawn_figure(cell, figure.variants);
        Layout composed = laid_out(cell, drawn, metrics);
        for (const Message& note : settings_without_effect(cell, drawn)) omitted.add(note);
        for (const Omission& omission : composed.omitted)  // nobody expects numbers in cells so small
            if (omission.kind != Omission::Kind::cell_numbers || cell.digits != CellDigits{})
                omitted.add(omission_sentence({omission}));
        const Point corner = grid.corner(step);
        add_caption(steps.caption(step, request.picture.language), corner, grid, request.picture.theme,
                    metrics, page);
        add_figure(std::move(composed.draw), corner, scale, page);
    }
    write_page(request, page, fonts);
    add_notices(omitted.of_figures(steps.size()), notices);
    return notices;
}

}  // namespace poslab
