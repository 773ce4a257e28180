#pragma once

#include "core/base/job.hpp"
#include "core/base/message.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace poslab {

/// Runs one task at a time on a background thread. A cancelled task that does not end, because it is inside
/// a library that cannot be stopped, goes on alone: it delays each later one by Worker::patience at most, and
/// must not write to what they use. Only the destructor waits for the threads, after cancelling.
class BackgroundJob {
  public:
    explicit BackgroundJob(std::function<void()> wake) : wake_(std::move(wake)) {}
    ~BackgroundJob();
    BackgroundJob(const BackgroundJob&) = delete;
    BackgroundJob& operator=(const BackgroundJob&) = delete;

    /// Starts a task; cancels the one that runs.
    void start(std::function<void(const Job&)> work);
    /// True until ended() has returned the outcome, or the task is cancelled.
    [[nodiscard]] bool running() const { return running_; }
    /// Returns the finished fraction, 0…1.
    [[nodiscard]] double progress() const { return running_ ? tasks_.back().progress.load() : 0; }
    /// Ends the task for the caller, immediately and without an outcome, unless it has already ended.
    void cancel();
    /// Requests the end of the task, which runs until then and has an outcome.
    void request_stop();
    struct Outcome {
        Message error;  // empty: no error
        bool cancelled = false;
    };
    /// Returns the outcome once after the task has ended; waits this long for it.
    [[nodiscard]] std::optional<Outcome> ended(std::chrono::milliseconds patience = {});

  private:
    struct Task {
        std::atomic<double> progress = 0;
        std::optional<Outcome> outcome;  // set when it has ended
        std::jthread thread;             // last: it uses the others
    };

    void run(Task& task, const std::function<void(const Job&)>& work, const std::stop_token& stop);
    void remove_ended();

    std::function<void()> wake_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::size_t at_work_ = 0;  // tasks, including cancelled ones
    bool running_ = false;
    std::list<Task> tasks_;  // those before the last are cancelled; last: they use all the others
};

}  // namespace poslab
