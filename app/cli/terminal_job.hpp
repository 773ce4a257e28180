#pragma once

#include "app/cli/interruption.hpp"
#include "core/base/job.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

namespace poslab {

/// Returns the note on a job that has run for `elapsed` and had completed `fraction` after `at`, when it last
/// reported. Empty before an estimate is possible, or if the total is below about ten seconds.
[[nodiscard]] std::string long_job_note(std::chrono::duration<double> elapsed, double fraction,
                                        std::chrono::duration<double> at);

/// Returns the note on work that is expected to take that many seconds (Job::expect_seconds), printed before
/// it begins; empty below about four.
[[nodiscard]] std::string expected_time_note(double seconds);

/// A job that shows its progress on a terminal and that an interrupt stops, even if the work reports no
/// progress. If it takes long, it prints one estimate of the total time, whatever standard error is: before
/// the work if that states its time, else after two seconds.
class TerminalJob {
  public:
    explicit TerminalJob(bool quiet);
    ~TerminalJob();
    TerminalJob(const TerminalJob&) = delete;
    TerminalJob& operator=(const TerminalJob&) = delete;

    [[nodiscard]] Job job();
    /// Returns a job that reports no progress: the caller prints lines instead, at most five per second.
    [[nodiscard]] Job silent_job();
    void say_line(const std::string& line);

  private:
    void watch(const std::stop_token& stop);
    void progress(double fraction);
    void expect(double seconds);
    /// Prints the note unless one was printed.
    void note_once(const std::string& note);
    void note_if_long();

    using Clock = std::chrono::steady_clock;
    interruption::Checked checked_;
    std::stop_source source_;
    std::atomic<int> last_{-1};
    std::atomic<bool> shown_{false};
    std::atomic<bool> noted_;
    std::mutex expecting_;
    double expected_ = 0;  // the longest time that a part stated and that was printed, in seconds
    std::atomic<double> fraction_{0};
    std::atomic<Clock::time_point> begun_{Clock::now()};    // when the work that `fraction_` measures began
    std::atomic<Clock::time_point> reached_{Clock::now()};  // when `fraction_` was reported
    Clock::time_point reported_at_{};
    bool quiet_, shows_;
    std::jthread watcher_;  // last, because it uses the other members
};

}  // namespace poslab
