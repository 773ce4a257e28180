// Softmax of the terms: weight of the n-th nearest key, entropy over the n nearest keys.

#include "core/views/bias_decay/arrays.hpp"

namespace poslab::bias_decay {
namespace {

constexpr std::size_t with_color = 1, without_color = 0;

/// Sets up the axis over the n nearest keys.
void begin_over_keys(const Drawing& drawing, Panel& panel) {
    const Variant& first = drawing.first();
    const auto last = static_cast<double>(std::max<std::int64_t>(length_of(first), 2));
    panel.x = logarithmic_axis(drawing.translate("nearest keys n = Δ + 1 →"_tr), 1, last);
    if (first.data != nullptr && first[arrays::entropy_bias]->empty())
        panel.message = drawing.translate("drawing samples"_tr);
    add_trained_rule(drawing, first, panel);
}

/// Marks the first length at or after the pointer and returns its index; empty without a pointer or data.
std::optional<std::size_t> point_at_length(const Drawing& drawing, Panel& panel) {
    const Column lengths = drawing.first()[arrays::entropy_length];
    const auto x = drawing.x();
    if (!x || lengths->empty()) return std::nullopt;
    const auto above =
        std::min(std::lower_bound(lengths->begin(), lengths->end(), std::round(*x)), lengths->end() - 1);
    point_at(panel, *above, format_integer(static_cast<std::int64_t>(*above)));
    return static_cast<std::size_t>(above - lengths->begin());
}

Column place_of_keys(const Variant& variant) {
    return mapped(variant[arrays::weight_distance], [](double distance) { return distance + 1; });
}

Curve plain_weights(const Drawing& drawing, double uniform, const Panel& panel) {
    const Variant& first = drawing.first();
    const Color color = drawing.colors.curves[without_color];
    const bool isotropic = first.prepared == nullptr || first.prepared->model->is_synthetic();
    std::string name = drawing.translate("no bias"_tr);
    if (!isotropic)
        return Curve(place_of_keys(first), first[arrays::weight_plain], color)
            .emphasised()
            .named(std::move(name));
    name += drawing.translate(": 1/{}", format_integer(length_of(first)));
    return Curve(panel.x, uniform, color).emphasised().named(std::move(name));
}

void draw_weights(Drawing& drawing, Panel& panel) {
    const Variant& first = drawing.first();
    panel.quantity = drawing.translate("n-th nearest key among {}", format_integer(length_of(first)));
    begin_over_keys(drawing, panel);
    const double uniform = 1 / static_cast<double>(length_of(first));
    ValueRange range{uniform, uniform};
    const auto draw = [&](Curve curve) {
        range.include(curve.y, 0);
        add(panel, std::move(curve));
    };
    draw(plain_weights(drawing, uniform, panel));
    for (std::size_t n = 0; n < drawing.variants.size(); ++n)
        draw(Curve(place_of_keys(drawing.variants[n]), drawing.variants[n][arrays::weight_bias],
                   drawing.color(n))
                 .chosen(n, drawing.label(n, "with bias"_tr)));
    if (drawing.single_variant())
        draw(Curve(place_of_keys(first), first[arrays::weight_equal], drawing.colors.text3)
                 .named(drawing.translate("equal content"_tr))
                 .dashed(long_dashes));
    panel.y = logarithmic_axis("", std::pow(10, std::max(-60.0, std::floor(std::log10(range.low)))),
                               std::pow(10, std::ceil(std::log10(range.high) - 1e-9)));
    const Column y = first[arrays::weight_bias];
    if (const auto n = point_at_length(drawing, panel); n && *n < y->size())
        add_dot(*panel.pointer, (*y)[*n], drawing.colors.accent, format_number((*y)[*n], 6, 7));
}

void add_deviations(const Drawing& drawing, const ArrayRow& mean, const ArrayRow& deviation,
                    std::size_t color, Panel& panel) {
    const Column middle = drawing.first()[mean], apart = drawing.first()[deviation];
    add(panel, AreaMark{drawing.first()[arrays::entropy_length], sum_of(middle, apart, -1),
                        sum_of(middle, apart, 1), drawing.colors.curves[color].with_alpha(0.15)});
}

void draw_entropy(Drawing& drawing, Panel& panel) {
    const Variant& first = drawing.first();
    panel.quantity = drawing.translate("nats, over n nearest keys, logits / √d"_tr);
    begin_over_keys(drawing, panel);
    panel.y = {"", 0, 1.06 * std::log(panel.x.high)};
    const double trained = first[values::entropy_bias_at_train_length];
    if (std::isfinite(trained) && drawing.single_variant())
        add(panel, LevelMark{trained, drawing.translate("with bias, at {}: {}",
                                                        format_integer(first.params.lengths.train_length),
                                                        format_number(trained, 2))});
    const Column x = first[arrays::entropy_length];
    add(panel, Curve(x, mapped(x, [](double length) { return std::log(length); }), drawing.colors.text3)
                   .named("ln n")
                   .dashed(dots_of_line));
    if (drawing.single_variant()) {
        add(panel, Curve(x, first[arrays::entropy_equal], drawing.colors.text3)
                       .named(drawing.translate("equal content"_tr))
                       .dashed(long_dashes));
        add_deviations(drawing, arrays::entropy_plain, arrays::entropy_plain_sd, without_color, panel);
        add_deviations(drawing, arrays::entropy_bias, arrays::entropy_bias_sd, with_color, panel);
    }
    add(panel, Curve(x, first[arrays::entropy_plain], drawing.colors.curves[without_color])
                   .emphasised()
                   .named(drawing.translate("no bias"_tr)));
    for (std::size_t n = 0; n < drawing.variants.size(); ++n)
        add(panel, Curve(drawing.variants[n][arrays::entropy_length],
                         drawing.variants[n][arrays::entropy_bias], drawing.color(n))
                       .chosen(n, drawing.label(n, "with bias"_tr)));
    const auto n = point_at_length(drawing, panel);
    if (!n) return;
    const Column with = first[arrays::entropy_bias], without = first[arrays::entropy_plain];
    const auto value = [&](const Column& column) { return format_number((*column)[*n], 3); };
    if (*n < with->size()) add_dot(*panel.pointer, (*with)[*n], drawing.colors.accent, value(with));
    if (*n < without->size())
        panel.pointer->dots.push_back(
            {{panel.pointer->x, (*without)[*n]}, drawing.colors.accent, value(without)});
}

constexpr Part weights_part{.title = "Softmax weight"_tr, .draw = &draw_weights, .shares_x_below = true};
constexpr Part entropy_part{.title = "Entropy against length"_tr, .draw = &draw_entropy};

}  // namespace

constexpr FigureRow softmax_figure{.id = "softmax",
                                   .title = "Softmax"_tr,
                                   .arrays = arrays::softmax,
                                   .draw = {weights_part, entropy_part},
                                   .read = &read_softmax,
                                   .idle = of_distances};
constexpr FigureRow weights_figure{.id = "weights",
                                   .title = "Softmax weight alone"_tr,
                                   .arrays = arrays::softmax,
                                   .draw = {weights_part},
                                   .read = &read_softmax,
                                   .offered = false,
                                   .idle = of_distances};
constexpr FigureRow entropy_figure{.id = "entropy",
                                   .title = "Entropy alone"_tr,
                                   .arrays = arrays::softmax,
                                   .draw = {entropy_part},
                                   .read = &read_softmax,
                                   .offered = false,
                                   .idle = of_distances};

}  // namespace poslab::bias_decay
