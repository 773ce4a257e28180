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
    std::shared_ptr<const Result> result;  // the newest result, possibly of an earlier request
    Message error;                         // the reason why the newest request has no result
    std::exception_ptr failure;            // the exception of which `error` is the message
    Message notice;                        // the reason why another engine took over
};

/// Computes the newest request on a background thread; a newer request cancels the previous one. Only the
/// destructor waits for the thread, after cancelling.
class Worker {
  public:
    static constexpr double unconfirmed_seconds = 2;

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
    struct Task {
        ComputeRequest request;
        std::uint64_t serial = 0;
        std::stop_source stop;
    };

    void run(const std::stop_token& stop);
    void compute(const Task& task);
    void compute_all(const Task& task, Clock::time_point start);
    void prepare(const ComputeRequest& request, const Job& job);
    void publish(const Task& task, Data data, Clock::time_point start);
    void fail(const Task& task, const Message& message);
    void finish(const Task& task);
    void note(const Task& task);
    void leave_coarse(const Task& task);

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable_any arrived_;
    std::optional<Task> next_;
    std::stop_source current_{std::nostopstate};
    WorkerStatus status_;
    Clock::time_point requested_at_;
    /// Last used first, at least one while computing; used only by the thread.
    std::vector<Prepared> prepared_;
    std::size_t max_prepared_;
    Reusable reusable_;    // used only by the thread
    std::jthread thread_;  // last: it uses all the others
};

}  // namespace poslab
