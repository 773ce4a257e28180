// The model that `poslab train` writes and the one that the decoder reads are the same, whatever the training
// scheme.

#include "core/decoder/forward.hpp"
#include "core/engine/engine.hpp"
#include "core/training/model_folder.hpp"
#include "tests/support/run_program.hpp"
#include "tests/training/plain_model.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

constexpr std::int64_t tokens_read = 60;
/// Tolerance of float32 products and sums; losses are of the order of 6, logits of 1.
constexpr double read_tolerance = 1e-4;

/// Three layers, so that HFWA has two with a window; slopes of four heads.
TrainingSettings settings_of(const TrainingScheme& scheme, bool log_n) {
    TrainingSettings settings;
    settings.model.scheme = scheme;
    settings.model.log_n = log_n;
    settings.model.layers = 3;
    settings.model.width = 20;
    settings.model.heads = 4;
    settings.model.head_dim = 6;
    settings.model.intermediate = 28;
    settings.model.train_length = 16;
    settings.model.window = 5;
    settings.model.base = 50;
    settings.steps = 3;
    settings.batch = 4;
    settings.learning_rate = 0.05;
    return settings;
}

std::string text_of_bytes() {
    std::string text;
    for (std::uint32_t n = 0, state = 1; n < 4000; ++n)
        text += static_cast<char>('a' + (state = state * 1664525U + 1013904223U) / 170'000'000U);
    return text;
}

std::vector<std::int32_t> bytes_of(const std::string& text) {
    const auto first = text.begin();
    return {first, first + tokens_read};
}

void expect_near(const std::vector<double>& found, const std::vector<double>& expected,
                 const std::string& what) {
    ASSERT_EQ(found.size(), expected.size()) << what;
    for (std::size_t n = 0; n < found.size(); ++n)
        ASSERT_NEAR(found[n], expected[n], read_tolerance) << what << ' ' << n;
}

/// Losses of the training network, in float64: [tokens_read - 1].
std::vector<double> losses_of_network(const Trainer& trainer, const std::vector<std::int32_t>& tokens) {
    const std::vector<double> parameters(trainer.state().parameters.begin(),
                                         trainer.state().parameters.end());
    Network<double> network(trainer.settings().model, 1, tokens_read - 1);
    network.forward(parameters, std::span(tokens).first(tokens.size() - 1));
    std::vector<double> losses(tokens.size() - 1);
    static_cast<void>(network.loss(std::span(tokens).subspan(1), 0, losses));
    return losses;
}

void expect_one_model(const TrainingScheme& scheme, bool log_n) {
    const std::string name = std::string(scheme.id) + (log_n ? " with log n" : "");
    const TemporaryFolder folder;
    Trainer trainer(settings_of(scheme, log_n), text_of_bytes(), "text");
    while (!trainer.done()) trainer.take_step();
    write_model_folder(folder.path(), trainer, NumberType::float32);
    const std::vector<std::int32_t> tokens = bytes_of(text_of_bytes());
    const Decoder decoder(folder.path());
    const DecoderScheme own = own_scheme(decoder.shape(), tokens_read);
    const PlainModel plain(trainer.settings().model, trainer.state().parameters);
    const auto logits = plain.logits(tokens);
    const std::vector<double> expected = losses_of_network(trainer, tokens);
    expect_near(plain_losses(logits, std::span(tokens).subspan(1)), expected, name + ": plainly");
    for (const Engine* engine : {&cpu_engine(), &reference_engine()}) {
        const auto read = token_predictions(decoder, tokens, std::span(&own, 1), *engine);
        expect_near(read.front().losses, expected, name + ": losses on " + std::string(engine->name()));
        DecoderPass pass(decoder, tokens, std::span(&own, 1), *engine);
        pass.run(decoder.shape().layers);
        const std::vector<float> of_pass = pass.logits(0);
        std::vector<double> all;
        for (const std::vector<double>& row : logits) all.insert(all.end(), row.begin(), row.end());
        expect_near({of_pass.begin(), of_pass.end()}, all,
                    name + ": logits on " + std::string(engine->name()));
    }
}

TEST(ReadAgain, EverySchemeIsTheModelThatWasTrained) {
    for (const TrainingScheme* scheme : TrainingScheme::all())
        for (const bool log_n : {false, true}) expect_one_model(*scheme, log_n);
}

}  // namespace
}  // namespace poslab::test
