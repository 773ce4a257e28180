#include "python/job_in_python.hpp"

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/base/memory_ledger.hpp"

#include <cxxabi.h>
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cfenv>
#include <chrono>
#include <clocale>
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

std::atomic<int> working{0};  // threads with work
std::atomic<bool> is_leaving{false};
std::atomic<std::thread::id> leaving_thread;
[[maybe_unused]] const int forked =
    pthread_atfork(nullptr, nullptr, [] { working = 0; });  // a child has none

/// Ends the process before objects are destroyed that a working thread still uses.
void end_with_threads(int status, void* /*unused*/) {
    constexpr milliseconds step{10};
    for (milliseconds waited{0}; working > 0 && waited < grace; waited += step)
        std::this_thread::sleep_for(step);
    if (working == 0) return;
    std::fflush(nullptr);
    _exit(status);
}

/// Makes the process end without objects that a working thread still uses.
void end_process_with_threads() {
    static std::once_flag once;
    std::call_once(once, [] { on_exit(&end_with_threads, nullptr); });
}

/// Gives a thread the locale and the arithmetic of the program, because Python and its libraries may have set
/// another decimal point, another rounding, or that small numbers become 0.
class ProgramEnvironment {
  public:
    ProgramEnvironment() : own_(newlocale(LC_ALL_MASK, "C", locale_t{})) {
        if (own_ != locale_t{}) uselocale(own_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~ProgramEnvironment() {
        uselocale(LC_GLOBAL_LOCALE);
        if (own_ != locale_t{}) freelocale(own_);
    }
    ProgramEnvironment(const ProgramEnvironment&) = delete;
    ProgramEnvironment& operator=(const ProgramEnvironment&) = delete;

  private:
    locale_t own_;
};

/// Work on a thread of its own. Both the thread and the caller hold it, so either may be the last.
struct Work {
    explicit Work(std::function<void(const Job&)> started) : work(std::move(started)) {}

    void run() {
        try {
            const ProgramEnvironment program_environment;
            work(Job(source.get_token(), [this](double done) { fraction = done; }));
            fraction = 1;
        } catch (...) {
            failed = std::current_exception();
        }
        work = nullptr;
        const std::scoped_lock lock(mutex);
        is_done = true;
        ended.notify_one();
        --working;
    }
    /// True if the work ends within that time.
    bool ends_within(milliseconds time) {
        std::unique_lock lock(mutex);
        return ended.wait_for(lock, time, [this] { return is_done; });
    }

    std::function<void(const Job&)> work;
    std::stop_source source;
    std::atomic<double> fraction{0};
    std::exception_ptr failed;
    std::mutex mutex;
    std::condition_variable ended;
    bool is_done = false;
};

/// True in a thread that may no longer take the GIL, because the interpreter ends or has ended.
bool is_too_late() {
#if PY_VERSION_HEX >= 0x030D0000
    const bool ends = Py_IsFinalizing() != 0;
#else
    const bool ends = _Py_IsFinalizing() != 0;
#endif
    return ends && leaving_thread.load() != std::this_thread::get_id();
}

/// Waits for the end of the process. Python ends a thread that takes the GIL too late by unwinding its stack
/// (abi::__forced_unwind), but destructors on it take the GIL, too.
[[noreturn]] void wait_for_end() {
    while (true) pause();
}

/// Releases the GIL, so that other threads of Python run.
class OtherThreads {
  public:
    OtherThreads() : ours_(PyEval_SaveThread()) {}
    ~OtherThreads() {
        try {
            if (is_too_late()) wait_for_end();
            PyEval_RestoreThread(ours_);
        } catch (const abi::__forced_unwind&) {
            wait_for_end();
        }
    }
    OtherThreads(const OtherThreads&) = delete;
    OtherThreads& operator=(const OtherThreads&) = delete;

  private:
    PyThreadState* ours_;
};

class JobInPython {
  public:
    JobInPython(const py::object& progress, std::function<void(const Job&)> work)
        : progress_(progress), work_(std::make_shared<Work>(std::move(work))) {}

    void run() {
        start();
        {
            const OtherThreads run;
            wait();
        }
        if (raised_) throw py::error_already_set(*raised_);
        if (work_->failed) std::rethrow_exception(work_->failed);
        tell_progress();
    }

  private:
    void start() {
        ++working;
        try {
            std::thread([work = work_] { work->run(); }).detach();
        } catch (...) {
            --working;
            throw;
        }
    }

    void wait() {
        constexpr milliseconds interval{50};
        while (!work_->ends_within(interval)) {
            if (is_too_late()) stop_at_end();
            attend();
            if (!raised_) continue;
            work_->source.request_stop();
            if (!work_->ends_within(grace)) end_process_with_threads();
            return;
        }
    }

    void attend() try {
        const py::gil_scoped_acquire ours;
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            tell_progress();
        } catch (const py::error_already_set& error) {
            raised_.emplace(error);
        }
    } catch (const abi::__forced_unwind&) {
        stop_at_end();
    }

    [[noreturn]] void stop_at_end() {
        work_->source.request_stop();
        wait_for_end();
    }

    void tell_progress() {
        const double fraction = work_->fraction;
        if (progress_.is_none() || fraction == reported_) return;
        reported_ = fraction;
        PyObject* returned = nullptr;
        try {
            returned = PyObject_CallFunction(progress_.ptr(), "d", fraction);  // without objects of pybind11
        } catch (const abi::__forced_unwind&) {
            stop_at_end();
        }
        if (returned == nullptr) throw py::error_already_set();
        Py_DECREF(returned);
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

void leave_python() {
    leaving_thread = std::this_thread::get_id();
    is_leaving = true;
    end_process_with_threads();
}
bool has_left_python() { return is_leaving; }

}  // namespace poslab
