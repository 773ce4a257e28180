#include "core/base/number_format.hpp"

#include "core/figure/formula_markup.hpp"
#include "core/hippo/decay_norm.hpp"
#include "core/views/memory_decay/memory_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory_decay {

namespace {

/// Below 1 with five digits, so that what is just below a limit is told from it.
std::string number(double value, int decimals = 4) {
    const double size = std::abs(value);
    if (size < 1 && size >= 1e-3) decimals = std::max(decimals, 4 - static_cast<int>(std::floor(std::log10(size))));
    return std::isfinite(value) ? format_number(value, decimals, 9) : "–";
}
/// 0.99769, 0.999999310: as many digits as tell it from 1.
std::string gamma_text(double gamma) {
    const double left = 1 - gamma;
    return format_number(gamma, std::clamp(static_cast<int>(std::ceil(2 - std::log10(std::max(left, 1e-13)))), 3, 14), 15);
}

struct Place {
    std::int64_t time = 0;
    bool pointed = false;
};
/// Without the pointer: the end.
Place place_of(const Variant& variant, const Cursor& cursor) {
    if (const auto time = time_at(variant, cursor)) return {*time, true};
    return {variant.params.memory.to, false};
}

void add_norms(const Variant& variant, std::int64_t time, const Style& style, Readout& readout) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const MemoryDecayGroup& group = variant.params.memory;
    const double r = static_cast<double>(group.from) / static_cast<double>(time), norm = norm_at(variant.params, time);
    const auto elapsed = static_cast<double>(time - group.from);
    readout.rows.push_back({words("LegS norm"_tr), number(norm), "", colors.curves[1]});
    readout.rows.push_back({words("limit √(m/n)"_tr), number(std::sqrt(r)), "", no_swatch});
    if (const double below = std::sqrt(r) - norm; below > 1e-13)
        readout.rows.push_back({words("below it"_tr), number(below), "", no_swatch});
    readout.rows.push_back({words("impulse ‖x(n)‖/‖x(m)‖"_tr), number(impulse_left(variant, time)), "", no_swatch});
    readout.rows.push_back({"RNN, γ = " + gamma_text(group.gamma), number(std::pow(group.gamma, elapsed)), "", colors.curves[0]});
    if (const Facts* facts = facts_of(variant))
        readout.rows.push_back({words("RNN, half-life "_tr) + steps_text(facts->norm_half_life),
                                number(std::pow(facts->equal_norm_gamma, elapsed)), "", no_swatch});
    if (const Facts* facts = facts_of(variant))
        readout.rows.push_back({words("RNN, half-life "_tr) + steps_text(facts->impulse_half_life),
                                number(std::pow(facts->equal_gamma, elapsed)), "", no_swatch});
    for (const std::int64_t power : drawn_powers(group.order))
        if (power <= 2 || power == group.order)
            readout.rows.push_back(
                {words("mode "_tr) + power_label(power), number(std::pow(r, static_cast<double>(power))), "", colors.ghost});
}

void add_variants(std::span<const Variant> variants, std::int64_t elapsed, bool impulse, const Style& style, Readout& readout) {
    for (std::size_t n = 0; n < variants.size(); ++n) {
        const std::int64_t time = variants[n].params.memory.from + elapsed;
        readout.rows.push_back({variants[n].label,
                                number(impulse ? impulse_left(variants[n], time) : norm_at(variants[n].params, time)), "",
                                variant_color(style, n)});
        readout.rows.push_back(
            {"RNN", number(std::pow(variants[n].params.memory.gamma, static_cast<double>(elapsed))), "", no_swatch});
    }
}

void add_order(const Variant& variant, double stretch, const Style& style, Readout& readout) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    readout.heads = {{"n/m", number(stretch, 2), "", no_swatch}};
    for (const std::int64_t order : compared_orders(variant.params.memory.order)) {
        const bool own = order == variant.params.memory.order;
        readout.rows.push_back({"N = " + format_integer(order), number(decay_norms(order, std::array{1 / stretch}).front(), 6), "",
                                own ? colors.curves[1] : colors.ghost});
    }
    readout.rows.push_back({words("limit √(m/n)"_tr), number(1 / std::sqrt(stretch), 6), "", no_swatch});
}

void add_condition(const Variant& variant, const Cursor& cursor, const Style& style, Readout& readout) {
    const Words words(style.language);
    const Column orders = column_of(variant, "condition_order"), logarithms = column_of(variant, "condition_log10");
    if (orders->empty()) return;
    auto place = static_cast<std::size_t>(
        std::find(orders->begin(), orders->end(), static_cast<double>(variant.params.memory.order)) - orders->begin());
    if (const auto pointed = condition_place_at(variant, cursor)) place = *pointed;
    if (place >= orders->size()) return;
    const double log10 = (*logarithms)[place];
    readout.heads = {{"N", number((*orders)[place], 0), "", no_swatch}};
    readout.rows = {{words("condition number"_tr), condition_text(log10), "", palette(style.theme).curves[1]},
                    {"log₁₀", number(log10, 3), "", no_swatch},
                    {words("float64 keeps"_tr), number(std::max(0.0, std::floor(15.95 - log10)), 0), words("digits"_tr), no_swatch},
                    {words("eigenvalues"_tr), "−1 … −" + number((*orders)[place], 0), "", no_swatch}};
}

void add_mode(const Variant& variant, std::int64_t mode, const Style& style, Readout& readout) {
    const Words words(style.language);
    const double steps = (*column_of(variant, "mode_half_life"))[static_cast<std::size_t>(mode - 1)];
    readout.heads = {{"k", format_integer(mode), "", no_swatch}};
    readout.rows = {{words("half-life"_tr), steps_text(steps), words("steps"_tr), no_swatch}};
}

