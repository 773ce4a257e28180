#pragma once

#include "core/training/training_record.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// All that a training goes on from.
struct TrainingState {
    std::vector<float> parameters, means, squares;  // as ParameterLayout; the last two are AdamW's
    std::vector<float> losses;                      // of each step that was taken
    CheckpointRecord record{};                      // of those that were passed

    [[nodiscard]] std::int64_t step() const { return static_cast<std::int64_t>(losses.size()); }
};

/// What a result depends on: {"settings": …, "text": {"bytes", "hash"}, "version"}.
[[nodiscard]] nlohmann::ordered_json training_identity(const TrainingSettings& settings, std::string_view text);

/// A safetensors with the state and, in its header, the identity.
void write_state(const std::string& path, const TrainingState& state, const nlohmann::ordered_json& identity);

/// Throws InputError for what is no such file, and for one of another identity, naming what differs and both values.
[[nodiscard]] TrainingState read_state(const std::string& path, const nlohmann::ordered_json& identity);

}  // namespace poslab
