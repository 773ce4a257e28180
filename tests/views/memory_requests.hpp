#pragma once

#include "core/engine/engine.hpp"

#include "core/views/registry.hpp"
#include "tests/views/attention_requests.hpp"

namespace poslab::test {

inline const View& memory() { return find_view("memory"); }

inline Data memory_data(const ParameterTexts& parameters, const SampleRequest& request = {},
                        const Engine& engine = cpu_engine()) {
    return computed(memory(), parameter_values(memory(), parameters), request, engine);
}

inline SampleRequest named(std::vector<std::string> arrays) {
    SampleRequest request;
    request.arrays = std::move(arrays);
    return request;
}

}  // namespace poslab::test
