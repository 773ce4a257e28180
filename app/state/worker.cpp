#include "app/state/worker.hpp"

#include "app/state/store.hpp"
#include "core/base/errors.hpp"
#include "core/base/memory_ledger.hpp"
#include "core/engine/engine.hpp"
#include "core/views/computed.hpp"

#include <algorithm>
#include <atomic>
#include <new>
#include <system_error>
#include <utility>

#ifdef __linux__
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace poslab {
namespace {

/// Lowers the thread's priority below the window's; on Linux, niceness is per thread.
void lower_priority() {
#ifdef __linux__
    static_cast<void>(setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 10));
#endif
}

}  // namespace

bool same_data(const ComputeRequest& done, const ComputeRequest& requested) {
    return done.view == requested.view && done.arrays == requested.arrays && done.width == requested.width &&
           done.height == requested.height && done.engine == requested.engine &&
           done.files == requested.files && done.values.size() == requested.values.size() &&
           same_stages(*done.view, done.values, requested.values,
                       {Stage::prepare, Stage::sample, Stage::window});
}

Worker::Worker(std::function<void()> wake, std::size_t retained)
    : wake_(std::move(wake)), max_prepared_(retained) {
    start_thread();
}

Worker::~Worker() {
    cancel();
    for (std::jthread& thread : threads_) thread.request_stop();
}

void Worker::start_thread() {
    threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
}

std::uint64_t Worker::request(ComputeRequest request) {
    const std::lock_guard lock(mutex_);
    stop_current();
    next_ = Task{std::move(request), ++status_.serial, std::stop_source{}};
    current_ = next_->stop;
    requested_at_ = Clock::now();
    status_.running = true;
    status_.limited = false;
    status_.progress = 0;
    status_.expected_seconds = 0;
    status_.error = {};
    status_.failure = nullptr;
    status_.notice = {};
    try {
        if (computing_ == threads_.size()) start_thread();
    } catch (const std::system_error&) {  // then the request waits for one that computes
    }
    arrived_.notify_all();
    return status_.serial;
}

void Worker::cancel() {
    const std::lock_guard lock(mutex_);
    stop_current();
    next_.reset();
    status_.running = false;
}

void Worker::stop_current() {
    current_.request_stop();
    if (newest_runs_ && !stopped_at_) stopped_at_ = Clock::now();
}

WorkerStatus Worker::status() const {
    const std::lock_guard lock(mutex_);
    WorkerStatus status = status_;
    if (status.running) status.seconds = std::chrono::duration<double>(Clock::now() - requested_at_).count();
    return status;
}

std::optional<Worker::Task> Worker::next_task(std::unique_lock<std::mutex>& lock,
                                              const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        const bool is_stuck = stopped_at_ && Clock::now() >= *stopped_at_ + patience;
        if (next_ && (!newest_runs_ || is_stuck)) return std::exchange(next_, std::nullopt);
        const auto may_change = [this] { return next_ && !newest_runs_; };
        if (next_ && stopped_at_)
            arrived_.wait_until(lock, stop, *stopped_at_ + patience, may_change);
        else
            arrived_.wait(lock, stop, [this] { return next_.has_value(); });
    }
    return std::nullopt;
}

void Worker::run(const std::stop_token& stop) {
    lower_priority();
    std::unique_lock lock(mutex_);
    while (const std::optional<Task> task = next_task(lock, stop)) {
        Cache cache = std::exchange(cache_, {});
        ++computing_;
        taken_serial_ = task->serial;
        newest_runs_ = true;
        stopped_at_.reset();
        lock.unlock();
        compute(*task, cache);
        lock.lock();
        --computing_;
        if (task->serial == taken_serial_) {  // otherwise it was stuck, and a newer one has its own cache
            std::swap(cache, cache_);
            newest_runs_ = false;
            stopped_at_.reset();
        }
        arrived_.notify_all();
        lock.unlock();
        cache = {};  // may be large
        lock.lock();
    }
}

void Worker::compute(const Task& task, Cache& cache) {
    try {
        compute_all(task, Clock::now(), cache);
    } catch (const Cancelled&) {
        return;
    } catch (const LedgerExceeded& error) {
        fail(task, error.message());
    } catch (const std::bad_alloc&) {
        fail(task, "out of memory"_tr);
    } catch (const Error& error) {
        fail(task, error.message());
    } catch (const std::exception& error) {
        fail(task, verbatim(error.what()));
    }
}

