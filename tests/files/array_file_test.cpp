#include "core/files/array_file.hpp"

#include "core/base/masked.hpp"
#include "tests/files/tensor_folder.hpp"

#include <cmath>
#include <limits>

#include <unistd.h>

namespace poslab {
namespace {

using test::little;
using test::npy_of;
using test::raw;
using test::safetensors;
using test::zip;
using Numbers = std::vector<double>;
using Shape = std::vector<std::int64_t>;

constexpr double infinity = std::numeric_limits<double>::infinity();

class ArrayFile : public ::testing::Test {
  protected:
    [[nodiscard]] NumberArray read(const std::string& bytes, const std::string& name = "file",
                                   const std::string& array = "") const {
        return read_number_array(folder.file(bytes, name) + (array.empty() ? "" : "#" + array));
    }
    [[nodiscard]] std::string refusal(const std::string& bytes, const std::string& name = "file",
                                      const std::string& array = "") const {
        return folder.refusal_of([&] { static_cast<void>(read(bytes, name, array)); });
    }
    test::TensorFolder folder;
};

TEST_F(ArrayFile, EveryTypeOfAnNpyInEveryByteOrder) {
    struct Case {
        const char* letters;
        std::string bytes;
        const char* type;
        double number;
    };
    const std::vector<Case> cases{{"<f2", little(0xC100, 2), "float16", -2.5},
                                  {"<V2", little(0xC020, 2), "bfloat16", -2.5},
                                  {"<f4", raw<float>({-2.5F}), "float32", -2.5},
                                  {"<f8", raw<double>({-0.1}), "float64", -0.1},
                                  {">f4", std::string("\xC0\x20\0\0", 4), "float32", -2.5},
                                  {"|b1", std::string(1, '\1'), "bool", 1},
                                  {"|i1", std::string(1, '\x80'), "int8", -128},
                                  {"|u1", std::string(1, '\xFF'), "uint8", 255},
                                  {"<i2", little(0xFFFE, 2), "int16", -2},
                                  {">i2", std::string("\xFF\xFE"), "int16", -2},
                                  {"<u2", little(0xFFFE, 2), "uint16", 65534},
                                  {"<i4", little(0x80000000, 4), "int32", -0x1p31},
                                  {"<u4", little(0x80000000, 4), "uint32", 0x1p31},
                                  {">u4", std::string("\0\0\1\2", 4), "uint32", 258},
                                  {"<i8", little(0x8000000000000000, 8), "int64", -0x1p63},
                                  {"<u8", little(0x8000000000000000, 8), "uint64", 0x1p63},
                                  {">i8", std::string("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFD"), "int64", -3},
                                  {"<i8", little(9007199254740992, 8), "int64", 9007199254740992},
                                  {"f4", raw<float>({-2.5F}), "float32", -2.5},
                                  {"i8", little(0x8000000000000000, 8), "int64", -0x1p63},
                                  {"u1", std::string(1, '\xFF'), "uint8", 255},
                                  {"b1", std::string(1, '\1'), "bool", 1}};
    for (const Case& c : cases) {
        const NumberArray array = read(npy_of(c.letters, "(1, 2)", c.bytes + c.bytes));
        EXPECT_EQ(array.type, c.type) << c.letters;
        EXPECT_EQ(array.shape, (Shape{1, 2}));
        EXPECT_EQ(array.values, (Numbers{c.number, c.number})) << c.letters;
        EXPECT_EQ(array.place, folder / "file");
    }
}

TEST_F(ArrayFile, AnIntegerThatFloat64DoesNotHoldIsRefusedWithItsPlace) {
    std::string bytes = little(1, 8) + little(2, 8) + little(9007199254740993, 8);
    EXPECT_EQ(refusal(npy_of("<i8", "(3, 1)", bytes)),
              "file: its number [2, 0] is 9007199254740993, which float64 cannot represent");
    EXPECT_EQ(refusal(npy_of("<i8", "()", little(~std::uint64_t{0} - 9007199254740992, 8))),
              "file: its number [] is -9007199254740993, which float64 cannot represent");
    EXPECT_EQ(refusal(npy_of("<u8", "(1,)", little(~std::uint64_t{0}, 8))),
              "file: its number [0] is 18446744073709551615, which float64 cannot represent");
    bytes += little(9007199254740993, 8);
    EXPECT_EQ(refusal(npy_of("<i8", "(2, 2)", bytes, true)),
              "file: its number [0, 1] is 9007199254740993, which float64 cannot represent");
}

TEST_F(ArrayFile, FortranOrderIsReadRowMajor) {
    // (r, c, z) is number r + 2 (c + 3 z).
    const NumberArray array = read(npy_of("<f8", "(2, 3, 2)", test::counted(12), true));
    EXPECT_EQ(array.shape, (Shape{2, 3, 2}));
    EXPECT_EQ(array.values, (Numbers{0, 6, 2, 8, 4, 10, 1, 7, 3, 9, 5, 11}));
    const std::string member = npy_of("<f8", "(2, 3)", test::counted(6), true);
    EXPECT_EQ(read(zip({{"a.npy", member, true}})).values, (Numbers{0, 2, 4, 1, 3, 5}))
        << "inflated from front to back";
    EXPECT_EQ(read(zip({{"a.npy", member}})).values, (Numbers{0, 2, 4, 1, 3, 5}));
}

TEST_F(ArrayFile, LongArraysAreReadInPieces) {
    const int many = 300'001;
    for (const bool deflated : {false, true}) {
        const NumberArray array =
            read(zip({{"a.npy", npy_of("<f8", "(300001,)", test::counted(many)), deflated}}));
        ASSERT_EQ(array.values.size(), many);
        for (int n = 0; n < many; ++n) ASSERT_EQ(array.values[static_cast<std::size_t>(n)], n);
    }
}

TEST_F(ArrayFile, KeepsNaNAndInfinityUnmasked) {
    const std::string bytes = raw<double>({NAN, infinity, -infinity}) + raw<double>({masked_value()});
    const std::vector<NumberArray> arrays{read(npy_of("<f8", "(4,)", bytes)),
                                          read("nan,inf,-inf,NaN\n", "a.csv"),
                                          read("[NaN, Infinity, -Infinity, NaN]", "a.json")};
    for (const NumberArray& array : arrays) {
        ASSERT_EQ(array.values.size(), 4U);
        EXPECT_TRUE(std::isnan(array.values[0]) && std::isnan(array.values[3]));
        EXPECT_FALSE(is_masked(array.values[3]) || is_masked(array.values[0]));
        EXPECT_EQ(array.values[1], infinity);
        EXPECT_EQ(array.values[2], -infinity);
    }
}

TEST_F(ArrayFile, SafetensorsOfEveryType) {
    const std::vector<std::tuple<std::string, std::string, std::string>> types{
        {"F16", "float16", little(0x4200, 2)}, {"BF16", "bfloat16", little(0x4040, 2)},
        {"F32", "float32", raw<float>({3})},   {"F64", "float64", raw<double>({3})},
        {"I8", "int8", little(3, 1)},          {"I16", "int16", little(3, 2)},
        {"I32", "int32", little(3, 4)},        {"I64", "int64", little(3, 8)},
        {"U8", "uint8", little(3, 1)},         {"U16", "uint16", little(3, 2)},
        {"U32", "uint32", little(3, 4)},       {"U64", "uint64", little(3, 8)},
        {"BOOL", "bool", little(1, 1)}};
    for (const auto& [type, name, bytes] : types) {
        const std::string header = R"({"x":{"dtype":")" + type + R"(","shape":[1],"data_offsets":[0,)" +
                                   std::to_string(bytes.size()) + "]}}";
        const NumberArray array = read(safetensors(header, bytes));
        EXPECT_EQ(array.type, name);
        EXPECT_EQ(array.values, (Numbers{name == "bool" ? 1.0 : 3.0})) << name;
        EXPECT_EQ(array.place, folder / "file#x");
    }
    EXPECT_EQ(refusal(safetensors(R"({"x":{"dtype":"F8_E5M2","shape":[1],"data_offsets":[0,1]}})", "1")),
              "file#x: holds F8_E5M2; must be floats, complex numbers, integers or booleans");
    EXPECT_EQ(refusal(safetensors(R"({"x":{"dtype":"I32","shape":[2],"data_offsets":[0,4]}})", "1234")),
              "file#x: has 4 bytes, which does not match [2] of I32");
}

// A complex number becomes a last axis with its real and imaginary part.
TEST_F(ArrayFile, ComplexNumbersHaveALastAxisOfTheirParts) {
    const Numbers parts{1, -2, 3, 0.5, -5, 6};
    const NumberArray narrow = read(npy_of("<c8", "(3, 1)", raw<float>({1, -2, 3, 0.5F, -5, 6})));
    EXPECT_EQ(narrow.type, "complex64");
    EXPECT_EQ(narrow.shape, (Shape{3, 1, 2}));
    EXPECT_EQ(narrow.values, parts);
    const NumberArray wide = read(npy_of("<c16", "(3,)", raw<double>(parts)));
    EXPECT_EQ(wide.type, "complex128");
    EXPECT_EQ(wide.values, parts);
    // Column-major: the items (0, 0), (1, 0), (0, 1), (1, 1) follow each other.
    const std::string columns = raw<float>({0, 1, 10, 11, 100, 101, 110, 111});
    const NumberArray fortran =
        read(test::npy("{'descr': '<c8', 'fortran_order': True, 'shape': (2, 2), }", columns));
    EXPECT_EQ(fortran.values, (Numbers{0, 1, 100, 101, 10, 11, 110, 111}));
    const std::string header = R"({"x":{"dtype":"C64","shape":[1],"data_offsets":[0,8]}})";
    EXPECT_EQ(read(safetensors(header, raw<float>({4, -1}))).values, (Numbers{4, -1}));
    EXPECT_EQ(refusal(npy_of("<c8", "(2,)", raw<float>({1, 2, 3}))),
              "file: truncated: [2] of complex64 needs 16 bytes, the file has 12");
    EXPECT_EQ(refusal(npy_of("<c8", "(1,1,1,1,1,1,1,1)", raw<float>({1, 2}))),
              "file: has an impossible shape, [1, 1, 1, 1, 1, 1, 1, 1]")
        << "nine dimensions including the axis of the parts";
}

TEST_F(ArrayFile, SeveralArraysAreListed) {
    const auto npy = [](int n) { return npy_of("<f8", "(" + std::to_string(n) + ", 1)", test::counted(n)); };
    const std::string two = zip({{"cos.npy", npy(2)}, {"sin.npy", npy_of("<i8", "(3,)", test::counted(3))}});
    EXPECT_EQ(refusal(two), "file: holds several arrays, cos [2, 1], sin [3]; name one as FILE#NAME");
    EXPECT_EQ(refusal(two, "file", "tan"), "file: holds no array 'tan'; it holds cos [2, 1], sin [3]");
    EXPECT_EQ(read(two, "file", "cos").values, (Numbers{0, 1}));
    EXPECT_EQ(read(two, "file", "cos").place, folder / "file#cos");
    const auto choices = arrays_in_file(folder.file(two));
    ASSERT_EQ(choices.size(), 2U);
    EXPECT_EQ(choices[1].name, "sin");
    EXPECT_EQ(choices[1].shape, (Shape{3}));
    EXPECT_EQ(choices[1].type, "int64");
    std::vector<test::Member> many;
    for (int n = 10; n < 35; ++n) many.push_back({std::to_string(n) + ".npy", npy(1)});
    const std::string message = refusal(zip(many));
    EXPECT_TRUE(message.ends_with("28 [1, 1], 29 [1, 1] and 5 more; name one as FILE#NAME")) << message;
    EXPECT_EQ(refusal(npy(2), "file", "x"), "file: holds one unnamed array; omit #x");
    EXPECT_EQ(refusal(zip({{"a.txt", "1"}})), "file: holds no array of numbers");
    const std::string long_double =
        zip({{"c.npy", npy_of("<f16", "(1,)", std::string(16, '1'))}, {"f.npy", npy(1)}});
    EXPECT_EQ(refusal(long_double, "file", "c"),
              "file#c: holds float128 ('<f16'); must be floats, complex numbers, integers or booleans");
    EXPECT_EQ(read(long_double).place, folder / "file#f") << "the only one that can be read";
}

TEST_F(ArrayFile, EmptyShortAndOther) {
    EXPECT_EQ(refusal(""), "file: is empty");
    EXPECT_EQ(refusal(npy_of("<f8", "(2, 0)", "")), "file: holds no numbers: its shape is [2, 0]");
    EXPECT_EQ(refusal(npy_of("<i4", "(3,)", "12345678")),
              "file: truncated: [3] of int32 needs 12 bytes, the file has 8");
    EXPECT_EQ(refusal(npy_of("|O", "(3,)", "12345678")),
              "file: holds Python objects ('|O'); must be floats, complex numbers, integers or booleans");
    EXPECT_EQ(refusal(npy_of("|u1", "(4611686018427387904, 0)", "")),
              "file: has an impossible shape, [4611686018427387904, 0]");
    EXPECT_EQ(refusal(std::string("\1\2\3\0\0\0\0\0\0\0", 10)),
              "file: unknown format: its contents must be .npy, .npz, .safetensors, .pt, CSV or JSON");
}

// The files that a repository without Git LFS and a server's error page leave instead of data.
TEST_F(ArrayFile, PlaceholdersAreNamed) {
    const std::string pointer =
        "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n";
    for (const char* const name : {"a.npy", "a.npz", "a.safetensors", "a.pt", "a.csv", "a.json"}) {
        EXPECT_EQ(refusal(pointer, name),
                  std::string(name) + ": is a Git LFS pointer: fetch the file itself with git lfs pull");
        EXPECT_EQ(refusal("<html><head>", name),
                  std::string(name) + ": is an HTML page: download the file itself");
    }
}

/// Appends zeros, which take no space on the disk.
void lengthen(const std::string& path, std::int64_t bytes) {
    if (truncate(path.c_str(), static_cast<off_t>(bytes)) != 0) GTEST_SKIP() << "no sparse files here";
}

TEST_F(ArrayFile, WhatTheMemoryDoesNotHoldIsSaidBefore) {
    constexpr std::int64_t tebibyte = std::int64_t{1} << 40U;
    const auto refusal_of = [](const std::string& path) {
        try {
            static_cast<void>(read_number_array(path));
        } catch (const TooLarge& error) {
            EXPECT_TRUE(error.message().in(test::chinese()).starts_with(path));
            return std::string(error.what()).substr(path.size());
        }
        return std::string("no error");
    };
    const std::string npy = folder.file(npy_of("|u1", "(1099511627776,)", ""), "a.npy"),
                      json = folder.file("[1", "a.json");
    lengthen(npy, tebibyte + 1000);
    lengthen(json, tebibyte);
    if (IsSkipped()) return;
    EXPECT_TRUE(refusal_of(npy).starts_with(": its numbers need 8192.0 GiB of memory, ")) << refusal_of(npy);
    EXPECT_TRUE(refusal_of(json).starts_with(": its bytes need 1024.0 GiB of memory, ")) << refusal_of(json);
}

TEST_F(ArrayFile, Csv) {
    const NumberArray matrix = read("cos, sin\n1, -2.5\r\n+3,1e-3\n\n \n", "a.csv");
    EXPECT_EQ(matrix.type, "text");
    EXPECT_EQ(matrix.shape, (Shape{2, 2}));
    EXPECT_EQ(matrix.values, (Numbers{1, -2.5, 3, 1e-3}));
    EXPECT_EQ(read("1;2\n3;4").values, (Numbers{1, 2, 3, 4}));
    EXPECT_EQ(read("1\t2\n3\t4").shape, (Shape{2, 2}));
    EXPECT_EQ(read("# a remark, of 2 words\n1.0e+00 2.0e+00\n 3  4\n").values, (Numbers{1, 2, 3, 4}))
        << "numpy.savetxt";
    EXPECT_EQ(read("1\n2\n3\n").shape, (Shape{3}));
    EXPECT_EQ(read("x\n1\n2\n").shape, (Shape{2}));
    for (const char* const name : {"@0", "$0", "<0>", "_0", "\"#0\""})
        EXPECT_EQ(read(name + std::string("\n1\n2\n")).shape, (Shape{2})) << name;
    EXPECT_EQ(read("1,2,3").shape, (Shape{3}));
    EXPECT_EQ(read("\xEF\xBB\xBF"
                   "5")
                  .values,
              (Numbers{5}));
    EXPECT_EQ(read("1,2\n").values, read("1, 2").values);
}

TEST_F(ArrayFile, BadCsv) {
    EXPECT_EQ(refusal("1,2\n3\n"), "file: line 2 has 1 value instead of 2");
    EXPECT_EQ(refusal("1,2\n3,4,5\n"), "file: line 2 has 3 values instead of 2");
    EXPECT_EQ(refusal("1,2\n\n3,4\n"), "file: line 2 is empty");
    EXPECT_EQ(refusal("a,b\n1,\n"), "file: line 2, column 2: '' is not a number");
    EXPECT_EQ(refusal("1\tx\n"), "file: line 1, column 2: 'x' is not a number");
    EXPECT_EQ(refusal("a\nb\n"), "file: line 2, column 1: 'b' is not a number");
    EXPECT_EQ(refusal("1,1e999\n"), "file: line 1, column 2: '1e999' is beyond the range of float64");
    EXPECT_EQ(refusal("9007199254740993"),
              "file: line 1, column 1: '9007199254740993' is an integer that float64 cannot represent");
    EXPECT_EQ(
        read("9007199254740992,-00000000000000000001,100000000000000000000,0.1000000000000000055").values,
        (Numbers{9007199254740992, -1, 1e20, 0.1}));
    EXPECT_EQ(refusal("names\n"), "file: holds no numbers");
    EXPECT_EQ(refusal("−0.5\n1\n"), "file: line 1, column 1: '−0.5' is not a number");
    EXPECT_EQ(refusal("１，２\n1\n"), "file: line 1, column 1: '１，２' is not a number");
}

TEST_F(ArrayFile, Json) {
    const NumberArray nested = read("[[[1, 2.5], [3, -4]], [[5, 6], [7, 8e2]]]");
    EXPECT_EQ(nested.type, "text");
    EXPECT_EQ(nested.shape, (Shape{2, 2, 2}));
    EXPECT_EQ(nested.values, (Numbers{1, 2.5, 3, -4, 5, 6, 7, 800}));
    EXPECT_EQ(read("3", "a.json").shape, Shape{});
    EXPECT_EQ(read("[true, false]").values, (Numbers{1, 0}));
    const std::string object =
        R"({"rope": {"cos": [[1], [0]], "kind": "NaN"}, "theta": 1e4, "\"N": [Infinity], "bad": [1, [2]]})";
    EXPECT_EQ(read(object, "file", "rope.cos").shape, (Shape{2, 1}));
    EXPECT_EQ(read(object, "file", "theta").values, (Numbers{1e4}));
    EXPECT_EQ(read(object, "file", "\"N").values, (Numbers{infinity}));
    EXPECT_EQ(refusal(object, "file", "rope.kind"), "file#rope.kind: is a string, not numbers");
    EXPECT_EQ(refusal(object, "file", "bad"), "file#bad: ragged: its item [1] is a list among numbers");
    EXPECT_EQ(refusal(object),
              "file: holds several arrays, rope.cos [2, 1], theta [], \"N [1]; name one as FILE#NAME");
    EXPECT_EQ(read(R"({"name": "x", "data": [1]})").place, folder / "file#data") << "the only one";
}

