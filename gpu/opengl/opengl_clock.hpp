#pragma once

#include "gpu/device_clock.hpp"

namespace poslab::gpu {

/// Measures with time stamps in the order of commands (GL_TIMESTAMP).
class OpenGlClock final : public DeviceClock {
  public:
    /// Deletes its queries; requires a context.
    void clear();

  private:
    [[nodiscard]] Stamp new_stamp() override;
    void set(Stamp stamp, bool down) override;
    [[nodiscard]] double seconds(Stamp begin, Stamp end) override;
};

}  // namespace poslab::gpu
