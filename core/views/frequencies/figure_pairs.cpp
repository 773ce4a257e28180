// Figures over pairs: wavelengths with ratio and dials; turns.

#include "core/base/errors.hpp"
#include "core/views/frequencies/arrays.hpp"

namespace poslab::frequencies {
namespace {

constexpr std::size_t max_dials = 8;

bool any_scaled(const Showing& on) {
    return std::any_of(on.variants.begin(), on.variants.end(),
                       [](const Variant& variant) { return is_scaled(variant.params); });
}

double next_decade(double value) { return std::pow(10, std::ceil(std::log10(std::max(value, 10.0)) + 1e-9)); }

/// Returns the first of the pairs that never complete a turn in training, and the number of all pairs.
std::pair<std::size_t, std::size_t> unfinished_pairs(const Variant& variant) {
    const Column turns = variant[arrays::rotations_train];
    std::size_t first = turns->size();
    while (first > 0 && (*turns)[first - 1] < 1) --first;
    return {first, turns->size()};
}

enum class GuideLabel { shown, hidden };

/// Adds the span of the pairs that never complete a turn in training: the last ones. Without a note, which
/// names the variant, only if the span is the same for all variants.
void add_span(const Drawing& on, GuideLabel label, Panel& panel) {
    const bool noted = label == GuideLabel::shown;
    const Column turns = on.first()[arrays::rotations_train];
    const std::size_t first = unfinished_pairs(on.first()).first;
    if (first == turns->size() || !(noted || on.common(&unfinished_pairs))) return;
    const std::size_t last = turns->size() - 1;
    const bool still = (*turns)[first] == 0;  // then all of them: pairs that do not rotate come last
    std::string note;
    if (noted)
        note = still           ? on.translate("pairs {}–{}: no rotation", first, last)
               : first == last ? on.translate("pair {}: never a full turn in training", last)
                               : on.translate("pairs {}–{}: never a full turn in training", first, last);
    note = on.guide_label(note, &unfinished_pairs);
    add(panel, SpanMark{static_cast<double>(first), static_cast<double>(last), std::move(note)});
}

void add_ramp(const Drawing& on, GuideLabel guide, Panel& panel) {
    const bool named = guide == GuideLabel::shown;
    const auto rule = [&](const char* name, const ValueRow& row) {
        const double pair = on.first()[row];
        const auto of = [&](const Variant& variant) { return variant[row]; };
        if (!std::isfinite(pair) || pair > panel.x.high || !(named || on.common(of))) return;
        const std::string label = named ? fmt::format("{} {}", name, format_number(pair, 2)) : "";
        add(panel, RuleMark{pair, on.guide_label(label, of), true});
    };
    rule("lo", values::ramp_low);
    rule("hi", values::ramp_high);
}

/// Adds the borders of M-RoPE's blocks of pairs and the names of their axes.
void add_sections(const Drawing& on, Panel& panel) {
    const PairGroup& group = on.first().params.pair;
    const auto of = [](const Variant& variant) {
        return sections_of_pairs(variant.params.pair, pairs_of(variant));
    };
    if (group.mrope_interleaved || group.mrope_alternating || !on.common(of)) return;
    const std::vector<int> sections = of(on.first());
    for (std::size_t begin = 0; begin < sections.size();) {
        std::size_t end = begin;
        while (end < sections.size() && sections[end] == sections[begin]) ++end;
        if (begin > 0) add(panel, RuleMark{static_cast<double>(begin) - 0.5, "", false});
        const double middle = (static_cast<double>(begin) + static_cast<double>(end) - 1) / 2;
        add(panel, AnnotationMark{{middle, panel.y.high},
                                  on.translate(section_name(sections[begin])),
                                  Align::center,
                                  true,
                                  true});
        begin = end;
    }
}

/// Adds other scalings by the same factor, to compare with a single variant.
void add_others(const Drawing& on, double (*value)(double theta, double unscaled), Panel& panel) {
    const RotaryGroup& group = on.first().params.rotary;
    if (!on.single_variant() || !group.uses(&RotarySpec::factor) || group.factor <= 1 ||
        group.scaling->stills_pairs)
        return;
    for (const Scaling* scaling : Scaling::all()) {
        if (!scaling->compared || group.scaling == *scaling) continue;
        RotarySpec spec = spec_of(on.first().params);
        spec.scaling = *scaling;
        spec.convention = Convention::transformers_5;
        try {
            const RotaryFrequencies f = rotary_frequencies(nearest_meaningful(spec));
            std::vector<double> y;
            for (std::size_t p = 0; p < f.unscaled.size(); ++p)
                y.push_back(value(f.inverse_frequency[p], f.unscaled[p]));
            add(panel, curve_over_pairs(shared_column(std::move(y)), on.colors.ghost)
                           .filled()
                           .named(on.translate(scaling->label))
                           .along());
        } catch (const Error&) {
            continue;  // not applicable to these parameters
        }
    }
}

/// The numbers over pairs that a plot shows.
struct PairNumbers {
    const ArrayRow& row;
    Text name;                           // label of a single variant
    const ArrayRow* unscaled = nullptr;  // the same before scaling
    bool dotted = true;                  // unless there are many pairs
};

/// Adds the curves of all variants and their values under the pointer.
void add_curves(const Drawing& on, const PairNumbers& shown, Panel& panel) {
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        const Column numbers = on.variants[n][shown.row];
        const bool dotted = shown.dotted && numbers->size() <= 256;
        add(panel, curve_over_pairs(numbers, color_of(on, n))
                       .filled()
                       .chosen(n, on.label(n, shown.name))
                       .dotted(dotted ? std::max<std::size_t>(1, numbers->size() / 16) : 0));
    }
    const auto pair = pair_at(on);
    if (!pair) return;
    PointerMark& pointer = point_at(panel, static_cast<std::int64_t>(*pair));
    for (const Variant& variant : on.variants)
        if (const double y = variant.at(shown.row, *pair); std::isfinite(y))
            add_dot(pointer, y, on.colors.accent, format_number(y, 3, 6));
    if (shown.unscaled == nullptr || !is_scaled(on.first().params)) return;
    const double y = on.first().at(*shown.unscaled, *pair);
    pointer.dots.push_back({{pointer.x, y}, on.colors.accent, format_number(y, 3, 6), false, true});
}

void draw_wavelengths(Drawing& on, Panel& panel) {
    const Params& params = on.first().params;
    const auto trained = static_cast<double>(params.lengths.train_length),
               target = static_cast<double>(params.lengths.length);
    panel.quantity = on.translate("2π / θ, tokens per turn"_tr);
    panel.become<PlotPanel>({.shares_x_below = any_scaled(on)});
    ValueRange shortest, range{target, target};
    shortest.include(on.first()[arrays::wavelength], 0);
    for (const Variant& variant : on.variants) {
        range.include(variant[arrays::wavelength]);
        range.include(variant[arrays::wavelength_unscaled]);
    }
    panel.x = pair_axis(on);
    panel.y = logarithmic_axis("", std::min(4.0, shortest.low / 1.5), next_decade(range.high));
    add_span(on, GuideLabel::shown, panel);
    add_ramp(on, GuideLabel::shown, panel);
    add_sections(on, panel);
    const auto level = [&](double length, Text name, const auto& of) {
        const std::string label = fmt::format("{} {}", on.translate(name), format_number(length, 0));
        add(panel, LevelMark{length, on.guide_label(label, of)});
    };
    level(trained, "trained"_tr, train_length_of);
    if (target != trained)
        level(target, "target"_tr, [](const Variant& variant) { return variant.params.lengths.length; });
    add_others(on, &wavelength_of, panel);
    if (is_scaled(params))
        add(panel, curve_over_pairs(on.first()[arrays::wavelength_unscaled], on.colors.text2)
                       .filled()
                       .dashed({5, 4})
                       .named(on.guide_label(on.translate("RoPE, unscaled"_tr), [](const Variant& variant) {
                           return *variant[arrays::wavelength_unscaled];
                       })));
    add_curves(on, {arrays::wavelength, scaling_label(params), &arrays::wavelength_unscaled}, panel);
}

void draw_ratios(Drawing& on, Panel& panel) {
    panel.quantity = on.translate("θ after scaling / θ before"_tr);
    ValueRange range{0.5, 0.5};
    for (const Variant& variant : on.variants) range.include(variant[arrays::ratio], 0);
    panel.x = pair_axis(on);
    panel.y = logarithmic_axis("", range.low / 1.8, 1.8);
    panel.y.fractions = true;
    add_span(on, GuideLabel::hidden, panel);
    add_ramp(on, GuideLabel::hidden, panel);
    add_others(on, &ratio_of, panel);
    add_curves(
        on, {.row = arrays::ratio, .name = scaling_label(on.first().params), .dotted = !on.single_variant()},
        panel);
}

/// Returns pairs spread evenly, including the slowest; the chosen pair replaces the nearest of them.
std::vector<std::size_t> dial_pairs(std::size_t pairs, std::optional<std::size_t> chosen) {
    std::vector<std::size_t> list;
    const std::size_t n = std::min(pairs, max_dials);
    for (std::size_t k = 1; k <= n; ++k)
        list.push_back(k * pairs / n - (pairs <= max_dials || k == n ? 1 : 0));
    if (!chosen || std::find(list.begin(), list.end(), *chosen) != list.end()) return list;
    const auto away = [&](std::size_t pair) { return pair > *chosen ? pair - *chosen : *chosen - pair; };
    *std::min_element(list.begin(), list.end(),
                      [&](std::size_t a, std::size_t b) { return away(a) < away(b); }) = *chosen;
    return list;
}

std::string turns_text(double turns, const Translator& translate) {
    return fmt::format("{} {}",
                       format_number(turns, turns < 0.1   ? 4
                                            : turns < 10  ? 2
                                            : turns < 100 ? 1
                                                          : 0),
                       translate("turns"_tr));
}

std::string rate_text(double theta, double unscaled, const Translator& translate) {
    if (theta == 0) return translate("fixed"_tr);
    if (theta == unscaled) return translate("unscaled"_tr);
    return "θ / " + format_number(unscaled / theta, 2);
}

std::string seen_text(double seen, const Translator& translate) {
    if (seen == 0) return " ";
    if (seen >= turn) return translate("all seen"_tr);
    const double percent = 100 * seen / turn;
    return translate("{} % seen", percent < 1 ? "<1" : format_number(percent, 0));
}

Dial dial_of(const Drawing& on, std::size_t pair) {
    const Variant& variant = on.first();
    const double theta = variant.at(arrays::inverse_frequency, pair);
    const double unscaled = variant.at(arrays::inverse_frequency_unscaled, pair);
    const auto position = static_cast<double>(variant.params.pair.position);
    Dial dial;
    dial.value = static_cast<double>(pair);
    dial.title = on.translate("pair {}", pair);
    dial.seen = static_cast<double>(variant.params.lengths.train_length) * unscaled;
    dial.hand = position * theta;
    if (theta != unscaled) dial.second_hand = position * unscaled;
    dial.lines = {turns_text(position * theta / turn, on.translate),
                  rate_text(theta, unscaled, on.translate)};
    dial.note = seen_text(dial.seen, on.translate);
    dial.chosen = pair == pair_at(on);
    return dial;
}

void draw_dials(Drawing& on, Panel& panel) {
    using Swatch = KeyEntry::Swatch;
    const Params& params = on.first().params;
    std::vector<Dial>& dials = panel.become<DialsPanel>().dials;
    panel.quantity =
        on.translate("angle at position {}; ring: seen in training", format_integer(params.pair.position));
    for (const std::size_t pair : dial_pairs(pairs_of(on.first()), pair_at(on)))
        dials.push_back(dial_of(on, pair));
    if (on.first().data == nullptr) {  // reserves their space until there are data
        Dial empty;
        empty.lines = {"", ""};
        empty.note = " ";
        dials.assign(max_dials, empty);
    }
    const auto key = [&](Swatch swatch, Color color, Text label) {
        panel.key.push_back({swatch, color, on.translate(label), ""});
    };
    key(Swatch::line, on.colors.text, scaling_label(params));
    if (is_scaled(params)) key(Swatch::dashed, on.colors.text2, "unscaled"_tr);
    key(Swatch::bar, seen_arc(on.colors), "angles seen in training"_tr);
    key(Swatch::ring, on.colors.warm, "angle not seen"_tr);
}

/// Draws turns within the length that `length_of` returns; `every` is the title if that differs between
/// variants.
template <class LengthOf>
void draw_turns(const Drawing& on, const ArrayRow& row, const LengthOf& length_of, Text every, Text name,
                Panel& panel) {
    const std::int64_t length = length_of(on.first());
    panel.quantity = on.common(length_of)
                         ? on.translate.plural("turns within {1} token", "turns within {1} tokens", length,
                                               format_integer(length))
                         : on.translate(every);
    ValueRange range{0.1, 10};
    for (const Variant& variant : on.variants) range.include(variant[row], 0);
    panel.x = pair_axis(on);
    panel.y = logarithmic_axis("", range.low / 1.3, next_decade(range.high));
    add_span(on, GuideLabel::hidden, panel);
    add(panel, LevelMark{1, on.translate("one turn"_tr)});
    add_curves(on, {row, name}, panel);
}
void draw_turns_in_training(Drawing& on, Panel& panel) {
    const Params& params = on.first().params;
    const Text name = is_scaled(params) ? "RoPE, unscaled"_tr : scaling_label(params);
    draw_turns(on, arrays::rotations_train, train_length_of, "turns within the trained length"_tr, name,
               panel);
}
void draw_turns_in_use(Drawing& on, Panel& panel) {
    const Params& params = on.first().params;
    const auto length_of = [](const Variant& variant) { return variant.params.lengths.length; };
    draw_turns(on, arrays::rotations_target, length_of, "turns within the length"_tr, scaling_label(params),
               panel);
}

void draw_unseen(Drawing& on, Panel& panel) {
    panel.quantity = on.translate("share of the angles in use not covered in training"_tr);
    panel.x = pair_axis(on);
    panel.y = {"", 0, 1};
    add_span(on, GuideLabel::shown, panel);
    add_curves(on, {arrays::unseen_angle_fraction, scaling_label(on.first().params)}, panel);
}

/// Returns the sentence on how many pairs use angles not seen in training, before and after scaling.
std::string unseen_pairs(const Showing& on) {
    const Variant& variant = on.first();
    const double before = variant[values::pairs_with_unseen_angles_unscaled],
                 after = variant[values::pairs_with_unseen_angles];
    if (!std::isfinite(before) || !std::isfinite(after)) return {};
    const std::int64_t tokens = variant.params.lengths.length;
    const std::string length = format_integer(tokens), count = format_number(before, 0);
    const std::size_t pairs = pairs_of(variant);
    if (is_scaled(variant.params))
        return on.translate.plural(
            "{1} of {2} pairs would leave the trained angles, {4} with {3}, at {5} token",
            "{1} of {2} pairs would leave the trained angles, {4} with {3}, at {5} tokens", tokens, count,
            pairs, on.translate(scaling_label(variant.params)), format_number(after, 0), length);
    if (after == 0)
        return on.translate.plural("No pair leaves the trained angles at {1} token",
                                   "No pair leaves the trained angles at {1} tokens", tokens, length);
    return on.translate.plural("{1} of {2} pairs leave the trained angles at {3} token",
                               "{1} of {2} pairs leave the trained angles at {3} tokens", tokens,
                               format_number(after, 0), pairs, length);
}

constexpr Part wavelength_part{.title = "Wavelength"_tr, .draw = &draw_wavelengths, .weight = 2};
constexpr Part ratio_part{
    .title = "Ratio"_tr, .draw = &draw_ratios, .weight = 0.8, .visible_if = &any_scaled};
constexpr Part lone_ratio_part{.title = "Ratio"_tr, .draw = &draw_ratios};
constexpr Part dials_part{.title = "Dials"_tr, .draw = &draw_dials, .of_first = true};
constexpr Part training_part{
    .title = "In training, before scaling"_tr, .draw = &draw_turns_in_training, .shares_x_below = true};
constexpr Part use_part{
    .title = "In use, after scaling"_tr, .draw = &draw_turns_in_use, .shares_x_below = true};
constexpr Part unseen_part{.title = "Unseen angles"_tr, .draw = &draw_unseen, .weight = 0.8};

}  // namespace

constexpr FigureRow main_figure = with_notes(
    "main", "Wavelengths"_tr, {wavelength_part, ratio_part, dials_part}, &read_pair, {}, &unseen_pairs);
constexpr FigureRow turns_figure =
    with_notes("turns", "Turns"_tr, {training_part, use_part, unseen_part}, &read_pair, {}, &unseen_pairs);
constexpr FigureRow wavelength_figure = main_figure.panel("wavelength", wavelength_part);
constexpr FigureRow ratio_figure = main_figure.panel("ratio", lone_ratio_part);
constexpr FigureRow turns_trained_figure = turns_figure.panel("turns-trained", training_part);
constexpr FigureRow turns_used_figure = turns_figure.panel("turns-used", use_part);
constexpr FigureRow unseen_figure = turns_figure.panel("unseen", unseen_part);

}  // namespace poslab::frequencies
