#pragma once

#include "core/base/message.hpp"
#include "core/encoding/frequencies.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The values of the parameters with these names (base, rotary-fraction, …), read from or to be written to a
/// config.json.
struct RopeConfig : RotarySpec {
    std::vector<std::int64_t> mrope_sections;
    bool mrope_interleaved = false;
    bool mrope_alternating = false;
    std::string pairing = "gpt-neox";
    std::string rope_dims = "first";

    RopeConfig() {
        factor = 1;  // that of a config without scaling
        train_length = length = 4096;
    }
    bool operator==(const RopeConfig&) const = default;
};

[[nodiscard]] inline int rotary_dim(const RopeConfig& values) {
    return static_cast<int>(rotary_dim(values.dim, values.rotary_fraction));
}

/// Returns {parameter id: value} for all of them; lists are arrays, unset and automatic values are null.
[[nodiscard]] nlohmann::json rope_parameters_of(const RopeConfig& values);

/// The inverse; ids that `parameters` lacks or has as null keep their defaults. Throws UsageError with the id
/// for a value of the wrong type.
[[nodiscard]] RopeConfig rope_config_of(const nlohmann::json& parameters);

struct RopeExportText {
    /// Pretty-printed, to be pasted into a config.json; unset: Transformers cannot express it.
    std::optional<std::string> json;
    std::vector<Message> notes;  // the reason, or values that the fragment cannot contain
};

/// Returns {"max_position_embeddings", "rope_theta", "rope_scaling": {…} or null, "partial_rotary_factor"
/// unless it is 1}.
[[nodiscard]] RopeExportText rope_scaling_json(const RopeConfig& values);

/// Returns {"max_position_embeddings", "rope_parameters": {"rope_type", "rope_theta", …}}, the schema of
/// Transformers v5.
[[nodiscard]] RopeExportText rope_parameters_json(const RopeConfig& values);

}  // namespace poslab
