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
                .title = "Bias decay"_tr,
                .short_title = "Bias decay"_tr,
                .section = Section::attention,
                .summary =
                    "What a bias added to queries and keys does under RoPE: four terms over distance, of which the fourth decays "
                    "and localises attention."_tr,
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
            throw UsageError(tr("--head {}: must be below --heads {}", params.bias.head.value, params.bias.heads));
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
        {"main", "Terms"_tr, terms},
        {"terms", "The four terms alone"_tr, terms, false},
        {"total", "Their sum alone"_tr, terms, false},
        {"softmax", "Softmax"_tr, softmax},
        {"weights", "Softmax weight alone"_tr, softmax, false},
        {"entropy", "Entropy alone"_tr, softmax, false},
        {"isotropy",
         "Isotropy"_tr,
         {"angle", "angle_density", "angle_histogram", "sampled_distance", "sampled_content", "sampled_content_sd",
          "sampled_bias_key", "sampled_bias_key_sd", "sampled_query_bias", "sampled_query_bias_sd"}},
        {"families",
         "Families"_tr,
         {"step_distance", "normalised_bias_bias", "alibi", "t5", "kerple_log", "kerple_power", "sandwich", "xpos", "sinusoidal"}},
        {"key-bias", "Key bias"_tr, {"weight_unrotated", "weight_unrotated_key_bias", "weight_rotated", "weight_rotated_key_bias"}},
        {"heads", "Heads"_tr.as("figure"), {"step_distance", "head_bias_bias"}},
        {"reported", "Reported"_tr, {"distance"}},
        {"claims", "Claims"_tr, {"distance"}}};
}

std::vector<ArrayInfo> View::arrays() {
    const Text sd = "standard deviation of the same"_tr;
    const Text step_sd = "standard deviation of the same, root mean square of the step"_tr;
    const auto compared = [](std::string_view name, Text help) {
        const auto& all = BiasDecayGroup::families;
        const auto own = std::find_if(all.begin(), all.end(), [&](const Choice& family) { return array_name(family.id) == name; });
        const bool by_default = Params{}.bias.compare.contains(static_cast<std::int32_t>(own - all.begin()));
        return ArrayInfo{name, "distance", "", help, false, !by_default};
    };
    return {{"distance", "distance", "tokens", "distances Δ of the arrays below"_tr},
            {"content", "distance", "",
             "mean of qᵀR(−Δ)k, raw inner products: exact for isotropic vectors, over all pairs of files"_tr},
            {"content_sd", "distance", "", sd},
            {"bias_key", "distance", "", "mean of aᵀR(−Δ)k"_tr},
            {"bias_key_sd", "distance", "", sd},
            {"query_bias", "distance", "", "mean of qᵀR(−Δ)b"_tr},
            {"query_bias_sd", "distance", "", sd},
            {"bias_bias", "distance", "", "aᵀR(−Δ)b"_tr},
            {"bias_bias_sd", "distance", "", "0: the fourth term is not random"_tr},
            {"total", "distance", "", "mean of (q + a)ᵀR(−Δ)(k + b)"_tr},
            {"total_sd", "distance", "", sd},
            {"entropy_length", "length", "tokens", "lengths n of the arrays below"_tr},
            {"entropy_plain", "length", "nat", "entropy of the softmax over Δ < n without bias, mean of the samples"_tr},
            {"entropy_plain_sd", "length", "nat", sd},
            {"entropy_bias", "length", "nat", "the same with bias"_tr},
            {"entropy_bias_sd", "length", "nat", sd},
            {"entropy_equal", "length", "nat", "of the fourth term alone: all content equal"_tr},
            {"weight_distance", "length", "tokens", "middles of the steps between these lengths"_tr},
            {"weight_plain", "length", "",
             "mean softmax weight of a key in the step without bias, among all keys: of isotropic vectors 1/length; of files "
             "that of the queries which have all keys"_tr},
            {"weight_bias", "length", "", "mean softmax weight of a key in the step, with bias, among all keys"_tr},
            {"weight_equal", "length", "", "of the fourth term alone"_tr},
            {"angle", "angle", "rad", "middles of the bins"_tr},
            {"angle_density", "angle", "1/rad", "density of the angle between random directions in d dimensions"_tr},
            {"angle_histogram", "angle", "1/rad", "the same of the samples"_tr},
            {"weight_unrotated", "near_distance", "", "weights of one query and its nearest keys without RoPE"_tr},
            {"weight_unrotated_key_bias", "near_distance", "", "the same with the key bias"_tr},
            {"weight_rotated", "near_distance", "", "with RoPE"_tr},
            {"weight_rotated_key_bias", "near_distance", "", "with RoPE and the key bias"_tr},
            compared("alibi", "where compared: −Δ·slope, 0 at Δ = 0 and −1 at train-length − 1"_tr),
            compared("t5", "where compared: T5's buckets as a stand-in"_tr),
            compared("kerple_log", "where compared: −r₁ ln(1 + r₂Δ), r₁ = r₂ = 1"_tr),
            compared("kerple_power", "where compared: −r₁Δ^r₂, r₂ = 1"_tr),
            compared("sandwich", "where compared: Σ cos Δθ, θ before scaling"_tr),
            compared("xpos", "where compared: Σ ζ^(Δ/512) cos Δθ, θ before scaling"_tr),
            compared("sinusoidal", "where compared: inner product of sinusoidal encodings, base 10,000"_tr),
            {"step_distance", "step", "tokens", "middles of the steps of the distance axis"_tr, true},
            {"step_content", "step", "", "content, mean of the step"_tr, true},
            {"step_content_sd", "step", "", step_sd, true},
            {"step_bias_key", "step", "", "bias_key, mean of the step"_tr, true},
            {"step_bias_key_sd", "step", "", step_sd, true},
            {"step_query_bias", "step", "", "query_bias, mean of the step"_tr, true},
            {"step_query_bias_sd", "step", "", step_sd, true},
            {"step_total", "step", "", "total, mean of the step"_tr, true},
            {"step_total_sd", "step", "", step_sd, true},
            {"step_bias_bias", "step", "", "bias_bias, mean of the step"_tr, true},
            {"step_bias_bias_low", "step", "", "lowest of the step"_tr, true},
            {"step_bias_bias_high", "step", "", "highest of the step"_tr, true},
            {"normalised_bias_bias", "step", "", "step_bias_bias, 0 at Δ = 0 and −1 at train-length − 1"_tr, true},
            {"drawn_distance", "draw", "tokens", "distances of one query's keys"_tr, true},
            {"drawn_content", "draw", "", "its qᵀR(−Δ)k"_tr, true},
            {"drawn_bias_key", "draw", "", "its aᵀR(−Δ)k"_tr, true},
            {"drawn_query_bias", "draw", "", "its qᵀR(−Δ)b"_tr, true},
            {"drawn_total", "draw", "", "their sum with aᵀR(−Δ)b"_tr, true},
            {"sampled_distance", "sample", "tokens", "distances of the sampled moments"_tr, true},
            {"sampled_content", "sample", "", "mean of qᵀR(−Δ)k over drawn pairs"_tr, true},
            {"sampled_content_sd", "sample", "", sd, true},
            {"sampled_bias_key", "sample", "", "mean of aᵀR(−Δ)k over drawn keys"_tr, true},
            {"sampled_bias_key_sd", "sample", "", sd, true},
            {"sampled_query_bias", "sample", "", "mean of qᵀR(−Δ)b over drawn queries"_tr, true},
            {"sampled_query_bias_sd", "sample", "", sd, true},
            {"head_bias_bias", "head, step", "", "step_bias_bias of each head, 32 at most"_tr, true}};
}

