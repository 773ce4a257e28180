#pragma once

#include "core/engine/engine.hpp"
#include "core/engine/engine_choice.hpp"
#include "core/files/open_file.hpp"
#include "core/views/view.hpp"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace poslab {

/// What the window wants computed.
struct ComputeRequest {
    const View* view = nullptr;
    Values values;
    std::vector<std::string> arrays;
    std::int64_t width = 1024, height = 1024;
    EngineChoice engine{};
    std::vector<std::optional<FileIdentity>> files{};  // see watched_files()
    /// Nobody has asked for what takes long: after Worker::unasked_seconds a coarse answer is all there is.
    bool limited = false;
};

/// Whether the data of `done` serve for `wanted`: parameters of stage `style` do not matter to them.
[[nodiscard]] bool same_data(const ComputeRequest& done, const ComputeRequest& wanted);

/// An answer with the request it belongs to.
struct Result {
    ComputeRequest request;
    std::shared_ptr<const Data> data;
    double seconds = 0;
    std::uint64_t serial = 0;
};

struct WorkerStatus {
    std::uint64_t serial = 0;  // of the newest request
    bool running = false;      // it has no final answer yet
    bool limited = false;      // nor will it: it took too long for what nobody has asked for
    double progress = 0;
    double seconds = 0;                    // since it was asked for
    std::shared_ptr<const Result> result;  // the newest there is, maybe of an earlier request
    Sentence error;                        // why the newest request has no answer
    Sentence notice;                       // an engine was left for the next one: why
};

/// One background thread that computes the newest request; a request that came before is cancelled.
/// Nothing here ever waits for it, but the destructor, which cancels first.
class Worker {
  public:
    static constexpr double unasked_seconds = 2;

    /// `wake` is called on the worker's thread whenever status() has something new. `kept`: how many prepared computations it
    /// holds on to.
    explicit Worker(std::function<void()> wake, std::size_t kept = 1);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Returns the request's serial number.
    std::uint64_t request(ComputeRequest request);
    /// Gives the newest request up; what is on screen stays.
    void cancel();
    [[nodiscard]] WorkerStatus status() const;

  private:
    using Clock = std::chrono::steady_clock;
    struct Prepared {
        const View* view = nullptr;
        std::shared_ptr<const Engine> engine;  // what `data` was computed with, and may still compute with
        EngineChoice choice;
        Values values;
        std::vector<std::optional<FileIdentity>> files;
        View::Prepared data;
    };
    /// What of the last one may serve the next.
    struct Reusable {
        const View* view = nullptr;
        std::vector<std::optional<FileIdentity>> files;
        View::Reusable data;
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
    void fail(const Task& task, const Sentence& sentence);
    void finish(const Task& task);
    void note(const Task& task);
    void leave_coarse(const Task& task);

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable_any arrived_;
    std::optional<Task> next_;
    std::stop_source current_{std::nostopstate};
    WorkerStatus status_;
    Clock::time_point asked_;
    std::vector<Prepared> prepared_;  // the last used first, at least one while computing; only the thread touches it
    std::size_t kept_;
    Reusable reusable_;    // only the thread touches it
    std::jthread thread_;  // last: it uses all the others
};

}  // namespace poslab
