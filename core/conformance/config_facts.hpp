#pragma once

#include "core/conformance/implementation.hpp"
#include "core/models/attention_facts.hpp"
#include "core/models/rope_export.hpp"

namespace poslab {

/// Returns the practice defined by the exported values and their convention: frequencies, pairs and location
/// of the rotary dimensions.
[[nodiscard]] Implementation implementation_of(const RopeConfig& defined);

/// Copies the config's facts about logits, slopes and buckets.
void take(const AttentionFacts& facts, Implementation& implementation);

/// Returns the facts of the config, or else of the preset with that id; empty without either. Throws
/// InputError.
[[nodiscard]] AttentionFacts attention_facts_of(const std::string& config, std::string_view preset);

/// Adds the other kinds of layers of the config, or else of the preset with that id, in the convention of
/// `implementation`. Throws InputError.
void take_other_layers(const std::string& config, std::string_view preset, Implementation& implementation);

/// Changes `implementation`, that of rotating layers in the same model, to that of layers without rotary
/// embedding, whose queries and keys stay unchanged.
void take_unrotated_layers(Implementation& implementation);

/// Finds a discretisation rule by its name in --discretisation: bilinear, zoh, forward, backward. Null if
/// there is none.
[[nodiscard]] const Method* discretisation_rule(std::string_view name);
[[nodiscard]] std::string discretisation_rules();

}  // namespace poslab
