#pragma once

#include "gpu/device_clock.hpp"

namespace poslab::gpu {

/// By time stamps in the order of commands (GL_TIMESTAMP).
class OpenGlClock final : public DeviceClock {
  public:
    /// Deletes its queries, while there is a context.
    void clear();

  private:
    [[nodiscard]] Stamp new_stamp() override;
    void set(Stamp stamp, bool down) override;
    [[nodiscard]] double seconds(Stamp begin, Stamp end) override;
};

}  // namespace poslab::gpu
