#include "core/conformance/evidence.hpp"
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

/// Omits the scaled frequencies but keeps the factor on cos and sin; below, vice versa.
bool without_scaled_frequencies(Practice& practice) {
    if (!practice.rotary.is_scaled() || practice.unscaled.size() != practice.inverse_frequency.size()) return false;
    practice.inverse_frequency = practice.unscaled;
    return true;
}

/// Rotates only the first share of the dimensions, with their own frequencies.
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

/// Rotates like another kind of layers of the model, or not at all.
bool as_other_layers(Practice& practice, const OtherLayers& other) {
    if (!other.rotates) {
        practice.rotations = 0;
        return true;
    }
    practice.take(other.rotary);
    practice.pairing = other.pairing;
    practice.place = other.place;
    practice.rotations = 1;
    return true;
}

Sentence label_of(const Practice& right, const OtherLayers& other) {
    if (!other.rotates) return tr("nothing is rotated, as in layers of type {}", other.name);
    if (right.rotations == 0)
        return tr("these layers have no rotary embedding, but are rotated like layers of type {}", other.name);
    return tr("these layers are rotated like layers of type {}", other.name);
}

std::vector<Mistake::FittedWay> other_layers(const Evidence& evidence) {
    std::vector<Mistake::FittedWay> ways;
    for (const OtherLayers& other : evidence.practice.other_layers)
        ways.push_back(
            {[other](Practice& practice) { return as_other_layers(practice, other); }, label_of(evidence.practice, other)});
    return ways;
}

bool first_other_layers(Practice& practice) {
    if (practice.other_layers.empty()) return false;
    const OtherLayers other = practice.other_layers.front();
    return as_other_layers(practice, other);
}

}  // namespace

std::vector<Mistake> of_config() {
    return {
        {.id = "other-layer-type",
         .label = "these layers are treated as another type of layers of the model"_tr,
         .cause = "layer_types, no_rope_layers or the pattern of windows is not read, or starts at another layer."_tr,
         .fitted = &other_layers,
         .usual = &first_other_layers,
         .combines = false},
        {"longrope-other-list",
         "frequencies come from LongRoPE's other list"_tr,
         "Short texts use short_factor, longer ones long_factor; set the program's length with --length."_tr,
         {other_list(false), other_list(true)}},
        {"longrope-list-by-position",
         "LongRoPE's list is chosen by the position of a token"_tr,
         "One list applies to the whole text, depending on its length."_tr,
         {&list_by_position}},
        {"partial-for-proportional",
         "some dimensions have frequencies of their own"_tr,
         "Proportional: frequencies of the whole head; slow pairs do not rotate."_tr,
         {&partial}},
        {"scaling-ignored",
         "rope_scaling is ignored"_tr,
         "The key, or a newer spelling of it, is not read."_tr,
         {&without_scaling, &without_scaled_frequencies}},
        {"base-ignored",
         "the base is 10,000, not the config's"_tr,
         "rope_theta is not read, or is in rope_parameters."_tr,
         {&default_base}},
    };
}

}  // namespace poslab::mistakes
