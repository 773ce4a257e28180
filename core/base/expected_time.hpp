#pragma once

#include "core/base/job.hpp"

#include <functional>
#include <stop_token>

namespace poslab {

// The time that a computation takes, stated before it begins: its count of operations divided by a measured
// rate (docs/engines.md).

/// States that the part of `job` that begins now takes about this many seconds. Thread-safe.
void expect_seconds(const Job& job, double seconds);

/// Receives what parts of a job state, whichever thread and Job with the same stop token they use, while this
/// object lives.
class ExpectedTime {
  public:
    ExpectedTime(std::stop_token job, std::function<void(double)> receive);
    ~ExpectedTime();
    ExpectedTime(const ExpectedTime&) = delete;
    ExpectedTime& operator=(const ExpectedTime&) = delete;

  private:
    std::stop_token job_;
};

/// While this object lives, parts of the job count as done `times` times, such as for each frame of a film.
class Repeated {
  public:
    Repeated(const Job& job, double times);
    ~Repeated();
    Repeated(const Repeated&) = delete;
    Repeated& operator=(const Repeated&) = delete;

  private:
    std::stop_token job_;
    double times_;
};

/// The number of threads of the processor that computations use.
[[nodiscard]] int processor_threads();

}  // namespace poslab
