#include "app/cli/terminal_job.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <mutex>

namespace poslab {

namespace {

volatile std::sig_atomic_t interrupted = 0;

void on_interrupt(int) { interrupted = 1; }

}  // namespace

TerminalJob::TerminalJob(bool quiet) : shows_(!quiet && isatty(STDERR_FILENO) != 0) {
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
    watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

TerminalJob::~TerminalJob() {
    if (shown_) fmt::print(stderr, "\r\033[K");
}

Job TerminalJob::job() {
    return Job(source_.get_token(), [this](double fraction) { progress(fraction); });
}

void TerminalJob::say_line(const std::string& line) {
    constexpr auto interval = std::chrono::milliseconds(200);
    const auto now = std::chrono::steady_clock::now();
    if (!shows_ || now - said_ < interval) return;
    said_ = now;
    shown_ = true;
    fmt::print(stderr, "\r\033[K{}", line);
}

// A handler may do no more than set a flag.
void TerminalJob::watch(const std::stop_token& stop) {
    constexpr auto interval = std::chrono::milliseconds(20);
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any ended;
    while (!stop.stop_requested() && interrupted == 0) ended.wait_for(lock, stop, interval, [] { return interrupted != 0; });
    if (interrupted != 0) source_.request_stop();
}

void TerminalJob::progress(double fraction) {
    if (interrupted != 0) source_.request_stop();
    const int percent = static_cast<int>(100 * fraction);
    if (!shows_ || last_.exchange(percent) == percent) return;
    shown_ = true;
    fmt::print(stderr, "\r{:3d} %", percent);
}

}  // namespace poslab
