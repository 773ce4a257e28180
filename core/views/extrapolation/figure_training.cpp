// The model's training: its loss at each step, and the loss of each checkpoint beyond the trained length.

#include "core/views/extrapolation/showing.hpp"
#include "core/views/extrapolation/training.hpp"
#include "core/views/model_layer.hpp"

namespace poslab::extrapolation {
namespace {

/// Returns the width of the running mean, since losses of single steps are noisy.
std::int64_t steps_of_mean(std::size_t steps) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(steps) / 50);
}

const Array* losses_of_checkpoints(const Variant& variant) {
    const Array* losses = variant.find(arrays::checkpoint_loss);
    return losses != nullptr && losses->shape.size() == 3 && !losses->data->empty() ? losses : nullptr;
}

/// Returns the mean loss of a scheme over the ranges from `first` on, weighted by their positions, at each
/// checkpoint.
Column means_from(const Variant& variant, std::size_t scheme, std::size_t first) {
    const Array* losses = losses_of_checkpoints(variant);
    if (losses == nullptr || static_cast<std::int64_t>(scheme) >= losses->shape[0]) return shared_column({});
    const Column ends = variant[arrays::checkpoint_end];
    const auto checkpoints = static_cast<std::size_t>(losses->shape[1]),
               ranges = static_cast<std::size_t>(losses->shape[2]);
    std::vector<double> means;
    for (std::size_t at = 0; at < checkpoints; ++at) {
        double sum = 0, count = 0;
        for (std::size_t range = first; range < ranges; ++range) {
            const double width = (*ends)[range] - (range == 0 ? 0.0 : (*ends)[range - 1]);
            sum += width * (*losses->data)[(scheme * checkpoints + at) * ranges + range];
            count += width;
        }
        means.push_back(count > 0 ? sum / count : std::nan(""));
    }
    return shared_column(std::move(means));
}

/// Returns the mean loss within the trained length with the model's own scheme.
Column means_within(const Variant& variant) {
    const Array* losses = losses_of_checkpoints(variant);
    if (losses == nullptr) return shared_column({});
    const auto checkpoints = static_cast<std::size_t>(losses->shape[1]),
               ranges = static_cast<std::size_t>(losses->shape[2]);
    std::vector<double> means;
    for (std::size_t at = 0; at < checkpoints; ++at) means.push_back((*losses->data)[at * ranges]);
    return shared_column(std::move(means));
}

Axis step_axis(const Drawing& on) {
    const Variant& first = on.first();
    const Column steps = first[arrays::checkpoint_step];
    const auto taken = static_cast<double>(first[arrays::training_loss]->size());
    return whole_axis(on.translate("step →"_tr), 0,
                      std::max({2.0, taken, steps->empty() ? 0.0 : steps->back()}));
}

Axis padded(const ValueRange& range) {
    if (range.empty()) return {"", 0, 1};
    const double room = 0.06 * (range.high - range.low) + 1e-3;
    return {"", std::max(0.0, range.low - room), range.high + room};
}

/// Omits the first values, which are far above all others.
Column learnt(const Column& column) {
    constexpr std::size_t share = 20;
    NumberBuffer later_losses = *column;
    const std::size_t first =
        later_losses.size() > 2 ? std::max<std::size_t>(1, later_losses.size() / share) : 0;
    std::fill_n(later_losses.begin(), first, std::nan(""));
    return shared_column(std::move(later_losses));
}

std::string missing(const Drawing& on) {
    if (on.first().data == nullptr) return on.translate("the model is running"_tr);
    return on.translate("no training.json with checkpoints next to this model: poslab train writes one"_tr);
}

/// The loss of step n is measured before that step.
Column steps_of(std::size_t count) {
    std::vector<double> steps(count);
    for (std::size_t n = 0; n < count; ++n) steps[n] = static_cast<double>(n);
    return shared_column(std::move(steps));
}

