#include "core/files/tensor_file.hpp"

#include "tests/files/tensor_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
#include <stop_token>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace poslab {
namespace {

using test::counted;
using test::npy_of;

class TensorFiles : public ::testing::Test {
  protected:
    test::TensorFolder folder;
};

/// Returns the index in the file of the number at these indices, by the definition of the two orders.
std::int64_t number_at(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& indices,
                       bool fortran) {
    std::int64_t number = 0;
    for (std::size_t n = 0; n < shape.size(); ++n) {
        const std::size_t axis = fortran ? shape.size() - 1 - n : n;
        number = number * shape[axis] + indices[axis];
    }
    return number;
}

TEST_F(TensorFiles, EveryMatrixOfBothOrders) {
    const std::vector<std::int64_t> shape{2, 3, 5, 4};
    for (const bool fortran : {false, true}) {
        const TensorFile file = folder.open(npy_of("<f8", "(2, 3, 5, 4)", counted(120), fortran));
        const TensorInfo& info = file.tensor("");
        for (std::int64_t layer = 0; layer < 2; ++layer) {
            for (std::int64_t head = 0; head < 3; ++head) {
                const auto matrix = file.read_floats(info, std::vector{layer, head}, {1, 4});
                ASSERT_EQ(matrix.size(), 12U);
                for (std::int64_t n = 0; n < 12; ++n) {
                    EXPECT_EQ(matrix[static_cast<std::size_t>(n)],
                              number_at(shape, {layer, head, 1 + n / 4, n % 4}, fortran));
                }
            }
        }
    }
}

TEST_F(TensorFiles, VectorsAndMatrices) {
    const TensorFile vector = folder.open(npy_of("<f8", "(3,)", counted(3)));
    EXPECT_EQ(vector.read_doubles(vector.tensor(""), {}, {0, 1}), (std::vector<double>{0, 1, 2}));
    const TensorFile heads = folder.open(npy_of("<f8", "(2, 3)", counted(6), true));
    EXPECT_EQ(heads.read_doubles(heads.tensor(""), {}, {1, 2}), (std::vector<double>{1, 3, 5}));
    EXPECT_TRUE(heads.read_doubles(heads.tensor(""), {}, {1, 1}).empty());
}

TEST_F(TensorFiles, LargerThanAPiece) {
    // float64 numbers 0 … 1,199,999: 9.6 MB, read in pieces of 1 MiB.
    const std::string data = counted(1'200'000);
    for (const bool fortran : {false, true}) {
        const TensorFile file = folder.open(npy_of("<f8", "(600000, 2)", data, fortran));
        std::vector<double> fractions;
        const Job job({}, [&](double fraction) { fractions.push_back(fraction); });
        const auto matrix = file.read_doubles(file.tensor(""), {}, {0, 600'000}, job);
        for (std::int64_t n = 0; n < 1'200'000; ++n) {
            ASSERT_EQ(matrix[static_cast<std::size_t>(n)], number_at({600'000, 2}, {n / 2, n % 2}, fortran))
                << n;
        }
        EXPECT_GE(fractions.size(), 2U);
        EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
        EXPECT_EQ(fractions.back(), 1);
    }
}

TEST_F(TensorFiles, NumbersFarApart) {
    // Fortran order with 200 matrices of float64: a stride of 1600 bytes.
    const std::vector<std::int64_t> shape{200, 7, 3};
    const TensorFile file = folder.open(npy_of("<f8", "(200, 7, 3)", counted(200 * 21), true));
    const auto matrix = file.read_doubles(file.tensor(""), std::vector<std::int64_t>{150}, {2, 7});
    for (std::int64_t n = 0; n < 15; ++n) {
        EXPECT_EQ(matrix[static_cast<std::size_t>(n)], number_at(shape, {150, 2 + n / 3, n % 3}, true));
    }
}

TEST_F(TensorFiles, OutsideOfTheShape) {
    const TensorFile file = folder.open(npy_of("<f8", "(2, 3, 4)", counted(24)));
    const TensorInfo& info = file.tensor("");
    const auto read = [&](const std::vector<std::int64_t>& leading, IndexRange rows) {
        static_cast<void>(file.read_floats(info, leading, rows));
    };
    EXPECT_NO_THROW(read({1}, {0, 3}));
    EXPECT_THROW(read({2}, {0, 3}), std::out_of_range);
    EXPECT_THROW(read({-1}, {0, 3}), std::out_of_range);
    EXPECT_THROW(read({}, {0, 3}), std::out_of_range);
    EXPECT_THROW(read({1, 0}, {0, 3}), std::out_of_range);
    EXPECT_THROW(read({1}, {0, 4}), std::out_of_range);
    EXPECT_THROW(read({1}, {-1, 3}), std::out_of_range);
    EXPECT_THROW(read({1}, {2, 1}), std::out_of_range);
}

/// Bytes that this process has read, from /proc; empty if the system does not count them.
std::optional<std::int64_t> bytes_read() {
    std::ifstream file("/proc/self/io");
    std::string word;
    std::int64_t number = 0;
    return file >> word >> number && word == "rchar:" ? std::optional(number) : std::nullopt;
}

/// A float16 .npy of zeros except for one head, whose value at row r, column c has the bits (r + c) mod 1024.
std::string sparse_heads(const test::TensorFolder& folder, std::int64_t heads, std::int64_t rows,
                         std::int64_t columns, std::int64_t head) {
    const std::string start = npy_of("<f2", fmt::format("({}, {}, {})", heads, rows, columns), "");
    const std::string path = folder.file(start);
    std::vector<std::uint16_t> numbers;
    for (std::int64_t n = 0; n < rows * columns; ++n) {
        numbers.push_back(static_cast<std::uint16_t>(0x6400 + (n / columns + n % columns) %
                                                                  1024));  // 1024 + the last 10 bits
    }
    const std::string data = test::raw(numbers);
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(start.size() + static_cast<std::size_t>(head) * data.size()));
    file << data;
    file.close();
    EXPECT_EQ(truncate(path.c_str(),
                       static_cast<off_t>(start.size() + static_cast<std::size_t>(heads) * data.size())),
              0);
    return path;
}

TEST_F(TensorFiles, OneHeadOf32IsReadAlone) {
    const std::string path = sparse_heads(folder, 32, 8192, 128, 17);
    const auto before = bytes_read();
    if (!before) GTEST_SKIP() << "this system does not count bytes in /proc/self/io";
    const auto start = std::chrono::steady_clock::now();
    const TensorFile file(path);
    const auto head = file.read_floats(file.tensor(""), std::vector<std::int64_t>{17}, {0, 8192});
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    const std::int64_t read = *bytes_read() - *before;
    for (std::size_t n = 0; n < head.size(); ++n)
        ASSERT_EQ(head[n], static_cast<float>(1024 + (n / 128 + n % 128) % 1024));
    EXPECT_GE(read, 8192 * 128 * 2);
    EXPECT_LT(read, 8192 * 128 * 2 + 65'536) << "the head, the header, and the reads of counting itself";
    EXPECT_LT(seconds.count(), 1) << "2 MiB; measured: some 10 ms";
}

TEST_F(TensorFiles, ATerabyteOfZerosOpens) {
    const std::string start = npy_of("<f2", "(1048576, 4096, 128)", "");
    const std::string path = folder.file(start);
    if (truncate(path.c_str(), static_cast<off_t>(start.size()) + (std::int64_t{1} << 40)) != 0)
        GTEST_SKIP() << "no sparse files here";
    const TensorFile file(path);
    const auto last = file.read_floats(file.tensor(""), std::vector<std::int64_t>{1'048'575}, {4095, 4096});
    EXPECT_EQ(last, std::vector<float>(128));
}

TEST_F(TensorFiles, MoreThanTheMachineHas) {
    const std::string start = npy_of("<f2", "(4294967296, 128)", "");  // 2^39 numbers
    const std::string path = folder.file(start);
    if (truncate(path.c_str(), static_cast<off_t>(start.size()) + (std::int64_t{1} << 40)) != 0)
        GTEST_SKIP() << "no sparse files here";
    const TensorFile file(path);
    try {
        static_cast<void>(file.read_doubles(file.tensor(""), {}, {0, 4'294'967'296}));
        FAIL() << "4 TiB of memory";
    } catch (const TooLarge& error) {
        const std::string text = error.what();
        EXPECT_TRUE(text.starts_with(path + ": its numbers need 4096.0 GiB of memory, ")) << text;
    }
    EXPECT_EQ(file.read_doubles(file.tensor(""), {}, {4'294'967'295, 4'294'967'296}),
              std::vector<double>(128));
}

TEST_F(TensorFiles, WhatIsNoFileToRead) {
    const auto refusal_of = [&](const std::string& name) {
        return folder.refusal_of([&] { const TensorFile file(folder / name); });
    };
    EXPECT_EQ(refusal_of("missing.npy"), "missing.npy: no such file");
    mkdir((folder / "folder.npy").c_str(), 0700);
    EXPECT_EQ(refusal_of("folder.npy"), "folder.npy: is a folder");
    mkfifo((folder / "pipe.npy").c_str(), 0600);
    EXPECT_EQ(refusal_of("pipe.npy"), "pipe.npy: is not a regular file");
    folder.file("one line of text\n", "text.npy");
    EXPECT_EQ(refusal_of("text.npy"),
              "text.npy: unknown format: its contents must be .npy, .npz or .safetensors");
    if (geteuid() == 0) return;  // root may read everything
    chmod(folder.file("x", "closed.npy").c_str(), 0);
    EXPECT_EQ(refusal_of("closed.npy"), "closed.npy: cannot be read: Permission denied");
}

TEST_F(TensorFiles, AFileThatChangesWhileItIsOpen) {
    const std::string bytes = npy_of("<f8", "(2, 2)", counted(4));
    const auto refusal_of = [&](const TensorFile& file) {
        return folder.refusal_of([&] { static_cast<void>(folder.all_of(file)); });
    };
    {
        const TensorFile file = folder.open(bytes);
        ASSERT_EQ(truncate((folder / "file").c_str(), 100), 0);
        EXPECT_EQ(refusal_of(file), "file: has changed while it was open") << "shorter";
    }
    {
        const TensorFile file = folder.open(bytes);
        folder.file(bytes, "other");
        ASSERT_EQ(std::rename((folder / "other").c_str(), (folder / "file").c_str()), 0);
        EXPECT_EQ(refusal_of(file), "file: has changed while it was open") << "replaced";
    }
    {
        const TensorFile file = folder.open(bytes);
        const std::array<timespec, 2> times{{{0, 0}, {1'000'000'000, 0}}};
        ASSERT_EQ(utimensat(AT_FDCWD, (folder / "file").c_str(), times.data(), 0), 0);
        EXPECT_EQ(refusal_of(file), "file: has changed while it was open") << "written again";
    }
    {
        const TensorFile file = folder.open(bytes);
        ASSERT_EQ(std::remove((folder / "file").c_str()), 0);
        EXPECT_EQ(refusal_of(file), "file: no longer exists");
    }
}

TEST_F(TensorFiles, AFileThatShrinksWhileItIsRead) {
    // 16 MiB, truncated to nothing after the first piece is read.
    const TensorFile file =
        folder.open(npy_of("<f8", "(2097152, 1)", std::string(std::size_t{1} << 24U, '\0')));
    const Job job({}, [&](double) { EXPECT_EQ(truncate((folder / "file").c_str(), 0), 0); });
    EXPECT_EQ(folder.refusal_of([&] {
        static_cast<void>(file.read_floats(file.tensor(""), {}, {0, 2'097'152}, job));
    }),
              "file: has changed while it was open");
}

TEST_F(TensorFiles, Cancelling) {
    for (const bool deflated : {false, true}) {
        const std::string content = npy_of("<f8", "(2097152, 1)", std::string(std::size_t{1} << 24U, '\0'));
        const TensorFile file = folder.open(test::zip({{"a.npy", content, deflated}}));
        std::stop_source stop;
        int pieces = 0;
        const Job job(stop.get_token(), [&](double) {
            ++pieces;
            stop.request_stop();
        });
        EXPECT_THROW(static_cast<void>(file.read_floats(file.tensor(""), {}, {0, 2'097'152}, job)),
                     Cancelled);
        EXPECT_EQ(pieces, 1);
    }
}

TEST_F(TensorFiles, Identity) {
    const std::string path = folder.file("12345");
    const auto first = file_identity(path);
    ASSERT_TRUE(first);
    EXPECT_EQ(first->bytes, 5);
    EXPECT_EQ(file_identity(path), first);
    folder.file("123456");
    EXPECT_NE(file_identity(path), first);
    EXPECT_FALSE(file_identity(folder / "missing"));
    TensorFile file = folder.open(npy_of("<f8", "(1,)", counted(1)));
    EXPECT_EQ(file.identity(), file_identity(path));
    TensorFile other = folder.open(npy_of("<f8", "(1,)", counted(1)));
    file = std::move(other);
    const TensorFile moved = std::move(file);
    EXPECT_EQ(moved.path(), path);
    EXPECT_EQ(folder.all_of(moved), (std::vector<double>{0}));
}

TEST_F(TensorFiles, FileAndName) {
    EXPECT_EQ(split_tensor_name("a.npz"), (TensorName{"a.npz", ""}));
    EXPECT_EQ(split_tensor_name("a.npz#q"), (TensorName{"a.npz", "q"}));
    EXPECT_EQ(split_tensor_name("a#b.npz#q"), (TensorName{"a#b.npz", "q"})) << "neither exists";
    const std::string hash = folder.file("x", "a#b.npz"), plain = folder.file("x", "a");
    EXPECT_EQ(split_tensor_name(hash), (TensorName{hash, ""})) << "a file whose name holds the mark";
    EXPECT_EQ(split_tensor_name(plain + "#q#1"), (TensorName{plain, "q#1"})) << "a tensor whose name does";
}

}  // namespace
}  // namespace poslab
