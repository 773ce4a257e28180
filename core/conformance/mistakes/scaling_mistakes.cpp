#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"
#include "core/conformance/parameter_fits.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace poslab::mistakes {

namespace {

using namespace mistake_ways;

/// base·s^e instead of base·s^(d/(d−2)).
Way ntk_exponent(double (*exponent)(double dim)) {
    return [exponent](Implementation& implementation) {
        if (!implementation.rotary.is_scaled() || !implementation.effective_base ||
            implementation.rotary_dim < 4)
            return false;
        const auto dim = static_cast<double>(implementation.rotary_dim);
        const double stretch =
            std::pow(*implementation.effective_base / implementation.rotary.base, (dim - 2) / dim);
        if (!(stretch > 1)) return false;
        const double base = implementation.rotary.base * std::pow(stretch, exponent(dim));
        for (std::size_t p = 0; p < implementation.inverse_frequency.size(); ++p)
            implementation.inverse_frequency[p] = std::pow(base, -2 * static_cast<double>(p) / dim);
        return true;
    };
}

/// base·s^(2p/d), a separate base for every pair.
bool base_for_each_pair(Implementation& implementation) {
    if (!implementation.rotary.is_scaled() || !implementation.effective_base || implementation.rotary_dim < 4)
        return false;
    const auto dim = static_cast<double>(implementation.rotary_dim);
    const double stretch =
        std::pow(*implementation.effective_base / implementation.rotary.base, (dim - 2) / dim);
    if (!(stretch > 1)) return false;
    for (std::size_t p = 0; p < implementation.inverse_frequency.size(); ++p) {
        const double exponent = 2 * static_cast<double>(p) / dim;
        implementation.inverse_frequency[p] =
            std::pow(implementation.rotary.base * std::pow(stretch, exponent), -exponent);
    }
    return true;
}

/// YaRN's blend along another ramp, a function from pair (or dimension) to the divided share.
Way yarn_ramp(double (*share)(double pair, double low, double high)) {
    return [share](Implementation& implementation) {
        if (!implementation.ramp || !implementation.rotary.is_scaled()) return false;
        const auto [low, high] = *implementation.ramp;
        const double end = high == low ? high + 0.001 : high;
        for (std::size_t p = 0; p < implementation.inverse_frequency.size(); ++p) {
            const double t = std::clamp(share(static_cast<double>(p), low, end), 0.0, 1.0),
                         theta = implementation.unscaled[p];
            implementation.inverse_frequency[p] = theta * (1 - t) + theta / implementation.rotary.factor * t;
        }
        return true;
    };
}

bool turns_for_pairs(Implementation& implementation) {
    RotarySpec spec = implementation.rotary;
    spec.scaling = "ntk-by-parts";
    return implementation.ramp.has_value() && respecified(implementation, spec);
}

/// YaRN's ramp with other ends.
Way yarn_ends(double (*low)(double exact), double (*high)(double exact, double pairs)) {
    return [=](Implementation& implementation) {
        if (!implementation.ramp || !implementation.rotary.is_scaled()) return false;
        const auto before = *implementation.ramp;
        const auto pairs = static_cast<double>(implementation.pairs());
        const std::pair<double, double> ends{low(before.first), high(before.second, pairs)};
        if (ends == before) return false;
        const double width = ends.second == ends.first ? 0.001 : ends.second - ends.first;
        for (std::size_t p = 0; p < implementation.inverse_frequency.size(); ++p) {
            const double t = std::clamp((static_cast<double>(p) - ends.first) / width, 0.0, 1.0),
                         theta = implementation.unscaled[p];
            implementation.inverse_frequency[p] = theta * (1 - t) + theta / implementation.rotary.factor * t;
        }
        return true;
    };
}

bool other_truncate(Implementation& implementation) {
    RotarySpec spec = implementation.rotary;
    spec.truncate = !spec.truncate;
    return implementation.ramp.has_value() && respecified(implementation, spec);
}

/// llama3: θ divided by a function of t, the position within the middle band (0: the whole factor s, 1:
/// unscaled), and s.
Way llama3_middle(double (*divisor)(double t, double factor),
                  double radians_of_a_turn = 2 * std::numbers::pi) {
    return [=](Implementation& implementation) {
        const RotarySpec& spec = implementation.rotary;
        if (spec.scaling->id != "llama3" || !spec.is_computed() ||
            !(spec.high_freq_factor > spec.low_freq_factor))
            return false;
        for (std::size_t p = 0; p < implementation.inverse_frequency.size(); ++p) {
            const double theta = implementation.unscaled[p];
            const double turns = static_cast<double>(spec.train_length) * theta / radians_of_a_turn;
            const double t = (turns - spec.low_freq_factor) / (spec.high_freq_factor - spec.low_freq_factor);
            implementation.inverse_frequency[p] = theta / (t < 0   ? spec.factor
                                                           : t > 1 ? 1
                                                                   : divisor(t, spec.factor));
        }
        return true;
    };
}

double right_divisor(double t, double factor) { return 1 / ((1 - t) / factor + t); }

Mistake llama3_band() {
    return {"llama3-band",
            "llama3's middle band follows another formula"_tr,
            "Between both wavelengths θ becomes (1 − t)θ/s + tθ, t = (T/λ − low)/(high − low), λ = 2π/θ."_tr,
            {llama3_middle([](double, double) { return 1.0; }),
             llama3_middle([](double, double factor) { return factor; }),
             llama3_middle([](double t, double factor) { return right_divisor(1 - t, factor); }),
             llama3_middle([](double t, double factor) { return (1 - t) * factor + t; }),
             llama3_middle([](double t, double factor) { return 1 / (1 - t) / factor + t; }),
             llama3_middle([](double t, double factor) { return 1 / (1 - t) * factor + t; }),
             llama3_middle(&right_divisor, 1.0),
             llama3_middle([](double t, double factor) { return t < 0.5 ? factor : 1.0; })},
            {"llama3's middle band is not scaled: the edge is hard"_tr,
             "llama3's middle band is divided by the whole factor: the edge is hard"_tr,
             "llama3's ramp is reversed within the middle band"_tr,
             "llama3 blends the factors of the middle band, not the frequencies"_tr,
             "llama3's blend lacks brackets in the middle band"_tr,
             "llama3's blend lacks brackets in the middle band"_tr, "llama3's wavelengths lack 2π"_tr,
             "llama3's middle band is cut in the middle: the edge is hard"_tr}};
}

bool factor_turned_round(Implementation& implementation) {
    if (implementation.rotary.scaling->id != "linear" || !implementation.rotary.is_scaled()) return false;
    for (std::size_t p = 0; p < implementation.inverse_frequency.size(); ++p)
        implementation.inverse_frequency[p] = implementation.unscaled[p] * implementation.rotary.factor;
    return implementation.rotary.factor != 1;
}

/// Multiplies all frequencies by a number.
Way times(double number) {
    return [number](Implementation& implementation) {
        if (is_2d(implementation.axes.layout)) return false;  // coordinates have their own units
        for (double& theta : implementation.inverse_frequency) theta *= number;
        return true;
    };
}

/// base^(−(2p + 1)/d) and base^(−p/d), also divided by a linear scaling.
Way exponent(double (*multiple)(double pair)) {
    return [multiple](Implementation& implementation) {
        if (!implementation.rotary.is_computed() ||
            implementation.unscaled.size() != implementation.inverse_frequency.size())
            return false;
        for (std::size_t p = 0; p < implementation.inverse_frequency.size(); ++p) {
            if (!(implementation.unscaled[p] > 0)) return false;
            const double scaled = implementation.inverse_frequency[p] / implementation.unscaled[p];
            implementation.inverse_frequency[p] =
                scaled *
                std::pow(implementation.rotary.base,
                         -multiple(static_cast<double>(p)) / static_cast<double>(implementation.rotary_dim));
        }
        return true;
    };
}

bool without_own_attention_factor(Implementation& implementation) {
    RotarySpec spec = implementation.rotary;
    spec.attention_factor.reset();
    return respecified(implementation, spec);
}
bool without_mscale(Implementation& implementation) {
    RotarySpec spec = implementation.rotary;
    spec.mscale.reset();
    spec.mscale_all_dim.reset();
    return respecified(implementation, spec);
}

}  // namespace

