#include "app/gui/canvas.hpp"

#include "app/gui/canvas_parts.hpp"
#include "app/gui/lecture_plan.hpp"
#include "app/state/watched_files.hpp"
#include "core/base/errors.hpp"
#include "core/lessons/figure_curves.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {
namespace {

constexpr double home_seconds = 0.18;

std::vector<std::string> arrays_of(const FigureInfo& figure) {
    return {figure.arrays.begin(), figure.arrays.end()};
}

LayoutOptions options_for(const Store& store, const CanvasContext& context) {
    LayoutOptions options{context.area.width, context.area.height, context.padding, false, store.theme};
    options.paper = context.lecture;
    if (context.lecture) options.min_text = min_lecture_text;
    options.links = true;
    return options;
}

const PanelFrame* matrix_of(const Layout& layout) {
    for (const PanelFrame& frame : layout.frames)
        if (frame.kind == PanelKind::matrix && !frame.companion) return &frame;
    return nullptr;
}

/// The first main panel whose values are requested per pixel.
const PanelFrame* cells_of(const Layout& layout) {
    for (const PanelFrame& frame : layout.frames)
        if (shows_cells(frame.kind) && !frame.companion) return &frame;
    return nullptr;
}

Rect matrix_shaped(Figure figure, double wide, double high, const TextMetrics& metrics,
                   const LayoutOptions& options) {
    const auto matrix = std::find_if(figure.main.begin(), figure.main.end(),
                                     [](const Panel& panel) { return panel.kind() == PanelKind::matrix; });
    if (matrix == figure.main.end()) return {0, 0, 1, 1};
    matrix->x = {"", 0, wide, false};
    matrix->y = {"", 0, high, false};
    const Layout layout = poslab::layout(figure, metrics, options);
    const PanelFrame* frame = matrix_of(layout);
    return frame == nullptr ? Rect{0, 0, 1, 1} : frame->plot;
}

}  // namespace

const PanelFrame* Canvas::matrix_frame() const { return matrix_of(layout_); }

MatrixRoom Canvas::room(const PanelFrame& frame) const {
    Rect plot = frame.plot;
    plot.x += origin_.x;
    plot.y += origin_.y;
    return {plot, std::max(room_width_, 1.0), std::max(room_height_, 1.0)};
}

void Canvas::compute(const Store& store, Worker& worker, Compared& compared, const TextMetrics& metrics,
                     const CanvasContext& context, const std::optional<Values>& next) {
    compared.update(store);
    measure(store, compared, metrics, context);
    const ComputeRequest present = current_request(store, context);
    compared.compute(present);
    take_pins(store, compared);
    ComputeRequest request = present;
    if (next) {
        request.values = *next;
        request.files = watched_files(*next);
    }
    const bool all_of_it =
        last_request_ && last_request_->limited && !request.limited && worker.status().limited;
    if (!last_request_ || !same_data(*last_request_, request) || all_of_it) {
        last_request_ = request;
        worker.request(std::move(request));
    }
    status_ = worker.status();
    if (!next) keep(status_.result);
    const auto found = result(store);
    fresh_ = found != nullptr && same_data(found->request, present);
    if (fresh_ && stroke_) stroke_->shown = stroke_->path.size();
}

void Canvas::keep(const std::shared_ptr<const Result>& result) {
    if (result != nullptr) results_[{result->request.view, result->request.arrays}] = result;
}

bool Canvas::arrived(const Worker& worker) {
    const WorkerStatus status = worker.status();
    const bool has_data =
        last_request_ && status.result != nullptr && same_data(status.result->request, *last_request_);
    if (has_data) keep(status.result);
    return has_data || !status.running;
}

void Canvas::take_pins(const Store& store, Compared& compared) {
    compared.update(store);
    label_ = compared.label();
    others_ = compared.others();
    pin_labels_ = compared.labels();
    comparison_error_ = compared.error();
    comparison_failure_ = compared.failure();
    complete_ = compared.complete();
}

std::shared_ptr<const Result> Canvas::result(const Store& store) const {
    const auto found = results_.find({&store.view(), arrays_of(store.figure())});
    return found == results_.end() ? nullptr : found->second;
}

ComputeRequest Canvas::current_request(const Store& store, const CanvasContext& context) const {
    return {&store.view(),         store.values(), arrays_of(store.figure()),     std::llround(width_),
            std::llround(height_), context.engine, watched_files(store.values()), !store.current().confirmed};
}

Figure Canvas::empty_figure(const Store& store, const Compared& compared) {
    std::vector<Variant> variants{{store.values(), nullptr, compared.label()}};
    for (const Variant& variant : compared.others())
        variants.push_back({variant.values, nullptr, variant.label});
    return compared_figure(store.view(), store.figure().id, variants, store.style(), {},
                           comparison_of(store, variants));
}

Layout Canvas::layout_in(const Store& store, const Figure& figure, const TextMetrics& metrics,
                         const CanvasContext& context) {
    return poslab::layout(figure, metrics, options_for(store, context));
}

