// Errors of all methods on logarithmic axes, each curve named with its slope.

#include "core/base/number_format.hpp"
#include "core/views/memory/convergence.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory {

namespace {

constexpr double least_drawn_error = 1e-12;  // of the largest sample: errors below are not drawn, they are none
constexpr double most_above = 100;           // as far goes a frame beyond the largest sample: what diverges is named, not shown
constexpr double room = 1.4;

struct Curve {
    const ComparedMethod* compared;
    std::size_t color;
    std::string name;
    Column errors;
    double slope;
    bool chosen;
};

std::vector<Curve> curves_of(const Variant& variant, const ConvergencePanel& panel, const Words& words) {
    std::vector<Curve> curves;
    for (std::size_t n = 0; n < compared_methods.size(); ++n) {
        const ComparedMethod& compared = compared_methods[n];
        const MemoryGroup& group = variant.params.memory;
        curves.push_back({&compared, n, compared_name(compared, group, words), column_of(variant, compared.*panel.error),
                          variant.data == nullptr ? std::nan("") : variant.data->number(compared.*panel.slope),
                          compared.method == group.method});
    }
    return curves;
}

double scale_of(const Variant& variant) {
    const double largest = variant.data == nullptr ? std::nan("") : variant.data->number("largest_input");
    return largest > 0 ? largest : 1;
}

struct Frame {
    double low = INFINITY, high = 0;
};

Frame frame_of(std::span<const Curve> curves, double scale) {
    Frame frame;
    for (const Curve& curve : curves)
        for (const double error : *curve.errors) {
            if (!(error >= least_drawn_error * scale && error <= most_above * scale)) continue;
            frame.low = std::min(frame.low, error);
            frame.high = std::max(frame.high, error);
        }
    return frame;
}

/// Only what is inside the frame: a curve that comes down into it begins there.
Column inside(const Column& errors, const Frame& frame) {
    std::vector<double> values(*errors);
    for (double& value : values)
        if (!(value >= frame.low && value <= frame.high)) value = std::nan("");
    return shared_column(std::move(values));
}

LineMark line_of(const Curve& curve, const Column& sizes, const Frame& frame, const Style& style) {
    LineMark line;
    line.x = sizes;
    line.y = inside(curve.errors, frame);
    line.color = palette(style.theme).curves[curve.color];
    line.emphasis = curve.chosen ? Emphasis::chosen : Emphasis::other;
    line.label = curve.name + (std::isfinite(curve.slope) ? "  " + slope_text(curve.slope) : "");
    line.dashes = curve_dashes(curve.color);
    line.stroked = true;
    line.dot_every = 1;
    return line;
}

/// Those of which nothing is inside the frame.
std::string names_outside(std::span<const Curve> curves, const Frame& frame, bool above) {
    std::string names;
    for (const Curve& curve : curves) {
        const auto outside = [&](double error) {
            return !(error <= frame.high) == above && !(error >= frame.low && error <= frame.high);
        };
        if (curve.errors->empty() || !std::all_of(curve.errors->begin(), curve.errors->end(), outside)) continue;
        names += (names.empty() ? "" : ", ") + curve.name;
    }
    return names;
}

void add_notes(std::span<const Curve> curves, const Frame& frame, const ConvergencePanel& panel, const Words& words, Panel& made) {
    const std::string below = names_outside(curves, frame, false), above = names_outside(curves, frame, true);
    const bool reference = panel.error == &ComparedMethod::step_error && above == curves.back().name;
    if (!below.empty())
        made.marks.emplace_back(
            AnnotationMark{{made.x.low, made.y.low}, "  " + below + words(": rounding only ↓"_tr), Align::left, false});
    if (reference)
        made.marks.emplace_back(
            AnnotationMark{{made.x.low, made.y.low}, "  " + above + words(": the reference here"_tr), Align::left, false});
    else if (!above.empty())
        made.marks.emplace_back(
            AnnotationMark{{made.x.low, made.y.high}, "  " + above + words(": diverges, or left out"_tr), Align::left, true});
}

void add_pointer(const Variant& variant, const ConvergencePanel& panel, std::span<const Curve> curves, const Frame& frame,
                 const Column& sizes, const Style& style, const Cursor& cursor, Panel& made) {
    const auto at = pointed_size(variant, panel, cursor);
    if (!at) return;
    PointerMark pointer;
    pointer.x = (*sizes)[*at];
    pointer.x_chip = format_number(pointer.x, 0);
    for (const Curve& curve : curves) {
        const double error = *at < curve.errors->size() ? (*curve.errors)[*at] : std::nan("");
        if (error >= frame.low && error <= frame.high)
            pointer.dots.push_back({{pointer.x, error}, palette(style.theme).curves[curve.color], "", false, !curve.chosen});
    }
    made.pointer = std::move(pointer);
}

Panel convergence_panel(const Variant& variant, const ConvergencePanel& panel, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Column sizes = column_of(variant, panel.sizes);
    const std::vector<Curve> curves = curves_of(variant, panel, words);
    Panel made;
    made.x.logarithmic = made.y.logarithmic = true;
    made.x.low = sizes->empty() ? 1 : sizes->front();
    made.x.high = sizes->size() < 2 ? 2 * made.x.low : sizes->back();
    made.x.low /= 1.02;  // room for the dots
    Frame frame = frame_of(curves, scale_of(variant));
    const bool nothing = frame.high == 0;
    if (nothing) frame = {1e-3, 1};
    made.y = {"", frame.low / room, frame.high * room};
    made.y.logarithmic = true;
    if (variant.data != nullptr && !variant.data->partial && nothing)
        made.message = sizes->empty() ? words("left out: it would take too long"_tr) : words("no error but for rounding"_tr);
    for (const Curve& curve : curves) made.marks.emplace_back(line_of(curve, sizes, frame, style));
    if (!nothing) add_notes(curves, frame, panel, words, made);
    add_pointer(variant, panel, curves, frame, sizes, style, cursor, made);
    return made;
}

std::string continuous_words(const Variant& variant, const Words& words) {
    if (!is_function_of_place(variant.params.signal.signal))
        return words("known at its samples only, so against the finest held ones"_tr);
    if (!variant.params.memory.measure->is_projection) return words("against the exact state of 4 times as many samples"_tr);
    return words("against its projection, between the samples too"_tr);
}

void add_steps_figure(const Variant& variant, const Style& style, const Cursor& cursor, Figure& figure) {
    const Words words(style.language);
    Panel held = convergence_panel(variant, convergence_panels[0], style, cursor);
    held.title = words("Against the held signal"_tr);
    held.quantity = words("largest |xₙ − x*ₙ|; after each name p, error ∝ T⁻ᵖ"_tr);
    held.shares_x_below = true;
    Panel continuous = convergence_panel(variant, convergence_panels[1], style, cursor);
    continuous.title = words("Against the continuous signal"_tr);
    continuous.quantity = continuous_words(variant, words);
    held.x.title = continuous.x.title = words("samples T of the same signal, step size 1/T →"_tr);
    figure.main.push_back(std::move(held));
    figure.main.push_back(std::move(continuous));
}

void add_orders_figure(const Variant& variant, const Style& style, const Cursor& cursor, Figure& figure) {
    const Words words(style.language);
    Panel panel = convergence_panel(variant, convergence_panels[2], style, cursor);
    panel.title = words("Error of the reconstruction"_tr);
    panel.quantity =
        words("root mean square at T = {}; after each name the slope of the last two octaves", format_integer(time_of(variant)));
    panel.x.title = words("order N →"_tr);
    panel.x.fractions = true;
    figure.main.push_back(std::move(panel));
}

}  // namespace

std::optional<std::size_t> pointed_size(const Variant& variant, const ConvergencePanel& panel, const Cursor& cursor) {
    const Column sizes = column_of(variant, panel.sizes);
    if (!cursor.active || cursor.figure != panel.figure || !(cursor.x > 0) || sizes->empty()) return std::nullopt;
    const auto nearest = std::min_element(sizes->begin(), sizes->end(), [&](double a, double b) {
        return std::abs(std::log(a / cursor.x)) < std::abs(std::log(b / cursor.x));
    });
    return static_cast<std::size_t>(nearest - sizes->begin());
}

bool add_convergence_figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor,
                            Figure& figure) {
    if (id != "steps" && id != "orders") return false;
    const Words words(style.language);
    const Variant& first = variants.front();
    if (variants.size() > 1)
        figure.warnings.push_back(
            words("This figure compares methods by itself; only the first of the compared sets is shown."_tr));
    if (id == "steps") {
        figure.title = words("Error against step size"_tr);
        add_steps_figure(first, style, cursor, figure);
    } else {
        figure.title = words("Error against order"_tr);
        add_orders_figure(first, style, cursor, figure);
    }
    return true;
}

}  // namespace poslab::memory
