#pragma once

#include "core/base/job.hpp"

#include <atomic>
#include <chrono>
#include <stop_token>
#include <string>
#include <thread>

namespace poslab {

/// A job that an interrupt stops and that shows its progress on a terminal. What it does need not report anything to be stopped.
class TerminalJob {
  public:
    explicit TerminalJob(bool quiet);
    ~TerminalJob();
    TerminalJob(const TerminalJob&) = delete;
    TerminalJob& operator=(const TerminalJob&) = delete;

    [[nodiscard]] Job job();
    /// One that does not tell how far it is: who does the work says a line about it, at most some times a second.
    [[nodiscard]] Job silent_job() { return Job(source_.get_token()); }
    void say_line(const std::string& line);

  private:
    void watch(const std::stop_token& stop);
    void progress(double fraction);

    std::stop_source source_;
    std::atomic<int> last_{-1};
    std::atomic<bool> shown_{false};
    std::chrono::steady_clock::time_point said_{};
    bool shows_;
    std::jthread watcher_;  // last: it uses the others
};

}  // namespace poslab
