#include "app/gui/canvas_computation.hpp"

#include "app/gui/lecture_plan.hpp"
#include "app/state/watched_files.hpp"
#include "core/base/errors.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace poslab {
namespace {

std::vector<std::string> arrays_of(const FigureInfo& figure) {
    return {figure.arrays.begin(), figure.arrays.end()};
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

Comparison comparison_of(const Store& store, const std::vector<Variant>& variants) {
    return variants.size() == 2 ? store.current().comparison : Comparison{};
}

LayoutOptions canvas_layout_options(const Store& store, const CanvasContext& context) {
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

void CanvasComputation::request(const Store& store, const TextMetrics& metrics, const CanvasContext& context,
                                const std::optional<Values>& next) {
    measure(store, metrics, context);
    const ComputeRequest present = current_request(store, context);
    compared_.compute(store, present);
    ComputeRequest request = present;
    if (next) {
        request.values = *next;
        request.files = watched_files(*next);
    }
    const bool all_of_it =
        last_request_ && last_request_->limited && !request.limited && worker_.status().limited;
    if (!last_request_ || !same_data(*last_request_, request) || all_of_it) {
        last_request_ = request;
        worker_.request(std::move(request));
    }
    status_ = worker_.status();
    if (!next) keep(status_.result);
    const auto found = result(store);
    fresh_ = found != nullptr && same_data(found->request, present);
}

void CanvasComputation::keep(const std::shared_ptr<const Result>& result) {
    if (result != nullptr) results_[{result->request.view, result->request.arrays}] = result;
}

bool CanvasComputation::arrived() {
    const WorkerStatus status = worker_.status();
    const bool has_data =
        last_request_ && status.result != nullptr && same_data(status.result->request, *last_request_);
    if (has_data) keep(status.result);
    return has_data || !status.running;
}

void CanvasComputation::compute_all(Store& store) {
    last_request_.reset();
    store.confirm_slow();
}

std::shared_ptr<const Result> CanvasComputation::result(const Store& store) const {
    const auto found = results_.find({&store.view(), arrays_of(store.figure())});
    return found == results_.end() ? nullptr : found->second;
}

bool CanvasComputation::stopped(const Store& store) const {
    const auto found = result(store);
    return found == nullptr || found->data->partial || !fresh_;
}

ComputeRequest CanvasComputation::current_request(const Store& store, const CanvasContext& context) const {
    return {&store.view(),
            store.values(),
            arrays_of(store.figure()),
            std::llround(sizes_.width),
            std::llround(sizes_.height),
            context.engine,
            watched_files(store.values()),
            !store.current().confirmed};
}

std::vector<Variant> CanvasComputation::empty_variants(const Store& store) const {
    const ComparedPins& pins = compared_.pins(store);
    std::vector<Variant> variants{{store.values(), nullptr, pins.label}};
    for (const Variant& variant : pins.others) variants.push_back({variant.values, nullptr, variant.label});
    return variants;
}

Figure CanvasComputation::empty_figure(const Store& store) const {
    const std::vector<Variant> variants = empty_variants(store);
    return compared_figure(store.view(), store.figure().id, variants, store.style(), {},
                           comparison_of(store, variants));
}

bool CanvasComputation::SizesKey::same(const SizesKey& other) const {
    return same_data(request, other.request) && area == other.area && scale == other.scale &&
           figure == other.figure && others == other.others && how == other.how;
}

void CanvasComputation::measure(const Store& store, const TextMetrics& metrics,
                                const CanvasContext& context) {
    SizesKey now{{&store.view(), store.values(), {}, 0, 0, {}},
                 &store.figure(),
                 {},
                 store.current().comparison.how,
                 context.area,
                 context.scale};
    for (const Variant& variant : compared_.pins(store).others) now.others.push_back(variant.values);
    if (measured_ && measured_->same(now)) return;
    sizes_ = sizes_of(store, metrics, context);
    measured_ = std::move(now);
}

CanvasComputation::Sizes CanvasComputation::sizes_of(const Store& store, const TextMetrics& metrics,
                                                     const CanvasContext& context) const {
    Sizes sizes;
    const std::vector<Variant> variants = empty_variants(store);
    const bool several = variants.size() > 1;
    const Figure first_two =
        several ? store.view().figure(store.figure().id, std::span(variants).first(2), store.style(), {})
                : Figure{};
    const bool comparable = several && can_be_compared(first_two, Comparison::How::difference);
    sizes.two = comparable && variants.size() == 2;
    sizes.can_wipe = several && can_be_compared(first_two, Comparison::How::wipe);
    sizes.too_many = comparable && variants.size() > 2;
    const Figure figure = empty_figure(store);
    const LayoutOptions options = canvas_layout_options(store, context);
    const Layout empty = layout(figure, metrics, options);
    if (const PanelFrame* frame = cells_of(empty)) {
        sizes.width = std::max(1.0, std::ceil(frame->plot.width * context.scale));
        sizes.height = std::max(1.0, std::ceil(frame->plot.height * context.scale));
    }
    if (const PanelFrame* frame = matrix_of(empty)) {
        // A matrix in a grid keeps its shape, so that zooming does not rearrange the grid.
        sizes.room_width =
            figure.grid ? frame->plot.width : matrix_shaped(figure, 11, 1, metrics, options).width;
        sizes.room_height =
            figure.grid ? frame->plot.height : matrix_shaped(figure, 1, 11, metrics, options).height;
    }
    return sizes;
}

std::vector<Variant> CanvasComputation::variants(const Store& store) const {
    const ComparedPins& pins = compared_.pins(store);
    std::vector<Variant> all{{store.values(), nullptr, pins.label}};
    all.insert(all.end(), pins.others.begin(), pins.others.end());
    const auto found = result(store);
    const bool failed = !status_.error.empty() && !fresh_;  // old data would show something else
    if (found == nullptr || failed) return all;
    all.front().values = shown_values(store, found);
    all.front().data = found->data;
    return all;
}

const Values& CanvasComputation::shown_values(const Store& store,
                                              const std::shared_ptr<const Result>& result) const {
    if (shown_values_.result == result && shown_values_.present == store.values())
        return shown_values_.values;
    const View& view = store.view();
    Values values = with_stages(view, result->request.values, store.values(), {Stage::window, Stage::style});
    if (!(values == store.values())) {  // their window may not fit the data shown
        try {
            values = view.adjusted(values);
        } catch (const Error&) {
            values = result->request.values;
        }
    }
    shown_values_ = {store.values(), result, std::move(values)};
    return shown_values_.values;
}

}  // namespace poslab
