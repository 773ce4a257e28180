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

/// A signal of one channel that may be far larger than memory; any range can be read, repeatedly.
class SampleSource {
  public:
    virtual ~SampleSource() = default;

    [[nodiscard]] virtual std::int64_t length() const = 0;
    /// Returns samples per second; 0 if the signal has no sample rate.
    [[nodiscard]] virtual double sample_rate() const = 0;
    /// Returns the number of channels of a file; else 1.
    [[nodiscard]] virtual std::int64_t channels() const = 0;
    /// Reads the samples first, first + 1, ...; thread-safe. Throws InputError if a file has changed or holds
    /// NaN there, std::out_of_range beyond the length, Cancelled.
    virtual void read(std::int64_t first, std::span<double> out, const Job& job) = 0;
};

/// Returns the source of a generated signal; any Signal except file.
[[nodiscard]] std::unique_ptr<SampleSource> made_signal(const SignalSpec& spec);
/// Returns a channel of a file (core/files/signal_file.hpp). Throws InputError, TooLarge for more samples
/// than largest_signal_length.
[[nodiscard]] std::unique_ptr<SampleSource> signal_from_file(const std::string& path, std::int64_t channel,
                                                             const Job& job);
/// Returns a source with all samples cached if there are at most `most`; else `source` unchanged.
[[nodiscard]] std::unique_ptr<SampleSource> buffered(std::unique_ptr<SampleSource> source, std::int64_t most,
                                                     const Job& job);

/// Calls `hand_on` with samples [first, end) in order, in blocks of at most `block`; checks the job before
/// each.
void each_block(SampleSource& source, std::int64_t first, std::int64_t end, std::int64_t block,
                const Job& job,
                const std::function<void(std::int64_t first, std::span<const double> samples)>& hand_on);

/// Returns the samples at increasing `indices`, in at most one pass over the signal.
[[nodiscard]] std::vector<double> samples_at(SampleSource& source, std::span<const std::int64_t> indices,
                                             const Job& job);

}  // namespace poslab
