// Published perplexities over the context, above the share of angles not covered by training.

#include "core/views/evidence/arrays.hpp"

namespace poslab::evidence {
namespace {

constexpr double min_perplexity = 2, max_perplexity = 30;

Color color_of(const Drawing& on, std::size_t model) { return on.colors.curves[model]; }

Axis length_axis(const Showing& on) {
    const auto& lengths = family_of(on.first()).lengths;
    Axis axis = logarithmic_axis(on.translate("context, tokens →"_tr), lengths.front(), lengths.back());
    axis.binary = true;
    return axis;
}

/// Interpolates a curve with increasing x linearly.
double value_at(std::span<const double> x, const Column& y, double at) {
    const auto above = std::upper_bound(x.begin(), x.end(), at);
    if (above == x.begin() || above == x.end()) return number_at(y, above == x.begin() ? 0 : x.size() - 1);
    const auto n = static_cast<std::size_t>(above - x.begin());
    const double share = (at - x[n - 1]) / (x[n] - x[n - 1]);
    return number_at(y, n - 1) + share * (number_at(y, n) - number_at(y, n - 1));
}

std::optional<std::size_t> pointed(const Showing& on, const Column& lengths) {
    const auto x = on.x();
    return x ? nearest_index(lengths, *x) : std::nullopt;
}

void draw_perplexity(Drawing& on, Panel& panel) {
    const Variant& variant = on.first();
    const PublishedFamily& family = family_of(variant);
    panel.quantity = on.translate(
        "perplexity on Proof-pile; rings: computed longest context with all its angles covered"_tr);
    panel.x = length_axis(on);
    panel.y = logarithmic_axis("", min_perplexity, max_perplexity);
    const Column lengths = variant[arrays::length];
    if (lengths->empty()) return;
    for (std::size_t n = family.models.size(); n-- > 0;) {
        const Column values = variant.row_of(arrays::perplexity, n);
        add(panel, Curve(lengths, values, color_of(on, n))
                       .emphasised()
                       .named(family.models[n].name)
                       .dashed(curve_dashes(n)));
        const double covered = variant.at(arrays::covered_length, n);
        if (covered > lengths->back()) continue;
        const bool leaves = *std::max_element(family.models[n].perplexity.begin(),
                                              family.models[n].perplexity.end()) > max_perplexity;
        PointMark mark{{covered, value_at(family.lengths, values, covered)}, color_of(on, n), ""};
        mark.ring = true;
        if (leaves) mark.label = format_number(covered, 0);  // labels of flat curves would overlap
        panel.marks.emplace_back(std::move(mark));
    }
    const auto found = pointed(on, lengths);
    if (!found) return;
    const double x = number_at(lengths, *found);
    point_at(panel, x, format_number(x, 0));
    for (std::size_t n = 0; n < family.models.size(); ++n)
        if (const double value = number_at(variant.row_of(arrays::perplexity, n), *found);
            std::isfinite(value))
            add_dot(*panel.pointer, value, color_of(on, n), format_number(value, 3));
}

void draw_unseen(Drawing& on, Panel& panel) {
    const Variant& variant = on.first();
    const PublishedFamily& family = family_of(variant);
    panel.quantity = on.translate("% of the angles in use, mean over 64 pairs"_tr);
    panel.x = length_axis(on);
    panel.y = {"", 0, 20};
    const Column lengths = variant[arrays::computed_length];
    if (lengths->empty()) return;
    const auto percent = [](double share) { return 100 * share; };
    for (std::size_t n = family.models.size(); n-- > 0;)
        add(panel, Curve(lengths, mapped(variant.row_of(arrays::unseen_share, n), percent), color_of(on, n))
                       .emphasised()
                       .dashed(curve_dashes(n)));
    const auto found = pointed(on, variant[arrays::length]);
    if (!found) return;
    const double x = variant.at(arrays::length, *found);
    point_at(panel, x, format_number(x, 0));
    for (std::size_t n = 0; n < family.models.size(); ++n) {
        const double share = 100 * family.models[n].unseen_at(x);
        add_dot(*panel.pointer, share, color_of(on, n), format_number(share, 2));
    }
}

std::string tokens_text(double tokens) {
    return std::isfinite(tokens) ? format_number(tokens, 0) : std::string("–");
}

void draw_turns(Drawing& on, Panel& panel) {
    const Variant& variant = on.first();
    const PublishedFamily& family = family_of(variant);
    const double rise = variant.params.evidence.rise;
    Table& table = panel.become<Table>();
    table.columns = {{on.translate("Model"_tr), 1.6},
                     {on.translate("Lowest reported at"_tr), 1, Align::right},
                     {on.translate("{} % higher at", format_number(rise, 1)), 1, Align::right},
                     {on.translate("Computed limit"_tr), 1.1, Align::right},
                     {on.translate("Agrees"_tr), 0.7, Align::right}};
    table.more = on.translate("… {} more"_tr);
    for (std::size_t n = 0; n < family.models.size(); ++n) {
        const PublishedModel& model = family.models[n];
        const Turn turn = turn_of(family, model, rise);
        const bool agrees = evidence::agrees(family, model, rise);
        table.rows.push_back(
            {{model.published_as.substr(model.published_as.find('/') + 1)},
             {tokens_text(turn.min_at), TextRole::text, false, true},
             {tokens_text(turn.up_at), TextRole::text, false, true},
             {tokens_text(model.covered_length()), TextRole::text, false, true},
             {on.translate(agrees ? "yes"_tr : "no"_tr), agrees ? TextRole::ok : TextRole::warn, !agrees}});
        table.links.push_back({on.translate("Try it"_tr), model.opens()});
    }
}

std::string perplexity_headline(const Showing& on) {
    const PublishedFamily& family = family_of(on.first());
    const double rise = on.first().params.evidence.rise;
    std::int64_t agreeing = 0;
    std::string others;
    for (const PublishedModel& model : family.models) {
        if (agrees(family, model, rise))
            ++agreeing;
        else
            others += (others.empty() ? "" : on.translate("; "_tr)) + model.name;
    }
    const auto models = std::ssize(family.models);
    // where the first part does not fit, the second is shown alone
    const std::string compared = "  ·  " + on.translate("as computed: {} of {}", agreeing, models);
    if (others.empty())
        return on.translate("All {} curves rise only beyond trained angles", agreeing) + compared;
    return on.translate("{} of {} curves rise only beyond trained angles", agreeing, models) + compared +
           "  ·  " + on.translate("exceptions: {}", others);
}

std::string subtitle_of_perplexities(const Showing& /*on*/) {
    const PublishedPerplexities& all = published_perplexities();
    return fmt::format("{}, {}", all.source, all.commit.substr(0, 8));
}

constexpr Part perplexity_part{
    .title = "Reported"_tr, .draw = &draw_perplexity, .shares_x_below = true, .weight = 1.7};
constexpr Part unseen_part{.title = "Computed: angles not covered by training"_tr, .draw = &draw_unseen};
constexpr Part turns_part{.title = {}, .draw = &draw_turns};

void read_perplexities(Reading& reading) {
    const Variant& variant = reading.first();
    const Column lengths = variant[arrays::length];
    if (lengths->empty()) return;
    const PublishedFamily& family = family_of(variant);
    const auto place = pointed(reading, lengths);
    const std::size_t shown = place.value_or(lengths->size() - 1);
    const double length = number_at(lengths, shown);
    reading.set_source(place.has_value(), "longest context"_tr);
    reading.head("L", readout_value(length, 0, 12));
    for (std::size_t n = 0; n < family.models.size(); ++n) {
        const PublishedModel& model = family.models[n];
        const double value = number_at(variant.row_of(arrays::perplexity, n), shown),
                     share = 100 * model.unseen_at(length);
        reading.row(model.name, readout_value(value, 4, 12), reading.colors.curves[n]);
        reading.row("unseen angles"_tr, readout_value(share, 2, 12), "%");
    }
    reading.readout.notes = reading.translate(
        "An angle counts as covered if a pair reached it at some stage of training: in pre-training, at the "
        "original frequencies, or in fine-tuning, at its own. Only coverage is computed, not a model's "
        "quality."_tr);
}

}  // namespace

constexpr FigureRow main_figure{.id = "main",
                                .title = "Perplexities"_tr,
                                .arrays = {arrays::length, arrays::perplexity, arrays::computed_length,
                                           arrays::unseen_share, arrays::covered_length},
                                .draw = {perplexity_part, unseen_part, turns_part},
                                .read = &read_perplexities,
                                .one_each = true,
                                .idle = {"article"},
                                .headline = &perplexity_headline,
                                .subtitle = &subtitle_of_perplexities};

}  // namespace poslab::evidence
