#pragma once

#include "core/base/job.hpp"
#include "core/base/message.hpp"

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace poslab {

/// Runs one task at a time on a background thread; the destructor cancels it.
class BackgroundJob {
  public:
    explicit BackgroundJob(std::function<void()> wake) : wake_(std::move(wake)) {}

    void start(std::function<void(const Job&)> work);
    [[nodiscard]] bool running() const { return running_; }
    /// Returns the finished fraction, 0…1.
    [[nodiscard]] double progress() const { return progress_; }
    /// Requests cancellation; the task ends soon, without an error.
    void cancel() { thread_.request_stop(); }
    struct Outcome {
        Message error;  // empty: no error
        bool cancelled = false;
    };
    /// Returns the outcome once after the task has ended.
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
