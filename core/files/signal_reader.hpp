#pragma once

#include "core/files/signal_file.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace poslab {

/// One format of signal files (core/files/signal_file.hpp says what is read and what is thrown).
class SignalReader {
  public:
    explicit SignalReader(OpenFile file) : file_(std::move(file)) {}
    virtual ~SignalReader() = default;
    SignalReader(const SignalReader&) = delete;
    SignalReader& operator=(const SignalReader&) = delete;

    [[nodiscard]] const OpenFile& file() const { return file_; }
    [[nodiscard]] const SignalShape& shape() const { return shape_; }
    /// What lies within shape(). Whether the numbers are finite is left to the caller, unless the reader can say the place better.
    virtual void read(std::int64_t channel, std::int64_t first, std::span<double> out) = 0;

  protected:
    OpenFile file_;
    SignalShape shape_;
};

[[nodiscard]] std::unique_ptr<SignalReader> open_npy_signal(OpenFile file);
[[nodiscard]] std::unique_ptr<SignalReader> open_csv_signal(OpenFile file, const Job& job);
[[nodiscard]] std::unique_ptr<SignalReader> open_audio_signal(OpenFile file);

/// Throws InputError for what is neither RIFF's, RF64's or FLAC's nor Ogg's; for a WAV whose chunk of samples reaches beyond the
/// file; and for an Ogg whose last page is not whole or not marked as the last. libsndfile says nothing about those.
void check_audio_is_whole(const OpenFile& file);

}  // namespace poslab
