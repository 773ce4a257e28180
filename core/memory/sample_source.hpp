#pragma once

#include "core/base/job.hpp"
#include "core/hippo/signals.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// A signal of one channel that may be far longer than memory: any stretch of it can be asked for, again and again.
class SampleSource {
  public:
    virtual ~SampleSource() = default;

    [[nodiscard]] virtual std::int64_t length() const = 0;
    /// Samples per second; 0 where a signal has no such thing.
    [[nodiscard]] virtual double sample_rate() const = 0;
    /// Of a file, else 1.
    [[nodiscard]] virtual std::int64_t channels() const = 0;
    /// Samples first, first + 1, ...; from several threads one after the other. Throws InputError for a file that has become
    /// another one or holds NaN there, std::out_of_range beyond the length, Cancelled.
    virtual void read(std::int64_t first, std::span<double> out, const Job& job) = 0;
};

/// Of any signal but a file.
[[nodiscard]] std::unique_ptr<SampleSource> made_signal(const SignalSpec& spec);
/// A channel of a file (core/files/signal_file.hpp). Throws InputError, TooLarge for more samples than largest_signal_length.
[[nodiscard]] std::unique_ptr<SampleSource> signal_from_file(const std::string& path, std::int64_t channel, const Job& job);
/// With its samples read once and kept, where they are at most `most`; else as it is.
[[nodiscard]] std::unique_ptr<SampleSource> kept(std::unique_ptr<SampleSource> source, std::int64_t most, const Job& job);

/// Hands samples [first, end) on in order, in blocks of at most `block`; looks at the job before each.
void each_block(SampleSource& source, std::int64_t first, std::int64_t end, std::int64_t block, const Job& job,
                const std::function<void(std::int64_t first, std::span<const double> samples)>& hand_on);

/// The samples of rising `indices`, in at most one run through the signal.
[[nodiscard]] std::vector<double> samples_at(SampleSource& source, std::span<const std::int64_t> indices, const Job& job);

}  // namespace poslab
