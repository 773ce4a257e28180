#pragma once

#include "core/base/number_buffer.hpp"
#include "core/files/given_file.hpp"

#include <pybind11/numpy.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace poslab {

/// Returns a read-only array that shares ownership of the numbers, without copying them.
[[nodiscard]] pybind11::array array_in_python(const std::shared_ptr<const NumberBuffer>& numbers,
                                              const std::vector<std::int64_t>& shape);

/// Returns objects with the buffer protocol, concatenated as a file, without copying them. Each must be
/// contiguous in memory, in C or Fortran order. Throws error_already_set for others.
[[nodiscard]] std::unique_ptr<GivenFile> file_in_python(const std::string& name, const std::string& ending,
                                                        const pybind11::list& parts);

}  // namespace poslab
