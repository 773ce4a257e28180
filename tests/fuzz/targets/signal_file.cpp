// Signals, one target per extension (POSLAB_FUZZ_FORMAT): samples are finite. Text and uncompressed numbers
// read the same in one piece and one by one.
#include "core/files/signal_file.hpp"
#include "tests/files/audio_bytes.hpp"
#include "tests/fuzz/targets/target.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace {

using namespace poslab;

constexpr std::string_view format = POSLAB_FUZZ_FORMAT;
constexpr bool exact = format == "npy" || format == "csv";

const std::string& place() {
    static const test::TemporaryName name(format, test::input_file().path());
    return name.path();
}

std::vector<double> wave() {
    std::vector<double> numbers;
    for (int n = 0; n < 64; ++n) numbers.push_back(std::sin(n * 0.3) / 2);
    return numbers;
}

}  // namespace

std::vector<std::string> poslab::test::fuzz_seeds() {
    if (format == "npy")
        return {npy_of("<f8", "(6,)", counted(6)), npy_of("<f4", "(3, 4)", counted(6)),
                npy_of(">f8", "(3, 2)", counted(6), true)};
    if (format == "csv") return {"1\n2\n3\n", "a,b\n1,2\n3,4.5e-3\n\n", "1;2\r\n3;4\r\n", "x\n+1\n-0x1p3\n"};
    if (format == "wav")
        return {wav(1, 8000, {1, 2, 3, -4}), wav(2, 44100, {1, 2, 3, 4, 5, 6}),
                by_libsndfile(SF_FORMAT_WAV | SF_FORMAT_FLOAT, 1, 8000, wave()),
                by_libsndfile(SF_FORMAT_WAV | SF_FORMAT_PCM_24, 2, 8000, wave())};
    if (format == "flac") return {flac(1, 8000, wave()), flac(2, 8000, wave())};
    return {ogg(1, 8000, wave())};
}

std::vector<std::string> poslab::test::fuzz_words() {
    std::vector<std::string> words;
    for (const char* word :
         {"RIFF", "RF64", "WAVE",  "fmt ", "data",  "ds64",  "fact", "fLaC", "OggS",  "vorbis",
          "nan",  "inf",  "1e999", "\r\n", "0x1p3", "descr", "<f4",  ">f8",  "shape", "\xEF\xBB\xBF"})
        words.emplace_back(word);
    for (const std::uint64_t n : {0ULL, 1ULL, 16ULL, 0xFFFFULL, 0x7FFFFFFFULL, 0xFFFFFFFFULL, ~0ULL})
        for (const unsigned bytes : {2U, 4U, 8U}) words.push_back(little(n, bytes));
    return words;
}

/// libsndfile 1.2 leaks a libvorbis structure for each Ogg that it refuses.
extern "C" const char* __lsan_default_suppressions();  // NOLINT: the sanitizer's name
extern "C" const char* __lsan_default_suppressions() { return "leak:libvorbis"; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    test::written(test::input_text(data, size));
    test::accepts([&] {
        SignalFile file(place());
        const SignalShape shape = file.shape();
        test::require(shape.samples >= 1 && shape.channels >= 1 && shape.sample_rate >= 0,
                      "an impossible shape");
        std::vector<double> samples(static_cast<std::size_t>(std::min<std::int64_t>(shape.samples, 5000)));
        const std::int64_t channel = shape.channels - 1;
        file.read(channel, 0, samples);
        for (const double sample : samples)
            test::require(std::isfinite(sample), "a sample that is not finite");
        double last = 0;
        file.read(channel, static_cast<std::int64_t>(samples.size()) - 1, {&last, 1});
        test::require(!exact || last == samples.back(), "a sample differs from the whole");
    });
    return 0;
}
