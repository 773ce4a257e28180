#pragma once

#include "app/gui/canvas.hpp"
#include "app/gui/store.hpp"
#include "app/gui/widgets/ui.hpp"

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

namespace poslab {

struct TraceFrame {
    std::uint64_t frame = 0, keys = 0, clicks = 0;
    double time = 0;  // seconds
    bool dialog = false;
    bool exporting = false;
    std::string toast, error, command;
};

/// One JSON line per drawn frame, for tests and benchmarks that look at the program's state instead of its pixels.
class Trace {
  public:
    /// Off without a path.
    explicit Trace(const char* path);
    void write(const TraceFrame& frame, const Store& store, const Canvas& canvas, const Ui& ui);

  private:
    std::ofstream file_;
    Values last_values_;
    std::optional<double> changed_at_;
};

}  // namespace poslab
