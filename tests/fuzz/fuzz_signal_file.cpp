// fuzz_signal_file [SEED [COUNT]]: signals as .npy, .csv, .wav, .flac and .ogg, whole and damaged. Any bytes
// are either refused with a message in both languages, or give the same samples when read in parts; a whole
// file gives the original numbers.
#include "core/base/errors.hpp"
#include "core/files/signal_file.hpp"
#include "tests/files/audio_bytes.hpp"
#include "tests/files/signal_stream.hpp"
#include "tests/fuzz/memory_file.hpp"
#include "tests/fuzz/random_text.hpp"
#include "tests/support/languages.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

namespace {

using namespace poslab;

constexpr std::array endings{".npy", ".csv", ".wav", ".flac", ".ogg"};
constexpr double never = 1e-7;  // the original numbers differ by more

std::vector<std::string> vocabulary() {
    std::vector<std::string> words{"RIFF",  "RIFX",       "RF64",
                                   "WAVE",  "fmt ",       "data",
                                   "ds64",  "LIST",       "fact",
                                   "fLaC",  "OggS",       "vorbis",
                                   "(",     ")",          ",",
                                   ";",     "\t",         "\n",
                                   "\r\n",  "\n\n",       "nan",
                                   "inf",   "1e999",      "-",
                                   "+1",    "x",          "1.5",
                                   "'<f4'", "'>f8'",      "3",
                                   "0",     "1000000000", "9223372036854775807"};
    for (const std::uint64_t n :
         {0ULL, 1ULL, 2ULL, 8ULL, 16ULL, 0xFFULL, 0xFFFFULL, 0x7FFFFFFFULL, 0xFFFFFFFFULL, ~0ULL}) {
        for (const unsigned bytes : {1U, 2U, 4U, 8U}) words.push_back(test::little(n, bytes));
    }
    return words;
}

/// A file and its contents, [samples, channels]; `error` is the loss that its format allows.
struct Made {
    std::size_t ending = 0;
    std::int64_t samples = 0, channels = 0;
    std::vector<double> numbers;
    double error = 0;
    std::string bytes;
};

/// Numbers that 16 bits hold exactly.
Made make_numbers(test::RandomText& random, std::uint64_t max_samples) {
    Made made;
    made.samples = static_cast<std::int64_t>(1 + random.below(max_samples));
    made.channels = static_cast<std::int64_t>(1 + random.below(3));
    for (std::int64_t n = 0; n < made.samples * made.channels; ++n)
        made.numbers.push_back((static_cast<double>(random.below(65'536)) - 32'768) / 32'768);
    return made;
}

void write_npy(test::RandomText& random, Made& made) {
    const bool fortran = random.below(2) == 0, single = random.below(2) == 0;
    std::vector<double> numbers;
    for (std::int64_t n = 0; n < made.samples * made.channels; ++n) {
        const std::int64_t at = fortran ? n % made.samples * made.channels + n / made.samples : n;
        numbers.push_back(made.numbers[static_cast<std::size_t>(at)]);
    }
    const std::string data =
        single ? test::raw(std::vector<float>(numbers.begin(), numbers.end())) : test::raw(numbers);
    made.bytes = test::npy_of(single ? "<f4" : "<f8",
                              "(" + std::to_string(made.samples) + ", " + std::to_string(made.channels) + ")",
                              data, fortran);
}

void write_csv(test::RandomText& random, Made& made) {
    const bool header = random.below(2) == 0;
    const std::string separator(1, made.channels == 1 ? ',' : ",;\t"[random.below(3)]),
        end = random.below(2) == 0 ? "\n" : "\r\n";
    for (std::int64_t channel = 0; header && channel < made.channels; ++channel)
        made.bytes += (channel > 0 ? separator : "") + "u" + std::to_string(channel);
    if (header) made.bytes += end;
    for (std::size_t n = 0; n < made.numbers.size(); ++n) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.17g", made.numbers[n]);
        made.bytes += text.data();
        made.bytes += (n + 1) % static_cast<std::size_t>(made.channels) == 0 ? end : separator;
    }
}

void write_wav(Made& made) {
    std::vector<std::int16_t> numbers;
    for (const double number : made.numbers) numbers.push_back(static_cast<std::int16_t>(32'768 * number));
    made.bytes = test::wav(static_cast<unsigned>(made.channels), 8000, numbers);
}

/// Writing them takes far longer than reading.
std::vector<Made> make_compressed(test::RandomText& random) {
    std::vector<Made> all;
    for (int n = 0; n < 24; ++n) {
        Made made = make_numbers(random, 3000);
        made.ending = 3U + static_cast<std::size_t>(n % 2);
        const bool flac = made.ending == 3;
        const int channels = static_cast<int>(made.channels);
        made.bytes =
            flac ? test::flac(channels, 8000, made.numbers) : test::ogg(channels, 8000, made.numbers);
        made.error =
            flac ? 1.51 / 32'768 : 1e3;  // libsndfile writes full scale as 32,767; Vorbis alters noise
        all.push_back(std::move(made));
    }
    return all;
}

Made make_file(test::RandomText& random, const std::vector<Made>& compressed) {
    const std::uint64_t ending = random.below(endings.size());
    if (ending >= 3) return compressed[random.below(compressed.size())];
    Made made = make_numbers(random, 40);
    made.ending = ending;
    made.error = never;
    if (ending == 0) write_npy(random, made);
    if (ending == 1) write_csv(random, made);
    if (ending == 2) write_wav(made);
    return made;
}

void damage(test::RandomText& random, std::string& bytes) {
    const std::uint64_t how = random.below(8);
    if (how < 4) random.overwrite(bytes);
    if (how == 4) bytes.insert(random.below(bytes.size()), random.word());
    if (how == 5) bytes.erase(random.below(bytes.size()), 1 + random.below(40));
    if (how == 6) bytes.resize(random.below(bytes.size()));
    if (how == 7) bytes += random.text();
}

/// Returns the problem of an opened file, empty if none. `made`: the expected contents, null if the file was
/// damaged.
std::string problem_of(SignalFile& file, test::RandomText& random, const Made* made, bool exact) {
    const SignalShape shape = file.shape();
    if (shape.samples < 1 || shape.channels < 1 || !(shape.sample_rate >= 0)) return "an impossible shape";
    if (made != nullptr && (shape.samples != made->samples || shape.channels != made->channels))
        return "another shape";
    const auto channel = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(shape.channels)));
    constexpr std::int64_t most = 5000;
    const auto first = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(shape.samples)));
    std::vector<double> part(static_cast<std::size_t>(std::min(most, shape.samples - first))), streamed;
    file.read(channel, first, part);
    test::stream_signal(file, channel, {first, first + static_cast<std::int64_t>(part.size())},
                        [&](std::int64_t, std::span<const double> block) {
                            streamed.insert(streamed.end(), block.begin(), block.end());
                        });
    if (streamed.size() != part.size()) return "too few samples";
    for (std::size_t n = 0; n < part.size(); ++n) {
        if (!std::isfinite(part[n])) return "a sample that is not finite";
        if (exact && std::abs(part[n] - streamed[n]) > never) return "another sample the second time";
        if (made == nullptr) continue;
        const auto at =
            static_cast<std::size_t>((first + static_cast<std::int64_t>(n)) * shape.channels + channel);
        if (std::abs(part[n] - made->numbers[at]) > made->error) return "another sample than was put in";
    }
    return {};
}

struct Counts {
    int whole = 0, read = 0, refused = 0;
};

std::string problem_of(const std::string& path, test::RandomText& random, const Made& made, bool damaged,
                       Counts& counts) {
    try {
        SignalFile file(path);
        // A decoder's output for damaged bytes may depend on where it started.
        const std::string problem =
            problem_of(file, random, damaged ? nullptr : &made, !damaged || made.ending < 3);
        if (!problem.empty()) return problem;
        ++(damaged ? counts.read : counts.whole);
    } catch (const InputError& error) {
        const std::string_view text = error.what();
        if (!text.starts_with(path + ": ") || text.size() > 400 ||
            !error.message().in(test::chinese()).ends_with("。") ||
            error.message().in(test::chinese()) == text)
            return "no sentence: " + std::string(text);
        if (!damaged) return "a whole file was refused: " + std::string(text);
        ++counts.refused;
    } catch (const std::exception& error) {
        return std::string("not an InputError: ") + error.what();
    }
    return {};
}

}  // namespace

