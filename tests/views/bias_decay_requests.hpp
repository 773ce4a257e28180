#pragma once

#include "core/engine/engine.hpp"

#include "core/views/registry.hpp"
#include "tests/views/attention_requests.hpp"

namespace poslab::test {

inline const View& bias_decay() { return find_view("bias-decay"); }

inline Values bias_decay_values(const ParameterTexts& parameters) {
    return parameter_values(bias_decay(), parameters);
}

/// Computes terms only, unless more is requested: entropies need random samples.
inline Data bias_decay_data(
    const ParameterTexts& parameters,
    const SampleRequest& request = asking({"distance", "content", "content_sd", "bias_key", "bias_key_sd",
                                           "query_bias", "query_bias_sd", "bias_bias", "total", "total_sd"}),
    const Engine& engine = cpu_engine()) {
    return computed(bias_decay(), bias_decay_values(parameters), request, engine);
}

}  // namespace poslab::test
