#pragma once

#include "core/files/signal_file.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace poslab {

/// A format of signal files (core/files/signal_file.hpp describes formats and errors).
class SignalReader {
  public:
    explicit SignalReader(OpenFile file) : file_(std::move(file)) {}
    virtual ~SignalReader() = default;
    SignalReader(const SignalReader&) = delete;
    SignalReader& operator=(const SignalReader&) = delete;

    [[nodiscard]] const OpenFile& file() const { return file_; }
    [[nodiscard]] const SignalShape& shape() const { return shape_; }
    /// Reads samples within shape(). The caller checks that they are finite, unless the reader can report the
    /// position better.
    virtual void read(std::int64_t channel, std::int64_t first, std::span<double> out) = 0;

  protected:
    OpenFile file_;
    SignalShape shape_;
};

[[nodiscard]] std::unique_ptr<SignalReader> open_npy_signal(OpenFile file);
[[nodiscard]] std::unique_ptr<SignalReader> open_csv_signal(OpenFile file, const Job& job);
[[nodiscard]] std::unique_ptr<SignalReader> open_audio_signal(OpenFile file);

/// Throws InputError for a file that is not RIFF, RF64, FLAC or Ogg, for a WAV whose samples extend beyond
/// the file, end within a frame or precede another audio file, for a second Ogg stream behind the first, and
/// for an Ogg whose last page is incomplete or not marked as the last. libsndfile does not report these.
/// Throws it also for Vorbis headers that are invalid or have codebooks of more than 2²² numbers.
void check_audio_is_whole(const OpenFile& file);

/// Throws InputError for a FLAC file with another one behind it: after a seek, libsndfile returns samples of
/// either. Reads the whole file, apart from its metadata, which may contain other files.
void check_flac_is_single(const OpenFile& file);

}  // namespace poslab
