#pragma once

#include "app/gui/store.hpp"

#include <cstdint>
#include <fstream>
#include <optional>

namespace poslab {

class WindowContent;

/// What only the platform knows of a frame.
struct TraceFrame {
    std::uint64_t frame = 0, keys = 0, clicks = 0;
    double time = 0;
};

/// One line of JSON per frame, for tests that drive the window: the values, what is on screen, where widgets lie.
class Trace {
  public:
    /// Appends to `path`; null or empty: writes nothing.
    explicit Trace(const char* path);

    void write(const TraceFrame& frame, const WindowContent& content);

  private:
    std::ofstream file_;
    Values last_values_;
    std::optional<double> changed_at_;
};

}  // namespace poslab
