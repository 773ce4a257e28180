#include "tests/files/signal_files.hpp"
#include "tests/files/signal_stream.hpp"

#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <stdexcept>

namespace poslab {
namespace {

using test::npy_of;
using test::raw;

class SignalFiles : public test::SignalFilesTest {
  protected:
    [[nodiscard]] std::vector<double> read(const std::string& name, const std::string& bytes,
                                           std::int64_t channel = 0) const {
        SignalFile file = open(name, bytes);
        return all(file, channel);
    }
    /// Returns the error message on opening the file and reading a channel.
    [[nodiscard]] std::string refusal(const std::string& name, const std::string& bytes,
                                      std::int64_t channel = 0) const {
        return folder.refusal_of([&] { static_cast<void>(read(name, bytes, channel)); });
    }
};

using Doubles = std::vector<double>;

TEST_F(SignalFiles, NpyOfOneChannelAndOfSeveral) {
    SignalFile file = open("a.npy", npy_of("<f8", "(3,)", raw<double>({0.5, -1, 2})));
    EXPECT_EQ(file.shape(), (SignalShape{3, 1, 0}));
    EXPECT_EQ(all(file), (Doubles{0.5, -1, 2}));
    SignalFile several = open("a.npy", npy_of("<f4", "(3, 2)", raw<float>({0, 1, 2, 3, 4, 5})));
    EXPECT_EQ(several.shape(), (SignalShape{3, 2, 0}));
    EXPECT_EQ(all(several, 0), (Doubles{0, 2, 4}));
    EXPECT_EQ(all(several, 1), (Doubles{1, 3, 5}));
    EXPECT_EQ(read("A.NPY", npy_of("<f4", "(3, 2)", raw<float>({0, 1, 2, 3, 4, 5}), true), 1),
              (Doubles{3, 4, 5}))
        << "Fortran order";
    Doubles window(1);
    several.read(1, 2, window);
    EXPECT_EQ(window, (Doubles{5}));
    several.read(1, 3, std::span<double>());
    EXPECT_THROW(several.read(1, 3, window), std::out_of_range);
    EXPECT_THROW(several.read(1, -1, window), std::out_of_range);
}

TEST_F(SignalFiles, NpyOfManyPieces) {
    // 200,000 samples of 3 channels are 4.8 MB, or five pieces; 9 samples of 150,000 channels have a stride
    // of more than one piece.
    for (const auto& [samples, channels] : {std::pair{200'000, 3}, {9, 150'000}}) {
        Doubles numbers;
        for (int n = 0; n < samples * channels; ++n) numbers.push_back(n);
        const std::string shape = "(" + std::to_string(samples) + ", " + std::to_string(channels) + ")";
        for (const bool fortran : {false, true}) {
            const auto read_back = read("a.npy", npy_of("<f8", shape, raw(numbers), fortran), 2);
            for (int n = 0; n < samples; ++n) {
                ASSERT_EQ(read_back[static_cast<std::size_t>(n)],
                          fortran ? 2 * samples + n : n * channels + 2)
                    << fortran << n;
            }
        }
    }
}

TEST_F(SignalFiles, NpyThatIsNoSignal) {
    EXPECT_EQ(refusal("a.npy", npy_of("<f8", "()", raw<double>({1}))),
              "a.npy: has the shape []; a signal is [samples] or [samples, channels]");
    EXPECT_EQ(refusal("a.npy", npy_of("<f8", "(1, 1, 1)", raw<double>({1}))),
              "a.npy: has the shape [1, 1, 1]; a signal is [samples] or [samples, channels]");
    EXPECT_EQ(refusal("a.npy", npy_of("<f8", "(0,)", "")), "a.npy: holds no samples: its shape is [0]");
    EXPECT_EQ(refusal("a.npy", npy_of("<f8", "(5, 0)", "")), "a.npy: holds no samples: its shape is [5, 0]");
    EXPECT_NE(refusal("a.npy", npy_of("<i2", "(1,)", "aa")).find("holds int16"), std::string::npos);
    EXPECT_NE(refusal("a.npy", npy_of("<f8", "(1000000000,)", "aa")).find("a.npy: "), std::string::npos);
    EXPECT_EQ(refusal("a.npy", "1,2\n"), "a.npy: too short for a .npy file");
}

TEST_F(SignalFiles, WhatIsNoNumberIsNamedByItsPlace) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    const std::string bytes = npy_of("<f8", "(2, 2)", raw<double>({0, 1, std::nan(""), -inf}));
    EXPECT_EQ(refusal("a.npy", bytes, 0), "a.npy: sample 1 of channel 0 is not a number (NaN)");
    EXPECT_EQ(refusal("a.npy", bytes, 1), "a.npy: sample 1 of channel 1 is infinite");
    Doubles first(1);
    open("a.npy", bytes).read(1, 0, first);
    EXPECT_EQ(first[0], 1) << "channels that are not requested are not refused";
}

TEST_F(SignalFiles, ChannelsThatAreNotThere) {
    EXPECT_EQ(refusal("a.csv", "1\n", 1), "a.csv: has no channel 1; it has one, channel 0");
    EXPECT_EQ(refusal("a.csv", "1,2\n", 2), "a.csv: has no channel 2; it has 2, numbered from 0 to 1");
    EXPECT_EQ(refusal("a.csv", "1,2\n", -1), "a.csv: has no channel -1; it has 2, numbered from 0 to 1");
}

TEST_F(SignalFiles, CsvAsItIsWritten) {
    const Doubles expected{1, -0.5, 3e2};
    SignalFile file = open("a.csv", "1\n-0.5\n3e2\n");
    EXPECT_EQ(file.shape(), (SignalShape{3, 1, 0}));
    EXPECT_EQ(all(file), expected);
    EXPECT_EQ(read("a.csv", "1\n-0.5\n3e2"), expected) << "no end of the last line";
    EXPECT_EQ(read("a.csv", "\xEF\xBB\xBF+1.\r\n -.5 \r\n300\r\n\r\n \n"), expected)
        << "as other systems write it";
    EXPECT_EQ(read("a.CSV", "u\n1\n-0.5\n3e2\n"), expected) << "a header";
    EXPECT_EQ(read("a.csv", "\"time, s\",value\n0,1\n1,-0.5\n2,3e2\n", 1), expected) << "a comma in a name";
    EXPECT_EQ(read("a.csv", "time;value\n0;1\n1;-0.5\n2;3e2\n", 1), expected);
    EXPECT_EQ(read("a.csv", "0\t1\n1\t-0.5\n2\t3e2\n", 1), expected);
    EXPECT_EQ(read("a.csv", "2026-11-21,1\nnoon,-0.5\n,300\n", 1), expected) << "another channel may be text";
}

TEST_F(SignalFiles, CsvThatIsNoSignal) {
    for (const char* empty : {"", "\n", "value\n", "value\n\n \r\n", "\xEF\xBB\xBF"}) {
        EXPECT_EQ(refusal("a.csv", empty), "a.csv: holds no samples") << empty;
    }
    EXPECT_EQ(refusal("a.csv", "1\n2\nx\n"), "a.csv: line 3, channel 0: 'x' is not a number");
    EXPECT_EQ(refusal("a.csv", std::string("\xFF\xFE\x31\0\n\0", 6)),
              "a.csv: is UTF-16 or UTF-32; it must be UTF-8");
    const std::string decimal_commas =
        "separates numbers with decimal commas by semicolons; numbers need a decimal point";
    EXPECT_EQ(refusal("a.csv", "1,5;2\n2,5;3\n"), "a.csv: line 1 " + decimal_commas);
    EXPECT_EQ(refusal("a.csv", "t;u\n1,5;2\n", 1), "a.csv: line 2 " + decimal_commas);
    EXPECT_EQ(read("a.csv", "1,a; b\n2,; c\n"), (Doubles{1, 2})) << "text with a semicolon";
    EXPECT_EQ(read("a.csv", "t,list\n1,2;3\n4,5;6\n"), (Doubles{1, 4})) << "names with commas";
    EXPECT_EQ(refusal("a.csv", "1.2.3\n4\n"), "a.csv: line 1, channel 0: '1.2.3' is not a number")
        << "no header";
    for (const std::string number : {"−0.5", "－０．５", "１", "\"0.5\"", "\" 1e5\"", "\"−2\""})
        EXPECT_EQ(refusal("a.csv", number + "\n0.25\n"),
                  "a.csv: line 1, channel 0: '" + number + "' is not a number")
            << "no header";
    for (const char* const name :
         {"x1", "θ₁", "时间1", "#1",  "\"t\"", "(s)",     "−x",      "",   "_1", "@0", "$0", "µ0",
          "%1", "º1", "~1",    "<0>", "_0",    "\"# 0\"", "\"1st\"", "²1", "“”", "−",  "٣1", "٣月"})
        EXPECT_EQ(read("a.csv", name + std::string(",y\n1,2\n")), Doubles{1}) << name;
    EXPECT_EQ(refusal("a.csv", "a,b\n1,2\n1,2 3\n", 1), "a.csv: line 3, channel 1: '2 3' is not a number");
    EXPECT_EQ(refusal("a.csv", "1,2\n1,\n", 1), "a.csv: line 2, channel 1: '' is not a number");
    EXPECT_EQ(refusal("a.csv", "1\n+-2\n"), "a.csv: line 2, channel 0: '+-2' is not a number");
    EXPECT_EQ(refusal("a.csv", "1\n0x10\n"), "a.csv: line 2, channel 0: '0x10' is not a number");
    EXPECT_EQ(refusal("a.csv", "1\nnan\n"), "a.csv: line 2, channel 0: 'nan' is not finite");
    EXPECT_EQ(refusal("a.csv", "-inf\n1\n"), "a.csv: line 1, channel 0: '-inf' is not finite");
    EXPECT_EQ(refusal("a.csv", "1\n1e999\n"),
              "a.csv: line 2, channel 0: '1e999' is beyond the range of float64");
    EXPECT_EQ(refusal("a.csv", "1\n\n2\n"), "a.csv: line 2 is empty");
    EXPECT_EQ(refusal("a.csv", "1,2\n3\n"), "a.csv: line 2 has 1 value instead of 2");
    EXPECT_EQ(refusal("a.csv", "1,2\n3,4,5\n"), "a.csv: line 2 has 3 values instead of 2");
    EXPECT_EQ(refusal("a.csv", "1\n" + std::string(2'000'000, ' ') + "\n"),
              "a.csv: line 2 is longer than 1048576 bytes");
    EXPECT_EQ(refusal("a.csv", std::string("1\n\0\n", 4)),
              "a.csv: line 2, channel 0: '\\u0000' is not a number");
    EXPECT_LT(refusal("a.csv", "1\n" + std::string(1'000'000, '7') + "x\n").size(), 200U);
}

// Lines of 1 to 7 bytes across several pieces and blocks, read from any start.
TEST_F(SignalFiles, CsvOfManyBlocks) {
    std::string text = "index,square\r\n";
    const std::int64_t count = 300'000;
    for (std::int64_t n = 0; n < count; ++n)
        text += std::to_string(n) + "," + std::to_string(n % 1000 * (n % 1000)) + "\r\n";
    SignalFile file = open("a.csv", text);
    ASSERT_EQ(file.shape(), (SignalShape{count, 2, 0}));
    for (const std::int64_t first : {0, 1, 65'535, 65'536, 131'000, 299'990}) {
        Doubles numbers(static_cast<std::size_t>(std::min<std::int64_t>(count - first, 70'000))),
            squares(numbers.size());
        file.read(0, first, numbers);
        file.read(1, first, squares);
        for (std::size_t n = 0; n < numbers.size(); ++n) {
            const auto at = static_cast<double>(first) + static_cast<double>(n);
            ASSERT_EQ(numbers[n], at);
            ASSERT_EQ(squares[n], std::pow(std::fmod(at, 1000), 2)) << at;
        }
    }
}

TEST_F(SignalFiles, StreamsInBlocksWithProgress) {
    Doubles numbers;
    for (int n = 0; n < 200'000; ++n) numbers.push_back(n);
    SignalFile file = open("a.npy", npy_of("<f8", "(200000,)", raw(numbers)));
    Doubles seen, fractions;
    std::vector<std::int64_t> begins;
    const Job job({}, [&](double fraction) { fractions.push_back(fraction); });
    test::stream_signal(
        file, 0, {1000, 199'000},
        [&](std::int64_t first, std::span<const double> samples) {
            begins.push_back(first);
            seen.insert(seen.end(), samples.begin(), samples.end());
        },
        job);
    EXPECT_EQ(begins, (std::vector<std::int64_t>{1000, 65'536, 131'072, 196'608}));
    EXPECT_EQ(seen, Doubles(numbers.begin() + 1000, numbers.begin() + 199'000));
    ASSERT_EQ(fractions.size(), 4U);
    EXPECT_DOUBLE_EQ(fractions[0], 64'536.0 / 198'000);
    EXPECT_EQ(fractions[3], 1);
}

TEST_F(SignalFiles, StreamingIsCancelledBetweenBlocks) {
    SignalFile file = open("a.npy", npy_of("<f4", "(200000,)", std::string(800'000, '\0')));
    std::stop_source stop;
    int blocks = 0;
    const auto one = [&](std::int64_t, std::span<const double>) {
        ++blocks;
        stop.request_stop();
    };
    EXPECT_THROW(test::stream_signal(file, 0, {0, 200'000}, one, Job(stop.get_token())), Cancelled);
    EXPECT_EQ(blocks, 1);
    const std::string csv = folder.file("1\n2\n", "a.csv");
    EXPECT_THROW(SignalFile(csv, Job(stop.get_token())), Cancelled);
}

// 10^9 samples in a sparse file: any part is read immediately, in blocks.
TEST_F(SignalFiles, ABillionSamplesAreNotLoaded) {
    const std::string path = folder.file(npy_of("<f4", "(1000000000,)", ""), "a.npy");
    const auto header = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, header + 4'000'000'000U);
    SignalFile file(path);
    EXPECT_EQ(file.shape().samples, 1'000'000'000);
    Doubles last(10, 1.0);
    file.read(0, 999'999'990, last);
    EXPECT_EQ(last, Doubles(10, 0.0));
    std::int64_t blocks = 0;
    test::stream_signal(file, 0, {500'000'000, 501'000'000},
                        [&](std::int64_t, std::span<const double> samples) {
                            EXPECT_LE(samples.size(), 65'536U);
                            ++blocks;
                        });
    EXPECT_LE(blocks, 17);
}

TEST_F(SignalFiles, WhatIsNoFileOfSamples) {
    const auto refusal_of = [&](const std::string& name) {
        return folder.refusal_of([&] { const SignalFile file(folder / name); });
    };
    EXPECT_EQ(refusal_of("none.wav"), "none.wav: no such file");
    std::filesystem::create_directory(folder / "folder.csv");
    EXPECT_EQ(refusal_of("folder.csv"), "folder.csv: is a folder");
    ASSERT_EQ(mkfifo((folder / "pipe.wav").c_str(), 0600), 0);
    EXPECT_EQ(refusal_of("pipe.wav"), "pipe.wav: is not a regular file");
    std::filesystem::create_symlink("/dev/zero", folder / "zero.csv");
    EXPECT_EQ(refusal_of("zero.csv"), "zero.csv: is not a regular file");
    for (const char* name : {"a.mp3", "a", "wav", "a.wav.txt", ".d/a"}) {
        std::filesystem::create_directory(folder / ".d");
        static_cast<void>(folder.file("1\n", name));
        EXPECT_EQ(refusal_of(name),
                  std::string(name) + ": not a signal file: must end in .npy, .csv, .wav, .flac or .ogg");
    }
}

TEST_F(SignalFiles, AFileThatChangesIsRefused) {
    SignalFile file = open("a.csv", "1\n2\n3\n");
    static_cast<void>(folder.file("1\n2\n", "a.csv"));
    EXPECT_EQ(folder.refusal_of([&] { static_cast<void>(all(file)); }),
              "a.csv: has changed while it was open");
    std::filesystem::remove(folder / "a.csv");
    EXPECT_EQ(folder.refusal_of([&] { static_cast<void>(all(file)); }), "a.csv: no longer exists");
}

}  // namespace
}  // namespace poslab
