#pragma once

#include "gpu/cuda/cuda_context.hpp"

#include <optional>
#include <vector>

namespace poslab::gpu {

/// Measures kernels and copies by events of their stream. Used while the device is held.
class CudaClock {
  public:
    explicit CudaClock(CudaContext& context) : context_(context) {}
    ~CudaClock();
    CudaClock(const CudaClock&) = delete;
    CudaClock& operator=(const CudaClock&) = delete;

    void start();
    /// Waits for what was measured.
    [[nodiscard]] DeviceTimes stop();
    [[nodiscard]] bool runs() const { return runs_; }

    /// What a stream is asked for while this lives is measured, if the clock runs.
    class Span {
      public:
        Span(CudaClock& clock, Kernel kernel) : Span(clock, clock.context_.stream(), kernel, 0, false) {}
        static Span upload(CudaClock& clock, std::size_t bytes) { return {clock, clock.context_.stream(), {}, bytes, false}; }
        static Span download(CudaClock& clock, CUstream stream, std::size_t bytes) { return {clock, stream, {}, bytes, true}; }
        ~Span();
        Span(const Span&) = delete;
        Span& operator=(const Span&) = delete;

      private:
        Span(CudaClock& clock, CUstream stream, std::optional<Kernel> kernel, std::size_t bytes, bool down);
        CudaClock& clock_;
        CUstream stream_;
    };

  private:
    struct Entry {
        CUevent begin = nullptr, end = nullptr;
        std::optional<Kernel> kernel;  // none: a copy
        std::size_t bytes = 0;
        bool down = false;
    };

    [[nodiscard]] CUevent event();
    void add_up();

    CudaContext& context_;
    bool runs_ = false;
    std::vector<CUevent> free_;
    std::vector<Entry> open_;  // not added up yet
    DeviceTimes times_;
};

}  // namespace poslab::gpu