std::vector<Mistake> of_scaling() {
    return {
        {"ntk-exponent",
         "the base of NTK is scaled by another power than d/(d−2)"_tr,
         "base·s^(d/(d−2)), d the rotary dimension."_tr,
         {ntk_exponent([](double) { return 1.0; }), ntk_exponent([](double d) { return (d - 2) / d; }),
          ntk_exponent([](double d) { return 2 / (d - 2); }), ntk_exponent([](double d) { return 2 / d; }),
          &base_for_each_pair}},
        {"yarn-ramp",
         "YaRN's ramp runs along another axis"_tr,
         "It is linear in the pair p from lo to hi; 1 at hi, where frequencies are divided."_tr,
         {yarn_ramp([](double p, double low, double high) { return 1 - (p - low) / (high - low); }),
          yarn_ramp([](double p, double low, double high) { return (2 * p - low) / (high - low); }),
          yarn_ramp([](double p, double low, double high) { return (p - 2 * low) / (2 * (high - low)); }),
          &turns_for_pairs},
         {"YaRN's ramp is reversed, as if beta_fast and beta_slow were exchanged"_tr,
          "YaRN's ramp counts dimensions, not pairs"_tr, "YaRN's ramp counts dimensions, not pairs"_tr,
          "YaRN's ramp is linear in the turns, not in the pairs"_tr}},
        {"attention-factor-missing",
         "the attention factor is left out"_tr,
         "cos and sin are multiplied by it: 0.1 ln s + 1 for YaRN."_tr,
         {attention_factors(0), softmax_scales(0)},
         {"the attention factor is left out"_tr, "mscale² is left out of the logits"_tr}},
        {"attention-factor-twice",
         "the attention factor is applied twice"_tr,
         "cos and sin already contain it: nothing else is scaled by it."_tr,
         {attention_factors(2), softmax_scales(2)},
         {"the attention factor is applied twice"_tr, "mscale² of the logits is applied twice"_tr}},
        {"attention-factor-root",
         "the square root of the attention factor is applied"_tr,
         "cos and sin are multiplied by the factor itself, so that logits have its square."_tr,
         {attention_factors(0.5)}},
        {"attention-factor-of-config-ignored",
         "attention_factor or mscale of the config is ignored"_tr,
         "An explicit attention_factor, mscale and mscale_all_dim replace 0.1 ln s + 1."_tr,
         {&without_own_attention_factor, &without_mscale}},
        {"frequency-exponent",
         "the exponent of the frequencies is not −2p/d"_tr,
         "θ_p = base^(−2p/d), p = 0, 1, 2 …, d the rotary dimension."_tr,
         {exponent([](double p) { return p; }), exponent([](double p) { return 2 * p + 1; }),
          exponent([](double p) { return 2 * (p + 1); })},
         {"the exponent of the frequencies is −p/d, not −2p/d"_tr,
          "the exponent of the frequencies is −(2p + 1)/d, not −2p/d"_tr,
          "the exponent of the frequencies is −(2p + 2)/d, not −2p/d"_tr},
         &parameter_fits::other_exponent},
        {"frequency-unit",
         "frequencies are in another unit than radians per token"_tr,
         "θ_p = base^(−2p/d) is in rad/token, without 2π and without degrees."_tr,
         {times(2 * std::numbers::pi), times(1 / (2 * std::numbers::pi)), times(std::numbers::pi / 180),
          times(180 / std::numbers::pi)},
         {"frequencies are multiplied by 2π"_tr, "frequencies are divided by 2π"_tr,
          "angles are taken for degrees: frequencies are multiplied by π/180"_tr,
          "angles are in degrees: frequencies are multiplied by 180/π"_tr}},
        {"linear-factor-inverted",
         "frequencies are multiplied by the linear factor"_tr,
         "Linear scaling divides positions or frequencies by the factor."_tr,
         {&factor_turned_round}},
        {"yarn-rounding",
         "the ends of YaRN's ramp are rounded, or not rounded, contrary to the config"_tr,
         "truncate is true by default: lo is rounded down and hi up."_tr,
         {&other_truncate}},
        {"yarn-clamp",
         "the ends of YaRN's ramp are clamped elsewhere"_tr,
         "lo is at least 0 and hi at most d − 1, in pairs."_tr,
         {yarn_ends([](double low) { return low; },
                    [](double high, double pairs) { return std::min(high, pairs - 1); }),
          yarn_ends([](double low) { return std::max(low, 1.0); },
                    [](double high, double) { return high; })}},
        llama3_band(),
    };
}

}  // namespace poslab::mistakes
