#pragma once

#include "gpu/cuda/cuda_context.hpp"
#include "gpu/device_clock.hpp"

namespace poslab::gpu {

/// Measures with events of the context's streams.
class CudaClock final : public DeviceClock {
  public:
    explicit CudaClock(CudaContext& context) : context_(context) {}
    ~CudaClock() override;
    CudaClock(const CudaClock&) = delete;
    CudaClock& operator=(const CudaClock&) = delete;

  private:
    [[nodiscard]] Stamp new_stamp() override;
    void set(Stamp stamp, bool down) override;
    [[nodiscard]] double seconds(Stamp begin, Stamp end) override;

    CudaContext& context_;
};

}  // namespace poslab::gpu
