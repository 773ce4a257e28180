#pragma once

#include "core/base/sentence.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/encoding/rotation.hpp"
#include "core/models/model_config_look.hpp"
#include "core/params/groups/shared_parameters.hpp"
#include "core/params/parameters.hpp"

#include <array>

namespace poslab {

/// What a preset and a model's config.json stand for (core/models/model_presets.hpp, model_config.hpp); in rotary.cpp.
[[nodiscard]] std::span<const Choice> preset_choices();
[[nodiscard]] nlohmann::json preset_fills(const Value& preset);
[[nodiscard]] nlohmann::json config_fills(const Value& config);

/// How fast each rotary pair turns (core/encoding/frequencies.hpp).
struct RotaryGroup {
    ChoiceIndex preset{};
    FileName config{};
    Scaling scaling = RotarySpec{}.scaling;
    double base = RotarySpec{}.base;
    std::int64_t dim = RotarySpec{}.dim;
    double rotary_fraction = RotarySpec{}.rotary_fraction;
    double factor = RotarySpec{}.factor;
    double mixed_exponent = RotarySpec{}.mixed_exponent;
    double beta_fast = RotarySpec{}.beta_fast;
    double beta_slow = RotarySpec{}.beta_slow;
    bool truncate = RotarySpec{}.truncate;
    OptionalReal mscale{}, mscale_all_dim{}, attention_factor{};
    double low_freq_factor = RotarySpec{}.low_freq_factor;
    double high_freq_factor = RotarySpec{}.high_freq_factor;
    NumberList short_factors{}, long_factors{}, explicit_frequencies{};
    Convention convention = RotarySpec{}.convention;
    Pairing pairing = Pairing::gpt_j;

    static constexpr std::array<Choice, 12> scalings{{{"none", "None (RoPE)"_tr},
                                                      {"linear", "Linear (PI)"_tr},
                                                      {"ntk", "NTK-aware"_tr},
                                                      {"ntk-fixed", "NTK-fixed"_tr},
                                                      {"ntk-mixed", "NTK-mixed"_tr},
                                                      {"dynamic", "Dynamic NTK"_tr},
                                                      {"ntk-by-parts", "NTK-by-parts"_tr},
                                                      {"yarn", "YaRN"_tr},
                                                      {"llama3", "Llama-3"_tr},
                                                      {"longrope", "LongRoPE"_tr},
                                                      {"proportional", "Proportional"_tr},
                                                      {"clip", "Angle clipping"_tr}}};
    static constexpr std::array<Choice, 4> conventions{{{"transformers-5", "Transformers 5"_tr},
                                                        {"transformers-4", "Transformers 4.5x"_tr},
                                                        {"transformers-first", "Transformers, first release"_tr},
                                                        {"vllm", "vLLM"_tr}}};
    static constexpr std::array<Choice, 2> pairings{{{"gpt-j", "GPT-J"_tr}, {"gpt-neox", "GPT-NeoX"_tr}}};

    /// Whether base and scaling count at all.
    static constexpr bool computed(const RotaryGroup& g) { return g.explicit_frequencies.numbers.empty(); }
    static constexpr bool is(const RotaryGroup& g, Scaling scaling) { return computed(g) && g.scaling == scaling; }
    static constexpr bool has_factor(const RotaryGroup& g) {
        return computed(g) && g.scaling != Scaling::none && g.scaling != Scaling::clip;
    }
    static constexpr bool has_convention(const RotaryGroup& g) {
        return is(g, Scaling::yarn) || is(g, Scaling::longrope) || is(g, Scaling::dynamic);
    }

