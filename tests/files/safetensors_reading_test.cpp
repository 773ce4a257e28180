#include "tests/files/tensor_folder.hpp"

#include <fmt/format.h>

namespace poslab {
namespace {

using test::little;
using test::raw;
using test::safetensors;

/// A header with one tensor, {"a": {"dtype": ..., ...}}.
std::string header(const std::string& type, const std::string& shape, const std::string& offsets) {
    return fmt::format(R"({{"a":{{"dtype":{},"shape":{},"data_offsets":{}}}}})", type, shape, offsets);
}

class SafetensorsReading : public ::testing::Test {
  protected:
    [[nodiscard]] std::string refusal_of(const std::string& type, const std::string& shape,
                                         const std::string& offsets,
                                         const std::string& data = "12345678") const {
        return folder.refusal(safetensors(header(type, shape, offsets), data));
    }
    test::TensorFolder folder;
};

TEST_F(SafetensorsReading, AllTypesInTheOrderOfTheirData) {
    const std::string text = R"({"__metadata__":{"format":"pt","note":"{}"},
        "double":{"dtype":"F64","shape":[1,1],"data_offsets":[16,24]},
        "half":{"dtype":"F16","shape":[1,2],"data_offsets":[0,4]},
        "none":{"dtype":"F32","shape":[0,7],"data_offsets":[8,8]},
        "brain":{"dtype":"BF16","shape":[2],"data_offsets":[4,8]},
        "int":{"dtype":"I64","shape":[1],"data_offsets":[32,40]},
        "float":{"dtype":"F32","shape":[2,1],"data_offsets":[8,16]},
        "tiny":{"dtype":"F8_E4M3","shape":[8],"data_offsets":[24,32]}}     )";
    const std::string data = std::string("\x00\x38\x00\xC0\x00\x3F\x00\xC0", 8) + raw<float>({0.5F, -2}) +
                             raw<double>({0.1}) + "12345678" + "12345678";
    const std::string bytes = safetensors(text, data);
    const TensorFile file = folder.open(bytes);
    std::vector<std::string> names;
    for (const TensorInfo& info : file.tensors()) names.push_back(info.name);
    EXPECT_EQ(names, (std::vector<std::string>{"half", "brain", "none", "float", "double"}));
    const std::vector<double> expected{0.5, -2};
    EXPECT_EQ(folder.all_of(file, "half"), expected);
    EXPECT_EQ(folder.all_of(file, "brain"), expected);
    EXPECT_EQ(folder.all_of(file, "float"), expected);
    EXPECT_EQ(folder.all_of(file, "double"), (std::vector<double>{0.1}));
    EXPECT_EQ(folder.refusal(bytes, "none"), "file#none: holds no numbers: its shape is [0, 7]");
    EXPECT_EQ(folder.refusal(bytes, "int"), "file#int: holds I64; must be F16, BF16, F32 or F64");
    EXPECT_EQ(folder.refusal(bytes, "tiny"), "file#tiny: holds F8_E4M3; must be F16, BF16, F32 or F64");
}

TEST_F(SafetensorsReading, DataMustFillTheFileWithoutGapsAndOverlaps) {
    const auto two = [&](const std::string& first, const std::string& second, int bytes) {
        const std::string entry = R"("{}":{{"dtype":"F32","shape":[2],"data_offsets":{}}})";
        const std::string text = "{" + fmt::format(fmt::runtime(entry), "a", first) + "," +
                                 fmt::format(fmt::runtime(entry), "b", second) + "}";
        return folder.refusal(safetensors(text, std::string(static_cast<std::size_t>(bytes), '\0')), "a");
    };
    EXPECT_EQ(two("[0,8]", "[8,16]", 16), "no error");
    EXPECT_EQ(two("[8,16]", "[0,8]", 16), "no error");
    EXPECT_EQ(two("[0,8]", "[4,12]", 12),
              "file#b: begins at byte 4 of the data, but the previous tensor ends at 8");
    EXPECT_EQ(two("[0,8]", "[12,20]", 20),
              "file#b: begins at byte 12 of the data, but the previous tensor ends at 8");
    EXPECT_EQ(two("[4,12]", "[12,20]", 20),
              "file#a: begins at byte 4 of the data, but the previous tensor ends at 0");
    EXPECT_EQ(two("[0,8]", "[8,16]", 17), "file: has 1 bytes of data after the last tensor's end at 16");
    EXPECT_EQ(two("[0,8]", "[8,16]", 15), "file#b: ends at byte 16 of the data, which has 15");
}

