#pragma once

#include "core/encoding/plan.hpp"
#include "core/params/parameters.hpp"

namespace poslab {

/// The length of the sequence, and the length that the model was trained on.
struct LengthsGroup {
    std::int64_t length = 4096;
    std::int64_t train_length = 512;

    static auto fields() {
        using G = LengthsGroup;
        constexpr Text tokens = "tokens"_tr;
        return std::tuple{
            parameter(&G::length, {.id = "length",
                                   .label = "Length"_tr,
                                   .symbol = "L",
                                   .unit = tokens,
                                   .help = "Number of tokens, and of a matrix's rows and columns."_tr,
                                   .domain = {.minimum = 1, .maximum = max_tokens},
                                   .control = {.spacing = Spacing::logarithmic, .order = -1}}),
            parameter(&G::train_length, {.id = "train-length",
                                         .label = "Trained length"_tr,
                                         .symbol = "",
                                         .unit = tokens,
                                         .help = "Trained on texts of this length: "
                                                 "positions 0 … length − 1 are known."_tr,
                                         .domain = {.minimum = 2, .maximum = max_tokens},
                                         .control = {.spacing = Spacing::logarithmic, .order = 1}}),
        };
    }
};

}  // namespace poslab
