#pragma once

#include "core/training/training_run.hpp"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace poslab {

/// The options of `train` as typed.
struct TrainOptions {
    TrainingSettings settings{};
    std::string text, scheme, task, type;
    bool untied = false;
};

void add_train_options(CLI::App& app, TrainOptions& options);

/// Returns the training request of the options. Throws UsageError.
[[nodiscard]] TrainingRequest training_request(const TrainOptions& options, const std::string& folder,
                                               bool resume);

/// Returns the options that differ from their defaults and that the scheme does not use.
[[nodiscard]] std::vector<std::string> options_without_effect(const ModelSettings& model);

/// Returns the command for the same training: options that differ from the defaults, quoted for a shell.
[[nodiscard]] std::string train_command(const TrainingRequest& request);

/// Returns "step 320 of 1000, loss 1.432, 31 000 tokens per second, 1:25 left".
[[nodiscard]] std::string progress_line(const TrainingProgress& progress);

/// Returns the final results of a training as text lines.
[[nodiscard]] std::string result_text(const TrainingRequest& request, const TrainingResult& result);

}  // namespace poslab
