#pragma once

#include "app/state/store.hpp"

#include <cstdint>
#include <fstream>
#include <optional>

namespace poslab {

class WindowContent;

/// What only the platform knows of a frame.
struct TraceFrame {
    std::uint64_t frame = 0, keys = 0, clicks = 0;
    double began = 0, shown = 0;  // seconds
    double built_in = 0;          // seconds of a processor, without rasterising
};

/// One line of JSON per frame, for tests that drive the window: the values, what is on screen, where widgets lie. After a change of
/// values: how long it took from the beginning of the frame that made it until the first picture (`first_ms`, which may be a coarse
/// one) and the final one (`latency_ms`) of them were shown.
class Trace {
  public:
    /// Appends to `path`; null or empty: writes nothing.
    explicit Trace(const char* path);

    void write(const TraceFrame& frame, const WindowContent& content);

  private:
    std::ofstream file_;
    Values last_values_;
    std::optional<double> first_since_, final_since_;  // the change of which that picture has not been shown
};

}  // namespace poslab
