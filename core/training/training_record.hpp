#pragma once

#include "core/training/checkpoint.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Checkpoints, in the order of steps.
struct CheckpointRecord {
    Extrapolation extrapolation{};
    std::vector<Checkpoint> checkpoints{};
};

/// The course of a training, stored in training.json.
struct TrainingRecord {
    std::vector<double> losses{};  // of each step, nats per token
    CheckpointRecord record{};
};

/// Rounds to five decimals, as in training.json.
[[nodiscard]] double rounded_for_record(double number);

/// {"length", "pieces", "w", "group", "k", "factor", "schemes", "ends", "steps", "held_out", "recalled",
/// "losses"}: the last four have an entry for each checkpoint. Numbers are rounded to five decimals.
[[nodiscard]] nlohmann::ordered_json record_json(const CheckpointRecord& record);
/// Throws InputError, which begins with `name`, for invalid JSON of a record.
[[nodiscard]] CheckpointRecord read_record(const nlohmann::json& json, std::string_view name);

/// Reads the training.json in a folder; empty if there is none. Throws InputError, TooLarge.
[[nodiscard]] TrainingRecord training_record_in(const std::string& folder);
/// Parses the text of a training.json. Throws InputError, which begins with `name`.
[[nodiscard]] TrainingRecord read_training_record(std::string_view text, std::string_view name);

}  // namespace poslab
