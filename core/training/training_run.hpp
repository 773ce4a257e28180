#pragma once

#include "core/base/job.hpp"
#include "core/training/model_folder.hpp"

#include <functional>
#include <string>

namespace poslab {

/// The arguments of `train`.
struct TrainingRequest {
    TrainingSettings settings{};
    std::string text;  // path of a file; empty: built_in_training_text()
    std::string folder;
    NumberType type = NumberType::float32;  // of the model's file
    bool resume = false;
};

/// Returns the size of a request's text in bytes; 0 if the file cannot be accessed.
[[nodiscard]] std::uint64_t training_text_bytes(const std::string& text);

/// Returns the subfolder with the complete model of the last checkpoint, which exists until the training is
/// done.
[[nodiscard]] std::string checkpoint_folder(const std::string& folder);
/// Returns the training's folder for its checkpoint_folder(); other folders are returned unchanged.
[[nodiscard]] std::string training_folder(const std::string& folder);

/// Returns the path of the state that an interrupted run leaves for resuming.
[[nodiscard]] std::string resume_path(const std::string& folder);

/// The progress of a training.
struct TrainingProgress {
    std::int64_t step = 0, steps = 0;
    double loss = 0;               // of the last steps
    double tokens_per_second = 0;  // of this run
    double seconds_left = 0;
};

struct TrainingResult {
    HeldOut held_out{};
    double first_loss = 0, last_loss = 0;  // of one step; mean of the last ones
    double tokens_per_second = 0;          // 0: no steps were left
    std::size_t parameters = 0;
};

/// Trains from the first step, or from the state of an interrupted run with the same settings, to the last
/// one, and writes the model into the folder. Every twentieth of the steps and the first and last step are
/// checkpoints: the model is written (checkpoint_folder) and evaluated beyond its trained length, and the
/// state is saved, as it also is if `job` cancels the run. Both are removed at the end; a resumed run writes
/// the same bytes as an uninterrupted one.
/// Throws UsageError (settings; a state exists without `resume`, or none with it), InputError, OutputError,
/// TooLarge, Diverged (the last good state is saved), Cancelled.
TrainingResult train(const TrainingRequest& request,
                     const std::function<void(const TrainingProgress&)>& report, const Job& job);

}  // namespace poslab
