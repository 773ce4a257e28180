#pragma once

#include "core/memory/memory_scan.hpp"
#include "core/params/groups/shared_parameters.hpp"

#include <array>

namespace poslab {

/// The memory and its discretisation (core/hippo/measures.hpp, discretisation.hpp).
struct MemoryGroup {
    OneOf<Measure> measure = MemorySpec{}.measure;
    std::int64_t order = MemorySpec{}.order;
    Method method = MemorySpec{}.method;
    double alpha = MemorySpec{}.alpha;
    std::int64_t span = static_cast<std::int64_t>(MemorySpec{}.span);

    static constexpr auto methods =
        choices<Method>({{Method::forward, "forward", "Forward Euler"_tr},
                         {Method::backward, "backward", "Backward Euler"_tr},
                         {Method::alpha, "alpha", "α family"_tr},
                         {Method::bilinear, "bilinear", "Bilinear (article 10137)"_tr},
                         {Method::bilinear_same_t, "bilinear-same-t", "Bilinear, same t"_tr},
                         {Method::exact, "exact", "Exact"_tr}});

    static bool windowed(const MemoryGroup& g) { return !g.measure->whole_history; }

    static auto fields() {
        using G = MemoryGroup;
        return std::tuple{
            parameter(&G::measure, shared_parameter::measure()),
            parameter(&G::order, shared_parameter::memory_order()),
            parameter(&G::method,
                      {.id = "method",
                       .label = "Step"_tr,
                       .help = "Discretisation. Su's bilinear rule (10137) does not average the input and "
                               "distorts a constant; the default, same t, preserves it."_tr,
                       .source = untranslated("10137"),
                       .domain = {.choices = methods},
                       .control = {.order = -4}}),
            parameter(&G::alpha,
                      {.id = "alpha",
                       .label = "Forward share"_tr,
                       .symbol = "α",
                       .help = "1 is forward Euler, 0 backward Euler; ½ is second order."_tr,
                       .source = untranslated("10137"),
                       .domain = {.minimum = 0, .maximum = 1},
                       .control = {.order = -4}},
                      [](const G& g) { return g.method == Method::alpha; }),
            parameter(&G::span,
                      {.id = "span",
                       .label = "Sliding window"_tr,
                       .symbol = "θ",
                       .unit = "samples"_tr,
                       .help = "Number of latest samples remembered."_tr,
                       .source = untranslated("HiPPO, arXiv 2008.07669"),
                       .domain = {.minimum = 1, .maximum = largest_signal_length},
                       .control = {.spacing = Spacing::logarithmic, .order = -3}},
                      windowed),
        };
    }
};

}  // namespace poslab
