// Compares queries and keys of language models with a plain decoder in float64.

#include "core/base/errors.hpp"
#include "core/figure/layout.hpp"
#include "core/files/file_deadline.hpp"
#include "tests/support/dead_server.hpp"
#include "tests/support/patience.hpp"
#include "tests/views/attention_requests.hpp"
#include "tests/views/bias_decay_requests.hpp"
#include "tests/views/model_on_disk.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

namespace poslab::test {
namespace {

constexpr double logit_tolerance = 1e-4;  // for float32 weights and products; logits are of the order of 1

void expect_logits(const Data& data, const std::vector<std::vector<double>>& expected) {
    const NumberBuffer& map = array(data, "map");
    ASSERT_EQ(map.size(), expected.size() * expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j)
            ASSERT_NEAR(map[i * expected.size() + j], expected[i][j], logit_tolerance) << i << ", " << j;
}

/// Returns why values are refused, when they are set or when they are computed.
std::string refusal_of(const View& view, const ParameterTexts& parameters) {
    try {
        static_cast<void>(computed(view, parameter_values(view, parameters), {}, cpu_engine()));
    } catch (const Error& error) {
        return error.message().english();
    }
    return {};
}

class ModelFamilies : public testing::TestWithParam<const char*> {};

// Biases (Qwen2), norms of queries and keys (Qwen3), and keys shared by heads (all).
TEST_P(ModelFamilies, LogitsAreThoseOfAPlainDecoder) {
    const ModelOnDisk model(GetParam(), 24);
    const auto none = plain_scheme_by([](auto, auto) { return 0.0; });
    const auto rope = plain_rope();
    for (const int layer : {0, 1})
        for (const int head : {0, 1, 3}) {
            const ParameterTexts at{
                {"layer", std::to_string(layer)}, {"head", std::to_string(head)}, {"show", "logits"}};
            ParameterTexts plain = at, turned = at;
            plain.insert(plain.end(), {{"map", "rerope"}, {"w", "0"}});
            turned.insert(turned.end(), {{"map", "rope"}});
            expect_logits(attention_data(model.parameters(plain), cpu_engine()),
                          model.logits(layer, head, none));
            expect_logits(attention_data(model.parameters(turned), cpu_engine()),
                          model.logits(layer, head, rope));
        }
}

INSTANTIATE_TEST_SUITE_P(All, ModelFamilies, testing::Values("llama", "mistral", "qwen2", "qwen3"));

// Earlier layers use the scheme they were trained with, whatever is shown.
TEST(AttentionModel, TheBaseTurnsOnlyTheLayerThatIsShown) {
    const ModelOnDisk model("llama", 24);
    const Data data = attention_data(
        model.parameters(
            {{"layer", "1"}, {"head", "2"}, {"show", "logits"}, {"map", "rope"}, {"base", "500"}}),
        cpu_engine());
    expect_logits(data, model.logits(1, 2, plain_rope(500)));
}

TEST(AttentionModel, EveryHeadIsShown) {
    const ModelOnDisk model("qwen3", 24);
    const Data data = attention_data(
        model.parameters(
            {{"layer", "1"}, {"head", "all"}, {"show", "logits"}, {"map", "rerope"}, {"w", "0"}}),
        cpu_engine());
    const Array* map = data.find("map");
    ASSERT_EQ(map->shape, (std::vector<std::int64_t>{4, 24, 24}));
    const auto expected = model.logits(1, 3, plain_scheme_by([](auto, auto) { return 0.0; }));
    EXPECT_NEAR((*map->data)[3 * 24 * 24 + 23 * 24 + 5], expected[23][5], logit_tolerance);
}

TEST(AttentionModel, AModelStandsForItsFrequenciesAndSizes) {
    const ModelOnDisk model("llama", 24);
    const Values values = attention_values({{"model", model.folder()}});
    const auto text = [&](std::string_view id) {
        const auto at = static_cast<std::size_t>(parameter_index(attention(), id));
        return to_string(attention().parameters()[at], values[at]);
    };
    EXPECT_EQ(text("source"), "model");
    EXPECT_EQ(text("built-in"), "folder");
    EXPECT_EQ(text("dim"), std::to_string(model.shape().head_dim));
    EXPECT_EQ(text("heads"), "4");
    EXPECT_EQ(text("pairing"), "gpt-neox");
    EXPECT_EQ(text("length"), "256");
    const Values shipped = attention_values({{"source", "model"}});
    const auto at = static_cast<std::size_t>(parameter_index(attention(), "built-in"));
    EXPECT_EQ(to_string(attention().parameters()[at], shipped[at]), "english");
}

// The first letters of the text that is shipped with the program, each a token.
TEST(AttentionModel, TokensAreNamedAtTheAxesAndInTheReadout) {
    const TemporaryFolder folder;
    std::ofstream(folder / "text.txt") << "a b\nä";
    const Values values =
        attention_values({{"source", "model"}, {"text", folder / "text.txt"}, {"length", "6"}});
    const auto data = shared_data(attention(), values, {}, cpu_engine());
    const Figure figure = attention().figure("main", alone(values, data), {}, {});
    const std::vector<std::string> labels{"a", "·", "b", "\\n", "ä 1/2", "ä 2/2"};
    EXPECT_EQ(figure.main.front().x.labels, labels);
    EXPECT_EQ(figure.main.front().y.labels, labels);
    const Readout readout =
        attention().readout(alone(values, data), {}, {.active = true, .x = 1.5, .y = 3.5});
    EXPECT_EQ(readout.heads[0].value, "3 \\n");
    EXPECT_EQ(readout.heads[1].value, "1 ·");
}

/// The chosen row, or the one under the pointer, may be beyond the last token of another variant.
TEST(AttentionModel, AShorterVariantHasNoValueInTheReadout) {
    const Values longer = attention_values({{"length", "64"}, {"dim", "8"}}),
                 shorter = attention_values({{"length", "16"}, {"dim", "8"}});
    std::vector<Variant> variants = alone(longer, shared_data(attention(), longer, {}, cpu_engine()));
    variants.push_back({shorter, shared_data(attention(), shorter, {}, cpu_engine()), "shorter"});
    const auto weights = [&](const Cursor& cursor) {
        std::string all;
        for (const ReadoutRow& row : attention().readout(variants, {}, cursor).rows)
            if (row.label.find("shorter") != std::string::npos) all += row.value;
        return all;
    };
    EXPECT_EQ(weights({}), "–") << "the last row of the longer one";
    EXPECT_EQ(weights({.active = true, .x = 3.5, .y = 16.5}), "–");
    EXPECT_NE(weights({.active = true, .x = 3.5, .y = 15.5}), "–");
}

TEST(AttentionModel, TokensOfAFolderWithoutATokenizerAreNamedByTheirNumbers) {
    const ModelOnDisk model("llama", 24);
    const Values values = attention_values(model.parameters());
    const auto data = shared_data(attention(), values, {}, cpu_engine());
    EXPECT_EQ(attention().figure("main", alone(values, data), {}, {}).main.front().x.labels.at(2),
              std::to_string(model.tokens()[2]));
}

TEST(AttentionModel, LimitsLayersAndHeadsInTheWindow) {
    const ModelOnDisk model("llama", 24);
    for (const std::string_view id : {"attention", "bias-decay"}) {
        const View& view = find_view(id);
        const auto text = [&](const Values& values, std::string_view parameter) {
            const auto at = static_cast<std::size_t>(parameter_index(view, parameter));
            return to_string(view.parameters()[at], values[at]);
        };
        Values beyond = parameter_values(view, model.parameters({{"layer", "1"}, {"head", "3"}}));
        beyond[static_cast<std::size_t>(parameter_index(view, "layer"))] = std::int64_t{2};
        beyond[static_cast<std::size_t>(parameter_index(view, "head"))] = OptionalReal{4, true};
        EXPECT_EQ(text(view.adjusted(beyond), "layer"), "1");
        EXPECT_EQ(text(view.adjusted(beyond), "head"), "3");
        beyond[static_cast<std::size_t>(parameter_index(view, "model"))] = FileName{"/nowhere/at-all"};
        EXPECT_EQ(text(view.adjusted(beyond), "layer"), "2") << "nothing is known about a deleted folder";
    }
}

TEST(AttentionModel, LimitsLayersByTheLastKnownSizesWhileItsServerDoesNotAnswer) {
    const ModelOnDisk model("llama", 24);
    const auto layer = static_cast<std::size_t>(parameter_index(attention(), "layer"));
    Values beyond = attention_values(model.parameters({{"layer", "1"}}));
    beyond[layer] = std::int64_t{2};
    const auto adjusted = [&] { return std::get<std::int64_t>(attention().adjusted(beyond)[layer]); };
    const DeadServer server;
    {
        const FileDeadline deadline(server.before());
        server.hold(model.folder());
        EXPECT_EQ(adjusted(), 2) << "nothing is known yet";
        server.answer(model.folder());
        const auto end = std::chrono::steady_clock::now() + patience;
        while (adjusted() != 1 && std::chrono::steady_clock::now() < end)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        server.hold(model.folder());
        EXPECT_EQ(adjusted(), 1);
        EXPECT_EQ(adjusted(), 1) << "the last known sizes";
    }
    EXPECT_EQ(adjusted(), 1) << "a thread without a deadline asks the file system";
    server.answer(model.folder());
}

TEST(AttentionModel, WhatIsNotThereIsRefusedInASentence) {
    const ModelOnDisk model("llama", 24);
    for (const std::string_view id : {"attention", "bias-decay"}) {
        const View& view = find_view(id);
        EXPECT_EQ(refusal_of(view, model.parameters({{"layer", "2"}})),
                  "--layer 2: the model has 2 layers, 0 to 1");
        EXPECT_EQ(refusal_of(view, model.parameters({{"head", "4"}})), "--head 4: there are 4 heads, 0 to 3");
        EXPECT_EQ(refusal_of(view, model.parameters({{"start", "24"}})),
                  "--start 24: the text has 24 tokens");
        EXPECT_NE(refusal_of(view, {{"model", "/nowhere/at-all"}}).find("/nowhere/at-all/config.json"),
                  std::string::npos);
        EXPECT_NE(
            refusal_of(view, {{"model", model.folder()}}).find("tokens can be given as numbers instead"),
            std::string::npos)
            << "without a tokenizer it cannot read the text that comes with the program";
    }
    EXPECT_EQ(refusal_of(attention(), {{"source", "model"}, {"built-in", "folder"}}),
              "no model is chosen: pass a folder with config.json and safetensors (--model) or drop it on "
              "the window");
    const TemporaryFolder other;
    std::ofstream(other / "config.json")
        << R"({"model_type": "gpt2", "n_embd": 8, "n_head": 2, "n_layer": 1, "vocab_size": 9})";
    EXPECT_NE(refusal_of(attention(), {{"model", other.path()}}).find("gpt2"), std::string::npos);
}

// Stepping beyond the last layer in the window stays at the last one.
TEST(AttentionModel, TheWindowStaysWithinTheShippedModel) {
    Values values = attention_values({{"source", "model"}});
    const auto layer = static_cast<std::size_t>(parameter_index(attention(), "layer"));
    values[layer] = std::int64_t{17};
    const DecoderShape shape = Decoder(DecoderFiles(built_in_models().front())).shape();
    EXPECT_EQ(std::get<std::int64_t>(attention().adjusted(values)[layer]), shape.layers - 1);
}

// The mean of the weights one below the diagonal, for any head.
TEST(AttentionModel, TheSentenceSaysWhatTheWeightsAre) {
    const View& view = attention();
    Values values = view.opening();
    for (const std::string_view id : {"rows", "cols"})
        values[static_cast<std::size_t>(parameter_index(view, id))] = Interval{};
    const auto data = shared_data(view, values, {}, cpu_engine());
    const NumberBuffer& map = array(*data, "map");
    ASSERT_EQ(map.size(), 256U * 256U);
    double weight = 0, equal = 0;
    for (std::size_t i = 1; i < 256; ++i) {
        weight += map[i * 256 + i - 1] / 255;
        equal += 1 / static_cast<double>(i + 1) / 255;
    }
    const std::string subtitle = view.figure("main", alone(values, data), {}, {}).subtitle;
    EXPECT_EQ(
        subtitle.find(fmt::format(
            "Head 2 of layer 1 gives {:.0f} % of its weight to the previous token, {:.0f} × an equal share",
            100 * weight, weight / equal)),
        0U)
        << subtitle;
}

// A later layer continues from a cached earlier one, with the same numbers as computed alone.
TEST(AttentionModel, WhatIsKeptMakesTheSameNumbers) {
    const ModelOnDisk model("qwen2", 24);
    const auto values_at = [&](const char* layer) {
        return attention_values(model.parameters({{"layer", layer}, {"show", "logits"}, {"map", "rope"}}));
    };
    const View& view = attention();
    const auto first = view.prepare(values_at("0"), cpu_engine(), Job{});
    const auto later = view.prepare(values_at("1"), cpu_engine(), Job{}, view.reusable(first));
    const Data reused = view.sample(values_at("1"), later, {}, cpu_engine(), Job{});
    const Data anew = computed(view, values_at("1"), {}, cpu_engine());
    EXPECT_EQ(array(reused, "output"), array(anew, "output"));
    const auto earlier = view.prepare(values_at("0"), cpu_engine(), Job{}, view.reusable(later));
    EXPECT_EQ(array(view.sample(values_at("0"), earlier, {}, cpu_engine(), Job{}), "output"),
              array(computed(view, values_at("0"), {}, cpu_engine()), "output"));
}

// 1 − ‖mean‖² / mean ‖·‖² from the plain decoder: its logits without rotation have the same Gram matrix. The
// view's moments are means over distances, which equal those over the pairs.
TEST(BiasDecayModel, TermsAreMeansOverThePairsOfTheModel) {
    const ModelOnDisk model("qwen3", 24);
    const View& view = find_view("bias-decay");
    const Data data = computed(
        view, parameter_values(view, model.parameters({{"layer", "1"}, {"head", "1"}})), {}, cpu_engine());
    const auto rope = model.logits(1, 1, plain_rope());
    const double root = std::sqrt(static_cast<double>(model.shape().head_dim));
    const NumberBuffer& content = array(data, "content");
    for (const std::size_t distance : {0U, 1U, 7U, 20U}) {
        double sum = 0;
        for (std::size_t i = distance; i < 24; ++i) sum += rope[i][i - distance] * root;
        EXPECT_NEAR(content[distance], sum / static_cast<double>(24 - distance), 10 * logit_tolerance)
            << distance;
    }
    EXPECT_GT(data.number("isotropy"), 0);
    EXPECT_LT(data.number("isotropy"), 1);
    EXPECT_EQ(data.number("heads"), 4);
}

}  // namespace
}  // namespace poslab::test
