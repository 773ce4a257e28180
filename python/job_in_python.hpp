#pragma once

#include "core/base/job.hpp"

#include <pybind11/pybind11.h>

#include <functional>

namespace poslab {

/// Runs the work on a separate thread while Python continues: other threads, signals (an interrupt cancels
/// the work) and `progress`, a callable that takes a fraction in [0, 1], or None. Throws what the work
/// throws, or what a handler or `progress` raises. The caller must hold the GIL; the work runs without it.
void run_in_python(const pybind11::object& progress, const std::function<void(const Job&)>& work);

}  // namespace poslab
