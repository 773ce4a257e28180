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

    static constexpr std::array<Choice, 12> scalings{{{"none", {"None (RoPE)", "无（RoPE）"}},
                                                      {"linear", {"Linear (PI)", "线性（PI）"}},
                                                      {"ntk", {"NTK-aware", "NTK-aware"}},
                                                      {"ntk-fixed", {"NTK-fixed", "NTK-fixed"}},
                                                      {"ntk-mixed", {"NTK-mixed", "NTK-mixed"}},
                                                      {"dynamic", {"Dynamic NTK", "动态 NTK"}},
                                                      {"ntk-by-parts", {"NTK-by-parts", "NTK-by-parts"}},
                                                      {"yarn", {"YaRN", "YaRN"}},
                                                      {"llama3", {"Llama-3", "Llama-3"}},
                                                      {"longrope", {"LongRoPE", "LongRoPE"}},
                                                      {"proportional", {"Proportional", "按比例"}},
                                                      {"clip", {"Angle clipping", "角度裁剪"}}}};
    static constexpr std::array<Choice, 4> conventions{
        {{"transformers-5", {"Transformers 5", "Transformers 5"}},
         {"transformers-4", {"Transformers 4.5x", "Transformers 4.5x"}},
         {"transformers-first", {"Transformers, first release", "Transformers 最早版本"}},
         {"vllm", {"vLLM", "vLLM"}}}};
    static constexpr std::array<Choice, 2> pairings{{{"gpt-j", {"GPT-J", "GPT-J"}}, {"gpt-neox", {"GPT-NeoX", "GPT-NeoX"}}}};

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
    constexpr Text turns{"turns", "圈"};
    constexpr Text times{"×", "×"};
    return std::tuple{
        parameter(&G::preset, {.id = "preset",
                               .label = {"Preset", "预设"},
                               .help = {"A model's values, from its own config.json.", "取自模型自身 config.json 的参数值。"},
                               .choices_of = preset_choices,
                               .order = -10,
                               .fills = preset_fills}),
        parameter(&G::config, {.id = "config",
                               .label = {"Config", "配置文件"},
                               .help = {"A model's config.json; config.json#sliding_attention takes that type of layer.",
                                        "模型的 config.json；写作 config.json#sliding_attention 则取该类型的层。"},
                               .order = -10,
                               .fills = config_fills,
                               .accepts = model_config_file}),
        parameter(&G::scaling,
                  {.id = "scaling",
                   .label = {"Scaling", "缩放"},
                   .help = {"How the frequencies are changed so that a longer context can be used.",
                            "为使用更长上下文而改变频率的方法。"},
                   .choices = scalings,
                   .order = -2},
                  computed),
        parameter(&G::base, shared_parameter::base(), computed),
        parameter(&G::dim, shared_parameter::dim()),
        parameter(&G::rotary_fraction,
                  {.id = "rotary-fraction",
                   .label = {"Rotary share", "旋转占比"},
                   .help = {"partial_rotary_factor: the share of the dimensions that rotate.",
                            "即 partial_rotary_factor：参与旋转的维数占比。"},
                   .minimum = 0,
                   .maximum = 1,
                   .open_minimum = true,
                   .rare = true,
                   .order = 3},
                  computed),
        parameter(&G::factor,
                  {.id = "factor",
                   .label = {"Factor", "倍数"},
                   .symbol = "s",
                   .unit = times,
                   .help = {"By how much the context is extended.", "上下文扩展的倍数。"},
                   .minimum = 1,
                   .maximum = 4096,
                   .spacing = Spacing::logarithmic,
                   .order = 1},
                  has_factor),
        parameter(&G::mixed_exponent,
                  {.id = "mixed-exponent",
                   .label = {"Exponent", "指数"},
                   .symbol = "ν",
                   .help = {"Of NTK-mixed: 1 is NTK-fixed, 0 is interpolation.", "NTK-mixed 的指数：1 即 NTK-fixed，0 即内插。"},
                   .minimum = 0,
                   .maximum = 2,
                   .order = 2},
                  [](const G& g) { return is(g, Scaling::ntk_mixed); }),
        parameter(
            &G::beta_fast,
            {.id = "beta-fast",
             .label = {"Fast turns", "快速圈数"},
             .symbol = "β",
             .unit = turns,
             .help = {"Pairs that turn more often than this in training are left alone.", "训练中转得比这更多的维度对保持不变。"},
             .minimum = 0,
             .maximum = 1e6,
             .open_minimum = true,
             .spacing = Spacing::logarithmic,
             .order = 2},
            [](const G& g) { return is(g, Scaling::yarn); }),
        parameter(&G::beta_slow,
                  {.id = "beta-slow",
                   .label = {"Slow turns", "慢速圈数"},
                   .symbol = "α",
                   .unit = turns,
                   .help = {"Pairs that turn less often than this in training are divided by the factor.",
                            "训练中转得比这更少的维度对除以倍数。"},
                   .minimum = 0,
                   .maximum = 1e6,
                   .open_minimum = true,
                   .spacing = Spacing::logarithmic,
                   .order = 2},
                  [](const G& g) { return is(g, Scaling::yarn); }),
        parameter(&G::truncate,
                  {.id = "truncate",
                   .label = {"Round lo, hi", "lo、hi 取整"},
                   .help = {"Rounds YaRN's lo and hi to whole pairs, as most configs mean it.",
                            "把 YaRN 的 lo 与 hi 取整，多数配置如此。"},
                   .rare = true,
                   .order = 2},
                  [](const G& g) { return is(g, Scaling::yarn); }),
        parameter(&G::mscale,
                  {.id = "mscale",
                   .label = {"mscale", "mscale 值"},
                   .help = {"DeepSeek: with mscale-all-dim it replaces YaRN's attention factor by a quotient.",
                            "DeepSeek：与 mscale-all-dim 一起，以商代替 YaRN 的注意力因子。"},
                   .minimum = 0,
                   .maximum = 1000,
                   .rare = true,
                   .order = 4},
                  [](const G& g) { return is(g, Scaling::yarn); }),
        parameter(&G::mscale_all_dim,
                  {.id = "mscale-all-dim",
                   .label = {"mscale, all", "mscale 全维"},
                   .help = {"mscale_all_dim: DeepSeek also multiplies the softmax scale by ms(mscale_all_dim)².",
                            "mscale_all_dim：DeepSeek 还把 softmax 的缩放乘以 ms(mscale_all_dim)²。"},
                   .minimum = 0,
                   .maximum = 1000,
                   .rare = true,
                   .order = 4},
                  [](const G& g) { return is(g, Scaling::yarn); }),
        parameter(
            &G::attention_factor,
            {.id = "attention-factor",
             .label = {"Attention", "注意力因子"},
             .symbol = "f",
             .help =
                 {"Attention factor: multiplies cosines and sines, so logits by its square. auto: by the scaling's own formula.",
                  "注意力因子：乘在余弦与正弦上，logits 因而乘以其平方。auto：按该缩放自身的公式。"},
             .minimum = 0,
             .maximum = 1000,
             .open_minimum = true,
             .rare = true,
             .order = 4},
            [](const G& g) { return is(g, Scaling::yarn) || is(g, Scaling::longrope); }),
        parameter(&G::low_freq_factor,
                  {.id = "low-freq-factor",
                   .label = {"Low turns", "低频圈数"},
                   .unit = turns,
                   .help = {"low_freq_factor: pairs that turn less often in training are divided by the factor.",
                            "low_freq_factor：训练中转得更少的维度对除以倍数。"},
                   .minimum = 0,
                   .maximum = 1e6,
                   .open_minimum = true,
                   .spacing = Spacing::logarithmic,
                   .order = 2},
                  [](const G& g) { return is(g, Scaling::llama3); }),
        parameter(&G::high_freq_factor,
                  {.id = "high-freq-factor",
                   .label = {"High turns", "高频圈数"},
                   .unit = turns,
                   .help = {"high_freq_factor: pairs that turn more often in training are left alone.",
                            "high_freq_factor：训练中转得更多的维度对保持不变。"},
                   .minimum = 0,
                   .maximum = 1e6,
                   .open_minimum = true,
                   .spacing = Spacing::logarithmic,
                   .order = 2},
                  [](const G& g) { return is(g, Scaling::llama3); }),
        parameter(
            &G::short_factors,
            {.id = "short-factors",
             .label = {"Short list", "短列表"},
             .help = {"LongRoPE's divisors up to the trained length, one per pair.", "LongRoPE 在训练长度以内的除数，每对一个。"},
             .minimum = 0,
             .maximum = 1e6,
             .open_minimum = true,
             .order = 4},
            [](const G& g) { return is(g, Scaling::longrope); }),
        parameter(
            &G::long_factors,
            {.id = "long-factors",
             .label = {"Long list", "长列表"},
             .help = {"LongRoPE's divisors beyond the trained length, one per pair.", "LongRoPE 超出训练长度后的除数，每对一个。"},
             .minimum = 0,
             .maximum = 1e6,
             .open_minimum = true,
             .order = 4},
            [](const G& g) { return is(g, Scaling::longrope); }),
        parameter(&G::explicit_frequencies, {.id = "explicit-frequencies",
                                             .label = {"List of θ", "θ 列表"},
                                             .help = {"Frequencies in rad/token, one per pair, instead of base and scaling.",
                                                      "每对一个频率（弧度/词元），代替底数与缩放。"},
                                             .minimum = 0,
                                             .maximum = 1e6,
                                             .rare = true,
                                             .order = 5}),
        parameter(&G::convention,
                  {.id = "convention",
                   .label = {"As read by", "解读方式"},
                   .help = {"Whose reading of a config holds where releases of transformers and vLLM differ.",
                            "各版 transformers 与 vLLM 对配置解读不同时，以谁为准。"},
                   .choices = conventions,
                   .rare = true,
                   .order = 3},
                  has_convention),
        parameter(&G::pairing, {.id = "pairing",
                                .label = {"Pairing", "配对"},
                                .help = {"Which two dimensions rotate together: (2p, 2p+1) as GPT-J, (p, p + d/2) as GPT-NeoX.",
                                         "哪两维一起旋转：GPT-J 为 (2p, 2p+1)，GPT-NeoX 为 (p, p + d/2)。"},
                                .choices = pairings,
                                .rare = true,
                                .order = 6}),
    };
}

}  // namespace poslab
