#pragma once

#include "core/base/sentence.hpp"
#include "core/encoding/frequencies.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The values of the parameters of these names (base, rotary-fraction, …): what a config.json says, or is to say.
struct RopeExport : RotarySpec {
    std::vector<std::int64_t> mrope_sections;
    bool mrope_interleaved = false;
    bool mrope_alternating = false;
    std::string pairing = "gpt-neox";
    std::string rope_dims = "first";

    RopeExport() {
        factor = 1;  // a config without a scaling has none
        train_length = length = 4096;
    }
    bool operator==(const RopeExport&) const = default;
};

[[nodiscard]] inline int rotary_dim(const RopeExport& values) {
    return static_cast<int>(rotary_dim(values.dim, values.rotary_fraction));
}

/// {parameter id: value}, all of them; lists are arrays, what is unset or automatic is null.
[[nodiscard]] nlohmann::json rope_parameters_of(const RopeExport& values);

/// The same the other way; what `parameters` does not name, or has as null, is at its default. Throws UsageError naming the id
/// for a value of a wrong kind.
[[nodiscard]] RopeExport rope_export_of(const nlohmann::json& parameters);

struct RopeExportText {
    std::optional<std::string> json;  // pretty-printed, to be pasted into a config.json; none: Transformers cannot express it
    std::vector<Sentence> notes;      // why not, or what the fragment does not say
};

/// {"max_position_embeddings", "rope_theta", "rope_scaling": {…} or null, "partial_rotary_factor" where it is not 1}.
[[nodiscard]] RopeExportText rope_scaling_json(const RopeExport& values);

/// {"max_position_embeddings", "rope_parameters": {"rope_type", "rope_theta", …}}, the schema of Transformers v5.
[[nodiscard]] RopeExportText rope_parameters_json(const RopeExport& values);

}  // namespace poslab
