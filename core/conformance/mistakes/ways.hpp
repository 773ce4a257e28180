#pragma once

#include "core/conformance/mistake.hpp"

#include <vector>

namespace poslab::mistake_ways {

// Ways to get wrong what is read from a config, for the list of known mistakes. Each returns false where it makes no difference.

using Way = Mistake::Way;

/// A way that always applies.
Way change(void (*change_it)(Practice&));

/// Computes the frequencies again from a changed spec.
bool respecified(Practice& practice, const RotarySpec& spec);

/// LongRoPE: the list for short texts where the one for long ones holds, and the reverse; its factor, too.
Way other_list(bool with_factor);
/// LongRoPE: the list by the position of each token rather than by the length of the text.
bool list_by_position(Practice& practice);

/// How often the factor on cos and sin is multiplied in, or DeepSeek's on the logits.
Way attention_factors(double times);
Way softmax_scales(int times);

/// Logits are multiplied by 1/√dimensions, and the config says otherwise; or by the dimensions that turn alone.
bool usual_logit_scale(Practice& practice);
bool logit_scale_of_rotary_dims(Practice& practice);

/// mscale² of DeepSeek's attention in a model of another family; queries that are not scaled by their position.
bool mscale_on_logits(Practice& practice);
bool no_query_scaling(Practice& practice);

/// ALiBi's exponent is 8, T5's buckets are 32 to a distance of 128, whatever the config says.
bool usual_slope_exponent(Practice& practice);
bool usual_buckets(Practice& practice);

/// HiPPO: every other rule for Ā and B̄, or for B̄ alone; the step changed.
std::vector<Way> other_rules();
Way other_step(double (*step)(double right));

}  // namespace poslab::mistake_ways
