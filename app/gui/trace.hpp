#pragma once

#include "app/state/store.hpp"

#include <cstdint>
#include <fstream>
#include <optional>

namespace poslab {

class WindowContent;

/// Facts about a frame that come from the platform.
struct TraceFrame {
    std::uint64_t frame = 0, keys = 0, clicks = 0;
    double began = 0, shown = 0;  // seconds
    double built_in = 0;          // CPU seconds, without rasterising
};

/// Writes one line of JSON per frame, for tests that drive the window: the values, the contents of the screen
/// and the positions of widgets. After a change of values: the time from the start of the frame that made it
/// until the first picture (`first_ms`, possibly coarse) and the final one (`latency_ms`) were shown.
class Trace {
  public:
    /// Appends to `path`; writes nothing if it is null or empty. Throws OutputError.
    explicit Trace(const char* path);

    void write(const TraceFrame& frame, const WindowContent& content);

  private:
    std::ofstream file_;
    Values last_values_;
    std::optional<double> first_since_, final_since_;  // time of the change whose picture has not been shown
};

}  // namespace poslab
