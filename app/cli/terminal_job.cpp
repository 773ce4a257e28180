#include "app/cli/terminal_job.hpp"

#include "app/cli/complaint.hpp"
#include "app/cli/interruption.hpp"
#include "core/base/number_format.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <condition_variable>
#include <cstdio>

namespace poslab {

namespace {

/// Returns "about 3 min", a time as of format_rough_time(), but in days and years if it is long.
std::string about(double seconds) {
    constexpr double day = 24 * 3600, year = 365.25 * day;
    if (seconds < 2 * day) return "about " + format_rough_time(seconds);
    if (seconds < 2 * year) return fmt::format("about {:.0f} days", seconds / day);
    if (seconds < 1000 * year) return fmt::format("about {:.0f} years", seconds / year);
    return "thousands of years";
}

}  // namespace

std::string long_job_note(std::chrono::duration<double> elapsed, double fraction,
                          std::chrono::duration<double> at) {
    constexpr double enough = 2, long_time = 10, soon = 5, known = 1e-4;
    const double seconds = elapsed.count();
    if (seconds < enough) return {};
    if (fraction > known) {
        const double total = at.count() / fraction;
        if (total > long_time && total - seconds > soon)
            return fmt::format("this takes {} in total (Ctrl C stops it)", about(total));
    }
    const bool is_silent = fraction <= known || seconds - at.count() > soon;
    return seconds >= long_time && is_silent ? "working; remaining time unknown (Ctrl C stops it)" : "";
}

std::string expected_time_note(double seconds) {
    return seconds < Job::long_seconds
               ? ""
               : fmt::format("this takes {} on an idle machine (Ctrl C stops it)", about(seconds));
}

TerminalJob::TerminalJob(bool quiet)
    : noted_(quiet), quiet_(quiet), shows_(!quiet && isatty(STDERR_FILENO) != 0) {
    interruption::watch();
    watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

TerminalJob::~TerminalJob() {
    if (shown_) write_to_stderr("\r\033[K");
}

Job TerminalJob::job() {
    begun_ = Clock::now();
    return Job(
        source_.get_token(), [this](double fraction) { progress(fraction); },
        [this](double seconds) { expect(seconds); });
}

Job TerminalJob::silent_job() {
    begun_ = Clock::time_point::max();  // no note either
    return Job(source_.get_token());
}

void TerminalJob::say_line(const std::string& line) {
    constexpr auto interval = std::chrono::milliseconds(200);
    const auto now = std::chrono::steady_clock::now();
    if (!shows_ || now - reported_at_ < interval) return;
    reported_at_ = now;
    shown_ = true;
    write_to_stderr(fmt::format("\r\033[K{}", line));
}

void TerminalJob::watch(const std::stop_token& stop) {
    constexpr auto interval = std::chrono::milliseconds(20);
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any ended;
    while (!stop.stop_requested() && !interruption::requested()) {
        ended.wait_for(lock, stop, interval, interruption::requested);
        if (!noted_) note_if_long();
    }
    if (interruption::requested()) source_.request_stop();
}

void TerminalJob::note_if_long() {
    const Clock::time_point begun = begun_;
    note_once(long_job_note(Clock::now() - begun, fraction_, reached_.load() - begun));
}

void TerminalJob::note_once(const std::string& note) {
    if (note.empty() || noted_.exchange(true)) return;
    write_to_stderr(fmt::format("{}poslab: note: {}\n", shown_ ? "\r\033[K" : "", note));
}

void TerminalJob::expect(double seconds) {
    constexpr double much_longer = 2;
    const std::string note = expected_time_note(seconds);
    const std::lock_guard lock(expecting_);
    if (note.empty() || seconds < much_longer * expected_) return;
    if (expected_ > 0) noted_ = quiet_;
    expected_ = seconds;
    note_once(note);
}

void TerminalJob::progress(double fraction) {
    if (interruption::requested()) source_.request_stop();
    // a smaller fraction: the next part of the work began
    if (fraction < fraction_.exchange(fraction)) begun_ = Clock::now();
    reached_ = Clock::now();
    const int percent = static_cast<int>(100 * fraction);
    if (!shows_ || last_.exchange(percent) == percent) return;
    shown_ = true;
    write_to_stderr(fmt::format("\r{:3d} %", percent));
}

}  // namespace poslab
