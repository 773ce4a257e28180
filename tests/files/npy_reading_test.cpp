#include "tests/files/tensor_folder.hpp"

#include <cmath>
#include <limits>

namespace poslab {
namespace {

using test::counted;
using test::npy;
using test::npy_of;
using test::raw;

constexpr double infinite = std::numeric_limits<double>::infinity();

class NpyReading : public ::testing::Test {
  protected:
    [[nodiscard]] std::vector<double> read(const std::string& bytes) const {
        return test::TensorFolder::all_of(folder.open(bytes));
    }
    test::TensorFolder folder;
};

TEST_F(NpyReading, FollowsTheHeader) {
    const TensorFile file = folder.open(npy_of("<f8", "(2, 3, 4, 5)", counted(120)));
    ASSERT_EQ(file.tensors().size(), 1U);
    const TensorInfo& info = file.tensor("");
    EXPECT_EQ(info.name, "");
    EXPECT_EQ(info.type(), NumberType::float64);
    EXPECT_EQ(info.shape, (std::vector<std::int64_t>{2, 3, 4, 5}));
    EXPECT_FALSE(info.fortran_order);
    EXPECT_EQ(std::vector(info.leading().begin(), info.leading().end()), (std::vector<std::int64_t>{2, 3}));
    EXPECT_EQ(info.rows(), 4);
    EXPECT_EQ(info.columns(), 5);
    EXPECT_EQ(shape_text(info.shape), "[2, 3, 4, 5]");
}

TEST_F(NpyReading, TypesAndByteOrders) {
    const std::vector<double> expected{0.5, -2};
    EXPECT_EQ(read(npy_of("<f2", "(1, 2)", std::string("\x00\x38\x00\xC0", 4))), expected);
    EXPECT_EQ(read(npy_of(">f2", "(1, 2)", std::string("\x38\x00\xC0\x00", 4))), expected);
    EXPECT_EQ(read(npy_of("<V2", "(1, 2)", std::string("\x00\x3F\x00\xC0", 4))), expected)
        << "bfloat16 of ml_dtypes";
    EXPECT_EQ(read(npy_of("|V2", "(1, 2)", std::string("\x00\x3F\x00\xC0", 4))), expected);
    EXPECT_EQ(read(npy_of("<f4", "(1, 2)", raw<float>({0.5F, -2}))), expected);
    EXPECT_EQ(read(npy_of(">f4", "(1, 2)", std::string("\x3F\x00\x00\x00\xC0\x00\x00\x00", 8))), expected);
    EXPECT_EQ(read(npy_of("<f8", "(1, 2)", raw<double>({0.5, -2}))), expected);
    EXPECT_EQ(read(npy_of("=f8", "(1, 2)", raw<double>({0.5, -2}))), expected);
    EXPECT_EQ(read(npy_of("f4", "(1, 2)", raw<float>({0.5F, -2}))), expected)
        << "the machine's order, as '='";
    EXPECT_EQ(read(npy_of("V2", "(1, 2)", std::string("\x00\x3F\x00\xC0", 4))), expected);
    EXPECT_EQ(read(npy_of(">f8", "(2,)", std::string("\x3F\xE0\0\0\0\0\0\0\xC0\0\0\0\0\0\0\0", 16))),
              expected);
}

TEST_F(NpyReading, VersionsAndWaysToWriteTheHeader) {
    const std::vector<double> expected{0, 1};
    const std::string plain = "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }";
    for (const char major : {'\1', '\2', '\3'})
        EXPECT_EQ(read(npy(plain + "   \n", counted(2), major)), expected) << int(major);
    EXPECT_EQ(read(npy("{\"shape\":(2L,),\"fortran_order\":False,\"descr\":\"<f8\"}", counted(2))), expected);
    EXPECT_EQ(read(npy_of("<f8", "( 1 , 2 , )", counted(2))), expected);
    EXPECT_EQ(read(npy_of("<f8", "(2)", counted(2))), expected);
    EXPECT_EQ(read(npy_of("<f8", "()", counted(1))), (std::vector<double>{0}))
        << "one number, a matrix of one cell";
    EXPECT_EQ(read(npy_of("<f8", "(2,)", counted(7))), expected) << "what comes behind is another array's";
}

TEST_F(NpyReading, NanAndInfinityPass) {
    const auto numbers = read(npy_of("<f4", "(4,)", raw<float>({NAN, HUGE_VALF, -HUGE_VALF, -0.0F})));
    EXPECT_TRUE(std::isnan(numbers[0]));
    EXPECT_EQ(numbers[1], infinite);
    EXPECT_EQ(numbers[2], -infinite);
    EXPECT_TRUE(std::signbit(numbers[3]));
}

TEST_F(NpyReading, OtherTypesAreNamed) {
    const std::string end = "; must be float16, bfloat16, float32 or float64";
    const auto refusal_of = [&](const std::string& type) {
        return folder.refusal(npy_of(type, "(1,)", std::string(64, '\0')));
    };
    EXPECT_EQ(refusal_of("<i8"), "file: holds int64 ('<i8')" + end);
    EXPECT_EQ(refusal_of(">i4"), "file: holds int32 ('>i4')" + end);
    EXPECT_EQ(refusal_of("i8"), "file: holds int64 ('i8')" + end);
    EXPECT_EQ(refusal_of("|u1"), "file: holds uint8 ('|u1')" + end);
    EXPECT_EQ(refusal_of("|b1"), "file: holds bool ('|b1')" + end);
    EXPECT_EQ(refusal_of("<c16"), "file: holds complex128 ('<c16')" + end);
    EXPECT_EQ(refusal_of("<f16"), "file: holds float128 ('<f16')" + end);
    EXPECT_EQ(refusal_of("|f4"), "file: holds float32 ('|f4')" + end)
        << "numbers of several bytes have an order";
    EXPECT_EQ(refusal_of("|O"), "file: holds Python objects ('|O')" + end);
    EXPECT_EQ(refusal_of("<U5"), "file: holds text ('<U5')" + end);
    EXPECT_EQ(refusal_of("|V1"), "file: holds raw bytes ('|V1')" + end);
    EXPECT_EQ(refusal_of("?!\x01"), "file: holds an unknown type ('?!\\u0001')" + end);
    EXPECT_EQ(folder.refusal(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}", "....")),
              "file: holds structured records, not numbers");
}

TEST_F(NpyReading, CutShort) {
    const std::string whole = npy_of("<f4", "(2, 3)", raw<float>({1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(folder.refusal(whole.substr(0, whole.size() - 1)),
              "file: truncated: [2, 3] of float32 needs 24 bytes, the file has 23");
    const std::string text = "within its header of " + std::to_string(whole.size() - 24 - 10) + " bytes";
    EXPECT_EQ(folder.refusal(whole.substr(0, 40)), "file: truncated " + text);
    EXPECT_EQ(folder.refusal(whole.substr(0, 9)), "file: too short for a .npy file");
    EXPECT_EQ(folder.refusal(whole.substr(0, 6)), "file: too short for a .npy file");
    EXPECT_EQ(folder.refusal(whole.substr(0, 5)),
              "file: unknown format: its contents must be .npy, .npz or .safetensors");
    EXPECT_EQ(folder.refusal(""), "file: is empty");
    for (std::size_t size = 0; size < whole.size(); ++size)
        EXPECT_NE(folder.refusal(whole.substr(0, size)), "no error") << size;
}

TEST_F(NpyReading, OversizedHeadersAndOtherVersions) {
    const std::string start = std::string("\x93NUMPY\2\0", 8);
    EXPECT_EQ(folder.refusal(start + test::little(0xFFFFFFFF, 4)),
              "file: its .npy header has 4294967295 bytes; at most 65535 are allowed");
    EXPECT_EQ(folder.refusal(start + test::little(65536, 4) + std::string(70000, ' ')),
              "file: its .npy header has 65536 bytes; at most 65535 are allowed");
    EXPECT_EQ(folder.refusal(npy("{}", "", 4)), "file: .npy of version 4.0; must be 1.0, 2.0 or 3.0");
    EXPECT_EQ(folder.refusal(std::string("\x93NUMPY\1\1", 8) + "xxxx"),
              "file: .npy of version 1.1; must be 1.0, 2.0 or 3.0");
}

TEST_F(NpyReading, ShapesThatCannotBe) {
    const auto refusal_of = [&](const std::string& shape) {
        return folder.refusal(npy_of("<f4", shape, "12345678"));
    };
    EXPECT_EQ(refusal_of("(3,)"), "file: truncated: [3] of float32 needs 12 bytes, the file has 8");
    EXPECT_EQ(refusal_of("(4294967296, 4294967296)"),
              "file: has an impossible shape, [4294967296, 4294967296]");
    EXPECT_EQ(refusal_of("(0, 9223372036854775807, 2)"),
              "file: has an impossible shape, [0, 9223372036854775807, 2]");
    EXPECT_EQ(refusal_of("(2305843009213693952,)"), "file: has an impossible shape, [2305843009213693952]")
        << "2^61 numbers are 2^63 bytes";
    EXPECT_EQ(
        refusal_of("(2305843009213693951,)"),
        "file: truncated: [2305843009213693951] of float32 needs 9223372036854775804 bytes, the file has 8");
    EXPECT_EQ(refusal_of("(1,1,1,1,1,1,1,1,1)"), "file: has more than 8 dimensions");
    EXPECT_EQ(refusal_of("(0, 4)"), "file: holds no numbers: its shape is [0, 4]");
    EXPECT_EQ(refusal_of("(99999999999999999999,)"), "file: invalid .npy header at byte 61");
    EXPECT_EQ(refusal_of("(-1,)"), "file: invalid .npy header at byte 61");
}

TEST_F(NpyReading, DictionariesThatAreNone) {
    const auto refusal_of = [&](const std::string& text) { return folder.refusal(npy(text, "")); };
    EXPECT_EQ(refusal_of(""), "file: invalid .npy header at byte 10");
    EXPECT_EQ(refusal_of("[]"), "file: invalid .npy header at byte 10");
    EXPECT_EQ(refusal_of("{'descr': '<f4'}"), "file: invalid .npy header at byte 26")
        << "two keys are missing";
    for (const char* text : {"{'descr': '<f4', 'fortran_order': 0, 'shape': ()}",
                             "{'descr': <f4, 'fortran_order': False, 'shape': ()}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': 3}",
                             "{'x': '<f4', 'fortran_order': False, 'shape': ()}",
                             "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': ()}",
                             "{'descr': '<f4", "{'descr': '<f4' 'fortran_order': False, 'shape': ()}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': (",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}",
                             "{'descr': '<f4', 'fortran_order': False, 'shape': ()} x"}) {
        EXPECT_TRUE(refusal_of(text).starts_with("file: invalid .npy header at byte "))
            << text << " " << refusal_of(text);
    }
}

}  // namespace
}  // namespace poslab
