#pragma once

#include "core/conformance/practice.hpp"
#include "core/models/attention_facts.hpp"
#include "core/models/rope_export.hpp"

namespace poslab {

/// The practice that those values define, by their own convention; frequencies, pairs and the place of the rotary dimensions.
[[nodiscard]] Practice practice_of(const RopeExport& defined);

/// Takes over what a config says of logits, slopes and buckets.
void take(const AttentionFacts& facts, Practice& practice);

/// Of the config, else of the preset with that id; nothing is said where there is neither. Throws InputError.
[[nodiscard]] AttentionFacts attention_facts_of(const std::string& config, std::string_view preset);

/// Takes the other kinds of layers of the config, else of the preset with that id, by the convention of `practice`. Throws
/// InputError.
void take_other_layers(const std::string& config, std::string_view preset, Practice& practice);

/// Makes of `practice` that of layers without rotary embedding, whose queries and keys stay unchanged. `practice`: that of a kind
/// of the same model that rotates.
void take_unrotated_layers(Practice& practice);

/// A rule of discretisation by its name for --discretisation: bilinear, zoh, forward, backward. Null where there is none.
[[nodiscard]] const Method* discretisation_rule(std::string_view name);
[[nodiscard]] std::string discretisation_rules();

}  // namespace poslab
