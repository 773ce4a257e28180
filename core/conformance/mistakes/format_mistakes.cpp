#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"

namespace poslab::mistakes {

namespace {

using namespace mistake_ways;

template <Precision precision>
std::vector<Way> held_frequencies() {
    return {change([](Implementation& p) { p.frequency_format = precision; })};
}
template <Precision precision>
std::vector<Way> held_positions() {
    return {change([](Implementation& p) { p.position_format = precision; })};
}
/// The product, and also its factors, since programs cast them together.
template <Precision precision>
std::vector<Way> held_phases() {
    return {change([](Implementation& p) { p.phase_format = precision; }),
            change([](Implementation& p) { p.phase_format = p.frequency_format = precision; }),
            change([](Implementation& p) { p.phase_format = p.position_format = precision; }),
            change([](Implementation& p) {
                p.phase_format = p.frequency_format = p.position_format = precision;
            })};
}

}  // namespace

std::vector<Mistake> of_formats() {
    constexpr Text cast =
        "Loading or casting a whole model also casts its buffers: exclude them, or recompute them in "
        "float32."_tr;
    constexpr Text autocast = "The product runs under autocast: compute angles in float32, outside of it."_tr;
    return {
        {"frequencies-in-bfloat16", "inverse frequencies are stored in bfloat16"_tr, cast,
         held_frequencies<Precision::bfloat16>()},
        {"frequencies-in-float16", "inverse frequencies are stored in float16"_tr, cast,
         held_frequencies<Precision::float16>()},
        {"phases-in-bfloat16", "angles are stored in bfloat16"_tr, autocast,
         held_phases<Precision::bfloat16>()},
        {"phases-in-float16", "angles are stored in float16"_tr, autocast, held_phases<Precision::float16>()},
        {"positions-in-bfloat16", "positions are stored in bfloat16"_tr,
         "Above 256, adjacent positions become equal: use integers or float32."_tr,
         held_positions<Precision::bfloat16>()},
        {"positions-in-float16", "positions are stored in float16"_tr,
         "Above 2048, adjacent positions become equal: use integers or float32."_tr,
         held_positions<Precision::float16>()},
    };
}

}  // namespace poslab::mistakes
