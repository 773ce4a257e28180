// A signal read in pieces equals the signal read as a whole, generated or from a file.

#include "core/memory/sample_source.hpp"
#include "core/base/errors.hpp"
#include "core/hippo/memory_order.hpp"
#include "tests/files/tensor_folder.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

namespace poslab::test {
namespace {

constexpr std::int64_t block = std::int64_t{1} << 16U;

SignalSpec noise(std::int64_t length) {
    SignalSpec spec;
    spec.signal = Signal::smooth;
    spec.length = length;
    return spec;
}

std::vector<double> whole(SampleSource& source) {
    std::vector<double> samples(static_cast<std::size_t>(source.length()));
    source.read(0, samples, Job());
    return samples;
}

TEST(SampleSource, KeepsShortSignalsAndReadsLongOnesAgain) {
    const SignalSpec spec = noise(3 * block + 17);
    const auto made = made_signal(spec);
    const auto held = buffered(made_signal(spec), spec.length, Job());
    const auto streamed = buffered(made_signal(spec), spec.length - 1, Job());
    const std::vector<double> samples = whole(*made);
    EXPECT_EQ(whole(*held), samples);
    EXPECT_EQ(whole(*streamed), samples);
    std::array<double, 1> beyond{};
    EXPECT_THROW(held->read(spec.length, beyond, Job()), std::out_of_range);
    EXPECT_THROW(streamed->read(spec.length, beyond, Job()), std::out_of_range);
}

TEST(SampleSource, HandsBlocksOnInOrder) {
    const auto source = made_signal(noise(1000));
    const std::vector<double> samples = whole(*source);
    std::vector<double> together;
    std::int64_t next = 13;
    each_block(*source, 13, 988, 100, Job(), [&](std::int64_t first, std::span<const double> part) {
        EXPECT_EQ(first, next);
        next += std::ssize(part);
        together.insert(together.end(), part.begin(), part.end());
    });
    EXPECT_EQ(together, std::vector<double>(samples.begin() + 13, samples.begin() + 988));
}

TEST(SampleSource, PicksSamplesAcrossBlocks) {
    const auto source = made_signal(noise(2 * block + 5));
    const std::vector<double> samples = whole(*source);
    const std::vector<std::int64_t> indices{0, 0, 1, block - 1, block, block + 1, 2 * block + 4};
    std::vector<double> expected;
    for (const std::int64_t index : indices) expected.push_back(samples[static_cast<std::size_t>(index)]);
    EXPECT_EQ(samples_at(*source, indices, Job()), expected);
}

TEST(SampleSource, TakesOneChannelOfAFile) {
    const TensorFolder folder;
    const auto source = signal_from_file(folder.file("left,right\n1,10\n2,20\n3,30\n", "two.csv"), 1, Job());
    EXPECT_EQ(source->length(), 3);
    EXPECT_EQ(source->channels(), 2);
    EXPECT_EQ(whole(*source), (std::vector<double>{10, 20, 30}));
    EXPECT_THROW((void)signal_from_file(folder.file("1,2\n", "short.csv"), 2, Job()), InputError);
}

}  // namespace
}  // namespace poslab::test