TEST_F(ArrayFile, BadJson) {
    EXPECT_EQ(refusal("[[1, 2], [3]]"), "file: ragged: its list [1] has 1 item instead of 2");
    EXPECT_EQ(refusal("[[[1], [2]], [[3], [4, 5]]]"),
              "file: ragged: its list [1, 1] has 2 items instead of 1");
    EXPECT_EQ(refusal("[[1], 2]"), "file: ragged: its item [1] is a number among lists");
    EXPECT_EQ(refusal("[[[1]], []]"), "file: ragged: its list [1] has 0 items instead of 1");
    EXPECT_EQ(refusal("[[], [[]]]"), "file: ragged: its item [1, 0] is a list among numbers");
    EXPECT_EQ(refusal("[[], []]"), "file: holds no numbers: its shape is [2, 0]");
    EXPECT_EQ(refusal("[1, null]"), "file: its item [1] is null, not a number");
    EXPECT_EQ(refusal("[[1, \"N\"]]"), "file: its item [0, 1] is a string, not a number");
    EXPECT_EQ(refusal("[1, {\"a\": [2, {}]}]"), "file: its item [1] is an object, not a number");
    EXPECT_EQ(refusal("[[[[[[[[[1]]]]]]]]]"), "file: has more than 8 dimensions");
    EXPECT_EQ(
        refusal("[1, 2"),
        "file: is not JSON at line 1, column 6: the text ends, but '[' of line 1, column 1 is not closed");
    EXPECT_EQ(refusal("[NaN, Infinit]"),
              "file: is not JSON at line 1, column 7: Infinit is not a JSON number");
    EXPECT_EQ(refusal("[1, 1e999]"), "file: the text is 1e999, which is beyond the range of float64");
    EXPECT_EQ(refusal("[0, 9007199254740993]"),
              "file: its number [1] is 9007199254740993, which float64 cannot represent");
    EXPECT_EQ(refusal("[100000000000000000001]"),
              "file: its number [0] is 100000000000000000001, which float64 cannot represent");
    EXPECT_EQ(refusal("{\"a\": [1], \"a\": [2]}", "file", "a"), "file: a occurs twice");
    EXPECT_EQ(refusal("{\"a\": [1], \"a\": [2]}"), "file: a occurs twice");
    EXPECT_EQ(refusal("{\"n\": {\"a\": [1], \"b\": 2, \"a\": 3}}"), "file: n.a occurs twice");
    EXPECT_EQ(refusal("{\"n\": {\"a\": [1]}, \"n\": {\"b\": [1]}}"), "file: n occurs twice");
    EXPECT_EQ(read("{\"n\": {\"a\": [1]}, \"m\": {\"a\": [2]}}", "file", "m.a").values, (Numbers{2}));
    EXPECT_EQ(refusal("{}"), "file: holds no array of numbers");
    EXPECT_EQ(refusal(" ", "a.json"), "a.json: is empty");
    std::string deep;
    for (int n = 0; n < 100; ++n) deep += "{\"a\":";
    EXPECT_EQ(refusal(deep), "file: is nested more than 16 deep");
    EXPECT_EQ(refusal("{\"" + std::string(1000, 'x') + "\": 1}"), "file: has a name of more than 512 bytes");
}

}  // namespace
}  // namespace poslab
