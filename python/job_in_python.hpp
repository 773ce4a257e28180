#pragma once

#include "core/base/job.hpp"

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace poslab {

/// Runs the work on a separate thread while Python continues: other threads, signals (an interrupt cancels
/// the work) and `progress`, a callable that takes a fraction in [0, 1], or None. Throws what the work
/// throws, or what a handler or `progress` raises. Cancelled work that does not end within half a second,
/// because it is inside a library, is left behind and ends later; so it must own everything that it uses.
/// The caller must hold the GIL; the work runs without it.
void run_in_python(const pybind11::object& progress, std::function<void(const Job&)> work);

/// The same for work that returns a result.
template <class Work>
auto computed_in_python(const pybind11::object& progress, Work work) {
    auto result = std::make_shared<std::optional<decltype(work(Job()))>>();
    run_in_python(progress, [result, work = std::move(work)](const Job& job) { result->emplace(work(job)); });
    return std::move(**result);
}

/// Reports that the interpreter ends; from then on, threads left behind may not call it.
void leave_python();
[[nodiscard]] bool has_left_python();

}  // namespace poslab
