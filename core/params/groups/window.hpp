#pragma once

#include "core/encoding/plan.hpp"
#include "core/engine/field.hpp"
#include "core/params/groups/shared_parameters.hpp"

#include <array>

namespace poslab {

/// The visible part of a matrix, its pooling and mask.
struct WindowGroup {
    Interval rows;
    Interval cols;
    Resolution resolution;
    Pool pool = Pool::mean;
    bool causal = true;

    static constexpr auto pools = choices<Pool>({{Pool::mean, "mean", "Mean"_tr},
                                                 {Pool::max, "max", "Max"_tr},
                                                 {Pool::sample, "sample", "Sample"_tr}});

    static constexpr std::array<Text, 2> masks{{"Both sides"_tr, "Causal"_tr}};

    static auto fields() {
        using G = WindowGroup;
        return std::tuple{
            parameter(&G::rows, {.id = "rows",
                                 .label = "Rows"_tr,
                                 .symbol = "",
                                 .unit = ""_tr,
                                 .help = "Query rows to show, A:B (B excluded)."_tr,
                                 .stage = Stage::window,
                                 .domain = {.minimum = 0, .maximum = max_tokens},
                                 .control = {.listed = Listed::nowhere}}),
            parameter(&G::cols, {.id = "cols",
                                 .label = "Columns"_tr,
                                 .symbol = "",
                                 .unit = ""_tr,
                                 .help = "Key columns to show, A:B (B excluded)."_tr,
                                 .stage = Stage::window,
                                 .domain = {.minimum = 0, .maximum = max_tokens},
                                 .control = {.listed = Listed::nowhere}}),
            parameter(&G::resolution, shared_parameter::resolution()),
            parameter(&G::pool, {.id = "pool",
                                 .label = "Pooling"_tr,
                                 .symbol = "",
                                 .unit = ""_tr,
                                 .help = "Value of a pixel that covers several cells."_tr,
                                 .stage = Stage::window,
                                 .domain = {.choices = pools}}),
            parameter(&G::causal, {.id = "causal",
                                   .label = "Mask"_tr,
                                   .symbol = "",
                                   .unit = ""_tr,
                                   .help = "True masks keys after the query; false (both sides) gives them p(−Δ) = −p(Δ)."_tr,
                                   .domain = {.states = masks}}),
        };
    }
};

}  // namespace poslab
