// The formula of each scaling, and with the numbers of one pair.

#include "core/base/number_format.hpp"

#include "core/figure/formula_markup.hpp"
#include "core/views/frequencies/frequencies.hpp"

#include <fmt/format.h>
#include <cmath>

namespace poslab::frequencies {

namespace {

using poslab::live;

std::string live(std::size_t number) { return live(format_integer(static_cast<std::int64_t>(number))); }
/// Six digits; very large and very small ones with a power of ten.
std::string live(double number) {
    const double size = std::abs(number);
    const bool plain = number == 0 || (size >= 1e-4 && size < 1e7) || !std::isfinite(number);
    if (plain) return live(format_number(number, size < 1 ? 6 : 4, 12));
    const int exponent = static_cast<int>(std::floor(std::log10(size) + 1e-12));
    return "\\live{" + format_number(number / std::pow(10, exponent), 4) + R"( \times 10^{)" + std::to_string(exponent) + "}}";
}

/// What a power is taken of.
std::string raised(double number) { return number < 1e7 ? live(number) : "(" + live(number) + ")"; }

std::string definition(Scaling scaling) {
    switch (scaling) {
        case Scaling::none:
            return R"(\theta_p &= b^{-2p/d})";
        case Scaling::linear:
            return R"(\theta_p' &= \frac{\theta_p}{s})";
        case Scaling::ntk:
            return R"(\theta_p' &= B^{-2p/d}, \quad B = b s^{d/(d-2)})";
        case Scaling::ntk_fixed:
            return R"(\theta_p' &= \theta_p s^{-2(p+1)/d})";
        case Scaling::ntk_mixed:
            return R"(\theta_p' &= \theta_p e^{-a(p+1)^\nu}, \quad a = \frac{\ln s}{(d/2)^\nu})";
        case Scaling::dynamic:
            return R"(B &= b \left(\frac{s \ell}{T} - (s - 1)\right)^{d/(d-2)} \\ \theta_p' &= B^{-2p/d}, \quad \ell = \max(L, T))";
        case Scaling::ntk_by_parts:
            return R"(\theta_p' &= \theta_p(1 - \gamma_p) + \theta_p^* \gamma_p \\ \theta_p^* &= \theta_p^{ntk}(1 - \delta_p) + \frac{\theta_p}{s} \delta_p)";
        case Scaling::yarn:
            return R"(\theta_p' &= \theta_p(1 - \gamma_p) + \frac{\theta_p}{s} \gamma_p)";
        case Scaling::llama3:
            return R"(\theta_p' &= \begin{cases} \theta_p & \lambda_p < T/h \\ \theta_p / s & \lambda_p > T/l \\ (1-t)\frac{\theta_p}{s} + t \theta_p & t = \frac{T/\lambda_p - l}{h - l} \end{cases})";
        case Scaling::longrope:
            return R"(\theta_p' &= \frac{\theta_p}{e_p})";
        case Scaling::proportional:
            return R"(\theta_p' &= \begin{cases} \theta_p / s & p < n \\ 0 & p \ge n \end{cases})";
        case Scaling::clip:
            return R"(\theta_p' &= \min(\theta_p, 2\pi / L))";
    }
    return {};
}

/// Lines with the numbers of pair p, before its frequency.
std::vector<std::string> numbers(const Variant& variant, std::size_t p, double theta, double unscaled) {
    const RotaryGroup& g = variant.params.rotary;
    const auto d = static_cast<double>(rotary_dim(spec_of(variant.params)));
    const std::string before = live(unscaled), s = live(g.factor), index = live(p);
    switch (g.scaling) {
        case Scaling::none:
            return {
                fmt::format(R"(\theta_{{{}}} &= {}^{{-{} / {}}} = {})", index, raised(g.base), live(2 * p), live(d), live(theta))};
        case Scaling::linear:
            return {fmt::format(R"(\theta_{{{}}}' &= \frac{{{}}}{{{}}} = {})", index, before, s, live(theta))};
        case Scaling::ntk:
        case Scaling::dynamic: {
            const double base = variant.data ? variant.data->number("effective_base") : std::nan("");
            return {fmt::format(R"(B &= {})", live(base)), fmt::format(R"(\theta_{{{}}}' &= {}^{{-{} / {}}} = {})", index,
                                                                       raised(base), live(2 * p), live(d), live(theta))};
        }
        case Scaling::yarn: {
            const double low = variant.data ? variant.data->number("ramp_low") : std::nan("");
            const double high = variant.data ? variant.data->number("ramp_high") : std::nan("");
            const double gamma = std::clamp((static_cast<double>(p) - low) / (high - low), 0.0, 1.0);
            const bool inside = gamma > 0 && gamma < 1;
            return {inside ? fmt::format(R"(\gamma_{{{}}} &= \frac{{{} - {}}}{{{} - {}}} = {})", index, index, live(low),
                                         live(high), live(low), live(gamma))
                           : fmt::format(R"(\gamma_{{{}}} &= {})", index, live(gamma)),
                    fmt::format(R"(\theta_{{{}}}' &= {})", index, live(theta))};
        }
        case Scaling::clip:
            return {fmt::format(R"(\theta_{{{}}}' &= \min({}, 2\pi / {}) = {})", index, before,
                                live(format_integer(variant.params.lengths.length)), live(theta))};
        default:
            return {fmt::format(R"(\theta_{{{}}} &= {}, \quad \theta_{{{}}}' = {})", index, before, index, live(theta))};
    }
}

}  // namespace

std::string formula_definition(const Params& params) {
    if (!RotaryGroup::computed(params.rotary)) return R"(\lambda_p &= \frac{2\pi}{\theta_p})";
    return definition(params.rotary.scaling);
}

std::vector<std::string> formula_lines(const Variant& variant, const Pair& pair) {
    std::vector<std::string> lines{formula_definition(variant.params)};
    const Column theta = column_of(variant, "inverse_frequency");
    const Column unscaled = column_of(variant, "inverse_frequency_unscaled");
    if (pair.index >= theta->size() || pair.index >= unscaled->size()) return lines;
    const double frequency = (*theta)[pair.index];
    if (!RotaryGroup::computed(variant.params.rotary)) {
        lines.push_back(fmt::format(R"(\theta_{{{}}} &= {})", live(pair.index), live(frequency)));
        return lines;
    }
    for (std::string& line : numbers(variant, pair.index, frequency, (*unscaled)[pair.index])) lines.push_back(std::move(line));
    return lines;
}

}  // namespace poslab::frequencies
