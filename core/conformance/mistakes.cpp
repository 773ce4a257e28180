// The known mistakes, in the order in which they are told where two explain a dump equally well.

#include "core/conformance/axis_mistakes.hpp"
#include "core/conformance/mistake.hpp"
#include "core/conformance/mistake_ways.hpp"
#include "core/conformance/table_mistakes.hpp"
#include "core/encoding/convention.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

using namespace mistake_ways;

/// A way that always applies.
Way change(void (*change_it)(Practice&)) {
    return [change_it](Practice& practice) {
        change_it(practice);
        return true;
    };
}

bool without_scaling(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.scaling = "none";
    return practice.rotary.is_scaled() && respecified(practice, spec);
}

/// Frequencies alone, the factor on cos and sin kept; and the other way round.
bool without_scaled_frequencies(Practice& practice) {
    if (!practice.rotary.is_scaled() || practice.unscaled.size() != practice.inverse_frequency.size()) return false;
    practice.inverse_frequency = practice.unscaled;
    return true;
}

/// base·s^e where base·s^(d/(d−2)) is right.
Way ntk_exponent(double (*exponent)(double dim)) {
    return [exponent](Practice& practice) {
        if (!practice.rotary.is_scaled() || !practice.effective_base || practice.rotary_dim < 4) return false;
        const auto dim = static_cast<double>(practice.rotary_dim);
        const double stretch = std::pow(*practice.effective_base / practice.rotary.base, (dim - 2) / dim);
        if (!(stretch > 1)) return false;
        const double base = practice.rotary.base * std::pow(stretch, exponent(dim));
        for (std::size_t p = 0; p < practice.inverse_frequency.size(); ++p)
            practice.inverse_frequency[p] = std::pow(base, -2 * static_cast<double>(p) / dim);
        return true;
    };
}

/// base·s^(2p/d) of its own for every pair.
bool base_for_each_pair(Practice& practice) {
    if (!practice.rotary.is_scaled() || !practice.effective_base || practice.rotary_dim < 4) return false;
    const auto dim = static_cast<double>(practice.rotary_dim);
    const double stretch = std::pow(*practice.effective_base / practice.rotary.base, (dim - 2) / dim);
    if (!(stretch > 1)) return false;
    for (std::size_t p = 0; p < practice.inverse_frequency.size(); ++p) {
        const double exponent = 2 * static_cast<double>(p) / dim;
        practice.inverse_frequency[p] = std::pow(practice.rotary.base * std::pow(stretch, exponent), -exponent);
    }
    return true;
}

/// YaRN's blend along another ramp, from pair (or dimension) to the share that is divided.
Way yarn_ramp(double (*share)(double pair, double low, double high)) {
    return [share](Practice& practice) {
        if (!practice.ramp || !practice.rotary.is_scaled()) return false;
        const auto [low, high] = *practice.ramp;
        const double end = high == low ? high + 0.001 : high;
        for (std::size_t p = 0; p < practice.inverse_frequency.size(); ++p) {
            const double t = std::clamp(share(static_cast<double>(p), low, end), 0.0, 1.0), theta = practice.unscaled[p];
            practice.inverse_frequency[p] = theta * (1 - t) + theta / practice.rotary.factor * t;
        }
        return true;
    };
}

bool turns_for_pairs(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.scaling = "ntk-by-parts";
    return practice.ramp.has_value() && respecified(practice, spec);
}

/// How often the factor on cos and sin is multiplied in, or DeepSeek's on the logits.
Way attention_factors(int times) {
    return [times](Practice& practice) {
        practice.attention_factors = times;
        return practice.attention_factor != 1;
    };
}
Way softmax_scales(int times) {
    return [times](Practice& practice) {
        const double before = practice.softmax_scale;
        practice.softmax_scale = std::pow(before, times);
        return before != 1;
    };
}

/// The first share of the dimensions, with frequencies of their own.
bool partial(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.scaling = "none";
    return practice.rotary.scaling->id == "proportional" && respecified(practice, spec);
}
/// The frequencies of all dimensions, the first of which turn, paired over the whole head.
bool proportional(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.scaling = "proportional";
    spec.factor = practice.rotary.is_scaled() ? practice.rotary.factor : 1;
    return practice.rotary.scaling->id != "proportional" && spec.rotary_fraction < 1 && respecified(practice, spec);
}
/// The same, but paired within the rotary dimensions.
bool frequencies_of_whole_head(Practice& practice) {
    if (practice.rotary.rotary_fraction >= 1 || practice.rotary.is_scaled() || !practice.rotary.is_computed()) return false;
    for (std::size_t p = 0; p < practice.inverse_frequency.size(); ++p)
        practice.inverse_frequency[p] =
            std::pow(practice.rotary.base, -2 * static_cast<double>(p) / static_cast<double>(practice.rotary.dim));
    return true;
}

bool whole_head(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.rotary_fraction = 1;
    if (spec.scaling->id == "proportional") spec.scaling = "none";
    return respecified(practice, spec);
}

