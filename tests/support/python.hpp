#pragma once

#include "tests/support/run_program.hpp"

#include <string>

namespace poslab::test {

/// Returns a python3 that has these modules ("numpy, torch"), preferably the system's own; empty if there is
/// none.
inline std::string python_with(const std::string& modules) {
    for (const char* python : {"/usr/bin/python3", "python3"}) {
        if (run_program({python, "-c", "import " + modules}).code == 0) return python;
    }
    return {};
}

}  // namespace poslab::test
