#pragma once

#include "core/conformance/mistake.hpp"

#include <vector>

namespace poslab::mistake_ways {

// Ways to misread a config, for the list of known mistakes. Each returns false if it makes no difference.

using Way = Mistake::Way;

/// A way that always applies.
Way change(void (*change_it)(Implementation&));

/// Recomputes the frequencies from a changed spec.
bool respecified(Implementation& implementation, const RotarySpec& spec);

/// LongRoPE: the list for short texts instead of that for long ones, or vice versa; optionally its factor,
/// too.
Way other_list(bool with_factor);
/// LongRoPE: selects the list by the position of each token instead of the length of the text.
bool list_by_position(Implementation& implementation);

/// Applies the factor on cos and sin, or DeepSeek's on the logits, that many times.
Way attention_factors(double times);
Way softmax_scales(int times);

/// Multiplies logits by 1/√dimensions although the config differs; or counts only the rotary dimensions.
bool usual_logit_scale(Implementation& implementation);
bool logit_scale_of_rotary_dims(Implementation& implementation);

/// Applies mscale² of DeepSeek's attention in a model of another family; omits the scaling of queries by
/// position.
bool mscale_on_logits(Implementation& implementation);
bool no_query_scaling(Implementation& implementation);

/// Uses ALiBi's exponent 8, and T5's 32 buckets up to distance 128, regardless of the config.
bool usual_slope_exponent(Implementation& implementation);
bool usual_buckets(Implementation& implementation);

/// HiPPO: every other rule for Ā and B̄, or for B̄ only; a changed step.
std::vector<Way> other_rules();
Way other_step(double (*step)(double right));

}  // namespace poslab::mistake_ways
