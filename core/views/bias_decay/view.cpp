#include "core/base/errors.hpp"
#include "core/views/bias_decay/bias_decay.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace poslab {

namespace bias_decay {

namespace {

struct View {
    using Params = bias_decay::Params;

    static ViewInfo info() {
        return {.id = "bias-decay",
                .title = {"Bias decay", "偏置衰减"},
                .short_title = {"Bias decay", "偏置衰减"},
                .section = Section::attention,
                .summary =
                    {"What a bias added to queries and keys does under RoPE: four terms over distance, of which the fourth decays "
                     "and localises attention.",
                     "查询与键的偏置在 RoPE 之下的作用：四项随距离的变化，其中第四项衰减，使注意力局部化。"},
                .source = "9577, Su Jianlin, spaces.ac.cn/archives",
                .figures = figures(),
                .arrays = arrays(),
                .values = values()};
    }

    static std::vector<FigureInfo> figures();
    static std::vector<ArrayInfo> arrays();
    static std::vector<ValueInfo> values();

    /// Choices of one array each, whatever `compare` holds.
    template <class Set>
    static void refine_used(const Params& params, const Set& set) {
        if (BiasDecayGroup::has_files(params.bias)) set("dim", false);
    }

    static void check(const Params& params) {
        const bool counted = BiasDecayGroup::draws_bias(params.bias) && !BiasDecayGroup::has_files(params.bias);
        if (counted && params.bias.head.set && params.bias.head.value >= static_cast<double>(params.bias.heads))
            throw UsageError(fmt::format("--head {}: must be below --heads {}", params.bias.head.value, params.bias.heads));
        static_cast<void>(rotary_frequencies(rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length)));
    }

    static void adjust(Params& params) {
        const RotarySpec spec = rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length);
        take_over(nearest_meaningful(spec), params.rotary);
        OptionalReal& head = params.bias.head;
        if (head.set && BiasDecayGroup::draws_bias(params.bias) && !BiasDecayGroup::has_files(params.bias))
            head.value = std::min(head.value, static_cast<double>(params.bias.heads - 1));
    }

    static constexpr auto prepare = &bias_decay::prepare;
    static constexpr auto sample = &bias_decay::sample;
    static constexpr auto figure = &bias_decay::figure;
    static constexpr auto readout = &bias_decay::readout;
};

std::vector<FigureInfo> View::figures() {
    const std::vector<std::string_view> terms{
        "step_distance",  "step_bias_bias",   "step_bias_bias_low", "step_bias_bias_high", "step_content", "step_content_sd",
        "step_bias_key",  "step_bias_key_sd", "step_query_bias",    "step_query_bias_sd",  "step_total",   "step_total_sd",
        "drawn_distance", "drawn_content",    "drawn_bias_key",     "drawn_query_bias",    "drawn_total"};
    const std::vector<std::string_view> softmax{"entropy_length",  "entropy_plain", "entropy_plain_sd", "entropy_bias",
                                                "entropy_bias_sd", "entropy_equal", "weight_distance",  "weight_plain",
                                                "weight_bias",     "weight_equal"};
    return {
        {"main", {"Terms", "四项"}, terms},
        {"terms", {"The four terms alone", "仅四项内积"}, terms, false},
        {"total", {"Their sum alone", "仅总和"}, terms, false},
        {"softmax", {"Softmax", "权重与熵"}, softmax},
        {"weights", {"Softmax weight alone", "仅权重"}, softmax, false},
        {"entropy", {"Entropy alone", "仅熵"}, softmax, false},
        {"isotropy",
         {"Isotropy", "各向同性"},
         {"angle", "angle_density", "angle_histogram", "sampled_distance", "sampled_content", "sampled_content_sd",
          "sampled_bias_key", "sampled_bias_key_sd", "sampled_query_bias", "sampled_query_bias_sd"}},
        {"families",
         {"Families", "偏置族"},
         {"step_distance", "normalised_bias_bias", "alibi", "t5", "kerple_log", "kerple_power", "sandwich", "xpos", "sinusoidal"}},
        {"key-bias",
         {"Key bias", "键偏置"},
         {"weight_unrotated", "weight_unrotated_key_bias", "weight_rotated", "weight_rotated_key_bias"}},
        {"heads", {"Heads", "各注意力头"}, {"step_distance", "head_bias_bias"}},
        {"reported", {"Reported", "文章结果"}, {"distance"}},
        {"claims", {"Claims", "勘误"}, {"distance"}}};
}

