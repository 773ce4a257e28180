#include "core/conformance/mistakes/ways.hpp"

#include <cmath>
#include <utility>

namespace poslab::mistake_ways {

Way change(void (*change_it)(Implementation&)) {
    return [change_it](Implementation& implementation) {
        change_it(implementation);
        return true;
    };
}

bool respecified(Implementation& implementation, const RotarySpec& spec) {
    if (!implementation.rotary.is_computed() || spec == implementation.rotary) return false;
    implementation.take(spec);
    return true;
}

Way other_list(bool with_factor) {
    return [with_factor](Implementation& implementation) {
        if (implementation.rotary.scaling->id != "longrope") return false;
        const double factor = implementation.attention_factor;
        RotarySpec spec = implementation.rotary;
        std::swap(spec.short_factors, spec.long_factors);
        std::swap(spec.short_mscale, spec.long_mscale);
        if (!respecified(implementation, spec)) return false;
        if (!with_factor) implementation.attention_factor = factor;
        return true;
    };
}

bool list_by_position(Implementation& implementation) {
    if (implementation.rotary.scaling->id != "longrope" ||
        implementation.rotary.length <= implementation.rotary.train_length)
        return false;
    RotarySpec spec = implementation.rotary;
    spec.length = spec.train_length;
    const std::vector<double> near = rotary_frequencies(spec).inverse_frequency;
    if (near == implementation.inverse_frequency) return false;
    implementation.far_frequency = implementation.inverse_frequency;
    implementation.inverse_frequency = near;
    implementation.far_from = static_cast<double>(implementation.rotary.train_length);
    return true;
}

Way attention_factors(double times) {
    return [times](Implementation& implementation) {
        implementation.attention_factors = times;
        return implementation.attention_factor != 1;
    };
}
Way softmax_scales(int times) {
    return [times](Implementation& implementation) {
        const double before = implementation.softmax_scale;
        implementation.softmax_scale = std::pow(before, times);
        return before != 1;
    };
}

bool usual_logit_scale(Implementation& implementation) {
    const double before = implementation.scale_of_logits(implementation.rotary.dim);
    implementation.logit_scale.reset();
    return implementation.scale_of_logits(implementation.rotary.dim) != before;
}
bool mscale_on_logits(Implementation& implementation) {
    const RotarySpec& spec = implementation.rotary;
    if (spec.mscale_on_logits || spec.mscale_all_dim.value_or(0) == 0) return false;
    const double magnitude = yarn_magnitude(spec.factor, *spec.mscale_all_dim);
    implementation.logit_multiplier *= magnitude * magnitude;
    return magnitude != 1;
}
bool no_query_scaling(Implementation& implementation) {
    return std::exchange(implementation.query_scaling, QueryScaling{}) != QueryScaling{};
}
bool logit_scale_of_rotary_dims(Implementation& implementation) {
    implementation.logit_scale = 1 / std::sqrt(static_cast<double>(implementation.rotary_dim));
    return implementation.rotary_dim < implementation.rotary.dim;
}

bool usual_slope_exponent(Implementation& implementation) {
    return std::exchange(implementation.slope_max, usual_slope_max) != usual_slope_max;
}

bool usual_buckets(Implementation& implementation) {
    const BucketImplementation usual;
    const bool differ = implementation.buckets.buckets != usual.buckets ||
                        implementation.buckets.max_distance != usual.max_distance;
    implementation.buckets.buckets = usual.buckets;
    implementation.buckets.max_distance = usual.max_distance;
    return differ;
}

namespace {

/// Another rule for Ā and B̄, or for B̄ only; empty: not discretised.
Way other_rule(std::optional<Method> rule, bool of_transition) {
    return [=](Implementation& implementation) {
        const MatrixImplementation before = implementation.matrices;
        if (!before.rule) return false;
        if (of_transition) implementation.matrices.rule = rule;
        implementation.matrices.input_rule = rule;
        return implementation.matrices != before;
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
    return [step](Implementation& implementation) {
        if (!implementation.matrices.rule) return false;
        const double before = implementation.matrices.step;
        implementation.matrices.step = step(before);
        return implementation.matrices.step != before;
    };
}

}  // namespace poslab::mistake_ways
