#pragma once

#include "gpu/device.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace poslab::gpu {

/// Measures kernels and copies by stamps that a device sets in the order of what it is asked for. Used while the device is held.
class DeviceClock {
  public:
    virtual ~DeviceClock() = default;
    DeviceClock(const DeviceClock&) = delete;
    DeviceClock& operator=(const DeviceClock&) = delete;

    void start();
    /// Waits for what was measured.
    [[nodiscard]] DeviceTimes stop();

    /// What is asked for while this lives is measured, if the clock runs. One at a time.
    class Span {
      public:
        Span(DeviceClock& clock, Kernel kernel) : Span(clock, {.kernel = kernel}) {}
        static Span upload(DeviceClock& clock, std::size_t bytes) { return {clock, {.bytes = bytes}}; }
        static Span download(DeviceClock& clock, std::size_t bytes) { return {clock, {.bytes = bytes, .down = true}}; }
        ~Span();
        Span(const Span&) = delete;
        Span& operator=(const Span&) = delete;

      private:
        friend class DeviceClock;
        struct Entry {
            std::uint64_t begin = 0, end = 0;  // stamps
            std::optional<Kernel> kernel{};    // none: a copy
            std::size_t bytes = 0;
            bool down = false;
        };
        Span(DeviceClock& clock, const Entry& entry);
        DeviceClock& clock_;
    };

  protected:
    DeviceClock() = default;
    /// By the driver's own name for it.
    using Stamp = std::uint64_t;
    [[nodiscard]] virtual Stamp new_stamp() = 0;
    /// `down`: among downloads, which may go on beside the rest.
    virtual void set(Stamp stamp, bool down) = 0;
    /// Between two that were set; waits for the later one.
    [[nodiscard]] virtual double seconds(Stamp begin, Stamp end) = 0;
    /// All that were made; what was measured and not asked for is forgotten.
    [[nodiscard]] std::vector<Stamp> take_stamps();

  private:
    [[nodiscard]] Stamp stamp();
    void add_up();

    bool runs_ = false;
    std::vector<Stamp> free_;
    std::vector<Span::Entry> open_;  // not added up yet
    DeviceTimes times_;
};

}  // namespace poslab::gpu