void add_facts(const Variant& variant, const Words& words, Readout& readout) {
    const Facts* facts = facts_of(variant);
    if (facts == nullptr) return;
    const std::string steps = words("steps"_tr);
    readout.rows.push_back({words("Half-life, norm"_tr), steps_text(facts->norm_half_life), steps, no_swatch});
    readout.rows.push_back({words("Half-life, impulse"_tr), steps_text(facts->impulse_half_life), steps, no_swatch});
    readout.rows.push_back({words("Half-life, RNN"_tr), steps_text(facts->rnn_half_life), steps, no_swatch});
    readout.rows.push_back({words("γ of the impulse's"_tr), gamma_text(facts->equal_gamma), "", no_swatch});
    if (facts->ahead_from > 0)
        readout.rows.push_back({words("Ahead of RNN from"_tr), steps_text(facts->ahead_from), steps, no_swatch});
}

std::string notes(const Variant& variant, const Words& words) {
    const Facts* facts = facts_of(variant);
    const MemoryDecayGroup& group = variant.params.memory;
    const auto from = static_cast<double>(group.from), order = static_cast<double>(group.order);
    std::string text = words(
        "LegS weighs all of the past alike: old detail blurs as t grows, but nothing is cut off. The state at m fades like "
        "√(m/n), so its half-life is about 3m; an exponential RNN has one half-life, whatever m is."_tr);
    if (group.order == 1) text += words(" N = 1 is the mean alone and falls as m/n."_tr);
    if (order * order < from)
        text += words(
            " N² is below m: the state cannot resolve a single sample, and what it leaves has a half-life of about 1.6 "
            "m/N² steps."_tr);
    if (facts != nullptr && order * std::sqrt(from / static_cast<double>(group.to)) < 3)
        text += words(" By n = {} the order is too small for √(m/n): the slope there is {} instead of −0.5 and tends to −1.",
                      format_integer(group.to), number(facts->slope_at_to, 3));
    return text;
}

std::string eigenvalue_notes(const Words& words) {
    return words(
        "The eigenvalues −1 … −N all differ, so A can be diagonalised, but its eigenvectors are all but dependent: their "
        "condition number grows 5.8 times with each order. Going through V … V⁻¹ multiplies rounding by that, and from "
        "N = 22 on float64 keeps no digit; a float64 SVD, which answers 10²⁰ at most, does not even show it. The numbers "
        "here come from closed forms of V and V⁻¹, the decay operator from an integral."_tr);
}

std::vector<std::string> live_lines(const Variant& variant, std::int64_t time, bool impulse) {
    const MemoryDecayGroup& group = variant.params.memory;
    const double r = static_cast<double>(group.from) / static_cast<double>(time);
    if (impulse)
        return {fmt::format(R"(\frac{{‖x({})‖}}{{‖x({})‖}} &= {} \le {})", live(format_integer(time)),
                            live(format_integer(group.from)), live(number(impulse_left(variant, time))),
                            live(number(std::sqrt(r))))};
    return {fmt::format(R"(r &= \frac{{{}}}{{{}}} = {})", live(format_integer(group.from)), live(format_integer(time)),
                        live(number(r, 6))),
            fmt::format(R"(‖K({})‖ &= {} \le {})", live(number(r, 6)), live(number(norm_at(variant.params, time))),
                        live(number(std::sqrt(r))))};
}

}  // namespace

std::string formula_definition(bool of_impulse) {
    if (of_impulse) return R"(x_k(n) &= \int_{(m-1)/n}^{m/n} p_k(s) \mathrm{d}s \\ ‖x(n)‖ &\le \sqrt{m/n} ‖x(m)‖)";
    return R"(x(n) &= e^{A \ln(n/m)} x(m) = K(m/n) x(m) \\ K(r)_{jk} &= \int_0^r p_j(s) p_k(s/r) \mathrm{d}s)";
}

Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Variant& first = variants.front();
    const std::string& id = cursor.figure;
    const bool impulse = id == "impulse";
    Readout readout;
    const Place place = place_of(first, cursor);
    const auto stretch = stretch_at(first, cursor);
    const auto mode = mode_at(first, cursor);
    const bool pointed = place.pointed || stretch || mode || condition_place_at(first, cursor);
    readout.where = pointed ? words("pointer"_tr) : words("end"_tr);
    readout.heads = {
        {"n", format_integer(place.time), "", no_swatch},
        {"n − m", format_integer(place.time - first.params.memory.from), "", no_swatch},
        {"m/n", number(static_cast<double>(first.params.memory.from) / static_cast<double>(place.time), 4), "", no_swatch}};
    if (id == "operator")
        add_order(first,
                  stretch.value_or(static_cast<double>(first.params.memory.to) / static_cast<double>(first.params.memory.from)),
                  style, readout);
    else if (id == "eigenvalues")
        add_condition(first, cursor, style, readout);
    else if (mode)
        add_mode(first, *mode, style, readout);
    else if (variants.size() > 1)
        add_variants(variants, place.time - first.params.memory.from, impulse, style, readout);
    else
        add_norms(first, place.time, style, readout);
    if (id != "eigenvalues") add_facts(first, words, readout);
    readout.formula = {formula_definition(impulse)};
    if (first.data != nullptr && id != "eigenvalues" && id != "operator")
        for (std::string& line : live_lines(first, place.time, impulse)) readout.formula.push_back(std::move(line));
    readout.notes = id == "eigenvalues" ? eigenvalue_notes(words) : notes(first, words);
    if (first.data != nullptr)
        for (const Sentence& warning : first.data->warnings) readout.warnings.push_back(words(warning));
    return readout;
}

}  // namespace poslab::memory_decay
