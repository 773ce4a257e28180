#pragma once

#include "gpu/device.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace poslab::gpu {

/// Measures kernels and copies by time stamps in the order of commands. Used while the device is held.
class OpenGlClock {
  public:
    OpenGlClock() = default;
    OpenGlClock(const OpenGlClock&) = delete;
    OpenGlClock& operator=(const OpenGlClock&) = delete;

    void start();
    /// Waits for what was measured.
    [[nodiscard]] DeviceTimes stop();
    /// Deletes its queries, while there is a context.
    void clear();

    /// What is asked for while this lives is measured, if the clock runs.
    class Span {
      public:
        Span(OpenGlClock& clock, Kernel kernel) : Span(clock, {.kernel = kernel}) {}
        static Span upload(OpenGlClock& clock, std::size_t bytes) { return {clock, {.bytes = bytes}}; }
        static Span download(OpenGlClock& clock, std::size_t bytes) { return {clock, {.bytes = bytes, .down = true}}; }
        ~Span();
        Span(const Span&) = delete;
        Span& operator=(const Span&) = delete;

      private:
        friend class OpenGlClock;
        struct Entry {
            unsigned begin = 0, end = 0;     // queries
            std::optional<Kernel> kernel{};  // none: a copy
            std::size_t bytes = 0;
            bool down = false;
        };
        Span(OpenGlClock& clock, const Entry& entry);
        OpenGlClock& clock_;
    };

  private:
    [[nodiscard]] unsigned stamped();
    void add_up();

    bool runs_ = false;
    std::vector<unsigned> free_;
    std::vector<Span::Entry> open_;
    DeviceTimes times_;
};

}  // namespace poslab::gpu
