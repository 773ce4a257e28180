#pragma once

#include "core/base/sentence.hpp"
#include "core/files/number_type.hpp"
#include "core/training/trainer.hpp"

#include <optional>
#include <string>

namespace poslab {

/// The config.json of a model: Llama's, or where its scheme is a window Mistral's. What neither says is in its key "poslab":
/// {"scheme", "log_n", "window"}.
[[nodiscard]] nlohmann::ordered_json model_config(const ModelSettings& model, NumberType type);

/// What Transformers would compute otherwise, since its Llama does not have the scheme; nothing where it has.
[[nodiscard]] std::optional<Sentence> beyond_transformers(const ModelSettings& model);

/// Writes what Transformers opens, config.json, tokenizer.json, tokenizer_config.json and model.safetensors. Throws OutputError.
void write_model_folder(const std::string& folder, const Trainer& trainer, NumberType type);

/// Writes training.json beside them: the settings, the text's size and hash, the loss of every step, the checkpoints, what was held
/// out. Throws OutputError.
void write_training_json(const std::string& folder, const Trainer& trainer, const HeldOut& held_out, const std::string& text_name);

}  // namespace poslab
