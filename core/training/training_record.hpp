#pragma once

#include "core/training/checkpoint.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Checkpoints, in the order of steps.
struct CheckpointRecord {
    Extrapolation asked{};
    std::vector<Checkpoint> checkpoints{};
};

/// How a training went, of which training.json tells.
struct TrainingRecord {
    std::vector<double> losses{};  // of each step, nats a token
    CheckpointRecord record{};
};

/// To five places, as training.json has its numbers.
[[nodiscard]] double rounded_for_record(double number);

/// {"length", "pieces", "w", "group", "k", "factor", "schemes", "ends", "steps", "held_out", "recalled", "losses"}: the last four
/// have an entry for each checkpoint. Numbers are rounded to five places.
[[nodiscard]] nlohmann::ordered_json record_json(const CheckpointRecord& record);
/// Throws InputError that begins with `name` for what is no such object.
[[nodiscard]] CheckpointRecord read_record(const nlohmann::json& json, std::string_view name);

/// Of the training.json in a folder; nothing where there is none. Throws InputError, TooLarge.
[[nodiscard]] TrainingRecord training_record_in(const std::string& folder);
/// Of the text of a training.json. Throws InputError that begins with `name`.
[[nodiscard]] TrainingRecord read_training_record(std::string_view text, std::string_view name);

}  // namespace poslab
