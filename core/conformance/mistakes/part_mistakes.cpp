#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::mistakes {

namespace {

using namespace mistake_ways;

/// Frequencies of all dimensions, of which only the first rotate, paired over the whole head.
bool proportional(Implementation& implementation) {
    RotarySpec spec = implementation.rotary;
    spec.scaling = "proportional";
    spec.factor = implementation.rotary.is_scaled() ? implementation.rotary.factor : 1;
    return implementation.rotary.scaling->id != "proportional" && spec.rotary_fraction < 1 &&
           respecified(implementation, spec);
}
/// The same, but paired within the rotary dimensions.
bool frequencies_of_whole_head(Implementation& implementation) {
    if (implementation.rotary.rotary_fraction >= 1 || implementation.rotary.is_scaled() ||
        !implementation.rotary.is_computed())
        return false;
    for (std::size_t p = 0; p < implementation.inverse_frequency.size(); ++p)
        implementation.inverse_frequency[p] =
            std::pow(implementation.rotary.base,
                     -2 * static_cast<double>(p) / static_cast<double>(implementation.rotary.dim));
    return true;
}

bool whole_head(Implementation& implementation) {
    RotarySpec spec = implementation.rotary;
    spec.rotary_fraction = 1;
    if (spec.scaling->id == "proportional") spec.scaling = "none";
    return respecified(implementation, spec);
}

bool elsewhere(Implementation& implementation) {
    implementation.rope_dims =
        implementation.rope_dims == RotaryDims::first ? RotaryDims::last : RotaryDims::first;
    return implementation.rotary_dim < implementation.rotary.dim;
}

/// Rotates half of the rotary dimensions, with their own frequencies or the first ones of the right
/// frequencies.
bool half_of_head(Implementation& implementation) {
    RotarySpec spec = implementation.rotary;
    spec.rotary_fraction /= 2;
    return respecified(implementation, spec);
}
bool first_half_of_pairs(Implementation& implementation) {
    const std::size_t half = implementation.inverse_frequency.size() / 2;
    if (half == 0 || implementation.inverse_frequency.size() % 2 != 0) return false;
    implementation.inverse_frequency.resize(half);
    implementation.unscaled.resize(std::min(half, implementation.unscaled.size()));
    implementation.rotary_dim /= 2;
    return true;
}

/// Rotates only the fast pairs, or only the slow ones, with the right frequencies.
template <bool fast>
bool half_of_ladder(Implementation& implementation) {
    const std::size_t half = implementation.inverse_frequency.size() / 2;
    if (half == 0) return false;
    const auto middle = implementation.inverse_frequency.begin() + static_cast<std::ptrdiff_t>(half);
    if constexpr (fast)
        std::fill(middle, implementation.inverse_frequency.end(), 0.0);
    else
        std::fill(implementation.inverse_frequency.begin(), middle, 0.0);
    return true;
}

bool twice_as_many(Implementation& implementation) {
    RotarySpec spec = implementation.rotary;
    spec.rotary_fraction = std::min(1.0, 2 * spec.rotary_fraction);
    return spec.rotary_fraction < 1 && respecified(implementation, spec);
}

}  // namespace

std::vector<Mistake> of_parts() {
    return {
        {"proportional-for-partial",
         "frequencies are those of the whole head"_tr,
         "Partial: frequencies of the rotary dimensions only."_tr,
         {&proportional, &frequencies_of_whole_head}},
        {"rotary-fraction-ignored",
         "all dimensions rotate"_tr,
         "partial_rotary_factor or rotary_dim is not read."_tr,
         {&whole_head}},
        {"rotary-dims-doubled",
         "twice as many dimensions rotate as should"_tr,
         "The number of dimensions is taken for the number of pairs."_tr,
         {&twice_as_many}},
        {"rotary-dims-elsewhere",
         "the rotary dimensions are at the other end of the head"_tr,
         "DeepSeek has its rotary dimensions last, most others first."_tr,
         {&elsewhere}},
        {"half-of-head",
         "only half of the rotary dimensions rotate"_tr,
         "The number of pairs is taken for the number of dimensions, or partial_rotary_factor of another model is applied."_tr,
         {&half_of_head, &first_half_of_pairs, &half_of_ladder<true>, &half_of_ladder<false>},
         {"only half of the rotary dimensions rotate"_tr, "only half of the rotary dimensions rotate"_tr,
          "only the first half of the pairs rotates, the faster one"_tr,
          "only the second half of the pairs rotates, the slower one"_tr}},
    };
}

}  // namespace poslab::mistakes
