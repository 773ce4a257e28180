#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"

namespace poslab::mistakes {

namespace {

using namespace mistake_ways;

bool without_scaling(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.scaling = "none";
    return practice.rotary.is_scaled() && respecified(practice, spec);
}

/// Frequencies alone, the factor on cos and sin kept; and the other way round.
bool without_scaled_frequencies(Practice& practice) {
    if (!practice.rotary.is_scaled() || practice.unscaled.size() != practice.inverse_frequency.size()) return false;
    practice.inverse_frequency = practice.unscaled;
    return true;
}

/// The first share of the dimensions, with frequencies of their own.
bool partial(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.scaling = "none";
    return practice.rotary.scaling->id == "proportional" && respecified(practice, spec);
}
bool default_base(Practice& practice) {
    RotarySpec spec = practice.rotary;
    spec.base = RotarySpec{}.base;
    return respecified(practice, spec);
}

}  // namespace

std::vector<Mistake> of_config() {
    return {
        {"longrope-other-list",
         "frequencies are those of LongRoPE's other list"_tr,
         "Short texts take short_factor, longer ones long_factor: --length says what the program serves."_tr,
         {other_list(false), other_list(true)}},
        {"longrope-list-by-position",
         "LongRoPE's list is chosen by the position of a token"_tr,
         "One list holds for the whole text, by its length."_tr,
         {&list_by_position}},
        {"partial-for-proportional",
         "a part of the dimensions has frequencies of its own"_tr,
         "Proportional: frequencies of the whole head, of which the slow ones stand still."_tr,
         {&partial}},
        {"scaling-ignored",
         "rope_scaling is ignored"_tr,
         "The key is not read, or a newer spelling of it."_tr,
         {&without_scaling, &without_scaled_frequencies}},
        {"base-ignored",
         "the base is 10,000, not the config's"_tr,
         "rope_theta is not read, or stands in rope_parameters."_tr,
         {&default_base}},
    };
}

}  // namespace poslab::mistakes