TEST_F(SafetensorsReading, SizesMustFit) {
    EXPECT_EQ(refusal_of("\"F32\"", "[2]", "[0,8]"), "no error");
    EXPECT_EQ(refusal_of("\"F32\"", "[3]", "[0,8]"), "file#a: has 8 bytes, which does not match [3] of F32");
    EXPECT_EQ(refusal_of("\"F64\"", "[]", "[0,8]"), "no error");
    EXPECT_EQ(refusal_of("\"F32\"", "[4294967296,4294967296]", "[0,8]"),
              "file#a: has 8 bytes, which does not match [4294967296, 4294967296] of F32");
    EXPECT_EQ(refusal_of("\"F32\"", "[0,9223372036854775807,3]", "[0,8]"),
              "file#a: has 8 bytes, which does not match [0, 9223372036854775807, 3] of F32");
    EXPECT_EQ(refusal_of("\"F32\"", "[2]", "[0,9223372036854775807]"),
              "file#a: ends at byte 9223372036854775807 of the data, which has 8");
    const std::string shape = "file#a: its \"shape\" must be a list of at most 8 sizes";
    for (const char* text : {"[-2]", "[2.0]", "2", "null", "[\"2\"]", "[9223372036854775808]",
                             "[1,1,1,1,1,1,1,1,1]", "[true]"}) {
        EXPECT_EQ(refusal_of("\"F32\"", text, "[0,8]"), shape) << text;
    }
    const std::string offsets =
        "file#a: its \"data_offsets\" must be a list of two offsets in ascending order";
    for (const char* text :
         {"[8,0]", "[0]", "[0,4,8]", "[-8,0]", "{}", "[0,8.0]", "[0,18446744073709551615]"}) {
        EXPECT_EQ(refusal_of("\"F32\"", "[2]", text), offsets) << text;
    }
    EXPECT_EQ(refusal_of("32", "[2]", "[0,8]"), "file#a: its \"dtype\" must be a string");
}

TEST_F(SafetensorsReading, HeadersThatAreNone) {
    EXPECT_EQ(folder.refusal(safetensors("{}", "")), "file: holds no readable tensor");
    EXPECT_EQ(folder.refusal(safetensors(R"({"a":1})", "")), "file#a: its \"dtype\" must be a string");
    EXPECT_EQ(folder.refusal(safetensors("{\"a\":", "")),
              "file, header: is not JSON at line 1, column 6: the text ends, but '{' of line 1, column 1 is "
              "not closed");
    EXPECT_EQ(folder.refusal(safetensors("{\"a\":1,\"a\":2}", "")), "file, header: a occurs twice");
    EXPECT_EQ(folder.refusal(safetensors("{\"a\":[[[[1]]]]}", "")),
              "file, header: is nested more than 4 deep");
    EXPECT_EQ(folder.refusal(little(100, 8) + "{}"), "file: truncated within its header of 100 bytes");
    EXPECT_EQ(folder.refusal(little(16'777'217, 8) + "{}"),
              "file: its .safetensors header has 16777217 bytes; at most 16777216 are allowed");
    EXPECT_EQ(folder.refusal(little(~std::uint64_t{0}, 8) + "{}"),
              "file: its .safetensors header has 18446744073709551615 bytes; at most 16777216 are allowed");
    EXPECT_EQ(folder.refusal(little(2, 8)),
              "file: unknown format: its contents must be .npy, .npz or .safetensors");
    EXPECT_EQ(folder.refusal(safetensors("[1]", "")),
              "file: unknown format: its contents must be .npy, .npz or .safetensors");
    const std::string whole = safetensors(header("\"F32\"", "[2]", "[0,8]"), "12345678");
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_NE(folder.refusal(whole.substr(0, size)), "no error") << size;
}

}  // namespace
}  // namespace poslab
