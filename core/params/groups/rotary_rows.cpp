#include "core/params/groups/rotary_rows.hpp"

#include "core/encoding/scaling.hpp"
#include "core/params/groups/rotary_descriptors.hpp"
#include "core/params/groups/shared_parameters.hpp"

namespace poslab {

namespace {

consteval auto choices_of_conventions() {
    std::array<Choice, conventions.size()> choices{};
    for (std::size_t n = 0; n < choices.size(); ++n) {
        if (static_cast<std::size_t>(conventions[n].convention) != n)
            throw "conventions must be in the order of their enumeration";
        choices[n] = {.id = conventions[n].id, .label = conventions[n].label, .alias = conventions[n].alias};
    }
    return choices;
}

constexpr auto convention_choices = choices_of_conventions();

std::int32_t convention_meant(std::string_view text) {
    const std::optional<Convention> convention = convention_of_release(text);
    return convention ? static_cast<std::int32_t>(*convention) : -1;
}

}  // namespace

ParameterRows rotary_spec_rows() {
    using S = RotarySpec;
    constexpr Text turns = "turns"_tr;
    constexpr Text times = "×"_tr;
    return complete<S>(std::tuple{
        parameter(&S::scaling,
                  {.id = "scaling",
                   .label = "Scaling"_tr,
                   .help = "Changes the frequencies so that the model can use a longer context."_tr,
                   .control = {.order = -2}},
                  [](const S& spec) { return spec.is_computed(); }),
        parameter(&S::base, shared_parameter::base(), [](const S& spec) { return spec.is_computed(); }),
        parameter(&S::dim, shared_parameter::dim()),
        parameter(&S::rotary_fraction, shared_parameter::rotary_fraction(),
                  [](const S& spec) { return spec.is_computed(); }),
        parameter(&S::factor,
                  {.id = "factor",
                   .label = "Factor"_tr,
                   .symbol = "s",
                   .unit = times,
                   .help = "The context is extended by this factor."_tr,
                   .source = untranslated("transformers, modeling_rope_utils.py"),
                   .domain = {.minimum = min_factor, .maximum = max_factor},
                   .control =
                       {.spacing = Spacing::logarithmic, .track_from = 0.0625, .track_to = 4096, .order = 1}},
                  [](const S& spec) { return spec.uses(&S::factor); }),
        parameter(&S::mixed_exponent,
                  {.id = "mixed-exponent",
                   .label = "Exponent"_tr,
                   .symbol = "ν",
                   .help = "Exponent of NTK-mixed: 1 is NTK-fixed, 0 is interpolation."_tr,
                   .source = untranslated("9706"),
                   .domain = {.minimum = 0, .maximum = 2},
                   .control = {.order = 2}},
                  [](const S& spec) { return spec.uses(&S::mixed_exponent); }),
        parameter(&S::beta_fast,
                  {.id = "beta-fast",
                   .label = "Fast turns"_tr,
                   .symbol = "β",
                   .unit = turns,
                   .help = "beta_fast: pairs with more turns in training are unchanged."_tr,
                   .source = untranslated("YaRN, arXiv 2309.00071"),
                   .domain = {.minimum = 0, .maximum = 1e6, .open_minimum = true},
                   .control = {.spacing = Spacing::logarithmic, .order = 2}},
                  [](const S& spec) { return spec.uses(&S::beta_fast); }),
        parameter(&S::beta_slow,
                  {.id = "beta-slow",
                   .label = "Slow turns"_tr,
                   .symbol = "α",
                   .unit = turns,
                   .help = "beta_slow: pairs with fewer turns in training are slowed by the factor."_tr,
                   .source = untranslated("YaRN, arXiv 2309.00071"),
                   .domain = {.minimum = 0, .maximum = 1e6, .open_minimum = true},
                   .control = {.spacing = Spacing::logarithmic, .order = 2}},
                  [](const S& spec) { return spec.uses(&S::beta_slow); }),
        parameter(
            &S::truncate,
            {.id = "truncate",
             .label = "Round ramp ends"_tr,
             .help = "Rounds the ends of YaRN's ramp, lo and hi, to whole pairs, as most configs expect."_tr,
             .source = untranslated("transformers, modeling_rope_utils.py"),
             .control = {.listed = Listed::rare, .order = 2}},
            [](const S& spec) { return spec.uses(&S::truncate); }),
        parameter(
            &S::mscale,
            {.id = "mscale",
             .label = "mscale"_tr,
             .help = "DeepSeek: with mscale-all-dim it replaces YaRN's attention factor by a quotient."_tr,
             .source = untranslated("transformers, modeling_rope_utils.py"),
             .domain = {.minimum = 0, .maximum = 1000},
             .control = {.listed = Listed::rare, .order = 4}},
            [](const S& spec) { return spec.uses(&S::mscale); }),
        parameter(
            &S::mscale_all_dim,
            {.id = "mscale-all-dim",
             .label = "mscale, all"_tr,
             .help =
                 "mscale_all_dim: DeepSeek also multiplies the softmax scale by m(s, mscale_all_dim)²."_tr,
             .source = untranslated("transformers, modeling_rope_utils.py"),
             .domain = {.minimum = 0, .maximum = 1000},
             .control = {.listed = Listed::rare, .order = 4}},
            [](const S& spec) { return spec.uses(&S::mscale_all_dim); }),
        parameter(
            &S::mscale_on_logits,
            {.id = "mscale-on-logits",
             .label = "Logits × mscale²"_tr,
             .help =
                 "Logits are also multiplied by m(s, mscale_all_dim)², as in DeepSeek's attention; other models do not."_tr,
             .source = untranslated("transformers, modeling_deepseek_v3.py"),
             .control = {.listed = Listed::rare, .order = 5}},
            [](const S& spec) {
                return spec.uses(&S::mscale_on_logits) && spec.mscale_all_dim.value_or(0) != 0;
            }),
        parameter(&S::apply_yarn_scaling,
                  {.id = "apply-yarn-scaling",
                   .label = "Factor on cos, sin"_tr,
                   .help = "apply_yarn_scaling: if off, vLLM and SGLang omit "
                           "YaRN's attention factor; Transformers ignores it."_tr,
                   .source = untranslated("vllm-project/vllm, yarn_scaling_rope.py"),
                   .control = {.listed = Listed::rare, .order = 5}},
                  [](const S& spec) { return spec.uses(&S::apply_yarn_scaling); }),
        parameter(&S::attention_factor,
                  {.id = "attention-factor",
                   .label = "Attention factor"_tr,
                   .symbol = "f",
                   .help = "Attention factor: multiplies cosines and sines, so "
                           "logits by its square. auto: the scaling's formula."_tr,
                   .source = untranslated("YaRN, arXiv 2309.00071; LongRoPE, arXiv 2402.13753"),
                   .domain = {.minimum = 0, .maximum = 1000, .open_minimum = true},
                   .control = {.listed = Listed::rare, .order = 4}},
                  [](const S& spec) { return spec.uses(&S::attention_factor); }),
        parameter(&S::low_freq_factor,
                  {.id = "low-freq-factor",
                   .label = "Low turns"_tr,
                   .unit = turns,
                   .help = "low_freq_factor: pairs with fewer turns in training are slowed by the factor."_tr,
                   .source = untranslated("Llama 3.1; transformers, modeling_rope_utils.py"),
                   .domain = {.minimum = 0, .maximum = 1e6, .open_minimum = true},
                   .control = {.spacing = Spacing::logarithmic, .order = 2}},
                  [](const S& spec) { return spec.uses(&S::low_freq_factor); }),
        parameter(&S::high_freq_factor,
                  {.id = "high-freq-factor",
                   .label = "High turns"_tr,
                   .unit = turns,
                   .help = "high_freq_factor: pairs with more turns in training stay unchanged."_tr,
                   .source = untranslated("Llama 3.1; transformers, modeling_rope_utils.py"),
                   .domain = {.minimum = 0, .maximum = 1e6, .open_minimum = true},
                   .control = {.spacing = Spacing::logarithmic, .order = 2}},
                  [](const S& spec) { return spec.uses(&S::high_freq_factor); }),
        parameter(&S::short_factors,
                  {.id = "short-factors",
                   .label = "Short list"_tr,
                   .help = "LongRoPE's divisors up to the trained length, one per pair."_tr,
                   .source = untranslated("LongRoPE, arXiv 2402.13753"),
                   .domain = {.minimum = min_divisor, .maximum = max_divisor},
                   .control = {.order = 4}},
                  [](const S& spec) { return spec.uses(&S::short_factors); }),
        parameter(&S::long_factors,
                  {.id = "long-factors",
                   .label = "Long list"_tr,
                   .help = "LongRoPE's divisors beyond the trained length, one per pair."_tr,
                   .source = untranslated("LongRoPE, arXiv 2402.13753"),
                   .domain = {.minimum = min_divisor, .maximum = max_divisor},
                   .control = {.order = 4}},
                  [](const S& spec) { return spec.uses(&S::long_factors); }),
        parameter(&S::short_mscale,
                  {.id = "short-mscale",
                   .label = "Short factor"_tr,
                   .help = "short_mscale: LongRoPE's attention factor "
                           "with the short list. auto: its formula."_tr,
                   .source = untranslated("Phi-3.5-MoE; vLLM"),
                   .domain = {.minimum = 0, .maximum = 1000, .open_minimum = true},
                   .control = {.listed = Listed::rare, .order = 4}},
                  [](const S& spec) { return spec.uses(&S::short_mscale); }),
        parameter(
            &S::long_mscale,
            {.id = "long-mscale",
             .label = "Long factor"_tr,
             .help = "long_mscale: LongRoPE's attention factor with the long list. auto: its formula."_tr,
             .source = untranslated("Phi-3.5-MoE; vLLM"),
             .domain = {.minimum = 0, .maximum = 1000, .open_minimum = true},
             .control = {.listed = Listed::rare, .order = 4}},
            [](const S& spec) { return spec.uses(&S::long_mscale); }),
        parameter(&S::max_positions,
                  {.id = "max-positions",
                   .label = "Max positions"_tr,
                   .unit = "tokens"_tr,
                   .help = "max_position_embeddings of the config; earlier "
                           "releases and vLLM scale by it. auto: the length, at least the trained one; "
                           "dynamic: the trained one."_tr,
                   .source = untranslated("transformers, modeling_rope_utils.py"),
                   .domain = {.minimum = 2, .maximum = 16'777'216, .whole = true},
                   .control = {.listed = Listed::rare, .order = 3}},
                  [](const S& spec) { return spec.uses(&S::max_positions); }),
        parameter(&S::explicit_frequencies, shared_parameter::explicit_frequencies()),
        parameter(&S::frequency_span,
                  {.id = "frequency-span",
                   .label = "List span"_tr,
                   .unit = "tokens"_tr,
                   .help = "Length S of the listed θ: at length L, they are multiplied by S/L; 0: "
                           "independent of L."_tr,
                   .source = untranslated("DINOv3: coordinates from −1 to 1"),
                   .domain = {.minimum = 0, .maximum = 16'777'216, .whole = true},
                   .control = {.listed = Listed::rare, .order = 5}},
                  [](const S& spec) { return !spec.explicit_frequencies.empty(); }),
        parameter(&S::convention,
                  {.id = "convention",
                   .label = "Library"_tr,
                   .help = "Library, or its release (vllm-0.25), whose reading of a config applies; vllm is "
                           "0.31, transformers 5."_tr,
                   .source = untranslated("transformers; vLLM; llama.cpp"),
                   .domain = {.choices = convention_choices, .choice_meant = convention_meant},
                   .control = {.listed = Listed::rare, .order = 3}},
                  [](const S& spec) { return spec.uses(&S::convention); }),
        set_elsewhere(&S::train_length),
        set_elsewhere(&S::length),
    });
}

}  // namespace poslab
