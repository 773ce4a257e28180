#pragma once

#include "gpu/device.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace poslab::gpu {

/// Measures kernels and copies by time stamps that a device records in the order of its work. Used while the
/// device is held.
class DeviceClock {
  public:
    virtual ~DeviceClock() = default;
    DeviceClock(const DeviceClock&) = delete;
    DeviceClock& operator=(const DeviceClock&) = delete;

    void start();
    /// Waits for the measured work.
    [[nodiscard]] DeviceTimes stop();

    /// Measures the work queued during its lifetime, if the clock runs. Only one at a time.
    class Span {
      public:
        Span(DeviceClock& clock, Kernel kernel) : Span(clock, {.kernel = kernel}) {}
        static Span upload(DeviceClock& clock, std::size_t bytes) { return {clock, {.bytes = bytes}}; }
        static Span download(DeviceClock& clock, std::size_t bytes) {
            return {clock, {.bytes = bytes, .down = true}};
        }
        ~Span();
        Span(const Span&) = delete;
        Span& operator=(const Span&) = delete;

      private:
        friend class DeviceClock;
        struct Entry {
            std::uint64_t begin = 0, end = 0;  // stamps
            std::optional<Kernel> kernel{};    // empty: a copy
            std::size_t bytes = 0;
            bool down = false;
        };
        Span(DeviceClock& clock, const Entry& entry);
        DeviceClock& clock_;
    };

  protected:
    DeviceClock() = default;
    /// The driver's handle of a time stamp.
    using Stamp = std::uint64_t;
    [[nodiscard]] virtual Stamp new_stamp() = 0;
    /// `down`: among downloads, which may run concurrently with the rest.
    virtual void set(Stamp stamp, bool down) = 0;
    /// Returns the time between two recorded stamps; waits for the later one.
    [[nodiscard]] virtual double seconds(Stamp begin, Stamp end) = 0;
    /// Returns all created stamps and discards unread measurements.
    [[nodiscard]] std::vector<Stamp> take_stamps();

  private:
    [[nodiscard]] Stamp stamp();
    void add_up();

    bool runs_ = false;
    std::vector<Stamp> free_;
    std::vector<Span::Entry> open_;  // not yet added to times_
    DeviceTimes times_;
};

}  // namespace poslab::gpu
