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
    std::int64_t samples = 0;   // of each channel, at least 1
    std::int64_t channels = 0;  // at least 1
    double sample_rate = 0;     // samples per second; 0: the file does not say
    bool operator==(const SignalShape&) const = default;
};

/// How many samples are read at a time: a block begins at a multiple of this.
inline constexpr std::int64_t signal_block_samples = std::int64_t{1} << 16U;

class SignalReader;

/// A file of samples that is open. Memory does not grow with the file: nothing is kept of it but, of a .csv, where each block
/// begins.
///
///   .npy              floating-point numbers (core/files/tensor_file.hpp), [samples] or [samples, channels]
///   .csv              one sample a line, a channel a column, separated by commas (semicolons or tabs where the first line has no
///                     comma); the first line may name the columns: it does if nothing in it is a number or begins like one. A
///                     number is as C writes it. Empty lines may stand at the end only.
///   .wav .flac .ogg   by libsndfile; integers are divided so that full scale is 1 (a sample of 16 bits by 32,768)
///
/// The ending says how a file is read, in capitals or not. Channels and samples are numbered from 0. All errors are InputError,
/// "PATH: why".
class SignalFile {
  public:
    /// Looks through a .csv once, to count its lines, which `job` may report or cancel; of other files only the header and the last
    /// sample are read. Throws InputError for what is no regular file (a pipe or /dev/zero is not opened), another ending, no
    /// samples, and fewer samples than the header promises (an .ogg promises an end).
    explicit SignalFile(const std::string& path, const Job& job = {});
    ~SignalFile();
    SignalFile(SignalFile&& other) noexcept;
    SignalFile& operator=(SignalFile&& other) noexcept;
    SignalFile(const SignalFile&) = delete;
    SignalFile& operator=(const SignalFile&) = delete;

    [[nodiscard]] const std::string& path() const;
    /// Of the file as it was when it was opened.
    [[nodiscard]] const FileIdentity& identity() const;
    [[nodiscard]] const SignalShape& shape() const;

    /// Throws InputError if there is no such channel.
    void check_channel(std::int64_t channel) const;
    /// Samples first, first + 1, ... of a channel; not from several threads at once. In order is fastest: of a .csv up to a block
    /// of lines is passed over before others. Throws InputError for a sample that is NaN or infinite, and a line of a .csv
    /// that is none, each with its place; if there is no such channel; and if the file was changed, replaced or removed since it
    /// was opened. std::out_of_range if the samples do not lie within the file.
    void read(std::int64_t channel, std::int64_t first, std::span<double> out);

  private:
    std::unique_ptr<SignalReader> reader_;
};

/// What is done with samples `first`, first + 1, ...
using SignalBlock = std::function<void(std::int64_t first, std::span<const double> samples)>;

/// Hands the samples on in order, in blocks of at most signal_block_samples; reports progress after each. Throws as read() does;
/// Cancelled.
void stream_signal(SignalFile& file, std::int64_t channel, const IndexRange& samples, const SignalBlock& hand_on,
                   const Job& job = {});

}  // namespace poslab
