#pragma once

#include "core/engine/engine.hpp"
#include "core/views/view.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace poslab::test {

/// The defaults of a view with some parameters set as on the command line, not checked for consistency.
inline Values with(const View& view, const std::vector<std::pair<std::string, std::string>>& parameters,
                   Values values = {}) {
    if (values.empty()) values = view.defaults();
    for (const auto& [id, text] : parameters) {
        const int at = parameter_index(view, id);
        EXPECT_GE(at, 0) << id;
        values[static_cast<std::size_t>(at)] =
            parse_value(view.parameters()[static_cast<std::size_t>(at)], text);
    }
    return values;
}

inline Data computed(const View& view, const Values& values, const SampleRequest& request,
                     const Engine& engine) {
    return view.sample(values, view.prepare(values, engine, Job{}), request, engine, Job{});
}

inline std::shared_ptr<const Data> shared_data(const View& view, const Values& values,
                                               const SampleRequest& request, const Engine& engine) {
    return std::make_shared<const Data>(computed(view, values, request, engine));
}

/// A figure of one variant.
inline std::vector<Variant> alone(Values values, std::shared_ptr<const Data> data = nullptr) {
    std::vector<Variant> variants;
    variants.push_back({std::move(values), std::move(data), ""});
    return variants;
}

}  // namespace poslab::test
