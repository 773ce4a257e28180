#pragma once

#include <string>

namespace poslab {

/// A message in the status bar: fades in for 120 ms, stays 4 s (8 s if it needs more than a line), fades out
/// for 200 ms.
struct Toast {
    std::string text;
    bool good = true;
    std::string action;  // label of its action; empty: none
    double since = -1;   // negative: starts with the next frame
};

}  // namespace poslab
