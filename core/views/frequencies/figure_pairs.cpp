// Figures over pairs: wavelengths with ratio and dials; turns.

#include "core/base/errors.hpp"
#include "core/base/number_format.hpp"
#include "core/views/frequencies/frequencies.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::frequencies {

namespace {

constexpr std::size_t most_dials = 8;

double largest_finite(const Column& column) {
    double largest = 0;
    for (const double value : *column)
        if (std::isfinite(value)) largest = std::max(largest, value);
    return largest;
}

double next_decade(double value) { return std::pow(10, std::ceil(std::log10(std::max(value, 10.0)) + 1e-9)); }

/// First pair that never completes a turn in training; as many as there are if all do.
std::size_t first_without_turn(const Variant& variant) {
    const Column turns = column_of(variant, "rotations_train");
    std::size_t p = turns->size();
    while (p > 0 && (*turns)[p - 1] < 1) --p;
    return p;
}

void add_span(const Variant& variant, bool note, const Style& style, Panel& panel) {
    const Column turns = column_of(variant, "rotations_train");
    const std::size_t first = first_without_turn(variant);
    if (first >= turns->size()) return;
    const std::size_t last = turns->size() - 1;
    const bool still = (*turns)[first] == 0;  // all of them: pairs that stand still come last
    std::string text;
    if (note && still)
        text = Words(style.language)("pairs {}–{}: stand still", first, last);
    else if (note && first == last)
        text = Words(style.language)("pair {}: never a full turn in training", last);
    else if (note)
        text = Words(style.language)("pairs {}–{}: never a full turn in training", first, last);
    panel.marks.emplace_back(SpanMark{static_cast<double>(first), static_cast<double>(last), text});
}

void add_ramp(const Variant& variant, bool labels, Panel& panel) {
    const double low = variant.data ? variant.data->number("ramp_low") : std::nan("");
    const double high = variant.data ? variant.data->number("ramp_high") : std::nan("");
    const double last = panel.x.high;
    for (const auto& [name, value] : {std::pair{"lo", low}, std::pair{"hi", high}})
        if (std::isfinite(value) && value <= last)
            panel.marks.emplace_back(RuleMark{value, labels ? fmt::format("{} {}", name, format_number(value, 2)) : "", true});
}

/// Where M-RoPE's blocks of pairs begin, and which axis of a picture they follow.
void add_sections(const Variant& variant, const Words& words, Panel& panel) {
    if (variant.params.pair.mrope_interleaved) return;
    const std::vector<int> sections = sections_of_pairs(variant.params.pair, column_of(variant, "ratio")->size());
    for (std::size_t begin = 0; begin < sections.size();) {
        std::size_t end = begin;
        while (end < sections.size() && sections[end] == sections[begin]) ++end;
        if (begin > 0) panel.marks.emplace_back(RuleMark{static_cast<double>(begin) - 0.5, "", false});
        const double middle = (static_cast<double>(begin) + static_cast<double>(end) - 1) / 2;
        panel.marks.emplace_back(AnnotationMark{
            {middle, panel.y.high}, std::string(section_name(sections[begin], words.language())), Align::center, true});
        begin = end;
    }
}

/// Other scalings by the same factor, for comparison.
void add_others(const Variant& variant, const std::function<double(double theta, double unscaled)>& value, const Style& style,
                Panel& panel) {
    const RotaryGroup& group = variant.params.rotary;
    if (!group.uses(&RotarySpec::factor) || group.factor <= 1 || group.scaling->stills_pairs) return;
    for (const Scaling* scaling : Scaling::all()) {
        if (!scaling->compared || group.scaling == *scaling) continue;
        RotarySpec spec = spec_of(variant.params);
        spec.scaling = *scaling;
        spec.convention = Convention::transformers_5;
        LineMark line;
        try {
            const RotaryFrequencies f = rotary_frequencies(nearest_meaningful(spec));
            std::vector<double> y;
            for (std::size_t p = 0; p < f.unscaled.size(); ++p) y.push_back(value(f.inverse_frequency[p], f.unscaled[p]));
            line.x = counting(y.size());
            line.y = shared(std::move(y));
        } catch (const Error&) {
            continue;  // this one has no meaning here; nothing is compared with it
        }
        line.color = palette(style.theme).ghost;
        line.label = in(style.language, scaling->label);
        line.label_place = LabelPlace::along;
        panel.marks.emplace_back(std::move(line));
    }
}

LineMark unscaled_line(const Variant& variant, std::string_view name, const Style& style) {
    LineMark line;
    line.y = column_of(variant, name);
    line.x = counting(line.y->size());
    line.color = palette(style.theme).text2;
    line.dashes = {5, 4};
    line.label = Words(style.language)("RoPE, unscaled"_tr);
    return line;
}

void point_at_pair(std::span<const Variant> variants, std::string_view name, std::string_view unscaled, const Style& style,
                   const Cursor& cursor, Panel& panel) {
    const Variant& first = variants.front();
    const Pair pair = pair_at(first, cursor);
    if (!pair.pointed) return;
    PointerMark pointer;
    pointer.x = static_cast<double>(pair.index);
    pointer.x_chip = format_integer(static_cast<std::int64_t>(pair.index));
    const Color color = palette(style.theme).accent;
    for (const Variant& variant : variants)
        if (const Column y = column_of(variant, name); pair.index < y->size() && std::isfinite((*y)[pair.index]))
            pointer.dots.push_back({{pointer.x, (*y)[pair.index]}, color, format_number((*y)[pair.index], 3, 6), true, false});
    if (const Column y = column_of(first, unscaled); is_scaled(first.params) && pair.index < y->size())
        pointer.dots.push_back({{pointer.x, (*y)[pair.index]}, color, format_number((*y)[pair.index], 3, 6), false, true});
    panel.pointer = std::move(pointer);
}

Panel wavelength_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = words("Wavelength"_tr);
    panel.quantity = words("2π / θ, tokens per turn"_tr);
    panel.x = pair_axis(column_of(first, "wavelength")->size(), words);
    double high = static_cast<double>(first.params.lengths.length);
    for (const Variant& variant : variants)
        high = std::max(
            {high, largest_finite(column_of(variant, "wavelength")), largest_finite(column_of(variant, "wavelength_unscaled"))});
    double low = 4;
    for (const double wavelength : *column_of(first, "wavelength"))
        if (wavelength > 0) low = std::min(low, wavelength / 1.5);
    panel.y = {"", low, next_decade(high), true};
    panel.weight = 2;
    add_span(first, true, style, panel);
    add_ramp(first, true, panel);
    add_sections(first, words, panel);
    const auto trained = static_cast<double>(first.params.lengths.train_length);
    const auto target = static_cast<double>(first.params.lengths.length);
    panel.marks.emplace_back(LevelMark{trained, fmt::format("{} {}", words("trained"_tr), format_number(trained, 0))});
    if (target != trained)
        panel.marks.emplace_back(LevelMark{target, fmt::format("{} {}", words("target"_tr), format_number(target, 0))});
    if (variants.size() == 1)
        add_others(
            first, [](double theta, double) { return turn / theta; }, style, panel);
    if (is_scaled(first.params)) panel.marks.emplace_back(unscaled_line(first, "wavelength_unscaled", style));
    add_pair_curves(variants, "wavelength", style, panel);
    point_at_pair(variants, "wavelength", "wavelength_unscaled", style, cursor, panel);
    return panel;
}

