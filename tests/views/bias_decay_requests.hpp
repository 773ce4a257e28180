#pragma once

#include "tests/views/attention_requests.hpp"

namespace poslab::test {

inline const View& bias_decay() { return find_view("bias-decay"); }

inline Values bias_decay_values(const Given& given) {
    const View& view = bias_decay();
    std::vector<std::pair<std::size_t, Value>> list;
    for (const auto& [id, text] : given) {
        const auto at = static_cast<std::size_t>(parameter_index(view, id));
        list.emplace_back(at, parse_value(view.parameters()[at], text));
    }
    Values values = view.defaults();
    set_all_and_fill(view.parameters(), list, values);
    return view.checked(values);
}

/// Terms only, unless something else is asked for: entropies are drawn from samples.
inline Data bias_decay_data(const Given& given,
                            const SampleRequest& request = asking({"distance", "content", "content_sd", "bias_key", "bias_key_sd",
                                                                   "query_bias", "query_bias_sd", "bias_bias", "total",
                                                                   "total_sd"}),
                            const Engine& engine = cpu_engine()) {
    return computed(bias_decay(), bias_decay_values(given), request, engine);
}

}  // namespace poslab::test
