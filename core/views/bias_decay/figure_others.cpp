// The effect of a key bias, the heads, and the article's reported results.

#include "core/base/embedded_assets.hpp"
#include "core/views/bias_decay/arrays.hpp"

#include <nlohmann/json.hpp>

namespace poslab::bias_decay {
namespace {

std::string change_words(const Drawing& drawing, double change) {
    if (!std::isfinite(change)) return {};
    if (drawing.variant()[values::key_bias_norm] == 0) return drawing.translate("no key bias"_tr);
    if (change < 1e-12) return drawing.translate("the key bias b cancels: no weight changes"_tr);
    return drawing.translate("b stays: weights change by up to {}", format_number(change, 4));
}

double largest_weight(const Variant& variant) {
    ValueRange range{1e-6, 1e-6};
    for (const ArrayRow* row : {&arrays::weight_unrotated, &arrays::weight_unrotated_key_bias,
                                &arrays::weight_rotated, &arrays::weight_rotated_key_bias})
        range.include(variant[*row]);
    return range.high;
}

/// Draws two bars per key: without b and with b.
template <bool rotated>
void draw_key_bias(Drawing& drawing, Panel& panel) {
    const Variant& variant = drawing.variant();
    const Column without = variant[rotated ? arrays::weight_rotated : arrays::weight_unrotated];
    const Column with =
        variant[rotated ? arrays::weight_rotated_key_bias : arrays::weight_unrotated_key_bias];
    panel.title = rotated ? drawing.translate("With RoPE"_tr) : drawing.translate("Without RoPE"_tr);
    if (!drawing.single_variant()) panel.title = variant.label + drawing.translate(", "_tr) + panel.title;
    panel.quantity = change_words(
        drawing, variant[rotated ? values::key_bias_change_rotated : values::key_bias_change_unrotated]);
    panel.x = whole_axis(drawing.translate("distance Δ of the key →"_tr), 0,
                         static_cast<double>(std::max<std::size_t>(without->size(), 1)));
    panel.x.cells = true;
    panel.y = {"", 0, 1.1 * largest_weight(variant)};
    std::vector<double> left, right;
    for (std::size_t n = 0; n < without->size(); ++n) {
        left.push_back(static_cast<double>(n));
        right.push_back(static_cast<double>(n) + 0.5);
    }
    add(panel, BarMark{shared_column(std::move(left)), without, drawing.colors.curves[0], 0.5, std::nullopt});
    add(panel, BarMark{shared_column(std::move(right)), with, drawing.colors.curves[1], 0.5, std::nullopt});
    if (const auto x = drawing.x(); x && !without->empty()) {
        const double key = std::clamp(std::floor(*x), 0.0, static_cast<double>(without->size() - 1));
        point_at(panel, key, format_number(key, 0));
    }
}

void draw_key_of_bars(Drawing& drawing) {
    drawing.figure.key_title = drawing.translate("Weights of nearest keys"_tr);
    drawing.key(KeyEntry::Swatch::color, drawing.colors.curves[0], "without b"_tr);
    drawing.key(KeyEntry::Swatch::color, drawing.colors.curves[1], "with b"_tr);
}

/// Draws both panels of each variant, one above the other.
void draw_key_biases(Drawing& drawing) {
    for (const Variant& variant : drawing.variants)
        for (const auto draw : {&draw_key_bias<false>, &draw_key_bias<true>}) {
            drawing.part_variant = &variant;
            draw(drawing, drawing.figure.main.emplace_back());
        }
    for (std::size_t n = 0; n + 1 < drawing.figure.main.size(); ++n) join_to_next(drawing.figure.main[n]);
    draw_key_of_bars(drawing);
}

/// Draws one curve per head, the chosen one on top.
void draw_heads(Drawing& drawing, Panel& panel) {
    const Variant& variant = drawing.variant();
    const Array* all = variant.find(arrays::head_bias_bias);
    const std::int64_t heads = all == nullptr ? 0 : all->shape[0];
    panel.quantity = heads == 1 ? drawing.translate("same in all heads, except Gaussian and file"_tr)
                                : drawing.translate("a·Rb of {} heads", heads);
    panel.x = distance_axis(drawing, variant);
    add(panel, LevelMark{0, ""});
    add_trained_rule(drawing, variant, panel);
    const OptionalReal& head_value = variant.params.bias.head;
    const std::int64_t chosen =
        heads == 1 ? 0 : (head_value.set ? static_cast<std::int64_t>(head_value.value) : -1);
    const auto distance = distance_at(drawing.only(variant));
    const auto step = distance ? step_at(variant, *distance) : std::nullopt;
    if (distance) point_at(panel, static_cast<double>(*distance), format_integer(*distance));
    ValueRange range{0, 0};
    std::vector<LineMark> curves;
    for (std::int64_t head = 0; head < heads; ++head) {
        const bool own = head == chosen;
        const Column y = variant.row_of(arrays::head_bias_bias, static_cast<std::size_t>(head));
        Curve curve = Curve(variant[arrays::step_distance], y,
                            own ? drawing.colors.curves[1] : drawing.colors.ghost.with_alpha(0.6))
                          .emphasised(own);
        if (own && heads > 1) curve.named(drawing.translate("head {}", head));
        range.include(y);
        if (step && *step < y->size() && own)
            add_dot(*panel.pointer, (*y)[*step], curve.color, format_number((*y)[*step], 3));
        curves.insert(own ? curves.end() : curves.begin(), std::move(curve));
    }
    for (LineMark& curve : curves) add(panel, std::move(curve));
    if (range.low == range.high) range.high = 1;
    panel.y = roomy_axis(range);
}

void draw_reported(Drawing& drawing) {
    const auto table = nlohmann::json::parse(embedded_reported_9577);
    Panel& panel = drawing.figure.main.emplace_back();
    panel.title = drawing.translate("As reported, not reproduced here"_tr);
    panel.quantity = drawing.translate("accuracy of the language model, %"_tr) + " · " +
                     drawing.translate("GAU-α, trained at 512 tokens"_tr);
    panel.x = {drawing.translate("test length, tokens →"_tr), 0,
               static_cast<double>(table["lengths"].size())};
    panel.x.cells = true;
    for (const auto& length : table["lengths"])
        panel.x.labels.push_back(format_integer(length.get<std::int64_t>()));
    panel.y = {"", 0, 60};
    std::size_t n = 0;
    for (const auto& row : table["rows"]) {
        std::vector<double> x, y;
        for (const auto& value : row["values"]) {
            x.push_back(static_cast<double>(x.size()));
            y.push_back(value.get<double>());
        }
        add(panel, Curve(shared_column(x), shared_column(y), drawing.colors.curves[n])
                       .emphasised()
                       .named(drawing.translate(row["bias"].get<bool>() ? "with bias"_tr : "without bias"_tr))
                       .dotted());
        const bool below = n == 0;  // the lower curve comes first
        for (std::size_t at = 0; at < x.size(); ++at)
            add(panel,
                AnnotationMark{
                    {x[at], y[at] + (below ? -1.2 : 1.2)}, format_number(y[at], 2), Align::center, below});
        ++n;
    }
    drawing.figure.warnings.push_back(drawing.translate(
        "The article's own note: in repeated tests its length extrapolation did not reproduce "
        "reliably (it may depend on model structure and hyperparameters); use "
        "with caution."_tr));
    drawing.figure.subtitle = drawing.translate("Su Jianlin, spaces.ac.cn/archives/9577, 3 April 2023"_tr);
}

constexpr Part heads_part{.title = "The fourth term of each head"_tr,
                          .draw = &draw_heads,
                          .repeat = Repeat::each,
                          .shares_x_below = true};

}  // namespace

constexpr FigureRow key_bias_figure{.id = "key-bias",
                                    .title = "Key bias"_tr,
                                    .arrays = {arrays::weight_unrotated, arrays::weight_unrotated_key_bias,
                                               arrays::weight_rotated, arrays::weight_rotated_key_bias},
                                    .draw = {&draw_key_biases},
                                    .read = &read_key_bias,
                                    .idle = of_distances};
constexpr FigureRow heads_figure{.id = "heads",
                                 .title = "Heads"_tr.as("figure"),
                                 .arrays = {arrays::step_distance, arrays::head_bias_bias},
                                 .draw = {heads_part},
                                 .read = &read_heads,
                                 .idle = of_terms};
constexpr FigureRow reported_figure{.id = "reported",
                                    .title = "Reported"_tr,
                                    .arrays = {arrays::distance},
                                    .draw = {&draw_reported},
                                    .read = &read_end_of_training,
                                    .fixed = true,
                                    .formula = &no_formula,
                                    .warned = Warned::in_readout};

}  // namespace poslab::bias_decay
