#include "tests/files/audio_bytes.hpp"
#include "tests/files/signal_files.hpp"
#include "tests/files/signal_stream.hpp"

#include <cmath>
#include <numbers>

namespace poslab {
namespace {

using test::little;

/// Two channels: a sine of 440 Hz and one of 1000 Hz, half as loud.
std::vector<double> two_sines(int samples, double rate) {
    std::vector<double> numbers;
    for (int n = 0; n < samples; ++n) {
        numbers.push_back(0.8 * std::sin(2 * std::numbers::pi * 440 * n / rate));
        numbers.push_back(0.4 * std::sin(2 * std::numbers::pi * 1000 * n / rate));
    }
    return numbers;
}

class AudioFiles : public test::SignalFilesTest {
  protected:
    /// Returns the error message on opening the file.
    [[nodiscard]] std::string refusal(const std::string& name, const std::string& bytes) const {
        return folder.refusal_of([&] {
            double sample = 0;
            open(name, bytes).read(0, 0, {&sample, 1});
        });
    }
    /// Any window has the same samples as reading everything together.
    static void expect_windows_agree(SignalFile& file, std::int64_t channel,
                                     const std::vector<double>& whole) {
        for (const std::int64_t first : {std::int64_t{30'000}, std::int64_t{7}, std::int64_t{39'999},
                                         std::int64_t{12'345}, std::int64_t{0}}) {
            std::vector<double> window(
                static_cast<std::size_t>(std::min<std::int64_t>(3000, file.shape().samples - first)));
            file.read(channel, first, window);
            for (std::size_t n = 0; n < window.size(); ++n) {
                ASSERT_NEAR(window[n], whole[static_cast<std::size_t>(first) + n], 1e-6) << first << " " << n;
            }
        }
    }
};

TEST_F(AudioFiles, WavOfOneChannel) {
    const std::string bytes = test::wav(1, 16'000, {0, 1, -1, 16'384, 32'767, -32'768});
    ASSERT_EQ(bytes.size(), 44U + 12U);
    SignalFile file = open("a.wav", bytes);
    EXPECT_EQ(file.shape(), (SignalShape{6, 1, 16'000}));
    EXPECT_EQ(all(file), (std::vector<double>{0, 1 / 32768.0, -1 / 32768.0, 0.5, 32'767 / 32768.0, -1}));
}

TEST_F(AudioFiles, WavOfSeveralChannels) {
    std::vector<std::int16_t> numbers;
    for (int n = 0; n < 3 * 100'000; ++n) numbers.push_back(static_cast<std::int16_t>(n * 7919));
    SignalFile file = open("A.WAV", test::wav(3, 44'100, numbers));
    EXPECT_EQ(file.shape(), (SignalShape{100'000, 3, 44'100}));
    for (int channel = 0; channel < 3; ++channel) {
        const auto samples = all(file, channel);
        for (std::size_t n = 0; n < samples.size(); ++n) {
            ASSERT_EQ(samples[n], numbers[3 * n + static_cast<std::size_t>(channel)] / 32768.0) << n;
        }
        expect_windows_agree(file, channel, samples);
    }
    std::vector<double> streamed;
    test::stream_signal(file, 1, {0, 100'000}, [&](std::int64_t first, std::span<const double> block) {
        EXPECT_EQ(first, static_cast<std::int64_t>(streamed.size()));
        streamed.insert(streamed.end(), block.begin(), block.end());
    });
    EXPECT_EQ(streamed, all(file, 1));
}

TEST_F(AudioFiles, OtherKindsOfWav) {
    // whatever the kind, a padding byte is not read
    const std::vector<double> numbers{0.5, -0.25, 0.125, -0.5};
    for (const int kind :
         {SF_FORMAT_WAV | SF_FORMAT_PCM_24, SF_FORMAT_WAV | SF_FORMAT_FLOAT, SF_FORMAT_WAV | SF_FORMAT_PCM_U8,
          SF_FORMAT_WAVEX | SF_FORMAT_DOUBLE, SF_FORMAT_RF64 | SF_FORMAT_PCM_16}) {
        const std::string bytes = test::by_libsndfile(kind, 1, 8000, numbers);
        SignalFile file = open("a.wav", bytes);
        EXPECT_EQ(all(file), numbers) << kind;
        EXPECT_NE(refusal("cut.wav", bytes.substr(0, bytes.size() - 1)), "no error") << kind;
    }
    // A chunk of odd size with its padding byte before the samples, and another chunk after them.
    const std::string chunks = "note" + little(3, 4) + std::string("abc\0", 4) + test::data_chunk({16'384}) +
                               "more" + little(2, 4) + "zz";
    SignalFile file = open("a.wav", test::wav_of(1, 8000, chunks));
    EXPECT_EQ(all(file), (std::vector<double>{0.5}));
    // Written into a pipe: the size in the header is unknown.
    SignalFile piped =
        open("a.wav",
             test::wav_of(1, 8000, "data" + little(0xFFFFFFFF, 4) + test::raw<std::int16_t>({8192, 16'384})));
    EXPECT_EQ(all(piped), (std::vector<double>{0.25, 0.5}));
}

TEST_F(AudioFiles, FlacIsExact) {
    const auto numbers = two_sines(40'000, 16'000);
    SignalFile file = open("a.flac", test::flac(2, 16'000, numbers));
    EXPECT_EQ(file.shape(), (SignalShape{40'000, 2, 16'000}));
    for (const int channel : {0, 1}) {
        const auto samples = all(file, channel);
        for (std::size_t n = 0; n < samples.size(); ++n) {
            // Tolerance: half a step of 16 bits from rounding, 0.8 of one from libsndfile's scale of 32,767
            // when it writes.
            ASSERT_NEAR(samples[n], numbers[2 * n + static_cast<std::size_t>(channel)], 1.31 / 32'768) << n;
        }
        expect_windows_agree(file, channel, samples);
    }
}

TEST_F(AudioFiles, OggIsHeard) {
    const auto numbers = two_sines(40'000, 16'000);
    SignalFile file = open("a.ogg", test::ogg(2, 16'000, numbers));
    EXPECT_EQ(file.shape(), (SignalShape{40'000, 2, 16'000}));
    for (const std::size_t channel : {0U, 1U}) {
        const auto samples = all(file, static_cast<std::int64_t>(channel));
        double error = 0, power = 0;
        for (std::size_t n = 0; n < samples.size(); ++n) {
            error += std::pow(samples[n] - numbers[2 * n + channel], 2);
            power += std::pow(numbers[2 * n + channel], 2);
        }
        // Vorbis is lossy: at its medium quality the error of these sines is more than 20 dB below them.
        EXPECT_LT(std::sqrt(error / power), 0.1) << channel;
        expect_windows_agree(file, static_cast<std::int64_t>(channel), samples);
    }
}

TEST_F(AudioFiles, WavThatIsCutShort) {
    const std::string bytes = test::wav(1, 8000, std::vector<std::int16_t>(1000, 99));
    EXPECT_EQ(refusal("a.wav", bytes.substr(0, 1044)),
              "a.wav: truncated: its header declares 2000 bytes of samples, the file has 1000");
    EXPECT_EQ(refusal("a.wav", bytes.substr(0, 2043)),
              "a.wav: truncated: its header declares 2000 bytes of samples, the file has 1999");
    for (const std::size_t size : {12U, 30U, 36U, 43U}) {
        EXPECT_EQ(refusal("a.wav", bytes.substr(0, size)), "a.wav: truncated before its samples") << size;
    }
    EXPECT_EQ(refusal("a.wav", bytes.substr(0, 11)), "a.wav: not a WAV, FLAC or Ogg file: wrong magic bytes");
    EXPECT_EQ(refusal("a.wav", ""), "a.wav: is empty");
}

std::string data_of(std::size_t size, const std::string& bytes) { return "data" + little(size, 4) + bytes; }

TEST_F(AudioFiles, WavWithASampleCutShortIsRefused) {
    const std::string end = " bytes of samples are not whole frames of ";
    EXPECT_EQ(refusal("a.wav", test::wav_of(1, 8000, data_of(3, "\1\2\3"))),
              "a.wav: truncated: its 3" + end + "2 bytes");
    EXPECT_EQ(refusal("a.wav", test::wav_of(1, 8000, data_of(5, "12345"), 3)),
              "a.wav: truncated: its 5" + end + "3 bytes");
    EXPECT_EQ(refusal("a.wav", test::wav_of(2, 8000, data_of(6, "123456"))),
              "a.wav: truncated: its 6" + end + "4 bytes");
    EXPECT_EQ(refusal("a.wav", test::wav_of(1, 8000, data_of(0xFFFFFFFF, "123"))),
              "a.wav: truncated: its 3" + end + "2 bytes");
}

TEST_F(AudioFiles, WavOfAnOddNumberOfBytes) {
    const std::string zero(1, '\0'), half("\0\0\x40", 3), list = "LIST" + little(4, 4) + "INFO";
    for (const std::string& behind : {std::string(), zero, list, zero + list}) {
        SignalFile bytes = open("a.wav", test::wav_of(1, 8000, data_of(3, "\x80\xC0\x40") + behind, 1));
        EXPECT_EQ(all(bytes), (std::vector<double>{0, 0.5, -0.5})) << behind.size();
        SignalFile wide = open("a.wav", test::wav_of(1, 8000, data_of(3, half) + behind, 3));
        EXPECT_EQ(all(wide), (std::vector<double>{0.5})) << behind.size();
    }
    // the padding byte is counted, or the size is unknown
    for (const std::size_t size : {std::size_t{4}, std::size_t{0xFFFFFFFF}}) {
        SignalFile file = open("a.wav", test::wav_of(1, 8000, data_of(size, half + zero), 3));
        EXPECT_EQ(all(file), (std::vector<double>{0.5})) << size;
    }
}

TEST_F(AudioFiles, FlacAndOggThatAreCutShort) {
    const auto numbers = two_sines(40'000, 16'000);
    const std::string flac = test::flac(2, 16'000, numbers), ogg = test::ogg(2, 16'000, numbers);
    for (const double share : {0.1, 0.5, 0.9, 0.999}) {
        const auto part = [&](const std::string& bytes) {
            return bytes.substr(0, static_cast<std::size_t>(share * static_cast<double>(bytes.size())));
        };
        const std::string message = refusal("a.flac", part(flac));
        EXPECT_EQ(
            message,
            "a.flac: truncated or damaged: its header declares 40000 samples, sample 39999 cannot be read")
            << share;
        EXPECT_EQ(refusal("a.ogg", part(ogg)),
                  "a.ogg: truncated: its last page is incomplete or not marked as the end")
            << share;
    }
    // Truncated at a page boundary: whole pages, but not all.
    EXPECT_EQ(refusal("a.ogg", ogg.substr(0, ogg.rfind("OggS"))),
              "a.ogg: truncated: its last page is incomplete or not marked as the end");
}

// RFC 3533 allows one stream after another, as cat writes them; libsndfile reads the first only.
TEST_F(AudioFiles, ASecondOggStreamIsRefused) {
    const auto numbers = two_sines(40'000, 16'000);
    const std::string one = test::ogg(2, 16'000, numbers), other = test::ogg(1, 8000, two_sines(4000, 8000));
    for (const std::string& next : {one, other})
        EXPECT_EQ(refusal("a.ogg", one + next), "a.ogg: a second Ogg stream begins at byte " +
                                                    std::to_string(one.size()) +
                                                    "; a file must have one stream");
}

std::string second_file(const std::string& name, std::size_t at) {
    return name + ": a second audio file begins at byte " + std::to_string(at) +
           "; a file must contain only one";
}

TEST_F(AudioFiles, AnotherFileBehindAWavIsRefused) {
    const std::string one = test::wav(1, 8000, {16'384, 8192}), list = "LIST" + little(4, 4) + "INFO",
                      tag = "TAG" + std::string(125, 'x'), zeros(2049, '\0');
    const std::string aiff = "FORM" + std::string("\0\0\0\x04", 4) + "AIFF";
    const std::string flac = test::flac(2, 16'000, two_sines(4000, 16'000));
    std::string rifx = one, rf64 = one;
    rifx.replace(0, 4, "RIFX");
    rf64.replace(0, 4, "RF64");
    for (const std::string& next : {one, rifx, rf64, aiff, flac})
        for (const std::string& between : {std::string(), list, tag, zeros, list + tag}) {
            const std::string before = one + between;
            EXPECT_EQ(refusal("a.wav", before + next), second_file("a.wav", before.size()))
                << next.substr(0, 4);
        }
    const std::string odd = test::wav_of(1, 8000, "data" + little(3, 4) + std::string("\0\x40z", 3));
    for (const std::string& padding : {std::string(), std::string(1, '\0'), std::string("p")})
        for (const std::string& between : {std::string(), list, list + tag}) {
            const std::string before = odd + padding + between;
            EXPECT_EQ(refusal("a.wav", before + one), second_file("a.wav", before.size())) << padding;
        }
}

TEST_F(AudioFiles, OtherBytesBehindAWavAreAllowed) {
    const std::string one = test::wav(1, 8000, {16'384}), tag = "TAG" + std::string(125, 'x');
    const std::string within = "junk" + little(4 + one.size(), 4) + "copy" + one;  // a chunk
    for (const std::string& next : {tag, std::string(5000, '\0'), within, within + tag, std::string("RIFF"),
                                    std::string("fLaC is a name")}) {
        SignalFile file = open("a.wav", one + next);
        EXPECT_EQ(all(file), (std::vector<double>{0.5})) << next.size();
    }
}

// After a seek, libsndfile returned samples of the second file.
TEST_F(AudioFiles, AnotherFileBehindAFlacIsRefused) {
    const std::string one = test::flac(2, 16'000, two_sines(40'000, 16'000)),
                      other = test::flac(1, 8000, two_sines(4000, 8000));
    for (const std::string& next : {one, other})
        for (const std::string& tag : {std::string(), "TAG" + std::string(125, 'x')})
            EXPECT_EQ(refusal("a.flac", one + tag + next), second_file("a.flac", one.size() + tag.size()));
}

TEST_F(AudioFiles, AFlacWithinTheMetadataOfAnotherIsAllowed) {
    const std::string one = test::flac(2, 16'000, two_sines(40'000, 16'000)), content = "test" + one;
    const std::size_t size = content.size(), first_block_end = 4 + 4 + 34;
    const std::string block = std::string("\x02") + static_cast<char>(size >> 16U) +
                              static_cast<char>(size >> 8U) + static_cast<char>(size) + content;
    SignalFile file = open("a.flac", one.substr(0, first_block_end) + block + one.substr(first_block_end) +
                                         std::string(99, 'f'));
    SignalFile same = open("b.flac", one);
    EXPECT_EQ(all(file, 1), all(same, 1));
}

/// Returns an Ogg page with one packet of fewer than 255 bytes.
std::string ogg_page(char flags, char number, const std::string& packet) {
    std::string page = std::string("OggS") + '\0' + flags + std::string(12, '\0') + number +
                       std::string(7, '\0') + '\1' + static_cast<char>(packet.size()) + packet;
    std::uint32_t checksum = 0;
    for (const char byte : page) {
        checksum ^= std::uint32_t{static_cast<unsigned char>(byte)} << 24U;
        for (int bit = 0; bit < 8; ++bit)
            checksum = (checksum << 1U) ^ (checksum >> 31U != 0 ? 0x04C11DB7U : 0U);
    }
    for (std::size_t n = 0; n < 4; ++n) page[22 + n] = static_cast<char>(checksum >> (8 * n));
    return page;
}

// For a file of 945 bytes with 60 such codebooks, libvorbis allocated 500 MB.
TEST_F(AudioFiles, OggWhoseCodebookClaimsMillionsOfCodesIsNotOpened) {
    const std::string identity = std::string("\x01vorbis") + std::string(4, '\0') + '\1' + "\x44\xac" +
                                 std::string(14, '\0') + "\xb8\x01";
    const std::string comment = std::string("\x03vorbis") + std::string(8, '\0') + '\1';
    // One codebook: its mark, one dimension, and 2^23 - 1 codes in order.
    const std::string setup =
        std::string("\x05vorbis") + '\0' + "BCV" + '\1' + '\0' + "\xff\xff\x7f" + std::string(60, '\x2d');
    const std::string message =
        "a.ogg: damaged: its headers are invalid, or its codebooks have more than "
        "4194304 numbers";
    const std::string sound = ogg_page(4, 3, std::string(10, '\0'));
    const std::string start = ogg_page(2, 0, identity) + ogg_page(0, 1, comment);
    EXPECT_EQ(refusal("a.ogg", start + ogg_page(0, 2, setup) + sound), message);
    EXPECT_EQ(refusal("a.ogg", start + sound), message) << "no codebooks";
    std::string damaged = start + ogg_page(0, 2, setup) + sound;
    damaged[100] = static_cast<char>(damaged[100] ^ 1);
    EXPECT_EQ(refusal("a.ogg", damaged), message) << "libogg skips such a page";
}

// Both formats have checksums: damage must not be read as silence or noise.
TEST_F(AudioFiles, DamageIsNotReadAsSound) {
    const auto numbers = two_sines(40'000, 16'000);
    const std::string flac = test::flac(2, 16'000, numbers), ogg = test::ogg(2, 16'000, numbers);
    for (const std::string name : {"a.flac", "a.ogg"}) {
        const std::string& whole = name == "a.ogg" ? ogg : flac;
        for (std::size_t n = 1; n < 20; ++n) {
            std::string bytes = whole;
            char& byte = bytes[bytes.size() / 2 + n * bytes.size() / 50];
            byte = static_cast<char>(byte ^ 0x10);
            const std::string message = folder.refusal_of([&] {
                SignalFile file = open(name, bytes);
                static_cast<void>(all(file));
            });
            // If its only page with sound is damaged, an .ogg has no samples.
            EXPECT_TRUE(message.find("damaged") != std::string::npos ||
                        message == "a.ogg: holds no readable samples")
                << message;
        }
    }
}

TEST_F(AudioFiles, WhatIsNoAudio) {
    EXPECT_EQ(refusal("a.wav", test::wav(1, 8000, {})), "a.wav: holds no readable samples");
    EXPECT_EQ(refusal("a.wav", "no sound at all"), "a.wav: not a WAV, FLAC or Ogg file: wrong magic bytes");
    EXPECT_TRUE(
        refusal("a.flac", "fLaC" + std::string(100, '\0')).starts_with("a.flac: cannot be read as audio: "));
    EXPECT_EQ(refusal("a.wav", test::wav(0, 8000, {1, 2})), "a.wav: its header declares 0 channels");
    EXPECT_EQ(refusal("a.wav", test::wav(1, 0, {1, 2})), "a.wav: its header declares a sample rate of 0");
    // The content determines the format, not the extension, provided that both are among the three.
    SignalFile file = open("a.ogg", test::wav(1, 8000, {16'384}));
    EXPECT_EQ(all(file), (std::vector<double>{0.5}));
}

}  // namespace
}  // namespace poslab
