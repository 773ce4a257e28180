#include "app/state/background_job.hpp"

#include "core/base/errors.hpp"

#include <exception>

namespace poslab {

void BackgroundJob::start(std::function<void(const Job&)> work) {
    if (running_) return;
    running_ = true;
    progress_ = 0;
    thread_ = std::jthread([this, work = std::move(work)](std::stop_token stop) {
        Outcome outcome;
        try {
            work(Job(std::move(stop), [this](double fraction) { progress_ = fraction; }));
        } catch (const Cancelled&) {
            outcome.cancelled = true;
        } catch (const Error& error) {
            outcome.error = error.message();
        } catch (const std::exception& error) {
            outcome.error = verbatim(error.what());
            if (outcome.error.empty()) outcome.error = "unknown error"_tr;
        }
        {
            const std::lock_guard lock(mutex_);
            outcome_ = std::move(outcome);
        }
        wake_();
    });
}

std::optional<BackgroundJob::Outcome> BackgroundJob::ended() {
    const std::lock_guard lock(mutex_);
    if (!outcome_) return std::nullopt;
    running_ = false;
    return std::exchange(outcome_, std::nullopt);
}

}  // namespace poslab
