#include "app/state/worker.hpp"

#include "app/state/store.hpp"
#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "core/views/computed.hpp"

#include <algorithm>
#include <atomic>
#include <new>

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
    : wake_(std::move(wake)),
      max_prepared_(retained),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

Worker::~Worker() {
    cancel();
    thread_.request_stop();
}

std::uint64_t Worker::request(ComputeRequest request) {
    const std::lock_guard lock(mutex_);
    current_.request_stop();
    next_ = Task{std::move(request), ++status_.serial, std::stop_source{}};
    current_ = next_->stop;
    requested_at_ = Clock::now();
    status_.running = true;
    status_.limited = false;
    status_.progress = 0;
    status_.error = {};
    status_.failure = nullptr;
    status_.notice = {};
    arrived_.notify_one();
    return status_.serial;
}

void Worker::cancel() {
    const std::lock_guard lock(mutex_);
    current_.request_stop();
    next_.reset();
    status_.running = false;
}

WorkerStatus Worker::status() const {
    const std::lock_guard lock(mutex_);
    WorkerStatus status = status_;
    if (status.running) status.seconds = std::chrono::duration<double>(Clock::now() - requested_at_).count();
    return status;
}

void Worker::run(const std::stop_token& stop) {
    lower_priority();
    while (true) {
        Task task;
        {
            std::unique_lock lock(mutex_);
            if (!arrived_.wait(lock, stop, [this] { return next_.has_value(); })) return;
            task = std::move(*next_);
            next_.reset();
        }
        compute(task);
    }
}

void Worker::compute(const Task& task) {
    try {
        compute_all(task, Clock::now());
    } catch (const Cancelled&) {
        return;
    } catch (const std::bad_alloc&) {
        fail(task, "out of memory"_tr);
    } catch (const Error& error) {
        fail(task, error.message());
    } catch (const std::exception& error) {
        fail(task, verbatim(error.what()));
    }
}

void Worker::compute_all(const Task& task, Clock::time_point start) {
    const ComputeRequest& request = task.request;
    std::atomic<bool> coarse{false};
    const Job job(task.stop.get_token(), [&](double fraction) {
        const bool late = std::chrono::duration<double>(Clock::now() - start).count() > unconfirmed_seconds;
        if (request.limited && coarse && late) return leave_coarse(task);
        const std::lock_guard lock(mutex_);
        if (task.serial == status_.serial) status_.progress = fraction;
    });
    prepare(request, job);
    job.check();
    SampleRequest sample;
    sample.arrays = request.arrays;
    sample.width = request.width;
    sample.height = request.height;
    sample.curve_points = SampleRequest::figure_curve_points;
    sample.publish = [&](Data data) {
        data.partial = true;
        publish(task, std::move(data), start);
        coarse = true;
    };
    Data data =
        request.view->sample(request.values, prepared_.front().data, sample, *prepared_.front().engine, job);
    job.check();
    data.partial = false;
    note(task);
    publish(task, std::move(data), start);
    finish(task);
}

/// Prepares the computation unless a cached one is valid. It starts a separate engine, so that the engine's
/// name and notices belong to this data.
void Worker::prepare(const ComputeRequest& request, const Job& job) {
    const auto serves = [&](const Prepared& prepared) {
        return prepared.view == request.view && prepared.choice == request.engine &&
               prepared.files == request.files &&
               same_stages(*request.view, prepared.values, request.values, {Stage::prepare});
    };
    if (const auto found = std::find_if(prepared_.begin(), prepared_.end(), serves);
        found != prepared_.end()) {
        std::rotate(prepared_.begin(), found, found + 1);
        return;
    }
    // Frees memory before the next one is computed.
    if (prepared_.size() >= max_prepared_) prepared_.resize(max_prepared_ - 1);
    std::shared_ptr<const Engine> engine = request.engine.engine();
    if (reusable_.view != request.view || reusable_.files != request.files) reusable_ = {};
    Held data = request.view->prepare(request.values, *engine, job, reusable_.data);
    reusable_ = {request.view, request.files, request.view->reusable(data)};
    Prepared made{request.view,   std::move(engine), request.engine,
                  request.values, request.files,     std::move(data)};
    prepared_.insert(prepared_.begin(), std::move(made));
}

void Worker::publish(const Task& task, Data data, Clock::time_point start) {
    auto result = std::make_shared<Result>();
    result->request = task.request;
    result->data = with_engine(std::move(data), prepared_.front().engine);
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
void Worker::note(const Task& task) {
    const std::vector<Message> notices = prepared_.front().engine->notices();
    const std::lock_guard lock(mutex_);
    if (task.serial == status_.serial && !notices.empty()) status_.notice = notices.back();
}

}  // namespace poslab