void draw_learning(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    panel.quantity = loss_unit(first.params, on.translate);
    panel.x = step_axis(on);
    const Column all = in_unit(first[arrays::training_loss], first.params), x = steps_of(all->size()),
                 raw = learnt(all);
    if (raw->empty()) panel.message = missing(on);
    const Column mean = learnt(shared_column(smoothed(*all, steps_of_mean(all->size()))));
    const Column held_out = learnt(in_unit(first[arrays::held_out], first.params));
    ValueRange range;
    range.include(raw);
    range.include(held_out);
    panel.y = padded(range);
    add(panel, Curve(x, raw, on.colors.curves[0].with_alpha(0.35)));
    add(panel,
        Curve(x, mean, on.colors.curves[0]).emphasised().named(on.translate("training, running mean"_tr)));
    add(panel, Curve(first[arrays::checkpoint_step], held_out, on.colors.curves[1])
                   .named(on.translate("held out"_tr))
                   .dotted());
    const auto at = on.x();
    const auto step = at ? nearest_index(x, *at) : std::nullopt;
    if (!step) return;
    point_at(panel, static_cast<std::int64_t>(*step));
    add_dot(*panel.pointer, (*mean)[*step], on.colors.curves[0], format_number((*mean)[*step], 3));
}

struct Scheme {
    std::string name;
    Color color;
    std::vector<double> dashes;
};

Scheme scheme_of(const Drawing& on, double position) {
    const ComparedScheme* compared = scheme_at(position);
    if (compared == nullptr) return {on.translate("as trained"_tr), on.colors.curves[0], {}};
    return {scheme_name(*compared, on.translate), color_of(on, *compared), dashes_of(*compared)};
}

void draw_extrapolation(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const Column steps = first[arrays::checkpoint_step], schemes = first[arrays::checkpoint_scheme];
    panel.x = step_axis(on);
    panel.quantity = loss_unit(first.params, on.translate);
    if (losses_of_checkpoints(first) == nullptr) panel.message = missing(on);
    const auto at = on.x();
    const auto index = at ? nearest_index(steps, *at) : std::nullopt;
    if (index) point_at(panel, static_cast<std::int64_t>((*steps)[*index]));
    const Column within = learnt(in_unit(means_within(first), first.params));
    ValueRange range;
    range.include(within);
    for (std::size_t n = schemes->size(); n-- > 0;) {
        const Column losses = learnt(in_unit(means_from(first, n, 1), first.params));
        range.include(losses);
        const Scheme scheme = scheme_of(on, (*schemes)[n]);
        add(panel, Curve(steps, losses, scheme.color).named(scheme.name).dashed(scheme.dashes).dotted());
        if (index && *index < losses->size()) add_small_dot(*panel.pointer, (*losses)[*index], scheme.color);
    }
    add(panel, Curve(steps, within, on.colors.text2).named(on.translate("within it"_tr)).dashed(long_dashes));
    panel.y = padded(range);
}

void draw_recalled(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    const Column steps = first[arrays::checkpoint_step], shares = first[arrays::recalled_then];
    panel.x = step_axis(on);
    panel.y = {"", 0, 1.02};
    panel.quantity = on.translate("accuracy on tokens that only the context determines"_tr);
    add(panel, Curve(steps, shares, on.colors.curves[0]).emphasised().dotted());
    const auto at = on.x();
    const auto found = at ? nearest_index(steps, *at) : std::nullopt;
    if (!found || *found >= shares->size()) return;
    point_at(panel, static_cast<std::int64_t>((*steps)[*found]));
    add_dot(*panel.pointer, (*shares)[*found], on.colors.curves[0], format_number((*shares)[*found], 2));
}

bool recalls(const Showing& on) { return !on.first()[arrays::recalled_then]->empty(); }

/// Returns the mean losses beyond the trained length with a scheme, at each checkpoint; empty if the scheme
/// is not recorded.
Column beyond(const Variant& variant, std::string_view id) {
    const Column schemes = variant[arrays::checkpoint_scheme];
    for (std::size_t n = 0; n < schemes->size(); ++n) {
        const ComparedScheme* scheme = scheme_at((*schemes)[n]);
        if (scheme == nullptr || scheme->id != id) continue;
        return means_from(variant, n, 1);
    }
    return shared_column({});
}