bool elsewhere(Practice& practice) {
    practice.place = practice.place == RotaryPlace::first ? RotaryPlace::last : RotaryPlace::first;
    return practice.rotary_dim < practice.rotary.dim;
}

Way pairing(Pairing right, Pairing wrong) {
    return [=](Practice& practice) {
        if (practice.pairing != right) return false;
        practice.pairing = wrong;
        return true;
    };
}

bool default_base(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.base = RotarySpec{}.base;
    return respecified(practice, spec);
}

Way release(Convention convention) {
    return [convention](Practice& practice) {
        RotarySpec spec = practice.rotary;
        spec.convention = convention;
        return respecified(practice, spec);
    };
}

std::vector<Way> other_releases() {
    std::vector<Way> ways;
    ways.reserve(conventions.size());
    for (const ConventionRules& rules : conventions) ways.push_back(release(rules.convention));
    return ways;
}

template <Precision precision>
std::vector<Way> held_frequencies() {
    return {change([](Practice& p) { p.frequency_format = precision; })};
}
template <Precision precision>
std::vector<Way> held_positions() {
    return {change([](Practice& p) { p.position_format = precision; })};
}
/// The product, and what it is made of where all is cast at once.
template <Precision precision>
std::vector<Way> held_phases() {
    return {change([](Practice& p) { p.phase_format = precision; }),
            change([](Practice& p) { p.phase_format = p.frequency_format = precision; }),
            change([](Practice& p) { p.phase_format = p.position_format = precision; }),
            change([](Practice& p) { p.phase_format = p.frequency_format = p.position_format = precision; })};
}

