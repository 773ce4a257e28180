#pragma once

#include "core/base/in_parallel.hpp"
#include "core/base/job.hpp"
#include "core/engine/operation_facts.hpp"

namespace poslab {

/// State to `job` how long an operation takes: on all cores of the processor by its units, in the reference
/// engine by its size.
template <class Request>
void expect_on_cpu(const Request& request, const Job& job) {
    job.expect_seconds(request.units() / (Request::facts.units_a_second * processor_threads()));
}
template <class Request>
void expect_in_reference(const Request& request, const Job& job) {
    constexpr double slow_seconds = 0.05;  // of slow_in_reference
    job.expect_seconds(slow_seconds * request.size() / Request::facts.slow_in_reference);
}

}  // namespace poslab
