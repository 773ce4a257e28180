#pragma once

#include "tests/files/tensor_bytes.hpp"
#include "tests/support/run_program.hpp"

#include <sndfile.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

/// Audio files: WAV written by hand from the format's description; FLAC and Ogg by libsndfile.
namespace poslab::test {

/// "RIFF" with an fmt chunk for integers of `bytes` bytes, followed by these chunks.
inline std::string wav_of(unsigned channels, unsigned rate, const std::string& chunks, unsigned bytes = 2) {
    const unsigned frame = channels * bytes;
    const std::string format = "fmt " + little(16, 4) + little(1, 2) + little(channels, 2) + little(rate, 4) +
                               little(rate * frame, 4) + little(frame, 2) + little(8 * bytes, 2);
    return "RIFF" + little(4 + format.size() + chunks.size(), 4) + "WAVE" + format + chunks;
}

inline std::string data_chunk(const std::vector<std::int16_t>& numbers) {
    return "data" + little(2 * numbers.size(), 4) + raw(numbers);
}

/// 44 bytes of header and the samples, [samples, channels].
inline std::string wav(unsigned channels, unsigned rate, const std::vector<std::int16_t>& numbers) {
    return wav_of(channels, rate, data_chunk(numbers));
}

/// `format` is one of libsndfile's; samples [samples, channels] in [-1, 1].
inline std::string by_libsndfile(int format, int channels, int rate, const std::vector<double>& numbers) {
    const TemporaryFolder folder;
    const std::string path = folder / "sound";
    SF_INFO info{};
    info.samplerate = rate;
    info.channels = channels;
    info.format = format;
    SNDFILE* const file = sf_open(path.c_str(), SFM_WRITE, &info);
    if (file == nullptr) throw std::runtime_error(sf_strerror(nullptr));
    const auto samples = static_cast<sf_count_t>(numbers.size()) / channels;
    const bool written = sf_writef_double(file, numbers.data(), samples) == samples;
    if (sf_close(file) != 0 || !written) throw std::runtime_error("libsndfile could not write");
    return read_file(path);
}

inline std::string flac(int channels, int rate, const std::vector<double>& numbers) {
    return by_libsndfile(SF_FORMAT_FLAC | SF_FORMAT_PCM_16, channels, rate, numbers);
}

inline std::string ogg(int channels, int rate, const std::vector<double>& numbers) {
    return by_libsndfile(SF_FORMAT_OGG | SF_FORMAT_VORBIS, channels, rate, numbers);
}

}  // namespace poslab::test
