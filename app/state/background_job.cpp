#include "app/state/background_job.hpp"

#include "app/state/worker.hpp"
#include "core/base/errors.hpp"
#include "core/base/memory_ledger.hpp"

#include <exception>
#include <utility>

namespace poslab {

BackgroundJob::~BackgroundJob() {
    for (Task& task : tasks_) task.thread.request_stop();
}

void BackgroundJob::start(std::function<void(const Job&)> work) {
    request_stop();
    running_ = false;
    remove_ended();
    Task& task = tasks_.emplace_back();
    task.thread = std::jthread(
        [this, &task, work = std::move(work)](const std::stop_token& stop) { run(task, work, stop); });
    running_ = true;
}

void BackgroundJob::run(Task& task, const std::function<void(const Job&)>& work,
                        const std::stop_token& stop) {
    {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, stop, Worker::patience, [this] { return at_work_ == 0; });
        ++at_work_;
    }
    Outcome outcome;
    try {
        const Job job(stop, [&task](double fraction) { task.progress = fraction; });
        job.check();
        work(job);
    } catch (const Cancelled&) {
        outcome.cancelled = true;
    } catch (const Error& error) {
        outcome.error = error.message();
    } catch (const LedgerExceeded& error) {
        outcome.error = error.message();
    } catch (const std::exception& error) {
        outcome.error = verbatim(error.what());
        if (outcome.error.empty()) outcome.error = "unknown error"_tr;
    }
    {
        const std::lock_guard lock(mutex_);
        --at_work_;
        task.outcome = std::move(outcome);
    }
    changed_.notify_all();
    wake_();
}

void BackgroundJob::remove_ended() {
    const std::lock_guard lock(mutex_);  // a thread that has ended does not take it
    tasks_.remove_if([](const Task& task) { return task.outcome.has_value(); });
}

void BackgroundJob::request_stop() {
    if (running_) tasks_.back().thread.request_stop();
}

void BackgroundJob::cancel() {
    if (!running_) return;
    request_stop();
    {
        const std::lock_guard lock(mutex_);
        const std::optional<Outcome>& outcome = tasks_.back().outcome;
        if (outcome && !outcome->cancelled) return;  // ended() returns it
        running_ = false;
    }
    wake_();
}

std::optional<BackgroundJob::Outcome> BackgroundJob::ended(std::chrono::milliseconds patience) {
    if (!running_) return std::nullopt;
    std::unique_lock lock(mutex_);
    const std::optional<Outcome>& outcome = tasks_.back().outcome;
    if (!changed_.wait_for(lock, patience, [&] { return outcome.has_value(); })) return std::nullopt;
    running_ = false;
    return outcome;
}

}  // namespace poslab
