#include "tests/files/tensor_folder.hpp"

#include <random>

namespace poslab {
namespace {

using test::counted;
using test::Member;
using test::npy_of;
using test::raw;
using test::zip;

std::string numbered(int count) {
    return npy_of("<f8", "(" + std::to_string(count) + ", 1)", counted(count));
}

class NpzReading : public ::testing::Test {
  protected:
    static std::vector<double> read(const TensorFile& file, const std::string& name) {
        return test::TensorFolder::all_of(file, name);
    }
    test::TensorFolder folder;
};

TEST_F(NpzReading, StoredDeflatedDescriptorAndZip64) {
    std::vector<Member> members{{"plain.npy", numbered(2)}, {"deflated.npy", numbered(30'000), true}};
    members.push_back({.name = "stream.npy", .content = numbered(4), .deflated = true, .descriptor = true});
    members.push_back({.name = "large.npy", .content = numbered(5), .zip64 = true});
    members.push_back(
        {.name = "both.npy", .content = numbered(6), .deflated = true, .descriptor = true, .zip64 = true});
    members.push_back({"readme.txt", "not an array"});
    for (const std::string comment : {"", "a comment, PK\5\6 inside"}) {
        const TensorFile file = folder.open(zip(members, comment));
        ASSERT_EQ(file.tensors().size(), 5U);
        EXPECT_EQ(file.tensors()[0].name, "plain");
        EXPECT_EQ(read(file, "plain"), (std::vector<double>{0, 1}));
        const auto many = read(file, "deflated");
        ASSERT_EQ(many.size(), 30'000U);
        for (std::size_t n = 0; n < many.size(); ++n) ASSERT_EQ(many[n], n);
        EXPECT_EQ(read(file, "stream"), (std::vector<double>{0, 1, 2, 3}));
        EXPECT_EQ(read(file, "large"), (std::vector<double>{0, 1, 2, 3, 4}));
        EXPECT_EQ(read(file, "both"), (std::vector<double>{0, 1, 2, 3, 4, 5}));
    }
}

TEST_F(NpzReading, RowsOutOfTheMiddleOfADeflatedMember) {
    const std::string rows = npy_of("<f8", "(3, 100000, 2)", counted(600'000));
    const std::string columns = npy_of("<f8", "(2, 100, 3000)", counted(600'000), true);
    const TensorFile file = folder.open(zip({{"c.npy", rows, true}, {"f.npy", columns, true}}));
    const std::vector<std::int64_t> second{1};
    EXPECT_EQ(file.read_doubles(file.tensor("c"), second, {70'000, 70'002}),
              (std::vector<double>{340'000, 340'001, 340'002, 340'003}));
    // Fortran order: (h, r, c) is number h + 2 (r + 100 c).
    const auto part = file.read_doubles(file.tensor("f"), second, {98, 100});
    ASSERT_EQ(part.size(), 6000U);
    for (int r = 0; r < 2; ++r) {
        for (int c = 0; c < 3000; ++c)
            ASSERT_EQ(part[static_cast<std::size_t>(r * 3000 + c)], 1 + 2 * (98 + r + 100 * c));
    }
}

TEST_F(NpzReading, ANameMustBeGivenWhereThereAreSeveral) {
    const TensorFile file =
        folder.open(zip({{"keys.npy", numbered(2)}, {"tokens.npy", npy_of("<i8", "(2,)", counted(2))}}));
    EXPECT_EQ(file.tensor("").name, "keys") << "the only one that can be read";
    const TensorFile two = folder.open(zip({{"keys.npy", numbered(2)}, {"queries.npy", numbered(3)}}));
    EXPECT_EQ(folder.refusal_of([&] { static_cast<void>(two.tensor("")); }),
              "file: holds several tensors, keys [2, 1], queries [3, 1]; name one as FILE#NAME");
    EXPECT_EQ(folder.refusal_of([&] { static_cast<void>(two.tensor("values")); }),
              "file: holds no tensor 'values'; it holds keys [2, 1], queries [3, 1]");
    std::vector<Member> many;
    for (char c = 'a'; c < 'k'; ++c) many.push_back({std::string(1, c) + ".npy", numbered(1)});
    const std::string message = folder.refusal(zip(many));
    EXPECT_TRUE(message.ends_with("h [1, 1], … (10); name one as FILE#NAME")) << message;
    EXPECT_EQ(folder.refusal(zip({})), "file: holds no readable tensor");
    EXPECT_EQ(folder.refusal(zip({{"data.pkl", "x"}})), "file: holds no readable tensor")
        << "a checkpoint of PyTorch, say";
}

TEST_F(NpzReading, AMemberThatCannotBeReadDoesNotStandInTheWay) {
    const std::string fine = numbered(2);
    std::vector<Member> members{{"fine.npy", fine},
                                {"int.npy", npy_of("<i4", "(2,)", "12345678")},
                                {"short.npy", fine.substr(0, fine.size() - 8)}};
    members.push_back({.name = "secret.npy", .content = fine, .flags = 1});
    members.push_back({.name = "bzip2.npy", .content = fine, .method = 12});
    const std::string bytes = zip(members);
    const TensorFile file = folder.open(bytes);
    EXPECT_EQ(file.tensors().size(), 1U);
    EXPECT_EQ(read(file, "fine"), (std::vector<double>{0, 1}));
    EXPECT_EQ(folder.refusal(bytes, "int"),
              "file#int: holds int32 ('<i4'); must be float16, bfloat16, float32 or float64");
    EXPECT_EQ(folder.refusal(bytes, "short"),
              "file#short: truncated: [2, 1] of float64 needs 16 bytes, the file has 8");
    EXPECT_EQ(folder.refusal(bytes, "secret"), "file#secret: is encrypted");
    EXPECT_EQ(folder.refusal(bytes, "bzip2"),
              "file#bzip2: uses zip method 12; must be stored (0) or deflated (8)");
    EXPECT_EQ(folder.refusal(zip({{"a.npy", "short"}})), "file#a: too short for a .npy file");
    EXPECT_EQ(folder.refusal(zip({{"a.npy", "long enough, other bytes"}})),
              "file#a: not a .npy file: wrong magic bytes");
}

TEST_F(NpzReading, DamagedData) {
    std::string content = numbered(1000);
    std::mt19937 random(1);
    // hard to compress
    for (std::size_t n = 100; n < content.size(); ++n) content[n] = static_cast<char>(random());
    const std::string bytes = zip({{"a.npy", content, true}});
    ASSERT_GT(bytes.size(), 8000U);
    int noticed = 0;
    for (std::size_t at = 2000; at < 6000; at += 40) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        const std::string message = folder.refusal(damaged);
        EXPECT_TRUE(message.starts_with("file#a: damaged: wrong checksum") ||
                    message.starts_with("file#a: cannot be inflated at byte "))
            << message;
        noticed += message == "no error" ? 0 : 1;
    }
    EXPECT_EQ(noticed, 100) << "CRC-32 misses no single bit";
}

TEST_F(NpzReading, DamagedStoredData) {
    const std::string content = numbered(100), bytes = zip({{"a.npy", content}});
    const std::size_t data = bytes.find(content);
    ASSERT_NE(data, std::string::npos);
    for (std::size_t at = 200; at < content.size(); at += 50) {
        std::string damaged = bytes;
        damaged[data + at] = static_cast<char>(damaged[data + at] ^ 0x10);
        EXPECT_EQ(folder.refusal(damaged), "file#a: damaged: wrong checksum") << at;
    }
}

/// The zip with one changed field in the first entry of its directory.
std::string changed(std::string bytes, std::size_t at, const std::string& number) {
    const std::size_t entry = bytes.find("PK\1\2");
    return bytes.replace(entry + at, number.size(), number);
}

TEST_F(NpzReading, SizesAreCheckedBeforeTheyAreBelieved) {
    const std::string stored = zip({{"a.npy", numbered(2)}}), deflated = zip({{"a.npy", numbered(2), true}});
    EXPECT_EQ(folder.refusal(changed(deflated, 24, test::little(4'000'000'000, 4))),
              "file#a: cannot have 4000000000 bytes from " +
                  std::to_string(test::deflate_raw(numbered(2)).size()) + " bytes in the file");
    EXPECT_EQ(
        folder.refusal(changed(stored, 24, test::little(1000, 4))),
        "file#a: cannot have 1000 bytes from " + std::to_string(numbered(2).size()) + " bytes in the file");
    EXPECT_TRUE(folder.refusal(changed(stored, 20, test::little(4'000'000'000, 4)))
                    .starts_with("file: damaged zip: "));
    EXPECT_TRUE(folder.refusal(changed(stored, 42, test::little(3, 4))).starts_with("file: damaged zip: "))
        << "no member there";
    EXPECT_TRUE(folder.refusal(changed(stored, 42, test::little(4'000'000'000, 4)))
                    .starts_with("file: damaged zip: "));
    EXPECT_TRUE(
        folder.refusal(changed(stored, 42, test::little(0xFFFFFFFF, 4))).starts_with("file: damaged zip: "))
        << "an offset in a missing extra field";
    EXPECT_EQ(folder.refusal(changed(deflated, 24, test::little(numbered(2).size() + 8, 4))).substr(0, 35),
              "no error")
        << "data that the shape does not need may be missing";
    EXPECT_TRUE(folder.refusal(changed(deflated, 16, test::little(7, 4)))
                    .starts_with("file#a: damaged: wrong checksum"));
}

TEST_F(NpzReading, DamagedDirectories) {
    const std::string whole = zip({{"a.npy", numbered(2)}, {"b.npy", numbered(3)}});
    EXPECT_EQ(folder.refusal(whole.substr(0, whole.size() - 1)),
              "file: truncated zip: no directory at its end");
    EXPECT_EQ(folder.refusal("PK\3\4"), "file: truncated zip: no directory at its end");
    const auto with_end = [&](std::size_t at, const std::string& number) {
        std::string bytes = whole;
        return bytes.replace(bytes.size() - 22 + at, number.size(), number);
    };
    EXPECT_TRUE(folder.refusal(with_end(10, test::little(60'000, 2)))
                    .starts_with("file: damaged zip: its directory"));
    EXPECT_TRUE(
        folder.refusal(with_end(10, test::little(3, 2))).starts_with("file: damaged zip: its directory"));
    EXPECT_TRUE(folder.refusal(with_end(12, test::little(0xFFFFFFF0, 4)))
                    .starts_with("file: damaged zip: its directory"));
    EXPECT_TRUE(
        folder.refusal(with_end(16, test::little(1, 4))).starts_with("file: damaged zip: its directory"));
    EXPECT_EQ(folder.refusal(with_end(4, test::little(1, 2))), "file: part of a multi-part zip");
    EXPECT_EQ(folder.refusal(zip({{"a.npy", numbered(2)}, {"a.npy", numbered(2)}})),
              "file: a.npy occurs twice");
    Member zip64{"a.npy", numbered(2)};
    zip64.zip64 = true;
    const std::string large = zip({zip64});
    for (const std::size_t back : {22U + 20U - 8U, 22U + 20U + 8U, 22U + 20U + 16U, 22U + 20U + 24U}) {
        std::string bytes = large;
        bytes.replace(bytes.size() - back, 8, std::string(8, '\xFE'));
        EXPECT_TRUE(folder.refusal(bytes).starts_with("file: ")) << back << folder.refusal(bytes);
    }
}

}  // namespace
}  // namespace poslab
