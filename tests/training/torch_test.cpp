#include "core/files/atomic_file.hpp"
#include "core/files/safetensors_writer.hpp"
#include "core/training/model_folder.hpp"
#include "core/training/network.hpp"
#include "tests/support/python.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

/// Two sequences of bytes, and their targets.
void write_tokens(const std::string& path, const std::vector<std::int32_t>& tokens,
                  const std::vector<std::int32_t>& targets) {
    const auto half = static_cast<std::ptrdiff_t>(tokens.size() / 2);
    const auto rows = [&](const std::vector<std::int32_t>& all) {
        return nlohmann::json{std::vector(all.begin(), all.begin() + half),
                              std::vector(all.begin() + half, all.end())};
    };
    write_file_atomically(path, nlohmann::json{{"tokens", rows(tokens)}, {"targets", rows(targets)}}.dump());
}

/// Writes the parameters, or their gradient, in the order of the model's tensors.
void write_flat(const std::string& path, const ModelSettings& model, std::span<const float> numbers) {
    std::vector<WrittenTensor> tensors;
    for (const NamedTensor& tensor : parameter_layout(model).tensors)
        tensors.push_back({tensor.name, tensor.shape, numbers.subspan(tensor.first, tensor.count)});
    write_safetensors(path, tensors);
}

void expect_agreement(const std::string& python, const ModelSettings& model) {
    constexpr std::int64_t length = 90;
    const TemporaryFolder folder;
    std::vector<float> parameters = first_parameters(model, 3);
    for (float& number : parameters) number *= 1.5F;  // with gains other than 1
    std::vector<std::int32_t> tokens, targets;
    for (std::int32_t n = 0; n < 2 * length; ++n) {
        tokens.push_back(n * n % 251);
        targets.push_back((n + 1) * (n + 3) % 251);
    }
    const std::vector<double> wide(parameters.begin(), parameters.end());
    std::vector<double> wide_gradient(wide.size());
    Network<double> network(model, 2, length);
    network.forward(wide, tokens);
    const double loss = network.loss(targets, 1.0 / (2 * length)) / (2 * length);
    network.backward(wide, wide_gradient);
    const std::vector<float> gradient(wide_gradient.begin(), wide_gradient.end());
    write_tokens(folder / "tokens.json", tokens, targets);
    write_flat(folder / "model.safetensors", model, parameters);
    write_flat(folder / "gradient.safetensors", model, gradient);
    write_file_atomically(folder / "config.json", model_config(model, NumberType::float32).dump());
    const Ran ran = run_program({python, POSLAB_TORCH_GRADIENTS, folder.path()});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const nlohmann::json theirs = nlohmann::json::parse(ran.out);
    EXPECT_NEAR(loss, theirs["loss"].get<double>(), 1e-12 * loss);
    for (const auto& [name, difference] : theirs["differences"].items())
        EXPECT_LT(difference.get<double>(), 1e-7) << name << ": it was rounded to float32 on its way";
}

TEST(Torch, LossAndGradientsAreThoseOfAutograd) {
    const std::string python = python_with("torch");
    if (python.empty()) GTEST_SKIP() << "no python3 with torch";
    for (const bool tied : {true, false})
        for (const char* scheme : {"rope", "window"}) {
            ModelSettings model;
            model.tied = tied;
            model.scheme = scheme;
            expect_agreement(python, model);
        }
}

}  // namespace
}  // namespace poslab::test