void Canvas::measure(const Store& store, const Compared& compared, const TextMetrics& metrics,
                     const CanvasContext& context) {
    ComputeRequest now{&store.view(), store.values(), {}, 0, 0, {}};
    std::vector<Values> marginal;
    for (const Variant& variant : compared.others()) marginal.push_back(variant.values);
    if (measured_ && same_data(*measured_, now) && measured_area_ == context.area &&
        measured_scale_ == context.scale && measured_figure_ == &store.figure() &&
        measured_others_ == marginal && measured_how_ == store.current().comparison.how)
        return;
    measured_others_ = std::move(marginal);
    measured_how_ = store.current().comparison.how;
    std::vector<Variant> variants{{store.values(), nullptr, compared.label()}};
    for (const Variant& variant : compared.others())
        variants.push_back({variant.values, nullptr, variant.label});
    const bool several = variants.size() > 1;
    const Figure first_two =
        several ? store.view().figure(store.figure().id, std::span(variants).first(2), store.style(), {})
                : Figure{};
    const bool comparable = several && can_be_compared(first_two, Comparison::How::difference);
    two_ = comparable && variants.size() == 2;
    can_wipe_ = several && can_be_compared(first_two, Comparison::How::wipe);
    too_many_ = comparable && variants.size() > 2;
    const Figure figure = empty_figure(store, compared);
    const LayoutOptions options = options_for(store, context);
    const Layout empty = poslab::layout(figure, metrics, options);
    width_ = height_ = no_matrix;
    room_width_ = room_height_ = 0;
    if (const PanelFrame* frame = cells_of(empty)) {
        width_ = std::max(1.0, std::ceil(frame->plot.width * context.scale));
        height_ = std::max(1.0, std::ceil(frame->plot.height * context.scale));
    }
    if (const PanelFrame* frame = matrix_of(empty)) {
        // A matrix in a grid keeps its shape, so that zooming does not rearrange the grid.
        room_width_ = figure.grid ? frame->plot.width : matrix_shaped(figure, 11, 1, metrics, options).width;
        room_height_ =
            figure.grid ? frame->plot.height : matrix_shaped(figure, 1, 11, metrics, options).height;
    }
    measured_ = std::move(now);
    measured_figure_ = &store.figure();
    measured_area_ = context.area;
    measured_scale_ = context.scale;
}

std::vector<Variant> Canvas::variants(const Store& store) const {
    std::vector<Variant> all{{store.values(), nullptr, label_}};
    all.insert(all.end(), others_.begin(), others_.end());
    const auto found = result(store);
    const bool failed = !status_.error.empty() && !fresh_;  // old data would show something else
    if (found == nullptr || failed) return all;
    const View& view = store.view();
    const Result& result = *found;
    // Old data keep the values they were computed from, except for the current zoom and style.
    Values values = with_stages(view, result.request.values, store.values(), {Stage::window, Stage::style});
    try {
        values = view.adjusted(values);
    } catch (const Error&) {
        values = result.request.values;
    }
    all.front().values = std::move(values);
    all.front().data = result.data;
    return all;
}

void Canvas::draw(Ui& ui, const Store& store, const CanvasContext& context) {
    const std::vector<Variant> shown = variants(store);
    figure_ = compared_figure(store.view(), store.figure().id, shown, store.style(), cursor_,
                              comparison_of(store, shown), &compared_);
    if (context.change) context.change(figure_);
    hold_limits(store, context);
    hold_axes();
    begin_tables(store);
    if (store.reduced_motion) glide_.reset();
    glide(ui);
    lay_out(store, ui.metrics(), context);
    origin_ = {context.area.x, context.area.y};
    ui.draw(layout_.draw, origin_);
}

void Canvas::lay_out(const Store& store, const TextMetrics& metrics, const CanvasContext& context) {
    layout_ = layout_with(context.needed, figure_, metrics, options_for(store, context));
}

void Canvas::go_home(Store& store) {
    release_limits(store);
    if (auto viewport = viewport_of(store.view(), store.values())) {
        if (const PanelFrame* frame = matrix_frame(); frame != nullptr && !viewport->whole())
            glide_ = Glide{frame->x, frame->y, -1};
        viewport->rows = viewport->columns = {0, viewport->total};
        store.set(looking_at(store.view(), store.values(), *viewport));
    }
}

void Canvas::glide(Ui& ui) {
    if (!glide_) return;
    if (glide_->since < 0) glide_->since = Ui::time();
    const double t = (Ui::time() - glide_->since) / home_seconds;
    if (t >= 1) return glide_.reset();
    const double gone = 1 - (1 - t) * (1 - t) * (1 - t);  // ease-out
    const auto between = [gone](const Axis& from, Axis& to) {
        to.low = from.low + gone * (to.low - from.low);
        to.high = from.high + gone * (to.high - from.high);
    };
    for (Panel& panel : figure_.main) {
        if (panel.kind() != PanelKind::matrix) continue;
        between(glide_->x, panel.x);
        between(glide_->y, panel.y);
    }
    ui.request_frame();
}

void Canvas::zoom_step(Store& store, double factor) const {
    if (const PanelFrame* keyed = keyed_frame(); keyed != nullptr && plot_place(*keyed)) {
        const Rect& all = keyed->plot;
        const Point middle{all.x + all.width / 2, all.y + all.height / 2};
        return zoom_plot(store, *keyed, factor, keyed_ ? keyed->to_pixels(keyed_->x, keyed_->y) : middle);
    }
    const auto viewport = viewport_of(store.view(), store.values());
    const PanelFrame* frame = matrix_frame();
    const PanelFrame* plot = zoomable_plot();
    if (!viewport && plot != nullptr)
        zoom_plot(store, *plot, factor,
                  {plot->plot.x + plot->plot.width / 2, plot->plot.y + plot->plot.height / 2});
    if (!viewport || frame == nullptr) return;
    const MatrixRoom here = room(*frame);
    const Point middle{here.plot.x + here.plot.width / 2, here.plot.y + here.plot.height / 2};
    store.set(looking_at(store.view(), store.values(), zoomed(*viewport, factor, middle, here)));
}

}  // namespace poslab
