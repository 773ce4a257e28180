#pragma once

#include "core/params/descriptor.hpp"

namespace poslab::shared_parameter {

constexpr Descriptor rotary_fraction() {
    return {.id = "rotary-fraction",
            .label = "Rotary fraction"_tr,
            .help = "partial_rotary_factor: the share of the dimensions that rotate."_tr,
            .source = untranslated("transformers, modeling_rope_utils.py"),
            .domain = {.minimum = 0, .maximum = 1, .open_minimum = true},
            .control = {.listed = Listed::rare, .order = 3}};
}

constexpr Descriptor explicit_frequencies() {
    return {.id = "explicit-frequencies",
            .label = "List of θ"_tr,
            .help = "Frequencies in rad/token, one per pair, instead of base and scaling."_tr,
            .domain = {.minimum = 0, .maximum = 1e6},
            .control = {.listed = Listed::rare, .order = 5}};
}

}  // namespace poslab::shared_parameter