void Worker::compute_all(const Task& task, Clock::time_point start, Cache& cache) {
    const ComputeRequest& request = task.request;
    std::atomic<bool> coarse{false};
    const auto progress = [&](double fraction) {
        const bool late = std::chrono::duration<double>(Clock::now() - start).count() > unconfirmed_seconds;
        if (request.limited && coarse && late) return leave_coarse(task);
        const std::lock_guard lock(mutex_);
        if (task.serial == status_.serial) status_.progress = fraction;
    };
    const auto expect = [&](double seconds) {
        const std::lock_guard lock(mutex_);
        if (task.serial == status_.serial)
            status_.expected_seconds = std::max(status_.expected_seconds, seconds);
    };
    const Job job(task.stop.get_token(), progress, expect);
    prepare(request, job, cache);
    job.check();
    const Prepared& prepared = cache.prepared.front();
    SampleRequest sample;
    sample.arrays = request.arrays;
    sample.width = request.width;
    sample.height = request.height;
    sample.curve_points = SampleRequest::figure_curve_points;
    sample.publish = [&](Data data) {
        data.partial = true;
        publish(task, std::move(data), start, prepared);
        coarse = true;
    };
    Data data = request.view->sample(request.values, prepared.data, sample, *prepared.engine, job);
    job.check();
    data.partial = false;
    note(task, prepared);
    publish(task, std::move(data), start, prepared);
    finish(task);
}

/// Prepares the computation unless a cached one is valid. It starts a separate engine, so that the engine's
/// name and notices belong to this data.
void Worker::prepare(const ComputeRequest& request, const Job& job, Cache& cache) const {
    const auto serves = [&](const Prepared& prepared) {
        return prepared.view == request.view && prepared.choice == request.engine &&
               prepared.files == request.files &&
               same_stages(*request.view, prepared.values, request.values, {Stage::prepare});
    };
    if (const auto found = std::find_if(cache.prepared.begin(), cache.prepared.end(), serves);
        found != cache.prepared.end()) {
        std::rotate(cache.prepared.begin(), found, found + 1);
        return;
    }
    // Frees memory before the next one is computed.
    if (cache.prepared.size() >= max_prepared_) cache.prepared.resize(max_prepared_ - 1);
    std::shared_ptr<const Engine> engine = request.engine.engine();
    if (cache.reusable.view != request.view || cache.reusable.files != request.files) cache.reusable = {};
    Held data = request.view->prepare(request.values, *engine, job, cache.reusable.data);
    cache.reusable = {request.view, request.files, request.view->reusable(data)};
    Prepared made{request.view,   std::move(engine), request.engine,
                  request.values, request.files,     std::move(data)};
    cache.prepared.insert(cache.prepared.begin(), std::move(made));
}

void Worker::publish(const Task& task, Data data, Clock::time_point start, const Prepared& prepared) {
    auto result = std::make_shared<Result>();
    result->request = task.request;
    result->data = with_engine(std::move(data), prepared.engine);
    result->seconds = std::chrono::duration<double>(Clock::now() - start).count();
    result->serial = task.serial;
    {
        const std::lock_guard lock(mutex_);
        if (task.stop.stop_requested()) return;
        status_.result = std::move(result);
    }
    wake_();
}

/// Stops the running computation; published results stay.
void Worker::leave_coarse(const Task& task) {
    {
        const std::lock_guard lock(mutex_);
        if (!task.stop.request_stop() || task.serial != status_.serial) return;
        status_.running = false;
        status_.limited = true;
    }
    wake_();
}

void Worker::finish(const Task& task) {
    {
        const std::lock_guard lock(mutex_);
        if (task.serial == status_.serial) status_.running = false;
    }
    wake_();
}

void Worker::fail(const Task& task, const Message& message) {
    {
        const std::lock_guard lock(mutex_);
        if (task.stop.stop_requested() || task.serial != status_.serial) return;
        status_.error = message;
        status_.failure = std::current_exception();
        status_.running = false;
    }
    wake_();
}

/// Reports the last notice, which follows from the others.
void Worker::note(const Task& task, const Prepared& prepared) {
    const std::vector<Message> notices = prepared.engine->notices();
    const std::lock_guard lock(mutex_);
    if (task.serial == status_.serial && !notices.empty()) status_.notice = notices.back();
}

}  // namespace poslab
