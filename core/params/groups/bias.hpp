#pragma once

#include "core/attention/biases.hpp"
#include "core/params/groups/shared_parameters.hpp"

#include <array>
#include <nlohmann/json_fwd.hpp>

namespace poslab {

/// What is added to the logits beside the rotation (core/attention/biases.hpp).
struct BiasGroup {
    Bias bias = Bias::none;
    std::int64_t heads = BiasSpec{}.heads;
    std::int64_t slope_head = BiasSpec{}.slope_head;
    double r1 = BiasSpec{}.r1;
    double r2 = BiasSpec{}.r2;
    double lambda = BiasSpec{}.lambda;
    NumberList t5_table{};

    static constexpr std::array<Choice, 9> biases{{{"none", "No bias"_tr},
                                                   {"alibi", "ALiBi"_tr},
                                                   {"t5", "T5"_tr},
                                                   {"kerple-log", "KERPLE, log"_tr},
                                                   {"kerple-power", "KERPLE, power"_tr},
                                                   {"sandwich", "Sandwich"_tr},
                                                   {"gau", "GAU"_tr},
                                                   {"window", "Window mask"_tr},
                                                   {"xpos", "XPOS"_tr}}};

    static constexpr bool sloped(const BiasGroup& g) {
        return g.bias == Bias::alibi || (g.bias == Bias::t5 && g.t5_table.numbers.empty());
    }
    static constexpr bool kerple(const BiasGroup& g) { return g.bias == Bias::kerple_log || g.bias == Bias::kerple_power; }

    /// The stand-ins for KERPLE's learned values.
    static nlohmann::json fills(const Value& bias);

    static constexpr auto fields() {
        using G = BiasGroup;
        return std::tuple{
            parameter(&G::bias,
                      {.id = "bias",
                       .label = "Bias"_tr,
                       .help = "What is added to logits by distance. For a bias without rotation: map ReRoPE with w = 0."_tr,
                       .choices = biases,
                       .order = -1,
                       .fills = fills}),
            parameter(&G::heads, shared_parameter::heads(), sloped),
            parameter(&G::slope_head,
                      {.id = "slope-head",
                       .label = "Slope of head"_tr,
                       .symbol = "h",
                       .help = "Which head's slope, from 1; head 1 forgets fastest."_tr,
                       .minimum = 1,
                       .maximum = 1024,
                       .spacing = Spacing::logarithmic,
                       .order = 2},
                      sloped),
            parameter(&G::r1,
                      {.id = "r1",
                       .label = "Strength"_tr,
                       .symbol = "r₁",
                       .help = "KERPLE's r₁, learned for each head."_tr,
                       .minimum = 0,
                       .maximum = 1e6,
                       .open_minimum = true,
                       .spacing = Spacing::logarithmic,
                       .order = 2},
                      kerple),
            parameter(&G::r2,
                      {.id = "r2",
                       .label = "Shape"_tr,
                       .symbol = "r₂",
                       .help = "KERPLE's r₂: log −r₁ ln(1 + r₂Δ), power −r₁Δ^r₂ with r₂ ≤ 2."_tr,
                       .minimum = 0,
                       .maximum = 1e6,
                       .open_minimum = true,
                       .spacing = Spacing::logarithmic,
                       .order = 2},
                      kerple),
            parameter(&G::lambda, shared_parameter::lambda(),
                      [](const G& g) { return g.bias == Bias::sandwich || g.bias == Bias::gau; }),
            parameter(&G::t5_table,
                      {.id = "t5-table",
                       .label = "T5 values"_tr,
                       .help = "The learned bias of each bucket, 32 of them in T5; without them −slope × bucket stands in."_tr,
                       .minimum = -1e6,
                       .maximum = 1e6,
                       .order = 2},
                      [](const G& g) { return g.bias == Bias::t5; }),
        };
    }
};

[[nodiscard]] inline BiasSpec bias_spec(const BiasGroup& group) {
    return {group.bias, group.heads, group.slope_head, group.r1, group.r2, group.lambda, group.t5_table.numbers};
}

}  // namespace poslab
