#pragma once

#include "core/base/job.hpp"
#include "core/training/model_folder.hpp"

#include <functional>
#include <string>

namespace poslab {

/// What `train` is asked for.
struct TrainingRequest {
    TrainingSettings settings{};
    std::string text;  // of a file; empty: built_in_training_text()
    std::string folder;
    NumberType type = NumberType::float32;  // of the model's file
    bool resume = false;
};

/// Bytes of the text that a request names, 0 where it cannot be looked at.
[[nodiscard]] std::uint64_t training_text_bytes(const std::string& text);

/// The folder in that of a training where the model is as it was at the last of its checkpoints, until it is done: a whole one.
[[nodiscard]] std::string checkpoint_folder(const std::string& folder);
/// That of the training whose checkpoint_folder() this is; any other one is itself.
[[nodiscard]] std::string training_folder(const std::string& folder);

/// What a run that was stopped leaves in the folder, to be gone on from.
[[nodiscard]] std::string resume_path(const std::string& folder);

/// Where a training is.
struct TrainingProgress {
    std::int64_t step = 0, steps = 0;
    double loss = 0;               // of the last steps
    double tokens_per_second = 0;  // of this run
    double seconds_left = 0;
};

struct TrainingResult {
    HeldOut held_out{};
    double first_loss = 0, last_loss = 0;  // of one step, and the mean of the last ones
    double tokens_per_second = 0;          // 0: nothing was left to do
    std::size_t parameters = 0;
};

/// Trains from the first step, or from the state that an earlier run of the same settings has left in the folder, to the last one,
/// and writes the model into the folder. Every twentieth of the steps is a checkpoint, the first and the last step are, too: the
/// model of that moment is written (checkpoint_folder) and asked how it does beyond its trained length, and the state is kept, as
/// it is where `job` stops it. Both are removed at the end; a run that was stopped and resumed writes the same bytes as one that
/// was not. Throws UsageError (settings; a state that is there without `resume`, or none with it), InputError, OutputError,
/// TooLarge, Diverged (the last sound state is kept), Cancelled.
TrainingResult train(const TrainingRequest& request, const std::function<void(const TrainingProgress&)>& report, const Job& job);

}  // namespace poslab
