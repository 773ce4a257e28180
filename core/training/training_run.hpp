#pragma once

#include "core/base/job.hpp"
#include "core/training/model_folder.hpp"

#include <functional>
#include <string>

namespace poslab {

/// What `train` is asked for.
struct TrainingRequest {
    TrainingSettings settings{};
    std::string text, folder;
    NumberType type = NumberType::float32;  // of the model's file
    bool resume = false;
};

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
/// and writes the model into the folder. The state is kept there every twentieth of the steps and where `job` stops it, and is
/// removed at the end; a run that was stopped and resumed writes the same bytes as one that was not. Throws UsageError (settings;
/// a state that is there without `resume`, or none with it), InputError, OutputError, TooLarge, Diverged (the last sound state is
/// kept), Cancelled.
TrainingResult train(const TrainingRequest& request, const std::function<void(const TrainingProgress&)>& report, const Job& job);

}  // namespace poslab
