// Models whose config.json says that they were trained without RoPE, or with HFWA, in the views, compared
// with the plain decoder.

#include "core/base/errors.hpp"
#include "tests/views/attention_requests.hpp"
#include "tests/views/model_on_disk.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace poslab::test {
namespace {

constexpr double of_float32 = 1e-4;  // weights and products; losses are of the order of 4, logits of 1
constexpr std::int64_t tokens_on_disk = 40;

ModelOnDisk trained_with(const nlohmann::json& settings) {
    nlohmann::json config = small_config("llama");
    config["max_position_embeddings"] = 16;
    config["poslab"] = settings;
    return {config, tokens_on_disk};
}

Data extrapolated(const ModelOnDisk& model, const ParameterTexts& more = {}) {
    const View& view = find_view("extrapolation");
    return computed(view, parameter_values(view, model.parameters(more)), asking({"loss", "losses"}),
                    cpu_engine());
}

void expect_loss(const Data& data, const ModelOnDisk& model, const PlainSchemes& schemes,
                 const std::string& what) {
    const std::vector<double> expected = model.losses(schemes, 0, tokens_on_disk);
    const NumberBuffer& found = array(data, "loss");
    ASSERT_EQ(found.size(), expected.size()) << what;
    for (std::size_t n = 0; n < found.size(); ++n)
        ASSERT_NEAR(found[n], expected[n], of_float32) << what << ' ' << n;
}

PlainScheme without_positions() {
    return plain_scheme_by([](auto, auto) { return 0.0; });
}

/// Slopes 1/4, 1/16, 1/64, 1/256 of four heads (Press et al. 2022).
PlainScheme plain_alibi() {
    PlainScheme scheme = without_positions();
    scheme.bias = [](std::int64_t head, std::int64_t i, std::int64_t j) {
        return -std::pow(0.25, static_cast<double>(head + 1)) * static_cast<double>(i - j);
    };
    return scheme;
}

PlainScheme with_log_n(PlainScheme scheme) {
    scheme.query_scale = [](std::int64_t i) {
        return std::max(1.0, std::log(static_cast<double>(i + 1)) / std::log(16.0));
    };
    return scheme;
}

PlainScheme in_a_window(std::int64_t window) {
    return plain_scheme_by([window](std::int64_t i, std::int64_t j) {
        return i - j < window ? std::optional(static_cast<double>(i - j)) : std::nullopt;
    });
}

std::string why(const ModelOnDisk& model, const ParameterTexts& more) {
    try {
        static_cast<void>(extrapolated(model, more));
    } catch (const UsageError& error) {
        return error.what();
    }
    return {};
}

TEST(TrainedSchemes, AFolderIsReadAsItWasTrained) {
    const ModelOnDisk alibi = trained_with({{"scheme", "alibi"}, {"log_n", false}});
    expect_loss(extrapolated(alibi), alibi, {plain_alibi()}, "alibi");
    const ModelOnDisk nope = trained_with({{"scheme", "none"}, {"log_n", true}});
    expect_loss(extrapolated(nope), nope, {with_log_n(without_positions())}, "none with log n");
    const ModelOnDisk window = trained_with({{"scheme", "window"}, {"log_n", false}, {"window", 9}});
    expect_loss(extrapolated(window), window, {in_a_window(9)}, "window");
    const ModelOnDisk hfwa = trained_with({{"scheme", "hfwa"}, {"log_n", false}, {"window", 9}});
    expect_loss(extrapolated(hfwa), hfwa, {in_a_window(9), with_log_n(without_positions())}, "hfwa");
    const ModelOnDisk rope = trained_with({{"scheme", "rope"}, {"log_n", true}});
    expect_loss(extrapolated(rope, {{"map", "rope"}}), rope, {with_log_n(plain_rope())}, "rope with log n");
}

TEST(TrainedSchemes, WithoutRopeThereIsNothingToCompare) {
    const ModelOnDisk model = trained_with({{"scheme", "alibi"}, {"log_n", false}});
    const Data data = extrapolated(model);
    EXPECT_EQ(array(data, "losses").size(), 0U);
    ASSERT_FALSE(data.warnings.empty());
    EXPECT_EQ(data.warnings.back().english(),
              "The model was trained without RoPE: its own scheme cannot be replaced.");
    EXPECT_EQ(why(model, {{"compare", "rerope"}}),
              "--compare rerope: the model was trained without RoPE; its own scheme cannot be replaced");
    const std::string map =
        "the model was trained without RoPE; only its own scheme is possible: map rerope with --w 0 and no "
        "scaling";
    EXPECT_EQ(why(model, {{"map", "rope"}}), "--map rope: " + map);
    EXPECT_EQ(why(model, {{"scaling", "ntk"}}), "--map rerope: " + map);
    const View& view = find_view("extrapolation");
    for (const FigureInfo& figure : view.info().figures) {
        if (figure.id == "reported") continue;  // requires schemes that rotate, and is refused
        const Values values = parameter_values(view, model.parameters());
        EXPECT_FALSE(
            view.figure(figure.id, alone(values, shared_data(view, values, {}, cpu_engine())), {}, {})
                .main.empty())
            << figure.id;
    }
    EXPECT_EQ(why(model, {{"bias", "none"}}), "") << "the effect of the bias remains visible";
}

// Other layers may use another map; the last layer's map is unchanged.
TEST(TrainedSchemes, HfwaIsComparedInTheLayersThatRotate) {
    const ModelOnDisk model = trained_with({{"scheme", "hfwa"}, {"log_n", false}, {"window", 9}});
    const Data data = extrapolated(model, {{"map", "rerope"}, {"w", "4"}, {"compare", "rope,rerope"}});
    const PlainScheme rerope = plain_scheme_by([](std::int64_t i, std::int64_t j) {
        return i - j < 9 ? std::optional(static_cast<double>(std::min<std::int64_t>(i - j, 4)))
                         : std::nullopt;
    });
    expect_loss(data, model, {rerope, with_log_n(without_positions())}, "hfwa with rerope");
    EXPECT_EQ(array(data, "losses").size(), 2U * (tokens_on_disk - 1));
    EXPECT_EQ(data.warnings.back().english(),
              "The model was trained with HFWA: its last layer has log n and no RoPE under every scheme.");
}

TEST(TrainedSchemes, CurvesBearTheNameOfTheScheme) {
    const View& view = find_view("extrapolation");
    for (const auto& [settings, name] : {std::pair("alibi", "ALiBi"), std::pair("none", "NoPE")}) {
        const ModelOnDisk model = trained_with({{"scheme", settings}});
        const Values values = parameter_values(view, model.parameters());
        const Figure figure =
            view.figure("main", alone(values, shared_data(view, values, {}, cpu_engine())), {}, {});
        std::vector<std::string> names;
        for (const Mark& mark : figure.main.front().marks)
            if (const auto* line = std::get_if<LineMark>(&mark)) names.push_back(line->label);
        EXPECT_EQ(names, std::vector<std::string>{name});
    }
}

TEST(TrainedSchemes, TheLayersBeforeAHeadAreAsTheyWereTrained) {
    const ModelOnDisk model = trained_with({{"scheme", "alibi"}});
    const Data data = attention_data(
        model.parameters({{"layer", "1"}, {"head", "2"}, {"show", "logits"}, {"bias", "none"}}),
        cpu_engine());
    const auto expected = model.logits(1, 2, without_positions(), plain_alibi());
    const NumberBuffer& map = array(data, "map");
    ASSERT_EQ(map.size(), static_cast<std::size_t>(tokens_on_disk * tokens_on_disk));
    for (std::size_t i = 0; i < expected.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j)
            ASSERT_NEAR(map[i * expected.size() + j], expected[i][j], of_float32) << i << ", " << j;
}

}  // namespace
}  // namespace poslab::test
