#include "core/base/formula_markup.hpp"
#include "core/views/memory_decay/arrays.hpp"

namespace poslab::memory_decay {
namespace {

/// Uses five digits below 1, so that values just below a limit differ from it.
constexpr auto number = [](double value, int decimals = 4) {
    const double size = std::abs(value);
    if (size < 1 && size >= 1e-3)
        decimals = std::max(decimals, 4 - static_cast<int>(std::floor(std::log10(size))));
    return readout_value(value, decimals).text;
};
/// 0.99769, 0.999999310: with enough digits to differ from 1.
std::string gamma_text(double gamma) {
    const double left = 1 - gamma;
    return format_number(
        gamma, std::clamp(static_cast<int>(std::ceil(2 - std::log10(std::max(left, 1e-13)))), 3, 14), 15);
}

/// Returns the time under the pointer, else the last one.
std::int64_t shown_time(const Reading& reading) {
    return time_at(reading).value_or(reading.first().params.memory.to);
}

void write_time(Reading& reading) {
    const std::int64_t time = shown_time(reading), from = reading.first().params.memory.from;
    reading.set_source(time_at(reading).has_value(), "end"_tr);
    reading.head("n", time);
    reading.head("n − m", time - from);
    reading.head("m/n", readout_value(static_cast<double>(from) / static_cast<double>(time), number, 4));
}

void write_half_lives(Reading& reading, const Prepared& facts) {
    const std::string steps = reading.translate("steps"_tr);
    reading.row("Half-life, norm"_tr, readout_value(facts.norm_half_life, steps_text), steps);
    reading.row("Half-life, RNN"_tr, readout_value(facts.rnn_half_life, steps_text), steps);
}

void write_other_facts(Reading& reading, const Prepared& facts) {
    const std::string steps = reading.translate("steps"_tr);
    reading.row("Half-life, impulse"_tr, readout_value(facts.impulse_half_life, steps_text), steps);
    reading.row("γ, equal half-life"_tr, readout_value(facts.impulse_gamma, gamma_text));
    if (facts.ahead_from > 0)
        reading.row("Ahead of RNN from"_tr, readout_value(facts.ahead_from, steps_text), steps);
}

/// Five rows come first: what remains of LegS, of one sample and of the RNN, and two half-lives.
void write_norms(Reading& reading) {
    const Variant& variant = reading.first();
    const std::int64_t time = shown_time(reading);
    const MemoryDecayGroup& group = variant.params.memory;
    const double r = static_cast<double>(group.from) / static_cast<double>(time),
                 norm = norm_at(variant.params, time);
    const auto elapsed = static_cast<double>(time - group.from);
    const Prepared* facts = variant.prepared;
    const std::string name = reading.translate("RNN, half-life "_tr);
    reading.row("LegS norm"_tr, readout_value(norm, number), reading.colors.curves[1]);
    reading.row("impulse ‖x(n)‖/‖x(m)‖"_tr, readout_value(impulse_left(variant.params, time), number));
    reading.row("RNN, γ = " + gamma_text(group.gamma), readout_value(std::pow(group.gamma, elapsed), number),
                reading.colors.curves[0]);
    if (facts != nullptr) write_half_lives(reading, *facts);
    const std::size_t first = reading.readout.rows.size();
    reading.row("limit √(m/n)"_tr, readout_value(std::sqrt(r), number));
    if (const double below = std::sqrt(r) - norm; below > 1e-13)
        reading.row("gap to the limit"_tr, readout_value(below, number));
    if (facts != nullptr) {
        reading.row(name + steps_text(facts->norm_half_life),
                    readout_value(std::pow(facts->norm_gamma, elapsed), number));
        reading.row(name + steps_text(facts->impulse_half_life),
                    readout_value(std::pow(facts->impulse_gamma, elapsed), number));
    }
    for (const std::int64_t power : drawn_powers(group.order))
        if (power <= 2 || power == group.order)
            reading.row(reading.translate("mode "_tr) + power_label(power),
                        readout_value(std::pow(r, static_cast<double>(power)), number), reading.colors.ghost);
    if (facts != nullptr) write_other_facts(reading, *facts);
    reading.fold_after(first);
}

void write_variants(Reading& reading, bool impulse) {
    const std::int64_t elapsed = shown_time(reading) - reading.first().params.memory.from;
    for (std::size_t n = 0; n < reading.variants.size(); ++n) {
        const Variant& variant = reading.variants[n];
        const std::int64_t time = variant.params.memory.from + elapsed;
        reading.row(variant.label,
                    readout_value(
                        impulse ? impulse_left(variant.params, time) : norm_at(variant.params, time), number),
                    reading.color(n));
        reading.row("RNN", readout_value(std::pow(variant.params.memory.gamma, static_cast<double>(elapsed)),
                                         number));
    }
}

void write_facts(Reading& reading) {
    const Prepared* facts = reading.first().prepared;
    if (facts == nullptr) return;
    write_half_lives(reading, *facts);
    write_other_facts(reading, *facts);
}

std::string notes(const Variant& variant, const Translator& translate) {
    const Prepared* facts = variant.prepared;
    const MemoryDecayGroup& group = variant.params.memory;
    const auto from = static_cast<double>(group.from), order = static_cast<double>(group.order);
    std::string text = translate(
        "LegS weights the whole past equally: old detail blurs as t grows, but nothing is cut off. The "
        "state at m fades as √(m/n), so its half-life is about 3m; an exponential RNN has one half-life "
        "for every m."_tr);
    if (group.order == 1) text += translate(" N = 1 is only the mean and falls as m/n."_tr);
    if (order * order < from)
        text += translate(
            " N² is below m: the state cannot resolve a single sample, whose trace has a half-life of "
            "about 1.6 m/N² steps."_tr);
    if (facts != nullptr && order * std::sqrt(from / static_cast<double>(group.to)) < 3)
        text += translate(
            " At n = {} the order is too small for √(m/n): the slope there is {} instead of −0.5 and tends "
            "to −1.",
            format_integer(group.to), number(facts->slope_at_to, 3));
    return text;
}

std::string eigenvalue_notes(const Translator& translate) {
    return translate(
        "The eigenvalues −1 … −N all differ, so A can be diagonalised, but its eigenvectors are nearly "
        "dependent: their condition number grows 5.8 times with each order. Using V … V⁻¹ multiplies "
        "rounding errors by that, and from N = 22 on no float64 digit remains; a float64 SVD, which "
        "gives 10²⁰ at most, does not even show it. The numbers here come from closed forms of V and "
        "V⁻¹, the decay operator from an integral."_tr);
}

std::vector<std::string> live_lines(const Variant& variant, std::int64_t time, bool impulse) {
    const MemoryDecayGroup& group = variant.params.memory;
    const double r = static_cast<double>(group.from) / static_cast<double>(time);
    if (impulse)
        return {fmt::format(R"(\frac{{‖x({})‖}}{{‖x({})‖}} &= {} \le {})", live(format_integer(time)),
                            live(format_integer(group.from)),
                            live(number(impulse_left(variant.params, time))), live(number(std::sqrt(r))))};
    return {fmt::format(R"(r &= \frac{{{}}}{{{}}} = {})", live(format_integer(group.from)),
                        live(format_integer(time)), live(number(r, 6))),
            fmt::format(R"(‖K({})‖ &= {} \le {})", live(number(r, 6)),
                        live(number(norm_at(variant.params, time))), live(number(std::sqrt(r))))};
}

/// Adds the formulas and the notes that do not depend on the time.
void finish(Reading& reading, bool impulse) {
    reading.formula(impulse ? formula_of_impulse(reading) : formula_of_operator(reading));
    if (reading.first().data != nullptr)
        for (std::string& line : live_lines(reading.first(), shown_time(reading), impulse))
            reading.formula(std::move(line));
    reading.readout.notes = notes(reading.first(), reading.translate);
}

void write_at_time(Reading& reading, bool impulse) {
    write_time(reading);
    if (reading.single_variant()) {
        write_norms(reading);
    } else {
        write_variants(reading, impulse);
        write_facts(reading);
    }
    finish(reading, impulse);
}

}  // namespace

std::string formula_of_operator(const Showing&) {
    return R"(x(n) &= e^{A \ln(n/m)} x(m) = K(m/n) x(m) \\ K(r)_{jk} &= \int_0^r p_j(s) p_k(s/r) \mathrm{d}s)";
}
std::string formula_of_impulse(const Showing&) {
    return R"(x_k(n) &= \int_{(m-1)/n}^{m/n} p_k(s) \mathrm{d}s \\ ‖x(n)‖ &\le \sqrt{m/n} ‖x(m)‖)";
}

void read_decay(Reading& reading) { write_at_time(reading, false); }
void read_impulse(Reading& reading) { write_at_time(reading, true); }

void read_modes(Reading& reading) {
    const auto mode = mode_at(reading);
    if (!mode) return read_decay(reading);
    reading.set_source(true, {});
    reading.head("k", *mode);
    const double steps = (*reading.first()[arrays::mode_half_life])[static_cast<std::size_t>(*mode - 1)];
    reading.row("half-life"_tr, readout_value(steps, steps_text), reading.translate("steps"_tr));
    write_facts(reading);
    finish(reading, false);
}

void read_orders(Reading& reading) {
    const MemoryDecayGroup& group = reading.first().params.memory;
    const auto pointed = stretch_at(reading);
    const double stretch = pointed.value_or(static_cast<double>(group.to) / static_cast<double>(group.from));
    reading.set_source(pointed.has_value(), "end"_tr);
    reading.head("n/m", readout_value(stretch, number, 2));
    for (const std::int64_t order : compared_orders(group.order))
        reading.row("N = " + format_integer(order),
                    readout_value(decay_norms(order, std::array{1 / stretch}).front(), number, 6),
                    order == group.order ? reading.colors.curves[1] : reading.colors.ghost);
    reading.row("limit √(m/n)"_tr, readout_value(1 / std::sqrt(stretch), number, 6));
    write_facts(reading);
    reading.formula(formula_of_operator(reading));
    reading.readout.notes = notes(reading.first(), reading.translate);
}

void read_conditions(Reading& reading) {
    const Variant& variant = reading.first();
    const Column orders = variant[arrays::condition_order], logarithms = variant[arrays::condition_log10];
    const auto pointed = condition_place_at(reading, variant);
    const auto own =
        std::find(orders->begin(), orders->end(), static_cast<double>(variant.params.memory.order)) -
        orders->begin();
    const std::size_t index = pointed.value_or(static_cast<std::size_t>(own));
    if (index < orders->size()) {
        const double log10 = (*logarithms)[index];
        const std::string order = number((*orders)[index], 0);
        reading.set_source(pointed.has_value(), "end"_tr);
        reading.head("N", order);
        reading.row("condition number"_tr, readout_value(std::pow(10, log10), condition_text(log10)),
                    reading.colors.curves[1]);
        reading.row("log₁₀", readout_value(log10, number, 3));
        reading.row("left in float64"_tr, readout_value(std::max(0.0, std::floor(15.95 - log10)), number, 0),
                    reading.translate("digits"_tr));
        reading.row("eigenvalues"_tr, "−1 … −" + order);
    } else {
        write_time(reading);
    }
    reading.formula(formula_of_operator(reading));
    reading.readout.notes = eigenvalue_notes(reading.translate);
}

}  // namespace poslab::memory_decay
