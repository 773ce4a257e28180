#include "core/views/frequencies/frequencies.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <numeric>

namespace poslab {

namespace frequencies {

namespace {

void check_sections(const Params& params, std::size_t pairs) {
    const std::vector<double>& sections = params.pair.mrope_sections.numbers;
    if (sections.empty()) return;
    const double sum = std::accumulate(sections.begin(), sections.end(), 0.0);
    if (sections.size() != 3 || sum != static_cast<double>(pairs))
        throw UsageError(
            fmt::format("--mrope-sections: {} numbers with the sum {:g}; must be three, t,h,w, that sum to the {} rotary pairs",
                        sections.size(), sum, pairs));
}

struct View {
    using Params = frequencies::Params;

    static ViewInfo info() {
        return {.id = "frequencies",
                .title = {"Frequencies", "频率"},
                .short_title = {"Frequencies", "频率"},
                .section = Section::positions,
                .summary = {"How fast each rotary pair turns, what a base and a scaling change, and what number formats lose.",
                            "每个旋转维度对转得多快，底数与缩放改变了什么，数值格式又损失了什么。"},
                .source =
                    "Su Jianlin: RoPE, NTK, spaces.ac.cn/archives/8265, 9675, 9706; YaRN, arXiv 2309.00071; transformers, "
                    "modeling_rope_utils.py",
                .figures = figures(),
                .arrays = arrays(),
                .values = values()};
    }

    /// What every figure's readout and notes tell of, and what it draws itself.
    static std::vector<std::string_view> with_readout(std::initializer_list<std::string_view> own) {
        std::vector<std::string_view> names{"wavelength",
                                            "wavelength_unscaled",
                                            "ratio",
                                            "rotations_train",
                                            "rotations_target",
                                            "inverse_frequency",
                                            "inverse_frequency_unscaled",
                                            "unseen_angle_fraction",
                                            "phase_error_float32",
                                            "phase_error_float16",
                                            "phase_error_bfloat16"};
        names.insert(names.end(), own);
        return names;
    }
    static std::vector<FigureInfo> figures() {
        return {{"main", {"Wavelengths", "波长"}, with_readout({})},
                {"turns", {"Turns", "圈数"}, with_readout({})},
                {"similarity",
                 {"Similarity", "相似度"},
                 with_readout({"envelope_distance", "envelope_low", "envelope_high", "envelope_mean", "envelope_bound",
                               "envelope_distance_unscaled", "envelope_low_unscaled", "envelope_high_unscaled",
                               "envelope_mean_unscaled"})},
                {"precision",
                 {"Precision", "精度"},
                 with_readout({"product_error_float32", "product_error_float16", "product_error_bfloat16"})},
                {"map", {"Cosines", "余弦图"}, with_readout({"cosine_map", "sine_map"})},
                {"encodings",
                 {"Encodings", "编码对照"},
                 with_readout({"sinusoidal_map", "envelope_distance_unscaled", "envelope_low_unscaled", "envelope_high_unscaled",
                               "envelope_mean_unscaled"})},
                {"claims", {"Claims", "勘误"}, with_readout({})}};
    }

    static std::vector<ArrayInfo> arrays();
    static std::vector<ValueInfo> values();

    static void check(const Params& params) {
        const RotaryFrequencies f = rotary_frequencies(spec_of(params));
        check_sections(params, f.inverse_frequency.size());
    }
    static void adjust(Params& params) { take_over(nearest_meaningful(spec_of(params)), params.rotary); }

