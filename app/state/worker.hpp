#pragma once

#include "core/engine/engine.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/files/open_file.hpp"
#include "core/views/view.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace poslab {

/// A computation requested by the window.
struct ComputeRequest {
    const View* view = nullptr;
    Values values;
    std::vector<std::string> arrays;
    std::int64_t width = 1024, height = 1024;
    EngineChoice engine{};
    std::vector<std::optional<FileIdentity>> files{};  // see watched_files()
    /// True if the user has not confirmed a slow computation: after Worker::unconfirmed_seconds a coarse
    /// result is final.
    bool limited = false;
};

/// True if the data of `done` are valid for `requested`: parameters of stage `style` do not matter.
[[nodiscard]] bool same_data(const ComputeRequest& done, const ComputeRequest& requested);

/// A result with its request.
struct Result {
    ComputeRequest request;
    std::shared_ptr<const Data> data;
    double seconds = 0;
    std::uint64_t serial = 0;
};

struct WorkerStatus {
    std::uint64_t serial = 0;  // of the newest request
    bool running = false;      // it has no final result yet
    bool limited = false;      // it stops at a coarse result because it was slow and not confirmed
    double progress = 0;
    double seconds = 0;                    // since the request
    double expected_seconds = 0;           // the longest time that a part stated (Job::expect_seconds)
    std::shared_ptr<const Result> result;  // the newest result, possibly of an earlier request
    Message error;                         // the reason why the newest request has no result
    std::exception_ptr failure;            // the exception of which `error` is the message
    Message notice;                        // the reason why another engine took over
};

/// Computes the newest request on a background thread; a newer request cancels the previous one. If that one
/// does not end, because it is inside a library that cannot be stopped, another thread takes the newer one.
/// Only the destructor waits for the threads, after cancelling.
class Worker {
  public:
    static constexpr double unconfirmed_seconds = 2;
    /// How long a request waits for the cancelled one, whose preparation it may reuse.
    static constexpr std::chrono::milliseconds patience{300};

    /// `wake` is called on the worker's thread whenever status() has changed. `retained`: the number of
    /// prepared computations that are cached.
    explicit Worker(std::function<void()> wake, std::size_t retained = 1);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Returns the request's serial number.
    std::uint64_t request(ComputeRequest request);
    /// Cancels the newest request; the result on screen stays.
    void cancel();
    [[nodiscard]] WorkerStatus status() const;

  private:
    using Clock = std::chrono::steady_clock;
    struct Prepared {
        const View* view = nullptr;
        std::shared_ptr<const Engine> engine;  // computed `data` and may still be used by it
        EngineChoice choice;
        Values values;
        std::vector<std::optional<FileIdentity>> files;
        Held data;
    };
    /// Parts of the last computation that the next one may reuse.
    struct Reusable {
        const View* view = nullptr;
        std::vector<std::optional<FileIdentity>> files;
        Held data;
    };
    /// Passed from one computation to the next. A thread that is stuck holds its own.
    struct Cache {
        std::vector<Prepared> prepared;  // last used first, at least one while computing
        Reusable reusable;
    };
    struct Task {
        ComputeRequest request;
        std::uint64_t serial = 0;
        std::stop_source stop;
    };

    void start_thread();
    void stop_current();
    void run(const std::stop_token& stop);
    /// Waits for a task that this thread may take; empty if stopped.
    [[nodiscard]] std::optional<Task> next_task(std::unique_lock<std::mutex>& lock,
                                                const std::stop_token& stop);
    void compute(const Task& task, Cache& cache);
    void compute_all(const Task& task, Clock::time_point start, Cache& cache);
    void prepare(const ComputeRequest& request, const Job& job, Cache& cache) const;
    void publish(const Task& task, Data data, Clock::time_point start, const Prepared& prepared);
    void fail(const Task& task, const Message& message);
    void finish(const Task& task);
    void note(const Task& task, const Prepared& prepared);
    void leave_coarse(const Task& task);

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable_any arrived_;
    std::optional<Task> next_;
    std::stop_source current_{std::nostopstate};
    WorkerStatus status_;
    Clock::time_point requested_at_;
    std::size_t computing_ = 0;                    // threads that compute, including stuck ones
    std::uint64_t taken_serial_ = 0;               // of the newest request that a thread took
    bool newest_runs_ = false;                     // it is still being computed
    std::optional<Clock::time_point> stopped_at_;  // when it was cancelled
    Cache cache_;                                  // empty while it uses it
    std::size_t max_prepared_;
    std::vector<std::jthread> threads_;  // last: they use all the others
};

}  // namespace poslab
