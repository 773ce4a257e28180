#include "python/job_in_python.hpp"

#include "core/base/errors.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace py = pybind11;

namespace poslab {

namespace {

class JobInPython {
  public:
    explicit JobInPython(const py::object& progress) : progress_(progress) {}

    void run(const std::function<void(const Job&)>& work) {
        {
            const py::gil_scoped_release others_run;
            const std::jthread worker([&] { do_and_tell(work); });
            wait();
        }
        if (raised_) throw py::error_already_set(*raised_);
        if (failed_) std::rethrow_exception(failed_);
        tell_progress();
    }

  private:
    void do_and_tell(const std::function<void(const Job&)>& work) {
        try {
            work(Job(source_.get_token(), [this](double fraction) { fraction_ = fraction; }));
            fraction_ = 1;
        } catch (...) {
            failed_ = std::current_exception();
        }
        const std::scoped_lock lock(mutex_);
        done_ = true;
        ended_.notify_one();
    }

    void wait() {
        constexpr auto interval = std::chrono::milliseconds(50);
        std::unique_lock lock(mutex_);
        while (!ended_.wait_for(lock, interval, [this] { return done_; })) {
            lock.unlock();
            attend();
            lock.lock();
        }
    }

    void attend() {
        if (source_.stop_requested()) return;
        const py::gil_scoped_acquire ours;
        try {
            if (PyErr_CheckSignals() != 0) throw py::error_already_set();
            tell_progress();
        } catch (const py::error_already_set& error) {
            raised_.emplace(error);
            source_.request_stop();
        }
    }

    void tell_progress() {
        const double fraction = fraction_;
        if (progress_.is_none() || fraction == name_pool_) return;
        name_pool_ = fraction;
        progress_(fraction);
    }

    const py::object& progress_;
    std::stop_source source_;
    std::atomic<double> fraction_{0};
    double name_pool_ = 0;
    std::optional<py::error_already_set> raised_;
    std::exception_ptr failed_;
    std::mutex mutex_;
    std::condition_variable ended_;
    bool done_ = false;
};

}  // namespace

void run_in_python(const py::object& progress, const std::function<void(const Job&)>& work) {
    if (!progress.is_none() && PyCallable_Check(progress.ptr()) == 0)
        throw UsageError("progress: must be a function of one number");
    JobInPython(progress).run(work);
}

}  // namespace poslab
