#pragma once

#include "core/conformance/mistake.hpp"

#include <vector>

namespace poslab::mistake_ways {

// Ways to misread a config, for the list of known mistakes. Each returns false if it makes no difference.

using Way = Mistake::Way;

/// A way that always applies.
Way change(void (*change_it)(Practice&));

/// Recomputes the frequencies from a changed spec.
bool respecified(Practice& practice, const RotarySpec& spec);

/// LongRoPE: the list for short texts instead of that for long ones, or vice versa; optionally its factor,
/// too.
Way other_list(bool with_factor);
/// LongRoPE: selects the list by the position of each token instead of the length of the text.
bool list_by_position(Practice& practice);

/// Applies the factor on cos and sin, or DeepSeek's on the logits, that many times.
Way attention_factors(double times);
Way softmax_scales(int times);

/// Multiplies logits by 1/√dimensions although the config differs; or counts only the rotary dimensions.
bool usual_logit_scale(Practice& practice);
bool logit_scale_of_rotary_dims(Practice& practice);

/// Applies mscale² of DeepSeek's attention in a model of another family; omits the scaling of queries by
/// position.
bool mscale_on_logits(Practice& practice);
bool no_query_scaling(Practice& practice);

/// Uses ALiBi's exponent 8, and T5's 32 buckets up to distance 128, regardless of the config.
bool usual_slope_exponent(Practice& practice);
bool usual_buckets(Practice& practice);

/// HiPPO: every other rule for Ā and B̄, or for B̄ only; a changed step.
std::vector<Way> other_rules();
Way other_step(double (*step)(double right));

}  // namespace poslab::mistake_ways
