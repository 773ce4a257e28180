#pragma once

#include "core/base/text.hpp"

#include <array>
#include <string_view>

namespace poslab {

/// A position encoding that models have instead of a rotary embedding, by its id in assets/model_types.json.
struct InsteadOfRotary {
    std::string_view id;
    Text text;  // completes: model_type "bert" has no rotary embedding; it has …
};

inline constexpr std::array<InsteadOfRotary, 13> instead_of_rotary{{
    {"learned", "learned positions"_tr},
    {"sinusoids", "sinusoids added to the embedding"_tr},
    {"learned-or-sinusoids", "learned positions, or sinusoids"_tr},
    {"sinusoids-then-learned", "sinusoids in its encoder, learned positions in its decoder"_tr},
    {"relative-bias", "a learned bias by distance"_tr},
    {"learned-and-relative", "learned positions and a learned bias by distance"_tr},
    {"relative-positions", "relative positions in its attention"_tr},
    {"alibi", "ALiBi"_tr},
    {"axial", "learned axial positions"_tr},
    {"state-space", "no positions: the order comes from its state-space layers"_tr},
    {"recurrent", "no positions: it is recurrent"_tr},
    {"convolution", "no positions: the order comes from its convolutions"_tr},
    {"none", "no positions"_tr},
}};

}  // namespace poslab
