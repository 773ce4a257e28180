#pragma once

#include "app/state/background_job.hpp"
#include "app/state/store.hpp"
#include "app/state/toast.hpp"
#include "core/training/training_run.hpp"

#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace poslab {

/// Trains one model at a time in the background, as `poslab train` does, while the view `extrapolation` shows
/// its progress. The destructor stops the training; its state stays in the folder.
class ModelTraining {
  public:
    explicit ModelTraining(std::function<void()> wake) : wake_(wake), job_(std::move(wake)) {}

    /// Starts training, or resumes from the state in the folder.
    void start(TrainingRequest request);
    [[nodiscard]] bool running() const { return job_.running(); }
    /// Stops after the current step. The training runs until its state is in the folder.
    void stop() { job_.request_stop(); }
    [[nodiscard]] const TrainingRequest& request() const { return request_; }
    [[nodiscard]] TrainingProgress progress() const;

    /// Shows the model after its first checkpoint and again at the end; call once per frame. Returns a
    /// message for the user, once.
    std::optional<Toast> follow(Store& store);

  private:
    [[nodiscard]] Toast ending(const BackgroundJob::Outcome& outcome, Language language) const;

    std::function<void()> wake_;
    TrainingRequest request_;
    bool shown_ = false;
    mutable std::mutex mutex_;
    TrainingProgress progress_;
    TrainingResult result_;
    BackgroundJob job_;  // last: it writes to the members above
};

/// Returns FOLDER/models/ID-1, or the first higher number that does not exist.
[[nodiscard]] std::string free_model_folder(const std::string& folder, std::string_view id);

}  // namespace poslab