Panel ratio_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = words("Ratio"_tr);
    panel.quantity = words("θ after scaling / θ before"_tr);
    panel.x = pair_axis(column_of(first, "ratio")->size(), words);
    double low = 0.5;
    for (const Variant& variant : variants)
        for (const double ratio : *column_of(variant, "ratio"))
            if (ratio > 0) low = std::min(low, ratio);
    panel.y = {"", low / 1.8, 1.8, true};
    panel.y.fractions = true;
    panel.weight = 0.8;
    add_span(first, false, style, panel);
    add_ramp(first, false, panel);
    if (variants.size() == 1)
        add_others(
            first, [](double theta, double unscaled) { return unscaled == 0 ? 1 : theta / unscaled; }, style, panel);
    add_pair_curves(variants, "ratio", style, panel);
    if (variants.size() == 1)
        for (Mark& mark : panel.marks)
            if (auto* line = std::get_if<LineMark>(&mark); line != nullptr && line->emphasis == Emphasis::chosen)
                line->dot_every = 0;
    point_at_pair(variants, "ratio", "", style, cursor, panel);
    return panel;
}

/// Evenly over all pairs, the slowest among them; the chosen one takes the place of its nearest.
std::vector<std::size_t> dial_pairs(std::size_t pairs, std::size_t chosen) {
    std::vector<std::size_t> list;
    const std::size_t n = std::min(pairs, most_dials);
    for (std::size_t k = 1; k <= n; ++k) list.push_back(std::min(k * pairs / n, pairs - 1));
    if (pairs <= most_dials)
        for (std::size_t k = 0; k < n; ++k) list[k] = k;
    if (chosen >= pairs || std::find(list.begin(), list.end(), chosen) != list.end()) return list;
    *std::min_element(list.begin(), list.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(static_cast<double>(a) - static_cast<double>(chosen)) <
               std::abs(static_cast<double>(b) - static_cast<double>(chosen));
    }) = chosen;
    return list;
}

std::string turns_text(double turns, const Words& words) {
    return fmt::format("{} {}", format_number(turns, turns < 0.1 ? 4 : turns < 10 ? 2 : turns < 100 ? 1 : 0), words("turns"_tr));
}

std::string rate_text(double theta, double unscaled, const Words& words) {
    if (theta == 0) return words("still"_tr);
    if (theta == unscaled) return words("unscaled"_tr);
    return "θ / " + format_number(unscaled / theta, 2);
}

