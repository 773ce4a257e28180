#include "core/files/safetensors_writer.hpp"
#include "core/files/tensor_file.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace poslab::test {
namespace {

float half(std::uint16_t bits) {
    const std::array<unsigned char, 2> bytes{static_cast<unsigned char>(bits & 0xFFU),
                                             static_cast<unsigned char>(bits >> 8U)};
    float number = 0;
    convert_numbers({NumberType::float16, false}, bytes, 2, std::span(&number, 1));
    return number;
}

TEST(SafetensorsWriter, RoundsToTheNearestHalf) {
    for (std::uint32_t bits = 0; bits < 0x7C00; ++bits) {
        const auto here = static_cast<std::uint16_t>(bits), next = static_cast<std::uint16_t>(bits + 1);
        EXPECT_EQ(half_bits(half(here)), here);
        EXPECT_EQ(half_bits(-half(here)), here | 0x8000U);
        const float above = next == 0x7C00 ? 65536.0F : half(next);  // as if the range had one more step
        const float between = (half(here) + above) / 2;              // exact in float32
        EXPECT_EQ(half_bits(between), here % 2 == 0 ? here : next) << "a tie rounds to even";
        EXPECT_EQ(half_bits(std::nextafter(between, 0.0F)), here);
        EXPECT_EQ(half_bits(std::nextafter(between, 1e9F)), next);
    }
    EXPECT_EQ(half_bits(std::numeric_limits<float>::infinity()), 0x7C00);
    EXPECT_EQ(half_bits(-1e30F), 0xFC00);
    EXPECT_TRUE(std::isnan(half(half_bits(std::numeric_limits<float>::quiet_NaN()))));
}

TEST(SafetensorsWriter, WritesWhatTensorFileReads) {
    const TemporaryFolder folder;
    std::vector<float> numbers(600'000);
    std::iota(numbers.begin(), numbers.end(), -1000.0F);
    const std::vector<WrittenTensor> tensors{{"a", {1000, 600}, numbers},
                                             {"b", {2, 3}, std::span(numbers).first(6), NumberType::float16},
                                             {"c", {5}, std::span(numbers).last(5)}};
    write_safetensors(folder / "x.safetensors", tensors, {{"format", "pt"}});
    const TensorFile file(folder / "x.safetensors");
    ASSERT_EQ(file.tensors().size(), 3U);
    EXPECT_EQ(file.tensors().front().offset % 64, 0U);
    EXPECT_EQ(file.read_floats(file.tensor("a"), {}, {0, 1000}), numbers);
    EXPECT_EQ(file.tensor("b").type(), NumberType::float16);
    EXPECT_EQ(file.read_floats(file.tensor("b"), {}, {0, 2}),
              std::vector<float>(numbers.begin(), numbers.begin() + 6));
    EXPECT_EQ(file.read_floats(file.tensor("c"), {}, {0, 1}),
              std::vector<float>(numbers.end() - 5, numbers.end()));
    EXPECT_NE(read_file(folder / "x.safetensors").find("\"__metadata__\":{\"format\":\"pt\"}"),
              std::string::npos);
}

TEST(SafetensorsWriter, RefusesNumbersThatDoNotFillTheirShape) {
    const TemporaryFolder folder;
    const std::vector<float> numbers(5);
    const std::vector<WrittenTensor> tensors{{"a", {2, 3}, numbers}};
    EXPECT_THROW(write_safetensors(folder / "x.safetensors", tensors), std::invalid_argument);
    EXPECT_TRUE(folder.empty());
}

}  // namespace
}  // namespace poslab::test
