#pragma once

#include "gpu/opengl/opengl_device.hpp"

#include <array>

namespace poslab::gpu {

/// The kernels of a device, each compiled when it is wanted first. All members but the constructor want the context.
class OpenGlPrograms {
  public:
    explicit OpenGlPrograms(KernelTexts texts) : texts_(std::move(texts)) {}
    /// Throws DeviceFailure: no such kernel, one that does not compile (names the file and the line) or link.
    [[nodiscard]] unsigned program(Kernel kernel);
    void clear();

  private:
    KernelTexts texts_;
    std::array<unsigned, kernel_count> programs_{};
};

}  // namespace poslab::gpu
