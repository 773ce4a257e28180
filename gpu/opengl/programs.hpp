#pragma once

#include "gpu/opengl/opengl_device.hpp"

#include <array>

namespace poslab::gpu {

/// The kernels of a device, each compiled on first use. All members except the constructor require the
/// context.
class OpenGlPrograms {
  public:
    explicit OpenGlPrograms(KernelTexts texts) : texts_(std::move(texts)) {}
    /// Throws DeviceFailure if the kernel does not exist, does not compile (naming file and line) or does not
    /// link.
    [[nodiscard]] unsigned program(Kernel kernel);
    void clear();

  private:
    KernelTexts texts_;
    std::array<unsigned, kernel_count> programs_{};
};

}  // namespace poslab::gpu