std::vector<ArrayInfo> View::arrays() {
    const Text sd{"standard deviation of the same", "同上之标准差"};
    const Text step_sd{"standard deviation of the same, root mean square of the step", "同上之标准差，步内方均根"};
    const auto compared = [](std::string_view name, Text help) {
        const auto& all = BiasDecayGroup::families;
        const auto own = std::find_if(all.begin(), all.end(), [&](const Choice& family) { return array_name(family.id) == name; });
        const bool by_default = Params{}.bias.compare.contains(static_cast<std::int32_t>(own - all.begin()));
        return ArrayInfo{name, "distance", "", help, false, !by_default};
    };
    return {{"distance", "distance", "tokens", {"distances Δ of the arrays below", "以下各数组的距离 Δ"}},
            {"content",
             "distance",
             "",
             {"mean of qᵀR(−Δ)k, raw inner products: exact for isotropic vectors, over all pairs of files",
              "qᵀR(−Δ)k 的平均，原始内积：各向同性时为精确值，文件则对所有对取平均"}},
            {"content_sd", "distance", "", sd},
            {"bias_key", "distance", "", {"mean of aᵀR(−Δ)k", "aᵀR(−Δ)k 的平均"}},
            {"bias_key_sd", "distance", "", sd},
            {"query_bias", "distance", "", {"mean of qᵀR(−Δ)b", "qᵀR(−Δ)b 的平均"}},
            {"query_bias_sd", "distance", "", sd},
            {"bias_bias", "distance", "", {"aᵀR(−Δ)b", "aᵀR(−Δ)b"}},
            {"bias_bias_sd", "distance", "", {"0: the fourth term is not random", "0：第四项不是随机量"}},
            {"total", "distance", "", {"mean of (q + a)ᵀR(−Δ)(k + b)", "(q + a)ᵀR(−Δ)(k + b) 的平均"}},
            {"total_sd", "distance", "", sd},
            {"entropy_length", "length", "tokens", {"lengths n of the arrays below", "以下各数组的长度 n"}},
            {"entropy_plain",
             "length",
             "nat",
             {"entropy of the softmax over Δ < n without bias, mean of the samples", "无偏置时 Δ < n 上 softmax 的熵，样本平均"}},
            {"entropy_plain_sd", "length", "nat", sd},
            {"entropy_bias", "length", "nat", {"the same with bias", "有偏置时"}},
            {"entropy_bias_sd", "length", "nat", sd},
            {"entropy_equal", "length", "nat", {"of the fourth term alone: all content equal", "只计第四项：内容都相同"}},
            {"weight_distance", "length", "tokens", {"middles of the steps between these lengths", "上述各长度之间每一步的中点"}},
            {"weight_plain",
             "length",
             "",
             {"mean softmax weight of a key in the step without bias, among all keys: of isotropic vectors 1/length; of files "
              "that of the queries which have all keys",
              "无偏置时步内一个键在全部键中的平均 softmax 权重：各向同性时为 1/长度；文件则取拥有全部键的查询"}},
            {"weight_bias",
             "length",
             "",
             {"mean softmax weight of a key in the step, with bias, among all keys",
              "有偏置时，步内一个键在全部键中的平均 softmax 权重"}},
            {"weight_equal", "length", "", {"of the fourth term alone", "只计第四项"}},
            {"angle", "angle", "rad", {"middles of the bins", "各区间中点"}},
            {"angle_density",
             "angle",
             "1/rad",
             {"density of the angle between random directions in d dimensions", "d 维随机方向夹角的密度"}},
            {"angle_histogram", "angle", "1/rad", {"the same of the samples", "样本的同一密度"}},
            {"weight_unrotated",
             "near_distance",
             "",
             {"weights of one query and its nearest keys without RoPE", "无 RoPE 时一个查询对最近各键的权重"}},
            {"weight_unrotated_key_bias", "near_distance", "", {"the same with the key bias", "加上键偏置"}},
            {"weight_rotated", "near_distance", "", {"with RoPE", "有 RoPE"}},
            {"weight_rotated_key_bias", "near_distance", "", {"with RoPE and the key bias", "有 RoPE 与键偏置"}},
            compared("alibi", {"where compared: −Δ·slope, 0 at Δ = 0 and −1 at train-length − 1",
                               "对比时：−Δ·斜率，Δ = 0 处为 0，训练长度 − 1 处为 −1"}),
            compared("t5", {"where compared: T5's buckets as a stand-in", "对比时：以桶号代替 T5 所学之值"}),
            compared("kerple_log", {"where compared: −r₁ ln(1 + r₂Δ), r₁ = r₂ = 1", "对比时：−r₁ ln(1 + r₂Δ)，r₁ = r₂ = 1"}),
            compared("kerple_power", {"where compared: −r₁Δ^r₂, r₂ = 1", "对比时：−r₁Δ^r₂，r₂ = 1"}),
            compared("sandwich", {"where compared: Σ cos Δθ, θ before scaling", "对比时：Σ cos Δθ，θ 未经缩放"}),
            compared("xpos", {"where compared: Σ ζ^(Δ/512) cos Δθ, θ before scaling", "对比时：Σ ζ^(Δ/512) cos Δθ，θ 未经缩放"}),
            compared("sinusoidal",
                     {"where compared: inner product of sinusoidal encodings, base 10,000", "对比时：正弦编码的内积，底数 10,000"}),
            {"step_distance", "step", "tokens", {"middles of the steps of the distance axis", "距离轴每一步的中点"}, true},
            {"step_content", "step", "", {"content, mean of the step", "内容项，步内平均"}, true},
            {"step_content_sd", "step", "", step_sd, true},
            {"step_bias_key", "step", "", {"bias_key, mean of the step", "bias_key，步内平均"}, true},
            {"step_bias_key_sd", "step", "", step_sd, true},
            {"step_query_bias", "step", "", {"query_bias, mean of the step", "query_bias，步内平均"}, true},
            {"step_query_bias_sd", "step", "", step_sd, true},
            {"step_total", "step", "", {"total, mean of the step", "总和，步内平均"}, true},
            {"step_total_sd", "step", "", step_sd, true},
            {"step_bias_bias", "step", "", {"bias_bias, mean of the step", "bias_bias，步内平均"}, true},
            {"step_bias_bias_low", "step", "", {"lowest of the step", "步内最低"}, true},
            {"step_bias_bias_high", "step", "", {"highest of the step", "步内最高"}, true},
            {"normalised_bias_bias",
             "step",
             "",
             {"step_bias_bias, 0 at Δ = 0 and −1 at train-length − 1", "step_bias_bias，Δ = 0 处为 0，训练长度 − 1 处为 −1"},
             true},
            {"drawn_distance", "draw", "tokens", {"distances of one query's keys", "一个查询的各键的距离"}, true},
            {"drawn_content", "draw", "", {"its qᵀR(−Δ)k", "其 qᵀR(−Δ)k"}, true},
            {"drawn_bias_key", "draw", "", {"its aᵀR(−Δ)k", "其 aᵀR(−Δ)k"}, true},
            {"drawn_query_bias", "draw", "", {"its qᵀR(−Δ)b", "其 qᵀR(−Δ)b"}, true},
            {"drawn_total", "draw", "", {"their sum with aᵀR(−Δ)b", "三者与 aᵀR(−Δ)b 之和"}, true},
            {"sampled_distance", "sample", "tokens", {"distances of the sampled moments", "样本矩的距离"}, true},
            {"sampled_content", "sample", "", {"mean of qᵀR(−Δ)k over drawn pairs", "抽样各对的 qᵀR(−Δ)k 平均"}, true},
            {"sampled_content_sd", "sample", "", sd, true},
            {"sampled_bias_key", "sample", "", {"mean of aᵀR(−Δ)k over drawn keys", "抽样各键的 aᵀR(−Δ)k 平均"}, true},
            {"sampled_bias_key_sd", "sample", "", sd, true},
            {"sampled_query_bias", "sample", "", {"mean of qᵀR(−Δ)b over drawn queries", "抽样各查询的 qᵀR(−Δ)b 平均"}, true},
            {"sampled_query_bias_sd", "sample", "", sd, true},
            {"head_bias_bias",
             "head, step",
             "",
             {"step_bias_bias of each head, 32 at most", "各头的 step_bias_bias，至多 32 个"},
             true}};
}