std::string tell_of_training(const Showing& on) {
    const Variant& first = on.first();
    const Column rope = beyond(first, "rope"), rerope = beyond(first, "rerope");
    if (rope->empty() || rerope->empty()) return {};
    constexpr double worse = 0.1;  // nats
    const double least = *std::min_element(rope->begin(), rope->end());
    const std::string plain = fmt::format("{:.2f}", rope->back()),
                      clipped = fmt::format("{:.2f}", rerope->back());
    if (rope->back() > least + worse && rerope->back() < rerope->front())
        return on.translate("Training harms RoPE past the trained length ({} nats), helps ReRoPE ({})", plain,
                            clipped);
    return on.translate("Mean loss beyond the trained length: RoPE {} nats per token, ReRoPE {}", plain,
                        clipped);
}

std::string subtitle_of_training(const Showing& on) {
    const Variant& first = on.first();
    std::string text = model_name(first.params.source, on.translate);
    const double numbers = first[values::parameters];
    if (std::isfinite(numbers))
        text += on.translate("  ·  {} parameters", format_integer(static_cast<std::int64_t>(numbers)));
    const std::int64_t steps = std::ssize(*first[arrays::training_loss]);
    return steps == 0
               ? text
               : text + on.translate.plural("  ·  {1} step", "  ·  {1} steps", steps, format_integer(steps));
}

constexpr Part learning_part{.title = "Loss during training"_tr, .draw = &draw_learning};
constexpr Part beyond_part{.title = "Mean loss beyond the trained length, at checkpoints"_tr,
                           .draw = &draw_extrapolation};
constexpr Part recalled_part{
    .title = "Recalled"_tr, .draw = &draw_recalled, .weight = 0.7, .visible_if = &recalls};

}  // namespace

void read_training(Reading& reading) {
    const Variant& first = reading.first();
    const Column steps = first[arrays::checkpoint_step], schemes = first[arrays::checkpoint_scheme];
    const auto at = reading.x();
    const auto pointed = at ? nearest_index(steps, *at) : std::nullopt;
    reading.set_source(pointed.has_value(), "last checkpoint"_tr);
    if (steps->empty()) return;
    const std::size_t index = pointed.value_or(steps->size() - 1);
    const LossUnit unit = first.params.extrapolation.unit;
    const auto value = [&](const Column& column) {
        return format_number(in_unit(number_at(column, index), unit), 3);
    };
    reading.head(reading.translate("Step"_tr.as("training")), format_number((*steps)[index], 0));
    reading.row("Held out"_tr, value(first[arrays::held_out]));
    if (recalls(reading))
        reading.row("Recalled"_tr, format_number(100 * number_at(first[arrays::recalled_then], index), 1),
                    "%");
    reading.row("Within the trained length"_tr, value(means_within(first)));
    for (std::size_t n = 0; n < schemes->size(); ++n) {
        const ComparedScheme* scheme = scheme_at((*schemes)[n]);
        reading.row(reading.translate(scheme != nullptr ? scheme->label : "As trained"_tr),
                    value(means_from(first, n, 1)));
    }
}

constexpr FigureRow training_figure{
    .id = "training",
    .title = "Training"_tr.as("figure"),
    .arrays = {arrays::training_loss, arrays::checkpoint_step, arrays::held_out, arrays::recalled_then,
               arrays::checkpoint_scheme, arrays::checkpoint_end, arrays::checkpoint_loss},
    .draw = {learning_part, beyond_part, recalled_part},
    .read = &read_training,
    .one_each = true,
    .idle = {"smoothing", "position-axis", "needles", "compare", "length", "pieces",       "w",
             "k",         "factor",        "map",     "log-n",   "base",   "train-length", "scaling",
             "bias",      "text",          "tokens",  "start",   "layer",  "head"},
    .headline = &tell_of_training,
    .subtitle = &subtitle_of_training,
    .warned = Warned::nowhere};

}  // namespace poslab::extrapolation
