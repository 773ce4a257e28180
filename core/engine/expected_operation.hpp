#pragma once

#include "core/base/in_parallel.hpp"
#include "core/base/job.hpp"
#include "core/engine/operation_facts.hpp"

namespace poslab {

/// Returns the time of an operation of this size in the reference engine.
[[nodiscard]] inline double reference_seconds(const OperationFacts& facts, double size) {
    constexpr double slow = 0.05;  // the time of slow_in_reference
    return slow * size / facts.slow_in_reference;
}

/// State to `job` how long an operation takes: on all cores of the processor by the visible share of its
/// units, in the reference engine by its size.
template <class Request>
void expect_on_cpu(const Request& request, const Job& job, double share = 1) {
    job.expect_seconds(share * request.units() / (Request::facts.units_a_second * processor_threads()));
}
template <class Request>
void expect_in_reference(const Request& request, const Job& job) {
    if (request.size() <= Request::facts.max_in_reference)  // larger ones are refused
        job.expect_seconds(reference_seconds(Request::facts, request.size()));
}

}  // namespace poslab
