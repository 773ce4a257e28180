// Figures `steps` and `orders`: errors of all methods on logarithmic axes; each curve is labelled with its
// slope.

#include "core/views/memory/arrays.hpp"

namespace poslab::memory {
namespace {

// relative to the largest sample; smaller errors are rounding and not drawn
constexpr double min_drawn_error = 1e-12;
// relative to the largest sample; curves of larger errors are named, not drawn
constexpr double max_above = 100;
constexpr double room = 1.4;

/// The contents of a panel, by method.
struct Errors {
    const ArrayRow& sizes;
    const std::array<ArrayRow, method_count>& errors;
    const std::array<ValueRow, method_count>& slopes;
    bool has_reference;  // the last method is the reference
};
constexpr Errors against_held{arrays::step_sizes, arrays::step_errors, values::slopes, true};
constexpr Errors against_continuous{arrays::step_sizes, arrays::step_errors_continuous,
                                    values::slopes_continuous, false};
constexpr Errors by_order{arrays::order_sizes, arrays::order_errors, values::order_slopes, false};

/// 1.0, −0.5: the slope with one decimal; empty if there is none.
std::string slope_text(double slope) {
    if (!std::isfinite(slope)) return "";
    return (slope < -0.05 ? "−" : "") + fmt::format("{:.1f}", std::abs(slope));
}

/// Returns the index of the size nearest to the pointer on its logarithmic axis.
std::optional<std::size_t> pointed_size(const Showing& on, const Column& sizes) {
    const double x = on.x().value_or(0);
    if (!(x > 0) || sizes->empty()) return std::nullopt;
    const auto nearest = std::min_element(sizes->begin(), sizes->end(), [&](double a, double b) {
        return std::abs(std::log(a / x)) < std::abs(std::log(b / x));
    });
    return static_cast<std::size_t>(nearest - sizes->begin());
}

/// The range of the errors that are drawn.
struct Frame {
    double low = INFINITY, high = 0;
    [[nodiscard]] bool holds(double error) const { return error >= low && error <= high; }
};

Frame frame_of(const Variant& variant, const Errors& shown) {
    const double largest = variant[values::largest_input], scale = largest > 0 ? largest : 1;
    const Frame limits{min_drawn_error * scale, max_above * scale};
    Frame frame;
    for (const ArrayRow& row : shown.errors) {
        const Column errors = variant[row];
        for (const double error : *errors) {
            if (!limits.holds(error)) continue;
            frame.low = std::min(frame.low, error);
            frame.high = std::max(frame.high, error);
        }
    }
    return frame;
}

void add_curves(const Drawing& on, const Errors& shown, const Frame& frame, Panel& panel) {
    const Variant& variant = on.first();
    for (std::size_t n = 0; n < method_count; ++n) {
        // Omits errors outside the frame; a curve that enters it begins there.
        const Column inside = mapped(variant[shown.errors[n]],
                                     [&](double error) { return frame.holds(error) ? error : std::nan(""); });
        const std::string slope = slope_text(variant[shown.slopes[n]]);
        add(panel, method_curve(on, n, variant[shown.sizes], inside)
                       .named(method_name(on, n) + (slope.empty() ? "" : "  " + slope))
                       .dotted());
    }
}

/// Returns the names of the methods whose errors are all above, or all below, the frame.
std::string names_outside(const Drawing& on, const Errors& shown, const Frame& frame, bool above) {
    std::string names;
    for (std::size_t n = 0; n < method_count; ++n) {
        const Column errors = on.first()[shown.errors[n]];
        const auto outside = [&](double error) {
            return !frame.holds(error) && !(error <= frame.high) == above;
        };
        if (errors->empty() || !std::all_of(errors->begin(), errors->end(), outside)) continue;
        names += (names.empty() ? "" : ", ") + method_name(on, n);
    }
    return names;
}

void add_names_outside(const Drawing& on, const Errors& shown, const Frame& frame, Panel& panel) {
    const auto note = [&](double y, const std::string& names, Text what, bool is_below) {
        add(panel,
            AnnotationMark{{panel.x.low, y}, "  " + names + on.translate(what), Align::left, is_below});
    };
    const std::string below = names_outside(on, shown, frame, false),
                      above = names_outside(on, shown, frame, true);
    if (!below.empty()) note(panel.y.low, below, ": rounding only ↓"_tr, false);
    if (shown.has_reference && above == method_name(on, method_count - 1))
        note(panel.y.low, above, ": the reference here"_tr, false);
    else if (!above.empty())
        note(panel.y.high, above, ": diverges, or left out"_tr, true);
}

void point_at_size(const Drawing& on, const Errors& shown, const Frame& frame, Panel& panel) {
    const Column sizes = on.first()[shown.sizes];
    const auto at = pointed_size(on, sizes);
    if (!at) return;
    PointerMark& pointer = point_at(panel, (*sizes)[*at], format_number((*sizes)[*at], 0));
    for (std::size_t n = 0; n < method_count; ++n) {
        const double error = on.first().at(shown.errors[n], *at);
        if (!frame.holds(error)) continue;
        if (is_chosen(on, n))
            add_dot(pointer, error, on.colors.curves[n], "");
        else
            add_small_dot(pointer, error, on.colors.curves[n]);
    }
}

void draw_errors(const Drawing& on, const Errors& shown, Text x_title, Panel& panel) {
    const Column sizes = on.first()[shown.sizes];
    const double first = sizes->empty() ? 1 : sizes->front(),
                 last = sizes->size() < 2 ? 2 * first : sizes->back();
    panel.x = logarithmic_axis(on.translate(x_title), first / 1.02, last);  // room for the dots
    Frame frame = frame_of(on.first(), shown);
    const bool nothing = frame.high == 0;
    if (nothing) frame = {1e-3, 1};
    panel.y = logarithmic_axis("", frame.low / room, frame.high * room);
    if (on.first().data != nullptr && !on.first().data->partial && nothing)
        panel.message = on.translate(sizes->empty() ? "left out: too slow"_tr : "only rounding errors"_tr);
    add_curves(on, shown, frame, panel);
    if (!nothing) add_names_outside(on, shown, frame, panel);
    point_at_size(on, shown, frame, panel);
}

constexpr Text step_axis = "samples T of the same signal, step size 1/T →"_tr;

void draw_held(Drawing& on, Panel& panel) {
    panel.quantity = on.translate("largest |xₙ − x*ₙ|; after each name p of error ∝ T⁻ᵖ"_tr);
    draw_errors(on, against_held, step_axis, panel);
}

Text continuous_reference(const Params& params) {
    if (!is_function_of_place(params.signal.signal))
        return "against its finest samples, each held constant"_tr;
    if (!params.memory.measure->is_projection) return "against the exact state of 4 times as many samples"_tr;
    return "against its projection, also between the samples"_tr;
}

void draw_continuous(Drawing& on, Panel& panel) {
    panel.quantity = on.translate(continuous_reference(on.first().params));
    draw_errors(on, against_continuous, step_axis, panel);
}

void draw_orders(Drawing& on, Panel& panel) {
    panel.quantity =
        on.translate("root mean square at T = {}; after each name the slope over the last two octaves",
                     format_integer(time_of(on.first())));
    draw_errors(on, by_order, "order N →"_tr, panel);
    panel.x.fractions = true;
}

void finish(Drawing& on, Text title) {
    on.figure.title = on.translate(title);
    if (!on.single_variant())
        on.figure.warnings.push_back(
            on.translate("This figure compares methods; only the first set of parameters is shown."_tr));
}
void finish_steps(Drawing& on) { finish(on, "Error against step size"_tr); }
void finish_orders(Drawing& on) { finish(on, "Error against order"_tr); }

/// Reads the errors at the size under the pointer, which it returns; without a pointer, the slopes.
std::optional<double> read_errors(Reading& reading, const Errors& shown, Text where, std::string size_name) {
    const Variant& variant = reading.first();
    const Column sizes = variant[shown.sizes];
    const auto at = pointed_size(reading, sizes);
    reading.readout.where = reading.translate(at ? where : "slopes"_tr);
    reading.formula(formula_of(reading));
    if (at) {
        reading.head(std::move(size_name), readout_value((*sizes)[*at], 0, 12));
        read_methods(reading, [&](std::size_t n) { return short_number(variant.at(shown.errors[n], *at)); });
        return (*sizes)[*at];
    }
    read_methods(reading, [&](std::size_t n) {
        const std::string text = slope_text(variant[shown.slopes[n]]);
        return text.empty() ? "–" : text;
    });
    return std::nullopt;
}

constexpr Part held_part{
    .title = "Against the held signal"_tr, .draw = &draw_held, .shares_x_below = true, .of_first = true};
constexpr Part continuous_part{
    .title = "Against the continuous signal"_tr, .draw = &draw_continuous, .of_first = true};
constexpr Part orders_part{.title = "Error of the reconstruction"_tr, .draw = &draw_orders, .of_first = true};

void read_steps(Reading& reading) {
    const auto size = reading.over(continuous_part)
                          ? read_errors(reading, against_continuous, "against the continuous signal"_tr, "T")
                          : read_errors(reading, against_held, "against the held signal"_tr, "T");
    if (size) reading.head("1/T", readout_value(1 / *size, short_number));
    reading.readout.notes = reading.translate(
        "Slopes are least-squares fits over sizes with more samples than the state has numbers, beyond "
        "transients, and errors that are neither rounding nor divergence. Su's bilinear rule (10137) "
        "does not average the input, which costs it its second order."_tr);
}

void read_orders(Reading& reading) {
    read_errors(reading, by_order, "error of the reconstruction"_tr, "N");
    reading.readout.notes = reading.translate(
        "Slopes are least-squares fits over the last two octaves, without rounding errors."_tr);
}

}  // namespace

constexpr FigureRow steps_figure{.id = "steps",
                                 .title = "Error against step size"_tr,
                                 .arrays = arrays::of_steps,
                                 .draw = {&finish_steps, held_part, continuous_part},
                                 .read = &read_steps,
                                 .idle = {"stretch"}};
constexpr FigureRow held_figure = steps_figure.panel("steps-held", held_part, &finish_steps);
constexpr FigureRow continuous_figure =
    steps_figure.panel("steps-continuous", continuous_part, &finish_steps);
constexpr FigureRow orders_figure{.id = "orders",
                                  .title = "Error against order"_tr,
                                  .arrays = arrays::of_orders,
                                  .draw = {&finish_orders, orders_part},
                                  .read = &read_orders,
                                  .idle = {"stretch"}};

}  // namespace poslab::memory