/// libsndfile 1.2 leaks a libvorbis structure for each Ogg that it refuses; the leak sanitizer, if any, reads
/// this.
extern "C" const char* __lsan_default_suppressions();  // NOLINT: the sanitizer's name
extern "C" const char* __lsan_default_suppressions() { return "leak:libvorbis"; }

int main(int argc, char** argv) {
    const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
    const int count = argc > 2 ? std::atoi(argv[2]) : 30'000;
    std::printf("seed %llu, %d files\n", static_cast<unsigned long long>(seed), count);
    test::RandomText random(seed, vocabulary());
    const std::vector<Made> compressed = make_compressed(random);
    const test::MemoryFile file;
    const test::TemporaryFolder folder;
    for (const char* ending : endings)
        std::filesystem::create_symlink(file.path(), folder / (std::string("a") + ending));
    std::array<Counts, endings.size()> counts;
    for (int n = 0; n < count; ++n) {
        const Made made = make_file(random, compressed);
        std::string bytes = made.bytes;
        const bool damaged = random.below(8) > 0;
        if (damaged) damage(random, bytes);
        file.write(bytes);
        const std::string path = folder / (std::string("a") + endings.at(made.ending));
        const std::string problem = problem_of(path, random, made, damaged, counts.at(made.ending));
        if (problem.empty()) continue;
        std::printf("file %d, %s: %s\n  %s\n", n, endings.at(made.ending), problem.c_str(),
                    test::printable(bytes).c_str());
        return 1;
    }
    bool all_seen = true;
    for (std::size_t n = 0; n < endings.size(); ++n) {
        const auto& [whole, read, refused] = counts.at(n);
        std::printf("%s: %d whole, %d damaged and read, %d refused\n", endings.at(n), whole, read, refused);
        all_seen = all_seen && whole > 0 && read > 0 && refused > 0;
    }
    return all_seen ? 0 : 1;
}