std::vector<ValueInfo> View::values() {
    return {{"half_distance", "smallest Δ with bias_bias at most half its value at 0; null where that is not positive"_tr},
            {"first_negative_distance", "smallest Δ with bias_bias < 0"_tr},
            {"isotropy", "1 − ‖mean q‖² / mean ‖q‖² of the file's queries"_tr},
            {"isotropy_keys", "the same of the keys"_tr},
            {"bias_bias_at_zero", "aᵀb, the fourth term at Δ = 0"_tr},
            {"query_bias_norm", "|a|, length of the query bias"_tr},
            {"key_bias_norm", "|b|, length of the key bias"_tr},
            {"lambda_in_use", "λ, 1/ln train-length where initialisation is by-length"_tr},
            {"attention_factor", "f; f² multiplies the rotating dimensions in weights and entropies, not the raw terms"_tr},
            {"tokens", "distances that there are"_tr},
            {"heads", "heads that there are"_tr},
            {"alpha_55", "article, eq. 40: weight of key 5"_tr},
            {"alpha_51", "article, eq. 41: weight of key 1"_tr},
            {"slope_entropy_512", "entropy of a bias −0.1 Δ at 512 keys, nat"_tr},
            {"slope_entropy_2048", "the same at 2048 keys"_tr},
            {"gradient_error", "of ∂s/∂b = R(i − j)(q + a) against finite differences, relative"_tr},
            {"gradient_error_as_stated", "of the article's eq. 63, relative"_tr},
            {"mean_cosine", "mean cosine of the sampled angles"_tr},
            {"angles_beyond_bins", "share of the angles in no bin"_tr},
            {"key_bias_change_unrotated", "largest change of a weight by the key bias without RoPE"_tr},
            {"key_bias_change_rotated", "the same with RoPE"_tr},
            {"entropy_plain_at_length", "entropy without bias at the whole length, nat"_tr},
            {"entropy_bias_at_length", "the same with bias"_tr},
            {"entropy_plain_at_train_length", "entropy without bias at train-length, nat"_tr},
            {"entropy_bias_at_train_length", "the same with bias"_tr}};
}

}  // namespace

}  // namespace bias_decay

const View& bias_decay_view() {
    static const ViewOf<bias_decay::View> view;
    return view;
}

}  // namespace poslab
