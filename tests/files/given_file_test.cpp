// Bytes in memory can replace a file wherever files are read, and are not copied.
#include "core/files/given_file.hpp"

#include "core/base/errors.hpp"
#include "core/files/array_file.hpp"
#include "core/files/input_file.hpp"
#include "core/files/signal_file.hpp"
#include "core/files/tensor_file.hpp"
#include "tests/files/tensor_bytes.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <optional>
#include <string>

namespace poslab::test {
namespace {

std::span<const unsigned char> bytes_of(const std::string& text) {
    return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

/// A given file of these parts, owned by `owner`.
GivenFile given(const std::string& ending, const std::vector<std::string>& parts,
                std::shared_ptr<const void> owner = nullptr) {
    std::vector<std::span<const unsigned char>> spans;
    for (const std::string& part : parts) spans.push_back(bytes_of(part));
    return {"given", ending, std::move(spans), std::move(owner)};
}

TEST(GivenFile, IsReadAcrossItsParts) {
    const std::vector<std::string> parts{"abc", "", "defgh", "i"};
    const GivenFile file = given(".txt", parts);
    EXPECT_EQ(file.path(), "<given>.txt");
    EXPECT_TRUE(file_exists(file.path()));
    EXPECT_EQ(read_beginning(file.path(), 100), "abcdefghi");
    EXPECT_EQ(read_beginning(file.path(), 4), "abcd");
    const OpenFile open(file.path());
    EXPECT_EQ(open.bytes(), 9U);
    for (std::uint64_t begin = 0; begin <= 9; ++begin)
        for (std::size_t size = 0; begin + size <= 9; ++size)
            EXPECT_EQ(open.read_text(begin, size), std::string("abcdefghi").substr(begin, size))
                << begin << " " << size;
    EXPECT_THROW(static_cast<void>(open.read_text(7, 3)), InputError);
    open.check_unchanged();
}

TEST(GivenFile, ANumpyArrayIsItsHeaderAndTheMemoryOfItsNumbers) {
    std::vector<double> numbers(24);
    std::iota(numbers.begin(), numbers.end(), 1);
    const std::string whole = npy_of("<f8", "(4, 6)", raw(numbers));
    const std::string header = whole.substr(0, whole.size() - 24 * sizeof(double));
    const std::span<const unsigned char> memory(reinterpret_cast<const unsigned char*>(numbers.data()),
                                                24 * sizeof(double));
    const GivenFile file("given", ".npy", {bytes_of(header), memory}, nullptr);
    numbers[0] = 100;  // visible, since nothing was copied
    EXPECT_EQ(read_number_array(file.path()).values, numbers);
    const TensorFile tensors(file.path());
    EXPECT_EQ(tensors.read_doubles(tensors.tensor(""), {}, {1, 3}),
              std::vector<double>(numbers.begin() + 6, numbers.begin() + 18));
    SignalFile signal(file.path());
    std::vector<double> channel(4);
    signal.read(5, 0, channel);
    EXPECT_EQ(channel, (std::vector<double>{6, 12, 18, 24}));
}

TEST(GivenFile, TwoOfOneNameHavePathsAndIdentitiesOfTheirOwn) {
    const std::vector<std::string> one{"1"}, two{"2"};
    const GivenFile first = given(".json", one), second = given(".json", two);
    EXPECT_EQ(second.path(), "<given 2>.json");
    EXPECT_EQ(read_beginning(second.path(), 9), "2");
    EXPECT_NE(file_identity(first.path()), file_identity(second.path()));
}

TEST(GivenFile, IsGoneWithItsObjectButForWhoHasItOpen) {
    const std::vector<std::string> parts{"abc"};
    const auto owner = std::make_shared<int>(1);
    std::optional<OpenFile> open;
    std::string path;
    {
        const GivenFile file = given("", parts, owner);
        path = file.path();
        open.emplace(path);
    }
    EXPECT_FALSE(file_exists(path));
    EXPECT_THROW(OpenFile{path}, InputError);
    EXPECT_EQ(open->read_text(0, 3), "abc");
    EXPECT_EQ(owner.use_count(), 2);
    open.reset();
    EXPECT_EQ(owner.use_count(), 1);
}

}  // namespace
}  // namespace poslab::test
