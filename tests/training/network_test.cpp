#include "core/training/network.hpp"
#include "core/base/random.hpp"
#include "tests/training/plain_model.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

/// Sizes that are no multiple of a vector's width; log n begins within the pieces.
ModelSettings small_model(const char* scheme, bool tied, bool log_n = false) {
    ModelSettings model;
    model.vocabulary = 11;
    model.layers = 2;
    model.width = 10;
    model.heads = 2;
    model.head_dim = 6;
    model.intermediate = 7;
    model.train_length = 4;
    model.window = 3;
    model.base = 50;
    model.tied = tied;
    model.log_n = log_n;
    model.scheme = scheme;
    return model;
}

/// Large enough for clearly uneven attention, with gains other than 1.
std::vector<double> some_parameters(const ModelSettings& model) {
    const ParameterLayout layout = parameter_layout(model);
    std::vector<double> parameters(layout.size);
    random_normals(7, RandomStream::weights, 0, parameters);
    for (const NamedTensor& tensor : layout.tensors)
        for (std::size_t n = tensor.first; n < tensor.first + tensor.count; ++n)
            parameters[n] = tensor.is_matrix() ? 0.6 * parameters[n] : 1 + 0.3 * parameters[n];
    return parameters;
}

std::vector<std::int32_t> some_tokens(const ModelSettings& model, std::int64_t count, std::uint64_t stream) {
    std::vector<std::int32_t> tokens;
    for (std::int64_t n = 0; n < count; ++n)
        tokens.push_back(static_cast<std::int32_t>(random_bits(3, stream, static_cast<std::uint64_t>(n)) %
                                                   static_cast<std::uint64_t>(model.vocabulary)));
    return tokens;
}

std::vector<ModelSettings> every_model() {
    std::vector<ModelSettings> models;
    for (const TrainingScheme* scheme : TrainingScheme::all()) {
        models.push_back(small_model(std::string(scheme->id).c_str(), true));
        models.push_back(small_model(std::string(scheme->id).c_str(), false, true));
    }
    return models;
}

std::string name_of(const ModelSettings& model) {
    return std::string(model.scheme->id) + (model.log_n ? " log n untied" : "");
}

double loss_of(Network<double>& network, const std::vector<double>& parameters,
               const std::vector<std::int32_t>& tokens, const std::vector<std::int32_t>& targets) {
    network.forward(parameters, tokens);
    return network.loss(targets, 0) / static_cast<double>(tokens.size());
}

/// Compares with central differences of fourth order: their error is of the order of 1e-15 of the fifth
/// derivative, plus 1e-11 from rounding.
void expect_gradient(const ModelSettings& model, std::int64_t sequences, std::int64_t length,
                     std::size_t stride) {
    const std::int64_t rows = sequences * length;
    const auto tokens = some_tokens(model, rows, 1), targets = some_tokens(model, rows, 2);
    std::vector<double> parameters = some_parameters(model);
    Network<double> network(model, sequences, length);
    network.forward(parameters, tokens);
    static_cast<void>(network.loss(targets, 1 / static_cast<double>(rows)));
    std::vector<double> gradient(parameters.size(), 99.0);
    network.backward(parameters, gradient);
    for (const NamedTensor& tensor : parameter_layout(model).tensors) {
        double largest = 0;
        for (std::size_t n = tensor.first; n < tensor.first + tensor.count; n += stride) {
            const double here = parameters[n];
            const auto at = [&](double apart) {
                parameters[n] = here + apart;
                return loss_of(network, parameters, tokens, targets);
            };
            constexpr double step = 1e-4;
            const double slope = (8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12 * step);
            parameters[n] = here;
            EXPECT_NEAR(gradient[n], slope, 1e-8)
                << name_of(model) << ' ' << tensor.name << ' ' << n - tensor.first;
            largest = std::max(largest, std::abs(gradient[n]));
        }
        EXPECT_GT(largest, 1e-6) << name_of(model) << ' ' << tensor.name
                                 << ": a gradient of nothing would agree, too";
    }
}

TEST(Network, GradientsAreThoseOfFiniteDifferencesForEveryScheme) {
    for (const ModelSettings& model : every_model()) expect_gradient(model, 2, 7, 2);
}

TEST(Network, GradientsAreThoseOfFiniteDifferencesWhereWeightsTakeSeveralBlocks) {
    for (const ModelSettings& model : every_model()) expect_gradient(model, 1, 131, 41);
}

TEST(Network, LossIsThatOfTheFormulas) {
    for (const ModelSettings& model : every_model()) {
        const std::vector<double> parameters = some_parameters(model);
        const auto tokens = some_tokens(model, 150, 1), targets = some_tokens(model, 150, 2);
        const double expected = PlainModel(model, parameters).loss(tokens, targets);
        Network<double> network(model, 1, 150);
        EXPECT_NEAR(loss_of(network, parameters, tokens, targets), expected, 1e-11) << name_of(model);
    }
}

TEST(Network, InFloat32IsTheSame) {
    for (const ModelSettings& model : every_model()) {
        const std::vector<double> parameters = some_parameters(model);
        const std::vector<float> singles(parameters.begin(), parameters.end());
        const auto tokens = some_tokens(model, 300, 1), targets = some_tokens(model, 300, 2);
        Network<double> network(model, 2, 150);
        Network<float> single(model, 2, 150);
        network.forward(parameters, tokens);
        single.forward(singles, tokens);
        const double loss = network.loss(targets, 1.0 / 300);
        EXPECT_NEAR(single.loss(targets, 1.0F / 300), loss, 1e-5 * loss);
        std::vector<double> gradient(parameters.size());
        std::vector<float> single_gradient(parameters.size());
        network.backward(parameters, gradient);
        single.backward(singles, single_gradient);
        for (std::size_t n = 0; n < gradient.size(); ++n)
            EXPECT_NEAR(single_gradient[n], gradient[n], 2e-4) << name_of(model);
    }
}

TEST(Network, ReadsEachSequenceForItself) {
    const ModelSettings model = small_model("rope", true);
    const std::vector<double> parameters = some_parameters(model);
    auto tokens = some_tokens(model, 40, 1);
    const auto targets = some_tokens(model, 40, 2);
    std::vector<double> losses(40), others(40);
    Network<double> network(model, 2, 20);
    network.forward(parameters, tokens);
    static_cast<void>(network.loss(targets, 0, losses));
    tokens[30] = (tokens[30] + 1) % 11;
    network.forward(parameters, tokens);
    static_cast<void>(network.loss(targets, 0, others));
    for (std::size_t n = 0; n < 40; ++n)
        EXPECT_EQ(losses[n] == others[n], n < 30)
            << n << ": earlier tokens and the other sequence do not see it";
}

}  // namespace
}  // namespace poslab::test
