#pragma once

#include <string>

namespace poslab {

/// One message in the status bar: 120 ms in, 4 s (twice that if it needs more than a line), 200 ms out.
struct Toast {
    std::string text;
    bool good = true;
    std::string action;  // label of the one thing that can be done; empty for none
    double since = -1;   // negative: to be shown from the next frame on
};

}  // namespace poslab
