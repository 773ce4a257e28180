// Compares the shipped models with the same arithmetic in PyTorch, which reads their folders on its own.

#include "core/decoder/forward.hpp"
#include "core/engine/engine.hpp"
#include "tests/support/python.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <numeric>

namespace poslab::test {
namespace {

TEST(TorchDecoder, MeanLossOfAShippedModelIsThatOfPyTorch) {
    const std::string python = python_with("torch");
    if (python.empty()) GTEST_SKIP() << "no python3 with torch";
    constexpr std::int64_t count = 400;  // three times the trained length
    for (const char* model : {"english", "chinese"}) {
        const std::string folder = std::string(POSLAB_MODELS) + "/" + model;
        const Ran ran = run_program({python, POSLAB_TORCH_DECODER, folder, "0", std::to_string(count)});
        ASSERT_EQ(ran.code, 0) << ran.err;
        std::vector<std::int32_t> tokens;
        for (const char byte : read_file(folder + "/held_out.txt").substr(0, count))
            tokens.push_back(static_cast<unsigned char>(byte));
        const Decoder decoder(folder);
        const DecoderScheme own = own_scheme(decoder.shape(), count);
        const auto all = token_predictions(decoder, tokens, std::span(&own, 1), cpu_engine());
        const std::vector<double>& losses = all.front().losses;
        const double mean =
            std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
        EXPECT_NEAR(mean, nlohmann::json::parse(ran.out)["mean_loss"].get<double>(), 1e-5)
            << model << ", float32 both";
    }
}

}  // namespace
}  // namespace poslab::test
