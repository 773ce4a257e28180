#pragma once

#include "core/files/given_file.hpp"

#include <pybind11/numpy.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace poslab {

/// An array of these numbers, which are not copied: it holds on to them, and may not write into them.
[[nodiscard]] pybind11::array array_in_python(const std::shared_ptr<const std::vector<double>>& numbers,
                                              const std::vector<std::int64_t>& shape);

/// Objects with the buffer protocol, one after the other, as a file. They are not copied, and must each be contiguous in memory, in
/// whatever order. Throws error_already_set for others.
[[nodiscard]] std::unique_ptr<GivenFile> file_in_python(const std::string& name, const std::string& ending,
                                                        const pybind11::list& parts);

}  // namespace poslab