std::vector<ValueInfo> View::values() {
    return {
        {"half_distance",
         {"smallest Δ with bias_bias at most half its value at 0; null where that is not positive",
          "bias_bias 不超过其 Δ = 0 处一半的最小 Δ；该值不为正时为 null"}},
        {"first_negative_distance", {"smallest Δ with bias_bias < 0", "bias_bias < 0 的最小 Δ"}},
        {"isotropy", {"1 − ‖mean q‖² / mean ‖q‖² of the file's queries", "文件中查询的 1 − ‖平均 q‖² / 平均 ‖q‖²"}},
        {"isotropy_keys", {"the same of the keys", "键的同一量"}},
        {"bias_bias_at_zero", {"aᵀb, the fourth term at Δ = 0", "aᵀb，即第四项在 Δ = 0 处之值"}},
        {"query_bias_norm", {"|a|, length of the query bias", "|a|，查询偏置的长度"}},
        {"key_bias_norm", {"|b|, length of the key bias", "|b|，键偏置的长度"}},
        {"lambda_in_use",
         {"λ, 1/ln train-length where initialisation is by-length", "所用的 λ；initialisation 为 by-length 时即 1/ln 训练长度"}},
        {"attention_factor",
         {"f; f² multiplies the rotating dimensions in weights and entropies, not the raw terms",
          "f；权重与熵中旋转维乘以 f²，原始内积不乘"}},
        {"tokens", {"distances that there are", "距离数"}},
        {"heads", {"heads that there are", "头数"}},
        {"alpha_55", {"article, eq. 40: weight of key 5", "文章式 40：键 5 的权重"}},
        {"alpha_51", {"article, eq. 41: weight of key 1", "文章式 41：键 1 的权重"}},
        {"slope_entropy_512", {"entropy of a bias −0.1 Δ at 512 keys, nat", "偏置 −0.1 Δ、512 个键时的熵，nat"}},
        {"slope_entropy_2048", {"the same at 2048 keys", "2048 个键时"}},
        {"gradient_error",
         {"of ∂s/∂b = R(i − j)(q + a) against finite differences, relative", "∂s/∂b = R(i − j)(q + a) 与有限差分的相对误差"}},
        {"gradient_error_as_stated", {"of the article's eq. 63, relative", "文章式 63 的相对误差"}},
        {"mean_cosine", {"mean cosine of the sampled angles", "抽样夹角余弦的平均"}},
        {"angles_beyond_bins", {"share of the angles in no bin", "不在任何区间内的夹角占比"}},
        {"key_bias_change_unrotated",
         {"largest change of a weight by the key bias without RoPE", "无 RoPE 时键偏置使权重改变的最大值"}},
        {"key_bias_change_rotated", {"the same with RoPE", "有 RoPE 时"}},
        {"entropy_plain_at_length", {"entropy without bias at the whole length, nat", "全长处无偏置的熵，nat"}},
        {"entropy_bias_at_length", {"the same with bias", "有偏置"}},
        {"entropy_plain_at_train_length", {"entropy without bias at train-length, nat", "训练长度处无偏置的熵，nat"}},
        {"entropy_bias_at_train_length", {"the same with bias", "有偏置"}}};
}

}  // namespace

}  // namespace bias_decay

const View& bias_decay_view() {
    static const ViewOf<bias_decay::View> view;
    return view;
}

}  // namespace poslab
