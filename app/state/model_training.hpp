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

/// A model that is trained in the background while the view `extrapolation` shows how far it is: what `poslab train` does. One at a
/// time; it is stopped, and its state kept, when this is destroyed.
class ModelTraining {
  public:
    explicit ModelTraining(std::function<void()> wake) : wake_(wake), job_(std::move(wake)) {}

    /// Goes on from the state in the folder, where there is one.
    void start(TrainingRequest request);
    [[nodiscard]] bool running() const { return job_.running(); }
    /// After the present step.
    void stop() { job_.cancel(); }
    [[nodiscard]] const TrainingRequest& request() const { return request_; }
    [[nodiscard]] TrainingProgress progress() const;

    /// In every frame: shows the model as soon as there is one, and again when it is done. What the user is told, once.
    std::optional<Toast> follow(Store& store);

  private:
    [[nodiscard]] Toast ending(const BackgroundJob::Outcome& outcome, Language language) const;

    std::function<void()> wake_;
    TrainingRequest request_;
    bool shown_ = false;
    mutable std::mutex mutex_;
    TrainingProgress progress_;
    TrainingResult result_;
    BackgroundJob job_;  // last: it fills what stands above
};

/// FOLDER/models/ID-1 or the first number after it that is free.
[[nodiscard]] std::string free_model_folder(const std::string& folder, std::string_view id);

}  // namespace poslab
