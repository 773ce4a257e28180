#pragma once

#include "core/training/training_record.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The state from which a training resumes.
struct TrainingState {
    std::vector<float> parameters, means, squares;  // as in ParameterLayout; the last two are AdamW's
    std::vector<float> losses;                      // of each completed step
    CheckpointRecord record{};                      // of the passed checkpoints

    [[nodiscard]] std::int64_t step() const { return static_cast<std::int64_t>(losses.size()); }
};

/// Returns the inputs of a result: {"settings": …, "text": {"bytes", "hash"}, "version"}.
[[nodiscard]] nlohmann::ordered_json training_identity(const TrainingSettings& settings,
                                                       std::string_view text);

/// Writes a safetensors file with the state and, in its header, the identity.
void write_state(const std::string& path, const TrainingState& state, const nlohmann::ordered_json& identity);

/// Throws InputError for an invalid file, or for another identity, naming the difference and both values.
[[nodiscard]] TrainingState read_state(const std::string& path, const nlohmann::ordered_json& identity);

}  // namespace poslab
