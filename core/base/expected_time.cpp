#include "core/base/expected_time.hpp"

#include <oneapi/tbb/info.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace poslab {

namespace {

struct Receiver {
    std::stop_token job;
    std::shared_ptr<const std::function<void(double)>> receive;
    double times = 1;
};

struct Receivers {
    std::mutex mutex;
    std::vector<Receiver> all;

    /// Null if no one waits for the job. Call it with the mutex locked.
    Receiver* of(const std::stop_token& job) {
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const Receiver& each) { return each.job == job; });
        return found == all.end() ? nullptr : &*found;
    }
};

/// Never destroyed, because threads may outlive static objects.
Receivers& receivers() {
    static auto* const only = new Receivers;
    return *only;
}

void multiply(const std::stop_token& job, double factor) {
    const std::scoped_lock lock(receivers().mutex);
    if (Receiver* const receiver = receivers().of(job)) receiver->times *= factor;
}

}  // namespace

void expect_seconds(const Job& job, double seconds) {
    Receiver receiver;
    {
        const std::scoped_lock lock(receivers().mutex);
        const Receiver* const found = receivers().of(job.stop_token());
        if (found == nullptr) return;
        receiver = *found;
    }
    (*receiver.receive)(seconds * receiver.times);
}

ExpectedTime::ExpectedTime(std::stop_token job, std::function<void(double)> receive) : job_(std::move(job)) {
    const std::scoped_lock lock(receivers().mutex);
    receivers().all.push_back(
        {job_, std::make_shared<const std::function<void(double)>>(std::move(receive))});
}

ExpectedTime::~ExpectedTime() {
    const std::scoped_lock lock(receivers().mutex);
    std::erase_if(receivers().all, [this](const Receiver& each) { return each.job == job_; });
}

int processor_threads() { return oneapi::tbb::info::default_concurrency(); }

Repeated::Repeated(const Job& job, double times) : job_(job.stop_token()), times_(times) {
    multiply(job_, times);
}

Repeated::~Repeated() { multiply(job_, 1 / times_); }

}  // namespace poslab