std::string seen_text(double percent, const Words& words) {
    const std::string number = percent < 1 ? "<1" : format_number(percent, 0);
    return words("{} % seen", number);
}

Dial dial_of(const Variant& variant, std::size_t p, const Style& style) {
    const Words words(style.language);
    const double theta = (*column_of(variant, "inverse_frequency"))[p];
    const double unscaled = (*column_of(variant, "inverse_frequency_unscaled"))[p];
    const auto position = static_cast<double>(variant.params.pair.position);
    Dial dial;
    dial.value = static_cast<double>(p);
    dial.title = words("pair {}", p);
    dial.seen = static_cast<double>(variant.params.lengths.train_length) * unscaled;
    dial.hand = position * theta;
    const bool changed = theta != unscaled;
    if (changed) dial.second_hand = position * unscaled;
    dial.lines = {turns_text(position * theta / turn, words), rate_text(theta, unscaled, words)};
    if (unscaled == 0)
        dial.note = " ";
    else if (dial.seen >= turn)
        dial.note = words("all seen"_tr);
    else
        dial.note = seen_text(100 * dial.seen / turn, words);
    return dial;
}

Panel dials_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    Panel panel;
    panel.kind = Panel::Kind::dials;
    panel.title = words("Dials"_tr);
    const std::string position = format_integer(variant.params.pair.position);
    panel.quantity = words("angle at position {}; ring: what training has seen", position);
    const Pair chosen = pair_at(variant, cursor);
    const std::size_t pairs = column_of(variant, "inverse_frequency")->size();
    for (const std::size_t p : dial_pairs(pairs, chosen.pointed ? chosen.index : pairs)) {
        panel.dials.push_back(dial_of(variant, p, style));
        panel.dials.back().chosen = p == chosen.index && chosen.pointed;
    }
    while (!variant.data && panel.dials.size() < most_dials) {  // keeps their room until they are there
        panel.dials.emplace_back();
        panel.dials.back().lines = {"", ""};
        panel.dials.back().note = " ";
    }
    using Swatch = KeyEntry::Swatch;
    panel.key = {{Swatch::line, colors.text, std::string(scaling_label(variant.params, style.language)), ""}};
    if (is_scaled(variant.params)) panel.key.push_back({Swatch::dashed, colors.text2, words("unscaled"_tr), ""});
    panel.key.push_back({Swatch::bar, seen_arc(colors), words("angles seen in training"_tr), ""});
    panel.key.push_back({Swatch::ring, colors.warm, words("angle not seen"_tr), ""});
    return panel;
}

}  // namespace

void add_pair_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(wavelength_panel(variants, style, cursor));
    const bool scaled = std::any_of(variants.begin(), variants.end(), [](const Variant& v) { return is_scaled(v.params); });
    if (scaled) {
        figure.main.back().shares_x_below = true;
        figure.main.push_back(ratio_panel(variants, style, cursor));
    }
    figure.main.push_back(dials_panel(variants.front(), style, cursor));
}

void add_turns_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Words words(style.language);
    const Variant& first = variants.front();
    const auto panel_of = [&](std::string_view name, std::string title, std::int64_t length) {
        Panel panel;
        panel.title = std::move(title);
        panel.quantity = words("turns within {} tokens", format_integer(length));
        panel.x = pair_axis(column_of(first, name)->size(), words);
        double low = 0.1;
        double high = 10;
        for (const Variant& variant : variants)
            for (const double turns : *column_of(variant, name)) {
                if (turns > 0) low = std::min(low, turns);
                high = std::max(high, turns);
            }
        panel.y = {"", low / 1.3, next_decade(high), true};
        add_span(first, false, style, panel);
        panel.marks.emplace_back(LevelMark{1, words("one turn"_tr)});
        add_pair_curves(variants, name, style, panel);
        const bool before = name == "rotations_train" && variants.size() == 1 && is_scaled(first.params);
        if (auto* line = before ? std::get_if<LineMark>(&panel.marks.back()) : nullptr) line->label = words("RoPE, unscaled"_tr);
        point_at_pair(variants, name, "", style, cursor, panel);
        return panel;
    };
    figure.main.push_back(panel_of("rotations_train", words("In training, before scaling"_tr), first.params.lengths.train_length));
    figure.main.back().shares_x_below = true;
    figure.main.push_back(panel_of("rotations_target", words("In use, after scaling"_tr), first.params.lengths.length));
    Panel unseen;
    unseen.title = words("Unseen angles"_tr);
    unseen.quantity = words("share of the angles in use that training has not covered"_tr);
    unseen.x = pair_axis(column_of(first, "ratio")->size(), words);
    unseen.y = {"", 0, 1, false};
    unseen.weight = 0.8;
    figure.main.back().shares_x_below = true;
    add_span(first, true, style, unseen);
    add_pair_curves(variants, "unseen_angle_fraction", style, unseen);
    point_at_pair(variants, "unseen_angle_fraction", "", style, cursor, unseen);
    figure.main.push_back(std::move(unseen));
}

}  // namespace poslab::frequencies
