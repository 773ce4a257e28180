#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::mistakes {

namespace {

using namespace mistake_ways;

/// Frequencies of all dimensions, of which only the first rotate, paired over the whole head.
bool proportional(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.scaling = "proportional";
    spec.factor = practice.rotary.is_scaled() ? practice.rotary.factor : 1;
    return practice.rotary.scaling->id != "proportional" && spec.rotary_fraction < 1 && respecified(practice, spec);
}
/// The same, but paired within the rotary dimensions.
bool frequencies_of_whole_head(Practice& practice) {
    if (practice.rotary.rotary_fraction >= 1 || practice.rotary.is_scaled() || !practice.rotary.is_computed()) return false;
    for (std::size_t p = 0; p < practice.inverse_frequency.size(); ++p)
        practice.inverse_frequency[p] =
            std::pow(practice.rotary.base, -2 * static_cast<double>(p) / static_cast<double>(practice.rotary.dim));
    return true;
}

bool whole_head(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.rotary_fraction = 1;
    if (spec.scaling->id == "proportional") spec.scaling = "none";
    return respecified(practice, spec);
}

bool elsewhere(Practice& practice) {
    practice.place = practice.place == RotaryPlace::first ? RotaryPlace::last : RotaryPlace::first;
    return practice.rotary_dim < practice.rotary.dim;
}

/// Rotates half of the rotary dimensions, with their own frequencies or the first ones of the right
/// frequencies.
bool half_of_head(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.rotary_fraction /= 2;
    return respecified(practice, spec);
}
bool first_half_of_pairs(Practice& practice) {
    const std::size_t half = practice.inverse_frequency.size() / 2;
    if (half == 0 || practice.inverse_frequency.size() % 2 != 0) return false;
    practice.inverse_frequency.resize(half);
    practice.unscaled.resize(std::min(half, practice.unscaled.size()));
    practice.rotary_dim /= 2;
    return true;
}

/// Rotates only the fast pairs, or only the slow ones, with the right frequencies.
template <bool fast>
bool half_of_ladder(Practice& practice) {
    const std::size_t half = practice.inverse_frequency.size() / 2;
    if (half == 0) return false;
    const auto middle = practice.inverse_frequency.begin() + static_cast<std::ptrdiff_t>(half);
    if constexpr (fast)
        std::fill(middle, practice.inverse_frequency.end(), 0.0);
    else
        std::fill(practice.inverse_frequency.begin(), middle, 0.0);
    return true;
}

bool twice_as_many(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.rotary_fraction = std::min(1.0, 2 * spec.rotary_fraction);
    return spec.rotary_fraction < 1 && respecified(practice, spec);
}

}  // namespace

std::vector<Mistake> of_parts() {
    return {
        {"proportional-for-partial",
         "frequencies are those of the whole head"_tr,
         "Partial: frequencies of the rotary dimensions only."_tr,
         {&proportional, &frequencies_of_whole_head}},
        {"rotary-fraction-ignored", "all dimensions rotate"_tr, "partial_rotary_factor or rotary_dim is not read."_tr, {&whole_head}},
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
