#include "core/conformance/mistakes/ways.hpp"

#include <cmath>
#include <utility>

namespace poslab::mistake_ways {

Way change(void (*change_it)(Practice&)) {
    return [change_it](Practice& practice) {
        change_it(practice);
        return true;
    };
}

bool respecified(Practice& practice, const RotarySpec& spec) {
    if (!practice.rotary.is_computed() || spec == practice.rotary) return false;
    practice.take(spec);
    return true;
}

Way other_list(bool with_factor) {
    return [with_factor](Practice& practice) {
        if (practice.rotary.scaling->id != "longrope") return false;
        const double factor = practice.attention_factor;
        RotarySpec spec = practice.rotary;
        std::swap(spec.short_factors, spec.long_factors);
        std::swap(spec.short_mscale, spec.long_mscale);
        if (!respecified(practice, spec)) return false;
        if (!with_factor) practice.attention_factor = factor;
        return true;
    };
}

bool list_by_position(Practice& practice) {
    if (practice.rotary.scaling->id != "longrope" || practice.rotary.length <= practice.rotary.train_length) return false;
    RotarySpec spec = practice.rotary;
    spec.length = spec.train_length;
    const std::vector<double> near = rotary_frequencies(spec).inverse_frequency;
    if (near == practice.inverse_frequency) return false;
    practice.far_frequency = practice.inverse_frequency;
    practice.inverse_frequency = near;
    practice.far_from = static_cast<double>(practice.rotary.train_length);
    return true;
}

Way attention_factors(double times) {
    return [times](Practice& practice) {
        practice.attention_factors = times;
        return practice.attention_factor != 1;
    };
}
Way softmax_scales(int times) {
    return [times](Practice& practice) {
        const double before = practice.softmax_scale;
        practice.softmax_scale = std::pow(before, times);
        return before != 1;
    };
}

bool usual_logit_scale(Practice& practice) {
    const double before = practice.scale_of_logits(practice.rotary.dim);
    practice.logit_scale.reset();
    return practice.scale_of_logits(practice.rotary.dim) != before;
}
bool mscale_on_logits(Practice& practice) {
    const RotarySpec& spec = practice.rotary;
    if (spec.mscale_on_logits || spec.mscale_all_dim.value_or(0) == 0) return false;
    const double magnitude = yarn_magnitude(spec.factor, *spec.mscale_all_dim);
    practice.logit_multiplier *= magnitude * magnitude;
    return magnitude != 1;
}
bool no_query_scaling(Practice& practice) { return std::exchange(practice.query_scaling, QueryScaling{}) != QueryScaling{}; }
bool logit_scale_of_rotary_dims(Practice& practice) {
    practice.logit_scale = 1 / std::sqrt(static_cast<double>(practice.rotary_dim));
    return practice.rotary_dim < practice.rotary.dim;
}

bool usual_slope_exponent(Practice& practice) { return std::exchange(practice.slope_max, usual_slope_max) != usual_slope_max; }

bool usual_buckets(Practice& practice) {
    const BucketPractice usual;
    const bool differ = practice.buckets.buckets != usual.buckets || practice.buckets.most_distance != usual.most_distance;
    practice.buckets.buckets = usual.buckets;
    practice.buckets.most_distance = usual.most_distance;
    return differ;
}

namespace {

/// Another rule for Ā and B̄, or for B̄ only; empty: not discretised.
Way other_rule(std::optional<Method> rule, bool of_transition) {
    return [=](Practice& practice) {
        const MatrixPractice before = practice.matrices;
        if (!before.rule) return false;
        if (of_transition) practice.matrices.rule = rule;
        practice.matrices.input_rule = rule;
        return practice.matrices != before;
    };
}

}  // namespace

std::vector<Way> other_rules() {
    std::vector<Way> ways;
    for (const std::optional<Method> rule :
         {std::optional<Method>(), std::optional(Method::forward), std::optional(Method::backward),
          std::optional(Method::bilinear_same_t), std::optional(Method::exact)})
        for (const bool of_transition : {true, false}) ways.push_back(other_rule(rule, of_transition));
    return ways;
}

Way other_step(double (*step)(double right)) {
    return [step](Practice& practice) {
        if (!practice.matrices.rule) return false;
        const double before = practice.matrices.step;
        practice.matrices.step = step(before);
        return practice.matrices.step != before;
    };
}

}  // namespace poslab::mistake_ways
