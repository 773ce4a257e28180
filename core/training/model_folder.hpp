#pragma once

#include "core/base/message.hpp"
#include "core/files/input_files.hpp"
#include "core/files/number_type.hpp"
#include "core/training/trainer.hpp"

#include <optional>
#include <string>

namespace poslab {

/// Returns the config.json of a model: Llama's, or Mistral's if its scheme is a window. The key "poslab" has
/// the settings that neither covers: {"scheme", "log_n", "window"}.
[[nodiscard]] nlohmann::ordered_json model_config(const ModelSettings& model, NumberType type);

/// Returns how Transformers would compute the model differently because its Llama lacks the scheme; empty if
/// it supports it.
[[nodiscard]] std::optional<Message> beyond_transformers(const ModelSettings& model);

/// Returns the training.json of a model: the settings, the text's size and hash, the loss of every step, the
/// checkpoints and the held-out results.
[[nodiscard]] nlohmann::ordered_json training_json(const Trainer& trainer, const HeldOut& held_out,
                                                   const std::string& text_name);

/// Writes a model for Transformers: config.json, tokenizer.json, tokenizer_config.json and model.safetensors,
/// and training.json unless `training` is null. On a full disk an earlier model stays. Throws OutputError.
void write_model_folder(const std::string& folder, const Trainer& trainer, NumberType type,
                        const nlohmann::ordered_json& training = nullptr);

/// Writes training.json next to them. Throws OutputError.
void write_training_json(const std::string& folder, const Trainer& trainer, const HeldOut& held_out,
                         const std::string& text_name);

/// True if a training wrote the model in the folder.
[[nodiscard]] bool has_own_model(const std::string& folder);
/// Throws OutputError if one of these files is an input, or if one exists although they are not `own`.
void expect_own_model(const std::string& folder, bool own, const InputFiles& inputs);

/// Removes the files of write_model_folder() and write_training_json(), and the folder if it is then empty.
/// Other files stay.
void remove_model_folder(const std::string& folder);

}  // namespace poslab
