#pragma once

#include "core/base/index_range.hpp"
#include "core/base/job.hpp"
#include "core/files/open_file.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace poslab {

struct SignalShape {
    std::int64_t samples = 0;   // per channel, at least 1
    std::int64_t channels = 0;  // at least 1
    double sample_rate = 0;     // samples per second; 0: unknown
    bool operator==(const SignalShape&) const = default;
};

/// The number of samples per block; blocks begin at its multiples.
inline constexpr std::int64_t signal_block_samples = std::int64_t{1} << 16U;

class SignalReader;

/// An open file of samples. Memory does not grow with the file: only the start of each block of a .csv is
/// stored.
///
///   .npy              floating-point numbers (core/files/tensor_file.hpp), [samples] or [samples, channels]
///   .csv              a sample per line, a channel per column, separated by commas (semicolons or tabs if
///                     the first line has no comma). The first line names the columns if nothing in it is a
///                     number or begins like one. Numbers have C's notation; empty lines are allowed only
///                     at the end.
///   .wav .flac .ogg   by libsndfile; integers are scaled so that full scale is 1 (16-bit samples are
///                     divided by 32,768)
///
/// The ending, in upper or lower case, determines the format. Channels and samples are numbered from 0. All
/// errors are InputError, "PATH: why".
class SignalFile {
  public:
    /// Opens the file. A .csv is read once to count its lines, with progress and cancellation by `job`; of
    /// other files only the header and the last sample are read, and an .ogg is searched for a second stream
    /// (a .flac by the first read()). Throws InputError if it is not a regular file (a pipe or /dev/zero is
    /// not opened), has another ending or no samples, has fewer samples than its header declares (for an
    /// .ogg, no end), or if another audio file follows.
    explicit SignalFile(const std::string& path, const Job& job = {});
    ~SignalFile();
    SignalFile(SignalFile&& other) noexcept;
    SignalFile& operator=(SignalFile&& other) noexcept;
    SignalFile(const SignalFile&) = delete;
    SignalFile& operator=(const SignalFile&) = delete;

    [[nodiscard]] const std::string& path() const;
    /// Returns the identity of the file when it was opened.
    [[nodiscard]] const FileIdentity& identity() const;
    [[nodiscard]] const SignalShape& shape() const;

    /// Throws InputError if there is no such channel.
    void check_channel(std::int64_t channel) const;
    /// Reads samples first, first + 1, ... of a channel; not thread-safe. Reading in order is fastest: in a
    /// .csv, random access skips up to a block of lines. Throws InputError with the position for a NaN or
    /// infinite sample and for an invalid line of a .csv; also for an unknown channel, and if the file was
    /// changed, replaced or removed after opening.
    ///
    /// Throws std::out_of_range if the samples are not within the file.
    void read(std::int64_t channel, std::int64_t first, std::span<double> out);

  private:
    std::unique_ptr<SignalReader> reader_;
};

}  // namespace poslab
