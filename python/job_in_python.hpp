#pragma once

#include "core/base/job.hpp"

#include <pybind11/pybind11.h>

#include <functional>

namespace poslab {

/// Does the work on a thread of its own, and lets Python run meanwhile: other threads, signals (an interrupt cancels the work) and
/// `progress`, a callable that takes a fraction in [0, 1], or None. Throws what the work throws, or what a handler or `progress`
/// raised instead. With the GIL, which the work does not have.
void run_in_python(const pybind11::object& progress, const std::function<void(const Job&)>& work);

}  // namespace poslab