std::vector<Mistake> make() {
    constexpr Text cast =
        "A model that is loaded or cast as a whole casts its buffers, too: keep them, or compute them anew in float32."_tr;
    constexpr Text autocast = "The product runs under autocast: compute angles in float32, outside of it."_tr;
    return {
        {"longrope-other-list",
         "frequencies are those of LongRoPE's other list"_tr,
         "Short texts take short_factor, longer ones long_factor: --length says what the program serves."_tr,
         {other_list(false), other_list(true)}},
        {"longrope-list-by-position",
         "LongRoPE's list is chosen by the position of a token"_tr,
         "One list holds for the whole text, by its length."_tr,
         {&list_by_position}},
        {"partial-for-proportional",
         "a part of the dimensions has frequencies of its own"_tr,
         "Proportional: frequencies of the whole head, of which the slow ones stand still."_tr,
         {&partial}},
        {"scaling-ignored",
         "rope_scaling is ignored"_tr,
         "The key is not read, or a newer spelling of it."_tr,
         {&without_scaling, &without_scaled_frequencies}},
        {"base-ignored",
         "the base is 10,000, not the config's"_tr,
         "rope_theta is not read, or stands in rope_parameters."_tr,
         {&default_base}},
        {"frequencies-in-bfloat16", "inverse frequencies are held in bfloat16"_tr, cast, held_frequencies<Precision::bfloat16>()},
        {"frequencies-in-float16", "inverse frequencies are held in float16"_tr, cast, held_frequencies<Precision::float16>()},
        {"phases-in-bfloat16", "angles are held in bfloat16"_tr, autocast, held_phases<Precision::bfloat16>()},
        {"phases-in-float16", "angles are held in float16"_tr, autocast, held_phases<Precision::float16>()},
        {"positions-in-bfloat16", "positions are held in bfloat16"_tr,
         "Above 256 neighbours become equal: keep them integers or float32."_tr, held_positions<Precision::bfloat16>()},
        {"positions-in-float16", "positions are held in float16"_tr,
         "Above 2048 neighbours become equal: keep them integers or float32."_tr, held_positions<Precision::float16>()},
        {"frequencies-repeated-wrongly",
         "columns repeat the frequencies in the order of the other pairing"_tr,
         "Halves take cat(f, f), neighbours repeat_interleave(f, 2)."_tr,
         {change([](Practice& p) { p.repeats_otherwise = true; })}},
        {"half-split-for-interleaved",
         "pairs are (p, p + d/2), not (2p, 2p + 1)"_tr,
         "The weights are of GPT-J's order: rotate neighbours, or reorder the weights of queries and keys."_tr,
         {pairing(Pairing::gpt_j, Pairing::gpt_neox)}},
        {"interleaved-for-half-split",
         "pairs are (2p, 2p + 1), not (p, p + d/2)"_tr,
         "The weights are of GPT-NeoX's order: rotate halves, or reorder the weights of queries and keys."_tr,
         {pairing(Pairing::gpt_neox, Pairing::gpt_j)}},
        {"ntk-exponent",
         "the base of NTK is scaled by another power than d/(d−2)"_tr,
         "base·s^(d/(d−2)), d the rotary dimension."_tr,
         {ntk_exponent([](double) { return 1.0; }), ntk_exponent([](double d) { return (d - 2) / d; }),
          ntk_exponent([](double d) { return 2 / (d - 2); }), ntk_exponent([](double d) { return 2 / d; }), &base_for_each_pair}},
        {"yarn-ramp",
         "YaRN's ramp runs along another axis"_tr,
         "It is linear in the pair p from lo to hi; 1 at hi, where frequencies are divided."_tr,
         {yarn_ramp([](double p, double low, double high) { return 1 - (p - low) / (high - low); }),
          yarn_ramp([](double p, double low, double high) { return (2 * p - low) / (high - low); }),
          yarn_ramp([](double p, double low, double high) { return (p - 2 * low) / (2 * (high - low)); }), &turns_for_pairs}},
        {"attention-factor-missing",
         "the attention factor is left out"_tr,
         "cos and sin are multiplied by it: 0.1 ln s + 1 for YaRN."_tr,
         {attention_factors(0), softmax_scales(0)}},
        {"attention-factor-twice",
         "the attention factor is multiplied in twice"_tr,
         "It is in cos and sin already: nothing else is scaled by it."_tr,
         {attention_factors(2), softmax_scales(2)}},
        {"proportional-for-partial",
         "frequencies are those of the whole head"_tr,
         "Partial: frequencies of the rotary dimensions alone."_tr,
         {&proportional, &frequencies_of_whole_head}},
        {"rotary-fraction-ignored", "all dimensions turn"_tr, "partial_rotary_factor or rotary_dim is not read."_tr, {&whole_head}},
        {"rotary-dims-elsewhere",
         "the rotary dimensions lie at the other end of the head"_tr,
         "DeepSeek keeps its rotary dimensions last, most others first."_tr,
         {&elsewhere}},
        {"positions-off-by-one",
         "positions are one too many or one too few"_tr,
         "The first token has position 0."_tr,
         {change([](Practice& p) { p.position_offset = 1; }), change([](Practice& p) { p.position_offset = -1; }),
          change([](Practice& p) { p.query_offset = 1; }), change([](Practice& p) { p.query_offset = -1; })}},
        {"sign",
         "it turns the other way, or has the other sign"_tr,
         "(x, y) becomes (x cos φ − y sin φ, x sin φ + y cos φ)."_tr,
         {change([](Practice& p) { p.direction = p.buckets.direction = p.matrices.sign = -1; })}},
        {"query-scaled-twice",
         "logits are divided by √d twice"_tr,
         "Queries that are scaled need no scale in the attention."_tr,
         {change([](Practice& p) { p.query_scalings = 2; })}},
        {"query-not-scaled", "logits are not divided by √d"_tr, "The attention's scale is 1/√d."_tr, {change([](Practice& p) {
             p.query_scalings = 0;
         })}},
        {"softmax-scale",
         "logits have another scale than the config's"_tr,
         "query_pre_attn_scalar, attention_multiplier or softmax_scale is not read; without them it is 1/√d, d the whole head."_tr,
         {&usual_logit_scale, &logit_scale_of_rotary_dims}},
        {"alibi-bias-max", "slopes are those of an exponent of 8"_tr, "alibi_bias_max is not read."_tr, {&usual_slope_exponent}},
        {"slopes-of-power-of-two",
         "slopes are made as if the heads were a power of two"_tr,
         "Those of the next lower power of two, then every other one of its double."_tr,
         {change([](Practice& p) { p.slope_rule = SlopeRule::geometric; }),
          change([](Practice& p) { p.slope_rule = SlopeRule::of_double; })}},
        {"bucket-count",
         "buckets are 32, to distance 128"_tr,
         "relative_attention_num_buckets or relative_attention_max_distance is not read."_tr,
         {&usual_buckets}},
        {"log-base",
         "the logarithm has another base"_tr,
         "Of a quotient of two logarithms both have the same base."_tr,
         {change([](Practice& p) { p.buckets.log_base = 2; }), change([](Practice& p) { p.buckets.log_base = 10; })}},
        {"transposed", "the matrix is transposed"_tr, "Row n is the change of coefficient n."_tr, {change([](Practice& p) {
             p.matrices.transposed = true;
         })}},
        {"discretisation-rule", "the system is discretised by another rule"_tr,
         "Bilinear, zero-order hold and Euler's rules differ; Mamba has an exact transition beside Euler's input."_tr,
         other_rules()},
        {"discretisation-step",
         "the system is discretised with another step"_tr,
         "The step is Δ itself: neither 1, its half or double, nor its logarithm."_tr,
         {other_step([](double) { return 1.0; }), other_step([](double step) { return step / 2; }),
          other_step([](double step) { return 2 * step; }), other_step([](double step) { return std::log(step); }),
          other_step([](double step) { return std::exp(step); }), other_step([](double step) { return 1 / step; })}},
        {"other-release", "another release's reading of the config"_tr,
         "Releases differ in what they take for the trained length and the factor."_tr, other_releases()},
    };
}

}  // namespace

std::span<const Mistake> Mistake::all() {
    static const std::vector<Mistake> all = with_axis_mistakes(with_table_mistakes(make()));
    return all;
}

const Mistake* Mistake::find(std::string_view id) {
    const auto found = std::find_if(all().begin(), all().end(), [&](const Mistake& one) { return one.id == id; });
    return found == all().end() ? nullptr : &*found;
}

}  // namespace poslab
