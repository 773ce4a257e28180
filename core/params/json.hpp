#pragma once

#include "core/params/descriptor.hpp"

#include <nlohmann/json.hpp>
#include <span>

namespace poslab {

/// Returns {id: value}: numbers, booleans, choices as their ids, lists as arrays or null if empty, intervals
/// "A:B" or null for all, resolutions "WxH" or null for auto.
[[nodiscard]] nlohmann::ordered_json to_json(std::span<const Descriptor> descriptors, const Values& values);

/// Sets the `values` that `json` names. Throws UsageError for an unknown key, a wrong type or a value out of
/// range.
void apply_json(std::span<const Descriptor> descriptors, const nlohmann::json& json, Values& values);

}  // namespace poslab
