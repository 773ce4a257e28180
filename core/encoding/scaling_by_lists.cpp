// Scalings that name each pair's own treatment: LongRoPE's lists, Gemma 4's still pairs.

#include "core/encoding/scalings.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>
#include <cmath>

namespace poslab::scalings {

namespace {

void check_list(std::string_view id, const std::vector<double>& list, std::size_t pairs) {
    if (!list.empty() && list.size() != pairs)
        throw UsageError(fmt::format("--{} has {} numbers, the rotary dimension has {} pairs", id, list.size(), pairs));
}

}  // namespace

void longrope(const RotarySpec& spec, RotaryFrequencies& result) {
    const std::size_t pairs = result.inverse_frequency.size();
    check_list("short-factors", spec.short_factors, pairs);
    check_list("long-factors", spec.long_factors, pairs);
    const auto trained = static_cast<double>(spec.train_length);
    const bool vllm = spec.convention == Convention::vllm;
    const bool by_length = spec.length > spec.train_length;
    const bool by_served = spec.factor > 1;
    const bool use_long = vllm ? by_served : by_length;
    const std::vector<double>& factors = use_long ? spec.long_factors : spec.short_factors;
    if (factors.empty())
        result.warnings.push_back(use_long ? "LongRoPE without its long list: every factor counts as 1."_tr
                                           : "LongRoPE without its short list: every factor counts as 1."_tr);
    for (std::size_t p = 0; p < factors.size(); ++p) result.inverse_frequency[p] /= factors[p];
    result.effective_base.reset();
    result.attention_factor = spec.factor > 1 ? std::sqrt(1 + std::log(spec.factor) / std::log(trained)) : 1;
    if (spec.attention_factor) result.attention_factor = *spec.attention_factor;
    if (by_length != by_served)
        result.warnings.push_back(by_length ? tr("At {} tokens transformers uses the long list, vLLM, which serves {:.10g}, the "
                                                 "short one: a short prompt differs.",
                                                 spec.length, spec.factor * trained)
                                            : tr("At {} tokens transformers uses the short list, vLLM, which serves {:.10g}, the "
                                                 "long one: a short prompt differs.",
                                                 spec.length, spec.factor * trained));
}

std::int64_t turning_pairs(const RotarySpec& spec) {
    return static_cast<std::int64_t>(std::floor(spec.rotary_fraction * static_cast<double>(spec.dim) / 2));
}

void proportional(const RotarySpec& spec, RotaryFrequencies& result) {
    const auto turning = static_cast<std::size_t>(turning_pairs(spec));
    // Pairs stand still by the model's design, in training, too: that is not the scaling's doing.
    for (std::size_t p = turning; p < result.unscaled.size(); ++p) result.unscaled[p] = 0;
    for (std::size_t p = 0; p < result.unscaled.size(); ++p) result.inverse_frequency[p] = result.unscaled[p] / spec.factor;
    result.effective_base.reset();
    if (turning == result.inverse_frequency.size() && spec.factor == 1) result.effective_base = spec.base;
}

}  // namespace poslab::scalings