    static constexpr auto fields();
};

[[nodiscard]] inline std::optional<double> optional_of(OptionalReal value) {
    return value.set ? std::optional(value.value) : std::nullopt;
}

[[nodiscard]] RotarySpec rotary_spec(const RotaryGroup& group, std::int64_t train_length, std::int64_t length);
/// What to be careful about in the config that was read, beside its scaling; or why it cannot be read any more.
[[nodiscard]] std::vector<Sentence> config_warnings(const RotaryGroup& group);
/// What nearest_meaningful() changed.
void take_over(const RotarySpec& spec, RotaryGroup& group);

constexpr auto RotaryGroup::fields() {
    using G = RotaryGroup;
    constexpr Text turns = "turns"_tr;
    constexpr Text times = "×"_tr;
    return std::tuple{
        parameter(&G::preset, {.id = "preset",
                               .label = "Preset"_tr,
                               .help = "A model's values, from its own config.json."_tr,
                               .choices_of = preset_choices,
                               .order = -10,
                               .fills = preset_fills}),
        parameter(&G::config, {.id = "config",
                               .label = "Config"_tr,
                               .help = "A model's config.json; config.json#sliding_attention takes that type of layer."_tr,
                               .order = -10,
                               .fills = config_fills,
                               .accepts = model_config_file}),
        parameter(&G::scaling,
                  {.id = "scaling",
                   .label = "Scaling"_tr,
                   .help = "How the frequencies are changed so that a longer context can be used."_tr,
                   .choices = scalings,
                   .order = -2},
                  computed),
        parameter(&G::base, shared_parameter::base(), computed),
        parameter(&G::dim, shared_parameter::dim()),
        parameter(&G::rotary_fraction,
                  {.id = "rotary-fraction",
                   .label = "Rotary share"_tr,
                   .help = "partial_rotary_factor: the share of the dimensions that rotate."_tr,
                   .minimum = 0,
                   .maximum = 1,
                   .open_minimum = true,
                   .rare = true,
                   .order = 3},
                  computed),
        parameter(&G::factor,
                  {.id = "factor",
                   .label = "Factor"_tr,
                   .symbol = "s",
                   .unit = times,
                   .help = "By how much the context is extended."_tr,
                   .minimum = 1,
                   .maximum = 4096,
                   .spacing = Spacing::logarithmic,
                   .order = 1},
                  has_factor),
        parameter(&G::mixed_exponent,
                  {.id = "mixed-exponent",
                   .label = "Exponent"_tr,
                   .symbol = "ν",
                   .help = "Of NTK-mixed: 1 is NTK-fixed, 0 is interpolation."_tr,
                   .minimum = 0,
                   .maximum = 2,
                   .order = 2},
                  [](const G& g) { return is(g, Scaling::ntk_mixed); }),
        parameter(&G::beta_fast,
                  {.id = "beta-fast",
                   .label = "Fast turns"_tr,
                   .symbol = "β",
                   .unit = turns,
                   .help = "Pairs that turn more often than this in training are left alone."_tr,
                   .minimum = 0,
                   .maximum = 1e6,
                   .open_minimum = true,
                   .spacing = Spacing::logarithmic,
                   .order = 2},
                  [](const G& g) { return is(g, Scaling::yarn); }),
        parameter(&G::beta_slow,
                  {.id = "beta-slow",
                   .label = "Slow turns"_tr,
                   .symbol = "α",
                   .unit = turns,
                   .help = "Pairs that turn less often than this in training are divided by the factor."_tr,
                   .minimum = 0,
                   .maximum = 1e6,
                   .open_minimum = true,
                   .spacing = Spacing::logarithmic,
                   .order = 2},
                  [](const G& g) { return is(g, Scaling::yarn); }),
        parameter(&G::truncate,
                  {.id = "truncate",
                   .label = "Round lo, hi"_tr,
                   .help = "Rounds YaRN's lo and hi to whole pairs, as most configs mean it."_tr,
                   .rare = true,
                   .order = 2},
                  [](const G& g) { return is(g, Scaling::yarn); }),
        parameter(&G::mscale,
                  {.id = "mscale",
                   .label = "mscale"_tr,
                   .help = "DeepSeek: with mscale-all-dim it replaces YaRN's attention factor by a quotient."_tr,
                   .minimum = 0,
                   .maximum = 1000,
                   .rare = true,
                   .order = 4},
                  [](const G& g) { return is(g, Scaling::yarn); }),
        parameter(&G::mscale_all_dim,
                  {.id = "mscale-all-dim",
                   .label = "mscale, all"_tr,
                   .help = "mscale_all_dim: DeepSeek also multiplies the softmax scale by ms(mscale_all_dim)²."_tr,
                   .minimum = 0,
                   .maximum = 1000,
                   .rare = true,
                   .order = 4},
                  [](const G& g) { return is(g, Scaling::yarn); }),
        parameter(
            &G::attention_factor,
            {.id = "attention-factor",
             .label = "Attention"_tr.as("factor"),
             .symbol = "f",
             .help =
                 "Attention factor: multiplies cosines and sines, so logits by its square. auto: by the scaling's own formula."_tr,
             .minimum = 0,
             .maximum = 1000,
             .open_minimum = true,
             .rare = true,
             .order = 4},
            [](const G& g) { return is(g, Scaling::yarn) || is(g, Scaling::longrope); }),
        parameter(&G::low_freq_factor,
                  {.id = "low-freq-factor",
                   .label = "Low turns"_tr,
                   .unit = turns,
                   .help = "low_freq_factor: pairs that turn less often in training are divided by the factor."_tr,
                   .minimum = 0,
                   .maximum = 1e6,
                   .open_minimum = true,
                   .spacing = Spacing::logarithmic,
                   .order = 2},
                  [](const G& g) { return is(g, Scaling::llama3); }),
        parameter(&G::high_freq_factor,
                  {.id = "high-freq-factor",
                   .label = "High turns"_tr,
                   .unit = turns,
                   .help = "high_freq_factor: pairs that turn more often in training are left alone."_tr,
                   .minimum = 0,
                   .maximum = 1e6,
                   .open_minimum = true,
                   .spacing = Spacing::logarithmic,
                   .order = 2},
                  [](const G& g) { return is(g, Scaling::llama3); }),
        parameter(&G::short_factors,
                  {.id = "short-factors",
                   .label = "Short list"_tr,
                   .help = "LongRoPE's divisors up to the trained length, one per pair."_tr,
                   .minimum = 0,
                   .maximum = 1e6,
                   .open_minimum = true,
                   .order = 4},
                  [](const G& g) { return is(g, Scaling::longrope); }),
        parameter(&G::long_factors,
                  {.id = "long-factors",
                   .label = "Long list"_tr,
                   .help = "LongRoPE's divisors beyond the trained length, one per pair."_tr,
                   .minimum = 0,
                   .maximum = 1e6,
                   .open_minimum = true,
                   .order = 4},
                  [](const G& g) { return is(g, Scaling::longrope); }),
        parameter(&G::explicit_frequencies, {.id = "explicit-frequencies",
                                             .label = "List of θ"_tr,
                                             .help = "Frequencies in rad/token, one per pair, instead of base and scaling."_tr,
                                             .minimum = 0,
                                             .maximum = 1e6,
                                             .rare = true,
                                             .order = 5}),
        parameter(&G::convention,
                  {.id = "convention",
                   .label = "As read by"_tr,
                   .help = "Whose reading of a config holds where releases of transformers and vLLM differ."_tr,
                   .choices = conventions,
                   .rare = true,
                   .order = 3},
                  has_convention),
        parameter(&G::pairing, {.id = "pairing",
                                .label = "Pairing"_tr,
                                .help = "Which two dimensions rotate together: (2p, 2p+1) as GPT-J, (p, p + d/2) as GPT-NeoX."_tr,
                                .choices = pairings,
                                .rare = true,
                                .order = 6}),
    };
}

}  // namespace poslab
