// The loss by position with each scheme, the table of its means by ranges, and the position that each scheme
// assigns.

#include "core/views/extrapolation/showing.hpp"

#include <numbers>

namespace poslab::extrapolation {
namespace {

constexpr std::size_t colors_of_curves = 7;

std::size_t place_of(const ComparedScheme& scheme) {
    return static_cast<std::size_t>(&scheme - ComparedScheme::all().data());
}

}  // namespace

Color color_of(const Drawing& on, const ComparedScheme& scheme) {
    return on.colors.curves[place_of(scheme) % colors_of_curves];
}

std::vector<double> dashes_of(const ComparedScheme& scheme) {
    return curve_dashes(place_of(scheme) / colors_of_curves);
}

namespace {

Axis position_axis(const Drawing& on, const Variant& variant) {
    const double known = variant[values::tokens];  // until known, the requested length is used
    const double last =
        std::max(2.0, std::isfinite(known) ? known : static_cast<double>(variant.params.lengths.length));
    const bool log = variant.params.extrapolation.position_axis == AxisChoice::log;
    if (log) return logarithmic_axis(on.translate("position, tokens →"_tr), 1, last);
    return whole_axis(on.translate("position, tokens →"_tr), 0, last);
}

std::string quantity(const Params& params, const Translator& translate) {
    const std::int64_t width = params.extrapolation.smoothing;
    switch (params.extrapolation.unit) {
        case LossUnit::bits:
            return translate("bits per token, running mean over {} tokens", width);
        case LossUnit::perplexity:
            return translate("perplexity, of the running mean over {} tokens", width);
        case LossUnit::nats:
            break;
    }
    return translate("nats per token, running mean over {} tokens", width);
}

/// One curve: the current scheme of each variant, or, for a single variant, all schemes compared with it.
struct LossCurve {
    Column losses;
    Color color;
    std::string name;
    std::vector<double> dashes;
    bool chosen;
    std::optional<std::size_t> of_variant{};
};

std::vector<LossCurve> loss_curves(const Drawing& on) {
    std::vector<LossCurve> list;
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        const Variant& variant = on.variants[n];
        const std::string name = present_name(variant.params, on.translate);
        list.push_back(
            {in_unit(variant[arrays::smooth], variant.params), on.color(n), on.label(n, name), {}, true, n});
    }
    if (!on.single_variant()) return list;
    const std::vector<const ComparedScheme*> schemes = compared(on.first().params);
    for (std::size_t n = 0; n < schemes.size(); ++n) {
        if (is_present(*schemes[n], on.first().params)) {
            list.front().color = color_of(on, *schemes[n]);
            continue;
        }
        list.push_back({in_unit(on.first().row_of(arrays::smoothed_losses, n), on.first().params),
                        color_of(on, *schemes[n]), scheme_name(*schemes[n], on.translate),
                        dashes_of(*schemes[n]), false});
    }
    return list;
}

/// Returns an axis that covers all curves with a margin.
Axis loss_axis(const std::vector<LossCurve>& all) {
    ValueRange range;
    for (const LossCurve& curve : all) range.include(curve.losses);
    if (range.empty()) return {"", 0, 1};
    const double room = 0.05 * (range.high - range.low);
    return {"", std::max(0.0, range.low - room), range.high + room};
}

void draw_losses(Drawing& on, Panel& panel) {
    const Params& params = on.first().params;
    panel.quantity = quantity(params, on.translate);
    panel.x = position_axis(on, on.first());
    const std::vector<LossCurve> all = loss_curves(on);
    panel.y = loss_axis(all);
    if (on.first().data == nullptr) panel.message = on.translate("the model is running"_tr);
    add_trained_rule(on, on.first(), panel);
    const Column x = on.first()[arrays::position];
    const auto at = token_at(on);
    if (at) point_at(panel, (*x)[*at], format_integer(static_cast<std::int64_t>((*x)[*at])));
    for (std::size_t n = all.size(); n-- > 0;) {
        const LossCurve& loss_curve = all[n];
        Curve curve = Curve(x, loss_curve.losses, loss_curve.color)
                          .emphasised(loss_curve.chosen)
                          .named(loss_curve.name)
                          .dashed(loss_curve.dashes);
        curve.of_variant = loss_curve.of_variant;
        add(panel, std::move(curve));
        if (at && *at < loss_curve.losses->size())
            panel.pointer->dots.push_back(
                {{(*x)[*at], (*loss_curve.losses)[*at]},
                 loss_curve.color,
                 loss_curve.chosen ? format_number((*loss_curve.losses)[*at], 3) : std::string(),
                 loss_curve.chosen,
                 !loss_curve.chosen});
    }
}

void draw_profiles(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    panel.quantity = on.translate("of the last token; frequency scalings leave it unchanged"_tr);
    const Column x = first[arrays::distance];
    const double last =
        x->empty() ? static_cast<double>(first.params.lengths.length) : std::max(2.0, x->back());
    panel.x = whole_axis(on.translate("distance Δ, tokens →"_tr), 0, last);
    const std::vector<const ComparedScheme*> schemes = compared(first.params);
    const auto trained = static_cast<double>(first.params.lengths.train_length);
    panel.y = {"", 0, std::max(last, trained) * 1.03};
    add(panel, BandMark{0, trained, on.translate("trained"_tr)});
    for (std::size_t n = schemes.size(); n-- > 0;) {
        if (schemes[n]->scaling != nullptr) continue;  // the same as RoPE's
        const bool present = is_present(*schemes[n], first.params);
        add(panel, Curve(x, first.row_of(arrays::profile, n), color_of(on, *schemes[n]))
                       .emphasised(present)
                       .named(scheme_name(*schemes[n], on.translate))
                       .dashed(dashes_of(*schemes[n])));
    }
}

/// Returns the first and last position of a range; positions count from 1, the first that has a token before
/// it.
std::string range_title(std::int64_t before, std::int64_t last) {
    return fmt::format("{}–{}", format_integer(before + 1), format_integer(last));
}

TableCell loss_cell(double loss, double least, const Params& params) {
    if (!std::isfinite(loss)) return {"–", TextRole::text2};
    const bool best = loss < least + 0.01;  // in nats, too small to matter for this text
    return {format_number(in_unit(loss, params.extrapolation.unit), 3), best ? TextRole::ok : TextRole::text,
            best, true};
}

void draw_ranges(Drawing& on, Panel& panel) {
    const Variant& first = on.first();
    Table& table = panel.become<Table>();
    const std::vector<const ComparedScheme*> schemes = compared(first.params);
    const Column ends = first[arrays::range_end];
    table.columns.push_back({on.translate("Scheme"_tr), 2.2});
    double begin = 0;
    for (const double end : *ends) {
        table.columns.push_back(
            {range_title(static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end)), 1, Align::right});
        begin = end;
    }
    table.more = on.translate("… {} more"_tr);
    std::vector<double> least(ends->size(), std::numeric_limits<double>::infinity());
    for (std::size_t n = 0; n < schemes.size(); ++n) {
        const Column means = first.row_of(arrays::range_losses, n);
        for (std::size_t range = 0; range < means->size(); ++range)
            least[range] = std::min(least[range], (*means)[range]);
    }
    for (std::size_t n = 0; n < schemes.size(); ++n) {
        const Column means = first.row_of(arrays::range_losses, n);
        std::vector<TableCell> row{
            {scheme_words(compared_spec(*schemes[n], first.params), on.translate), TextRole::text}};
        for (std::size_t range = 0; range < means->size(); ++range)
            row.push_back(loss_cell((*means)[range], least[range], first.params));
        table.rows.push_back(std::move(row));
    }
    panel.quantity = on.translate(
        "mean in each range of positions; the lowest, and those within 0.01 nats of it, are highlighted"_tr);
}

constexpr Part loss_part{.title = "Loss by position"_tr, .draw = &draw_losses, .weight = 1.6};
constexpr Part profile_part{.title = "Relative position"_tr,
                            .draw = &draw_profiles,
                            .visible_if = [](const Showing& on) { return on.single_variant(); }};
constexpr Part ranges_part{.title = "Loss by range"_tr, .draw = &draw_ranges};

}  // namespace

constexpr FigureRow main_figure{.id = "main",
                                .title = "Loss by position"_tr.as("figure"),
                                .arrays = {arrays::position, arrays::smooth, arrays::losses,
                                           arrays::smoothed_losses, arrays::distance, arrays::profile},
                                .draw = {loss_part, profile_part},
                                .read = &read_losses,
                                .idle = {"needles", "layer", "head"},
                                .headline = &tell_of_losses};
constexpr FigureRow ranges_figure{.id = "ranges",
                                  .title = "Table"_tr.as("figure"),
                                  .arrays = {arrays::range_end, arrays::range_losses},
                                  .draw = {ranges_part},
                                  .read = &read_ranges,
                                  .one_each = true,
                                  .idle = {"smoothing", "position-axis", "needles", "layer", "head"}};

}  // namespace poslab::extrapolation
