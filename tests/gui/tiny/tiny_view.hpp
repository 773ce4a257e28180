#pragma once

#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/support/run_program.hpp"

#include <fstream>
#include <string>

namespace poslab::test {

inline const View& tiny_view() { return find_view("tiny-wave"); }

inline std::size_t place_of(const std::string& id) {
    return static_cast<std::size_t>(parameter_index(tiny_view(), id));
}

/// Writes a file for the parameter `config` of the tiny view and returns its path.
inline std::string write_config(const TemporaryFolder& folder, const std::string& name, double theta) {
    std::ofstream(folder / name) << "{\"tiny_theta\": " << theta << ", \"factors\": [1, 2]}";
    return folder / name;
}

}  // namespace poslab::test
