// The mean loss beyond the trained length over w, and over k, which is also the factor of scalings.

#include "core/views/extrapolation/showing.hpp"

namespace poslab::extrapolation {
namespace {

/// True if the scheme depends on w, or on k and the factor.
bool needs_w(const ComparedScheme& scheme, const Params& params) {
    return identity_of(compared_spec(scheme, with_w(params, 7))) !=
           identity_of(compared_spec(scheme, with_w(params, 11)));
}
bool needs_factor(const ComparedScheme& scheme, const Params& params) {
    return identity_of(compared_spec(scheme, with_factor(params, 7))) !=
           identity_of(compared_spec(scheme, with_factor(params, 11)));
}

/// The contents of one of the two panels.
struct Tried {
    const ArrayRow& places;
    const ArrayRow& losses;
    bool (*needs)(const ComparedScheme&, const Params&);
};
constexpr Tried of_w{arrays::w_tried, arrays::loss_over_w, &needs_w};
constexpr Tried of_factor{arrays::factor_tried, arrays::loss_over_factor, &needs_factor};

void draw_scheme(const Drawing& on, const Tried& tried, std::size_t n, Panel& panel, ValueRange& range) {
    const Variant& first = on.first();
    const ComparedScheme& scheme = *compared(first.params)[n];
    const Column losses = in_unit(first.row_of(tried.losses, n), first.params);
    if (losses->empty()) return;
    const bool is_rope = scheme.map != nullptr && scheme.map->id == "rope";
    if (!tried.needs(scheme, first.params) && !is_rope) return;
    range.include(losses);
    const Color color = color_of(on, scheme);
    const std::string name = scheme_name(scheme, on.translate);
    if (is_rope) return add(panel, Curve(panel.x, losses->front(), color).named(name).dashed(long_dashes));
    add(panel, Curve(first[tried.places], losses, color)
                   .named(name)
                   .dashed(dashes_of(scheme))
                   .emphasised()
                   .dotted());
}

void draw_tried(Drawing& on, Panel& panel, const Tried& tried) {
    const Variant& first = on.first();
    panel.quantity = loss_unit(first.params, on.translate);
    if (first.data == nullptr) panel.message = on.translate("the model is running"_tr);
    ValueRange range;
    for (std::size_t n = compared(first.params).size(); n-- > 0;) draw_scheme(on, tried, n, panel, range);
    const double room = range.empty() ? 0 : 0.06 * (range.high - range.low) + 1e-3;
    panel.y = range.empty() ? Axis{"", 0, 1} : Axis{"", std::max(0.0, range.low - room), range.high + room};
    const auto at = on.x();
    if (!at) return;
    const auto found = nearest_index(first[tried.places], *at);
    if (!found) return;
    const double x = first.at(tried.places, *found);
    point_at(panel, x, format_number(x, 3));
    for (std::size_t n = 0; n < compared(first.params).size(); ++n) {
        if (!tried.needs(*compared(first.params)[n], first.params)) continue;
        const double loss = number_at(in_unit(first.row_of(tried.losses, n), first.params), *found);
        add_dot(*panel.pointer, loss, color_of(on, *compared(first.params)[n]), format_number(loss, 3));
    }
}

void draw_over_w(Drawing& on, Panel& panel) {
    const Params& params = on.first().params;
    const std::vector<std::int64_t> tried = tried_w(params);
    panel.x = logarithmic_axis(on.translate("w, tokens →"_tr), static_cast<double>(tried.front()),
                               static_cast<double>(tried.back()));
    panel.x.binary = true;
    draw_tried(on, panel, of_w);
    const auto trained = static_cast<double>(params.lengths.train_length),
               w = static_cast<double>(params.map.w);
    add(panel, RuleMark{trained, fmt::format("{} {}", on.translate("trained"_tr), format_number(trained, 0)),
                        false});
    if (w >= panel.x.low && w <= panel.x.high && w != trained)
        add(panel, RuleMark{w, fmt::format("w = {}", params.map.w), true});
    panel.drag = PanelDrag{PanelDrag::Kind::scrub, "w", on.translate("drag: choose w"_tr)};
}

void draw_over_factor(Drawing& on, Panel& panel) {
    const Params& params = on.first().params;
    panel.x =
        logarithmic_axis(on.translate("k or factor →"_tr), tried_factors().front(), tried_factors().back());
    panel.x.binary = true;
    draw_tried(on, panel, of_factor);
    const double needed =
        static_cast<double>(params.lengths.length) / static_cast<double>(params.lengths.train_length);
    if (needed > 1 && needed < panel.x.high)
        add(panel, RuleMark{needed, on.translate("length / trained = {}", format_number(needed, 2)), false});
}

std::string tell_of_parameters(const Showing& on) {
    const Variant& first = on.first();
    const std::vector<const ComparedScheme*> schemes = compared(first.params);
    for (std::size_t n = 0; n < schemes.size(); ++n) {
        if (schemes[n]->id != "rerope") continue;
        const Column losses = first.row_of(arrays::loss_over_w, n), w = first[arrays::w_tried];
        const auto trained = static_cast<double>(first.params.lengths.train_length);
        ValueRange middle;
        for (std::size_t at = 0; at < losses->size() && at < w->size(); ++at)
            if ((*w)[at] >= trained / 4 && (*w)[at] <= 3 * trained / 4) middle.include((*losses)[at]);
        if (middle.empty()) return {};
        return on.translate("For w from ¼ to ¾ of the trained length, ReRoPE's loss changes by {} nats",
                            fmt::format("{:.3f}", middle.high - middle.low));
    }
    return {};
}

constexpr Part w_part{.title = "Mean loss beyond the trained length, over w"_tr, .draw = &draw_over_w};
constexpr Part factor_part{.title = "Over k, or the factor of scalings"_tr, .draw = &draw_over_factor};

}  // namespace

void read_parameters(Reading& reading) {
    const Variant& first = reading.first();
    const bool over_factor = reading.over(factor_part);
    const Tried& tried = over_factor ? of_factor : of_w;
    const auto x = reading.x();
    const auto found = x ? nearest_index(first[tried.places], *x) : std::nullopt;
    reading.set_source(found.has_value(), "lowest loss beyond the trained length"_tr);
    if (found)
        reading.head(over_factor ? reading.translate("k, factor"_tr) : std::string("w"),
                     format_number(first.at(tried.places, *found), 3));
    const std::vector<const ComparedScheme*> schemes = compared(first.params);
    for (std::size_t n = 0; n < schemes.size(); ++n) {
        const Column losses = first.row_of(tried.losses, n);
        if (losses->empty()) continue;
        const std::size_t at = found
                                   ? *found
                                   : static_cast<std::size_t>(
                                         std::min_element(losses->begin(), losses->end()) - losses->begin());
        const double loss = in_unit(number_at(losses, at), first.params.extrapolation.unit);
        const bool named = !found && tried.needs(*schemes[n], first.params);
        const std::string where =
            named ? (over_factor ? "k " : "w ") + format_number(first.at(tried.places, at), 3)
                  : std::string();
        reading.row(reading.translate(schemes[n]->label), format_number(loss, 3), where);
    }
}

constexpr FigureRow parameters_figure{
    .id = "parameters",
    .title = "w, k, factor"_tr.as("figure"),
    .arrays = {arrays::w_tried, arrays::loss_over_w, arrays::factor_tried, arrays::loss_over_factor},
    .draw = {w_part, factor_part},
    .read = &read_parameters,
    .one_each = true,
    .idle = {"smoothing", "position-axis", "needles", "layer", "head"},
    .headline = &tell_of_parameters};

}  // namespace poslab::extrapolation
