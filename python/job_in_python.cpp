#include "python/job_in_python.hpp"

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/base/memory_ledger.hpp"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace py = pybind11;

namespace poslab {

namespace {

using std::chrono::milliseconds;

/// How long cancelled work may take to end before its caller no longer waits.
constexpr milliseconds grace{500};

std::atomic<int> left_behind{0};  // threads whose caller no longer waits
std::atomic<bool> is_leaving{false};

/// Ends the process before objects are destroyed that a thread left behind still uses.
void end_with_threads(int status, void* /*unused*/) {
    constexpr milliseconds step{10};
    for (milliseconds waited{0}; left_behind > 0 && waited < grace; waited += step)
        std::this_thread::sleep_for(step);
    if (left_behind == 0) return;
    std::fflush(nullptr);
    _exit(status);
}

/// Work on a thread of its own. Both the thread and the caller hold it, so either may be the last.
struct Work {
    explicit Work(std::function<void(const Job&)> started) : work(std::move(started)) {}

    void run() {
        try {
            work(Job(source.get_token(), [this](double done) { fraction = done; }));
            fraction = 1;
        } catch (...) {
            failed = std::current_exception();
        }
        work = nullptr;
        const std::scoped_lock lock(mutex);
        is_done = true;
        ended.notify_one();
        if (is_left) --left_behind;
    }
    /// True if the work ends within that time.
    bool ends_within(milliseconds time) {
        std::unique_lock lock(mutex);
        return ended.wait_for(lock, time, [this] { return is_done; });
    }
    /// True if the work had not ended: then the thread goes on alone.
    bool leave() {
        const std::scoped_lock lock(mutex);
        if (is_done) return false;
        is_left = true;
        if (left_behind++ == 0) on_exit(&end_with_threads, nullptr);
        return true;
    }

    std::function<void(const Job&)> work;
    std::stop_source source;
    std::atomic<double> fraction{0};
    std::exception_ptr failed;
    std::mutex mutex;
    std::condition_variable ended;
    bool is_done = false, is_left = false;
};

class JobInPython {
  public:
    JobInPython(const py::object& progress, std::function<void(const Job&)> work)
        : progress_(progress), work_(std::make_shared<Work>(std::move(work))) {}

    void run() {
        {
            const py::gil_scoped_release others_run;
            std::thread([work = work_] { work->run(); }).detach();
            wait();
        }
        if (raised_) throw py::error_already_set(*raised_);
        if (work_->failed) std::rethrow_exception(work_->failed);
        tell_progress();
    }

  private:
    void wait() {
        constexpr milliseconds interval{50};
        while (!work_->ends_within(interval)) {
            attend();
            if (!raised_) continue;
            work_->source.request_stop();
            if (!work_->ends_within(grace)) work_->leave();
            return;
        }
    }

    void attend() {
        const py::gil_scoped_acquire ours;
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            tell_progress();
        } catch (const py::error_already_set& error) {
            raised_.emplace(error);
        }
    }

    void tell_progress() {
        const double fraction = work_->fraction;
        if (progress_.is_none() || fraction == reported_) return;
        reported_ = fraction;
        progress_(fraction);
    }

    const py::object& progress_;
    std::shared_ptr<Work> work_;
    double reported_ = 0;
    std::optional<py::error_already_set> raised_;
};

}  // namespace

void run_in_python(const py::object& progress, std::function<void(const Job&)> work) {
    if (!progress.is_none() && PyCallable_Check(progress.ptr()) == 0)
        throw UsageError("progress: must be a function of one number");
    memory_ledger::set_limit(memory_ceiling());
    JobInPython(progress, std::move(work)).run();
}

void leave_python() { is_leaving = true; }
bool has_left_python() { return is_leaving; }

}  // namespace poslab
