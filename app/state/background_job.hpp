#pragma once

#include "core/base/job.hpp"
#include "core/base/sentence.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace poslab {

/// Works in the background; one thing at a time, stopped when this is destroyed.
class BackgroundJob {
  public:
    explicit BackgroundJob(std::function<void()> wake) : wake_(std::move(wake)) {}

    void start(std::function<void(const Job&)> work);
    [[nodiscard]] bool running() const { return running_; }
    /// How much of it is done, 0…1.
    [[nodiscard]] double progress() const { return progress_; }
    /// It ends soon, with nothing to be told.
    void cancel() { thread_.request_stop(); }
    struct Outcome {
        Sentence error;  // empty: all went well
        bool cancelled = false;
    };
    /// Once after it has ended.
    [[nodiscard]] std::optional<Outcome> ended();

  private:
    std::function<void()> wake_;
    std::mutex mutex_;
    std::optional<Outcome> outcome_;
    bool running_ = false;
    std::atomic<double> progress_ = 0;
    std::jthread thread_;
};

}  // namespace poslab