    static constexpr auto prepare = &frequencies::prepare;
    static constexpr auto sample = &frequencies::sample;
    static constexpr auto figure = &frequencies::figure;
    static constexpr auto readout = &frequencies::readout;
};

std::vector<ArrayInfo> View::arrays() {
    return {{"inverse_frequency", "pair", "rad/token", {"θ of each pair after scaling", "缩放后各对的 θ"}},
            {"inverse_frequency_unscaled", "pair", "rad/token", {"θ of each pair before scaling", "缩放前各对的 θ"}},
            {"wavelength",
             "pair",
             "tokens",
             {"2π/θ after scaling; infinite for a pair that stands still", "缩放后的 2π/θ；不转的对为无穷"}},
            {"wavelength_unscaled", "pair", "tokens", {"2π/θ before scaling", "缩放前的 2π/θ"}},
            {"rotations_train", "pair", "turns", {"turns within the trained length, before scaling", "训练长度内的圈数，缩放前"}},
            {"rotations_target", "pair", "turns", {"turns within the length, after scaling", "使用长度内的圈数，缩放后"}},
            {"ratio", "pair", "", {"θ after scaling over θ before", "缩放后的 θ 与缩放前的 θ 之比"}},
            {"unseen_angle_fraction",
             "pair",
             "",
             {"share of the angles in use that training has not covered", "使用的角度中训练未见过的比例"}},
            {"section",
             "pair",
             "",
             {"M-RoPE axis: 0 time (and without sections), 1 height, 2 width", "M-RoPE 轴：0 时间（未分段时亦然），1 高，2 宽"}},
            {"distance", "distance", "tokens", {"distances Δ of the curves", "曲线的距离 Δ"}},
            {"similarity", "distance", "", {"S(Δ) = (2/d) Σ cos Δθ after scaling", "缩放后的 S(Δ) = (2/d) Σ cos Δθ"}},
            {"similarity_unscaled", "distance", "", {"S(Δ) before scaling", "缩放前的 S(Δ)"}},
            {"upper_bound", "distance", "", {"RoFormer's (2/d) Σ_n |Σ_{p<n} e^{iΔθ}|", "RoFormer 的 (2/d) Σ_n |Σ_{p<n} e^{iΔθ}|"}},
            {"logit", "distance", "", {"f²·S(Δ), f the attention factor", "f²·S(Δ)，f 为注意力因子"}},
            {"phase_error_float32",
             "pair",
             "rad",
             {"|p·held(θ) − p·θ| at the last position, frequency in float32", "最后位置的 |p·held(θ) − p·θ|，频率以 float32 存放"}},
            {"product_error_float32",
             "pair",
             "rad",
             {"|held(p·θ) − p·θ| at the last position, product in float32", "最后位置的 |held(p·θ) − p·θ|，乘积以 float32 存放"}},
            {"phase_error_float16", "pair", "rad", {"the same, frequency in float16", "同上，频率以 float16 存放"}},
            {"product_error_float16", "pair", "rad", {"the same, product in float16", "同上，乘积以 float16 存放"}},
            {"phase_error_bfloat16", "pair", "rad", {"the same, frequency in bfloat16", "同上，频率以 bfloat16 存放"}},
            {"product_error_bfloat16", "pair", "rad", {"the same, product in bfloat16", "同上，乘积以 bfloat16 存放"}},
            {"cosine_map",
             "position, dimension",
             "",
             {"cos iθ of each pair, mean over the positions of a row", "各对的 cos iθ，对一行所含位置取平均"}},
            {"sine_map",
             "position, dimension",
             "",
             {"sin iθ of each pair, mean over the positions of a row", "各对的 sin iθ，对一行所含位置取平均"}},
            {"sinusoidal_map",
             "position, dimension",
             "",
             {"sinusoidal encoding: even dimensions sin, odd ones cos", "正弦编码：偶数维 sin，奇数维 cos"}},
            {"envelope_distance",
             "step",
             "tokens",
             {"middle distance of each step of a logarithmic axis; only where named, as all envelopes",
              "对数轴每一步中间的距离；各 envelope 数组仅在指明时给出"},
             true},
            {"envelope_low", "step", "", {"lowest S(Δ) of the step", "该步中最低的 S(Δ)"}, true},
            {"envelope_high", "step", "", {"highest S(Δ) of the step", "该步中最高的 S(Δ)"}, true},
            {"envelope_mean", "step", "", {"mean S(Δ) of the step", "该步中 S(Δ) 的平均"}, true},
            {"envelope_bound", "step", "", {"RoFormer's bound at its distance", "其距离处 RoFormer 的上界"}, true},
            {"envelope_distance_unscaled", "step_unscaled", "tokens", {"the same before scaling", "同上，缩放前"}, true},
            {"envelope_low_unscaled", "step_unscaled", "", {"lowest, before scaling", "最低，缩放前"}, true},
            {"envelope_high_unscaled", "step_unscaled", "", {"highest, before scaling", "最高，缩放前"}, true},
            {"envelope_mean_unscaled", "step_unscaled", "", {"mean, before scaling", "平均，缩放前"}, true}};
}

std::vector<ValueInfo> View::values() {
    return {{"rotary_dim", {"dimensions that rotate, twice the pairs", "参与旋转的维数，为对数的两倍"}},
            {"attention_factor", {"f: multiplies cosines and sines; logits scale by f²", "f：乘在余弦与正弦上，logits 乘以 f²"}},
            {"softmax_scale",
             {"DeepSeek's further factor on logits, ms(mscale-all-dim)²", "DeepSeek 对 logits 的另一因子 ms(mscale-all-dim)²"}},
            {"effective_base",
             {"the base that gives all frequencies after scaling; null if none does", "给出缩放后全部频率的底数；若无则为 null"}},
            {"first_negative_distance",
             {"smallest Δ below the length with S(Δ) < 0; null if none", "长度以内 S(Δ) < 0 的最小 Δ；若无则为 null"}},
            {"first_negative_distance_unscaled", {"the same before scaling", "同上，缩放前"}},
            {"ramp_low", {"YaRN's lo; null for others", "YaRN 的 lo；其他方法为 null"}},
            {"ramp_high", {"YaRN's hi; null for others", "YaRN 的 hi；其他方法为 null"}},
            {"pairs_untouched", {"pairs that the scaling leaves alone", "缩放不改变的对数"}},
            {"pairs_divided", {"pairs divided by all of the factor", "除以全部倍数的对数"}},
            {"pairs_blended", {"the other pairs", "其余的对数"}},
            {"pairs_with_unseen_angles", {"pairs that use angles training has not covered", "用到训练未见角度的对数"}},
            {"rope_scaling",
             {"JSON for a config.json of the old schema; null where it cannot be written",
              "旧格式 config.json 所用的 JSON；无法写出时为 null"}},
            {"rope_parameters",
             {"JSON for a config.json of Transformers 5; null where it cannot be written",
              "Transformers 5 的 config.json 所用的 JSON；无法写出时为 null"}}};
}

}  // namespace

RotarySpec spec_of(const Params& params) { return rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length); }

std::vector<Sentence> warnings_of(const Params& params, const Prepared& prepared) {
    std::vector<Sentence> warnings = prepared.frequencies.warnings;
    for (const Sentence& warning : prepared.config_warnings)
        if (std::find(warnings.begin(), warnings.end(), warning) == warnings.end()) warnings.push_back(warning);
    const std::size_t pairs = prepared.frequencies.inverse_frequency.size();
    if (!params.pair.mrope_sections.numbers.empty() && sections_of_pairs(params.pair, pairs).empty())
        warnings.push_back({fmt::format("mrope-sections are left out: they must be three that sum to the {} pairs.", pairs),
                            fmt::format("未采用 mrope-sections：应为三个数，其和为 {} 对。", pairs)});
    return warnings;
}

}  // namespace frequencies

const View& frequencies_view() {
    static const ViewOf<frequencies::View> view;
    return view;
}

}  // namespace poslab
