#pragma once

#include "core/base/job.hpp"

#include <atomic>
#include <chrono>
#include <stop_token>
#include <string>
#include <thread>

namespace poslab {

/// What is said of a job that has been at work for `elapsed` and is through with `fraction` of it: nothing before there is enough
/// to go by, or where it takes less than some ten seconds in all.
[[nodiscard]] std::string long_job_note(std::chrono::duration<double> elapsed, double fraction);

/// A job that an interrupt stops and that shows its progress on a terminal. What it does need not report anything to be stopped.
/// Wherever standard error leads, it says once how long it will take, if that is long.
class TerminalJob {
  public:
    explicit TerminalJob(bool quiet);
    ~TerminalJob();
    TerminalJob(const TerminalJob&) = delete;
    TerminalJob& operator=(const TerminalJob&) = delete;

    [[nodiscard]] Job job();
    /// One that does not tell how far it is: who does the work says a line about it, at most some times a second.
    [[nodiscard]] Job silent_job();
    void say_line(const std::string& line);

  private:
    void watch(const std::stop_token& stop);
    void progress(double fraction);
    /// True once there is nothing more to say.
    [[nodiscard]] bool note_if_long();

    using Clock = std::chrono::steady_clock;
    std::stop_source source_;
    std::atomic<int> last_{-1};
    std::atomic<bool> shown_{false};
    std::atomic<double> fraction_{0};
    std::atomic<Clock::time_point> begun_{Clock::now()};  // what `fraction_` is of
    Clock::time_point said_{};
    bool quiet_, shows_;
    std::jthread watcher_;  // last: it uses the others
};

}  // namespace poslab
