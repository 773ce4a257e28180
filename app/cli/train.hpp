#pragma once

#include "core/training/training_run.hpp"

#include <string>

namespace CLI {
class App;
}

namespace poslab {

/// `train` as it was typed.
struct TrainOptions {
    TrainingSettings settings{};
    std::string text, scheme, task, type;
    bool untied = false;
};

void add_train_options(CLI::App& app, TrainOptions& options);

/// What they ask for. Throws UsageError.
[[nodiscard]] TrainingRequest training_request(const TrainOptions& options, const std::string& folder, bool resume);

/// The command that asks for the same: what differs from the defaults, quoted for a shell.
[[nodiscard]] std::string train_command(const TrainingRequest& request);

/// "step 320 of 1000, loss 1.432, 31 000 tokens a second, 1:25 left".
[[nodiscard]] std::string progress_line(const TrainingProgress& progress);

/// What a training ended with, in lines.
[[nodiscard]] std::string result_text(const TrainingRequest& request, const TrainingResult& result);

}  // namespace poslab
