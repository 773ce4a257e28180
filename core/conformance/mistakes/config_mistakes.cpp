#include "core/conformance/evidence.hpp"
#include "core/conformance/mistakes/families.hpp"
#include "core/conformance/mistakes/ways.hpp"
#include "core/files/printable_text.hpp"

namespace poslab::mistakes {

namespace {

using namespace mistake_ways;

bool without_scaling(Implementation& implementation) {
    RotarySpec spec = implementation.rotary;
    spec.scaling = "none";
    return implementation.rotary.is_scaled() && respecified(implementation, spec);
}

/// Omits the scaled frequencies but keeps the factor on cos and sin; below, vice versa.
bool without_scaled_frequencies(Implementation& implementation) {
    if (!implementation.rotary.is_scaled() ||
        implementation.unscaled.size() != implementation.inverse_frequency.size())
        return false;
    implementation.inverse_frequency = implementation.unscaled;
    return true;
}

/// Rotates only the first share of the dimensions, with their own frequencies.
bool partial(Implementation& implementation) {
    RotarySpec spec = implementation.rotary;
    spec.scaling = "none";
    return implementation.rotary.scaling->id == "proportional" && respecified(implementation, spec);
}
bool default_base(Implementation& implementation) {
    RotarySpec spec = implementation.rotary;
    spec.base = RotarySpec{}.base;
    return respecified(implementation, spec);
}

/// Rotates like another kind of layers of the model, or not at all.
bool as_other_layers(Implementation& implementation, const OtherLayers& other) {
    if (!other.rotates) {
        implementation.rotations = 0;
        return true;
    }
    implementation.take(other.rotary);
    implementation.pairing = other.pairing;
    implementation.rope_dims = other.rope_dims;
    implementation.rotations = 1;
    return true;
}

Message label_of(const Implementation& right, const OtherLayers& other) {
    const std::string name = printable_text(other.name);
    if (!other.rotates) return tr("nothing is rotated, as in layers of type {}", name);
    if (right.rotations == 0)
        return tr("these layers have no rotary embedding, but are rotated like layers of type {}", name);
    return tr("these layers are rotated like layers of type {}", name);
}

std::vector<Mistake::FittedWay> other_layers(const Evidence& evidence) {
    std::vector<Mistake::FittedWay> ways;
    for (const OtherLayers& other : evidence.implementation.other_layers)
        ways.push_back(
            {[other](Implementation& implementation) { return as_other_layers(implementation, other); },
             label_of(evidence.implementation, other)});
    return ways;
}

bool first_other_layers(Implementation& implementation) {
    if (implementation.other_layers.empty()) return false;
    const OtherLayers other = implementation.other_layers.front();
    return as_other_layers(implementation, other);
}

}  // namespace

std::vector<Mistake> of_config() {
    return {
        {.id = "other-layer-type",
         .label = "these layers are treated as another type of layers of the model"_tr,
         .cause =
             "layer_types, no_rope_layers or the pattern of windows is not read, or starts at another layer."_tr,
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
