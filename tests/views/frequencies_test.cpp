#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "core/figure/formula.hpp"
#include "core/views/registry.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/random_values.hpp"
#include "tests/views/check_draw_list.hpp"
#include "tests/views/view_requests.hpp"

#include <cmath>
#include <complex>
#include <numbers>

namespace poslab::test {
namespace {

using ParameterTexts = std::vector<std::pair<std::string, std::string>>;

const View& view() { return find_view("frequencies"); }

Data data_of(const ParameterTexts& parameters, const Engine& engine = cpu_engine()) {
    return computed(view(), view().checked(with(view(), parameters)), {}, engine);
}

const NumberBuffer& array(const Data& data, std::string_view name) {
    const Array* found = data.find(name);
    if (found == nullptr) throw std::runtime_error("no array " + std::string(name));
    return *found->data;
}

// Reference values computed in plain Python.
TEST(FrequenciesView, FirstNegativeSimilarity) {
    for (const auto& [base, first] :
         {std::pair{"10000", 1707.0}, std::pair{"500000", 18438.0}, std::pair{"1e6", 27115.0}}) {
        EXPECT_EQ(data_of({{"base", base}, {"length", "32768"}}).number("first_negative_distance"), first);
        EXPECT_TRUE(std::isnan(data_of({{"base", base}, {"length", std::to_string(static_cast<int>(first))}})
                                   .number("first_negative_distance")))
            << "distances end at length − 1";
    }
}

TEST(FrequenciesView, UnseenAnglesOfLlama2) {
    const Data data = data_of({{"train-length", "4096"}, {"length", "32768"}});
    const auto& unseen = array(data, "unseen_angle_fraction");
    for (std::size_t p = 0; p < 64; ++p) EXPECT_EQ(unseen[p] > 0, p >= 46) << p;
    EXPECT_EQ(data.number("pairs_with_unseen_angles"), 18);
    // Pair 63 reaches 32768·θ of its turn and has covered an eighth of it in training.
    EXPECT_NEAR(unseen[63], 7.0 / 8, 1e-12);
    const Data interpolated =
        data_of({{"train-length", "4096"}, {"length", "32768"}, {"scaling", "linear"}, {"factor", "8"}});
    EXPECT_EQ(interpolated.number("pairs_with_unseen_angles"), 0);
}

TEST(FrequenciesView, CountsOfLlama3) {
    const Data data = data_of({{"preset", "llama-3.1-8b"},
                               {"base", "5e5"},
                               {"scaling", "llama3"},
                               {"factor", "8"},
                               {"train-length", "8192"},
                               {"length", "131072"}});
    EXPECT_EQ(data.number("pairs_untouched"), 29);
    EXPECT_EQ(data.number("pairs_blended"), 6);
    EXPECT_EQ(data.number("pairs_divided"), 29);
}

TEST(FrequenciesView, ArraysAreWhatTheirNamesSay) {
    const Data data =
        data_of({{"scaling", "yarn"}, {"factor", "4"}, {"train-length", "1024"}, {"length", "4096"}});
    const auto& theta = array(data, "inverse_frequency");
    const auto& unscaled = array(data, "inverse_frequency_unscaled");
    for (std::size_t p = 0; p < theta.size(); ++p) {
        EXPECT_DOUBLE_EQ(array(data, "wavelength")[p], 2 * std::numbers::pi / theta[p]);
        EXPECT_DOUBLE_EQ(array(data, "ratio")[p], theta[p] / unscaled[p]);
        EXPECT_DOUBLE_EQ(array(data, "rotations_train")[p], 1024 * unscaled[p] / (2 * std::numbers::pi));
        EXPECT_DOUBLE_EQ(array(data, "rotations_target")[p], 4096 * theta[p] / (2 * std::numbers::pi));
    }
    const double f = data.number("attention_factor");
    const auto& distance = array(data, "distance");
    ASSERT_EQ(distance.size(), 4096U);
    for (std::size_t n = 0; n < distance.size(); n += 131) {
        double similarity = 0, bound = 0;
        std::complex<double> partial = 0;
        for (const double frequency : theta) {
            similarity += std::cos(distance[n] * frequency);
            partial += std::polar(1.0, distance[n] * frequency);
            bound += std::abs(partial);
        }
        // Sums of 64 terms; phases of 4096 rad in double are right to 1e-12.
        EXPECT_NEAR(array(data, "similarity")[n], similarity / 64, 1e-11);
        EXPECT_NEAR(array(data, "logit")[n], f * f * similarity / 64, 1e-11);
        EXPECT_NEAR(array(data, "upper_bound")[n], bound / 64, 1e-10);
    }
}

TEST(FrequenciesView, SimilarityOfAMillionDistances) {
    const Data data = data_of({{"length", "1e6"}});
    const auto& distance = array(data, "distance");
    const auto& theta = array(data, "inverse_frequency");
    ASSERT_EQ(distance.size(), 65'536U);
    EXPECT_EQ(distance.front(), 0);
    EXPECT_EQ(distance.back(), 999'999);
    for (std::size_t n = 0; n < distance.size(); n += 977) {
        long double sum = 0;
        for (const double frequency : theta)
            sum += std::cos(static_cast<long double>(distance[n]) * frequency);
        EXPECT_NEAR(array(data, "similarity")[n], static_cast<double>(sum / 64), 1e-12) << distance[n];
    }
}

TEST(FrequenciesView, EnginesAgree) {
    const ParameterTexts parameters{{"scaling", "ntk"}, {"length", "20000"}, {"dim", "96"}};
    const Data fast = data_of(parameters), plain = data_of(parameters, reference_engine());
    for (const std::string_view name : {"similarity", "similarity_unscaled", "upper_bound"})
        for (std::size_t n = 0; n < array(fast, name).size(); n += 37)
            EXPECT_NEAR(array(fast, name)[n], array(plain, name)[n], 1e-12);
    EXPECT_EQ(fast.number("first_negative_distance"), plain.number("first_negative_distance"));
}

// A row of a map that covers many positions shows their mean, which has a closed form: here it is summed.
TEST(FrequenciesView, MapsAreMeansOverPositions) {
    const Data data = data_of({{"length", "5000"}, {"dim", "16"}});
    const Array* map = data.find("cosine_map");
    ASSERT_NE(map, nullptr);
    ASSERT_EQ(map->shape, (std::vector<std::int64_t>{512, 8}));
    const auto& theta = array(data, "inverse_frequency");
    for (const std::int64_t row : {0, 1, 100, 511})
        for (std::size_t p = 0; p < 8; ++p) {
            const std::int64_t begin = row * 5000 / 512, end = (row + 1) * 5000 / 512;
            double cosine = 0, sine = 0;
            for (std::int64_t i = begin; i < end; ++i) {
                cosine += std::cos(static_cast<double>(i) * theta[p]);
                sine += std::sin(static_cast<double>(i) * theta[p]);
            }
            const auto n = static_cast<double>(end - begin);
            EXPECT_NEAR((*map->data)[static_cast<std::size_t>(row) * 8 + p], cosine / n, 1e-11);
            EXPECT_NEAR(array(data, "sine_map")[static_cast<std::size_t>(row) * 8 + p], sine / n, 1e-11);
            EXPECT_NEAR(array(data, "sinusoidal_map")[static_cast<std::size_t>(row) * 16 + 2 * p], sine / n,
                        1e-11);
        }
}

TEST(FrequenciesView, PhaseErrorsOfTheIssue) {
    const Data data = data_of({{"length", "4097"}});
    const auto& errors = array(data, "phase_error_bfloat16");
    EXPECT_NEAR(*std::max_element(errors.begin(), errors.end()), 5.010, 5e-4);
}

// θ_p = 10000^(−p/64): 99999 θ_p exceeds 65504 for p < 64 ln(99999/65504)/ln 10000 = 2.94.
TEST(FrequenciesView, ProductsThatOverflowFloat16AreReported) {
    const Data data = data_of({{"length", "100000"}});
    const auto& errors = array(data, "product_error_float16");
    for (std::size_t p = 0; p < errors.size(); ++p) EXPECT_EQ(std::isinf(errors[p]), p < 3) << p;
    ASSERT_EQ(data.warnings.size(), 1U);
    EXPECT_EQ(data.warnings.front().english(),
              "float16, product: the number overflows at pairs 0–2 and position 99999, so the error there is "
              "infinite.");
    const Values values = view().checked(with(view(), {{"length", "100000"}}));
    const auto notes_with = [&](const char* name) {
        SampleRequest request;
        request.arrays = {name};
        const std::shared_ptr<const Data> some = shared_data(view(), values, request, cpu_engine());
        return view().readout(alone(values, some), {}, {}).warnings.size();
    };
    EXPECT_EQ(notes_with("product_error_float16"), 1U);
    EXPECT_EQ(notes_with("wavelength"), 0U);
    EXPECT_EQ(data_of({{"length", "70000"}}).warnings.front().english().find("pair 0 and"),
              std::string("float16, product: the number overflows at ").size());
    EXPECT_TRUE(data_of({{"length", "65505"}}).warnings.empty());
}

TEST(FrequenciesView, SectionsOfMRope) {
    const Data blocks = data_of({{"mrope-sections", "16,24,24"}});
    EXPECT_EQ(array(blocks, "section")[15], 0);
    EXPECT_EQ(array(blocks, "section")[16], 1);
    EXPECT_EQ(array(blocks, "section")[63], 2);
    const Data mixed = data_of({{"mrope-sections", "24,20,20"}, {"mrope-interleaved", "true"}});
    std::array<int, 3> counts{};
    for (const double axis : array(mixed, "section")) ++counts.at(static_cast<std::size_t>(axis));
    EXPECT_EQ(counts, (std::array<int, 3>{24, 20, 20}));
    EXPECT_EQ(array(mixed, "section")[1], 1);
    EXPECT_EQ(array(mixed, "section")[2], 2);
    EXPECT_THROW(static_cast<void>(view().checked(with(view(), {{"mrope-sections", "16,24,25"}}))),
                 UsageError);
}

TEST(FrequenciesView, PairsThatStandStillHaveNoWavelength) {
    const Data data =
        data_of({{"scaling", "proportional"}, {"rotary-fraction", "0.25"}, {"factor", "1"}, {"dim", "32"}});
    EXPECT_TRUE(std::isinf(array(data, "wavelength")[15]));
    EXPECT_EQ(array(data, "rotations_target")[15], 0);
    EXPECT_EQ(data.number("rotary_dim"), 32);
}

TEST(FrequenciesView, EveryFigureOfEveryScalingCanBeDrawn) {
    for (const Descriptor& descriptor : view().parameters()) {
        if (descriptor.id != "scaling") continue;
        for (const Choice& choice : descriptor.domain.choices) {
            const Values values =
                view().adjusted(with(view(), {{"scaling", std::string(choice.id)}, {"position", "77"}}));
            for (const FigureInfo& info : view().info().figures) {
                SampleRequest request;
                for (const std::string_view name : info.arrays) request.arrays.emplace_back(name);
                const auto variants = alone(values, shared_data(view(), values, request, cpu_engine()));
                for (const Language language : test::complete_languages()) {
                    const Cursor cursor{true, false, 0, 30, 1, std::string(info.id)};
                    const Style style{Theme::light, language};
                    EXPECT_FALSE(view().figure(info.id, variants, style, cursor).main.empty());
                    const Readout readout = view().readout(variants, style, cursor);
                    EXPECT_FALSE(readout.rows.empty()) << choice.id << " " << info.id;
                    EXPECT_FALSE(readout.formula.empty());
                    EXPECT_FALSE(readout.notes.empty());
                }
            }
        }
    }
}

TEST(FrequenciesView, TheErrataStandBesideComputedValues) {
    const Values values = with(view(), {{"train-length", "4096"}, {"length", "32768"}});
    const auto variants = alone(values, shared_data(view(), values, {}, cpu_engine()));
    const Figure figure = view().figure("claims", variants, {}, {});
    const auto* table = figure.main.front().as<Table>();
    ASSERT_NE(table, nullptr);
    ASSERT_EQ(table->rows.size(), 8U);
    std::string text;
    for (const auto& row : table->rows) text += row.at(2).text + "\n";
    EXPECT_NE(text.find("the last 18 of 64 pairs"), std::string::npos) << text;
    // the reference value for NTK, k = 8, d = 128
    EXPECT_NE(text.find("82,684.62"), std::string::npos) << text;
    EXPECT_NE(text.find("2p+1 → p + d/2 by 0."), std::string::npos) << text;
}

// Interpolation by exactly L/T uses exactly the trained angles, whatever the rounding.
TEST(FrequenciesView, NoAngleIsUnseenByRoundingAlone) {
    EXPECT_EQ(data_of({{"scaling", "linear"},
                       {"train-length", "4096"},
                       {"length", "163840"},
                       {"factor", "40"},
                       {"base", "1e6"}})
                  .number("pairs_with_unseen_angles"),
              0);
    EXPECT_EQ(data_of({{"scaling", "linear"},
                       {"train-length", "300"},
                       {"length", "1230"},
                       {"factor", "4.1"},
                       {"base", "1e6"}})
                  .number("pairs_with_unseen_angles"),
              0);
    EXPECT_EQ(data_of({{"scaling", "ntk"},
                       {"train-length", "512"},
                       {"length", "3584"},
                       {"factor", "7"},
                       {"base", "1e6"}})
                  .number("pairs_with_unseen_angles"),
              42);
}

TEST(FrequenciesView, MapsOfWholeTurnsAreStill) {
    const Data data = data_of(
        {{"explicit-frequencies", "6.283185307179586,18.849555921538759"}, {"dim", "4"}, {"length", "2048"}});
    for (const double cosine : array(data, "cosine_map")) EXPECT_NEAR(cosine, 1, 1e-9);
}

TEST(FrequenciesView, CountsGoByTheFactorInForce) {
    const Data data = data_of({{"scaling", "yarn"},
                               {"train-length", "4096"},
                               {"length", "16384"},
                               {"factor", "16"},
                               {"convention", "transformers-4"}});
    EXPECT_EQ(data.number("pairs_divided"), 18);
    const Data still = data_of({{"scaling", "proportional"}, {"rotary-fraction", "0.25"}, {"factor", "2"}});
    EXPECT_EQ(still.number("pairs_divided"), 16);
    EXPECT_EQ(still.number("pairs_blended"), 0);
}

TEST(FrequenciesView, BoundsAreRightFarOutAndFast) {
    const Data data =
        data_of({{"explicit-frequencies", "1e6,999999.7"}, {"dim", "4"}, {"length", "16777216"}});
    const auto& distance = array(data, "distance");
    for (std::size_t n = 0; n < distance.size(); n += 4999) {
        // |1| + |1 + e^{i 0.3 Δ}|, over 2: the difference of the two frequencies as doubles, in long double.
        const long double half =
            static_cast<long double>(1e6L - static_cast<long double>(999999.7)) * distance[n] / 2;
        EXPECT_NEAR(array(data, "upper_bound")[n],
                    static_cast<double>((1 + 2 * std::abs(std::cos(half))) / 2), 1e-8)
            << distance[n];
    }
}

TEST(FrequenciesView, ARampThatSeparatesNothingIsSaid) {
    const Data data = data_of({{"scaling", "yarn"}, {"train-length", "2"}, {"length", "16"}});
    ASSERT_FALSE(data.warnings.empty());
    EXPECT_NE(data.warnings.back().english().find("ramp"), std::string::npos);
}

TEST(FrequenciesView, FormulasAreFormulasForEveryNumber) {
    for (std::uint64_t n = 0; n < 300; ++n) {
        Values values = view().adjusted(random_values(view().parameters(), n));
        for (const auto& [id, text] : ParameterTexts{{"base", n % 3 == 0   ? "1e6"
                                                              : n % 3 == 1 ? "1e12"
                                                                           : "1.0000001"},
                                                     {"length", "64"},
                                                     {"short-factors", "none"},
                                                     {"long-factors", "none"}})
            values = with(view(), {{id, text}}, values);
        values = view().adjusted(values);
        std::shared_ptr<const Data> data;
        try {
            data = shared_data(view(), values, {}, cpu_engine());
        } catch (const UsageError&) {
            continue;  // frequencies that are not valid
        }
        const Readout readout = view().readout(alone(values, data), {}, {});
        EXPECT_NO_THROW(static_cast<void>(parse_formula(joined_lines(readout.formula))))
            << joined_lines(readout.formula);
    }
}

TEST(FrequenciesView, SaysWhichSettingsHaveNoEffect) {
    const auto warnings = [](const ParameterTexts& parameters) {
        std::string all;
        for (const Message& warning : data_of(parameters).warnings) all += warning.english() + "\n";
        return all;
    };
    EXPECT_EQ(warnings({{"explicit-frequencies", "0.5"}, {"dim", "4"}, {"length", "8"}}),
              "explicit-frequencies: 1 of 2 pairs rotate.\n");
    EXPECT_EQ(warnings({{"explicit-frequencies", "0.5,1"}, {"dim", "4"}, {"length", "8"}}), "");
    const ParameterTexts sections{
        {"dim", "8"}, {"length", "8"}, {"mrope-sections", "2,1,1"}, {"mrope-alternating", "true"}};
    EXPECT_EQ(warnings(sections), "");
    ParameterTexts both = sections;
    both.emplace_back("mrope-interleaved", "true");
    EXPECT_EQ(warnings(both), "mrope-interleaved is ignored: mrope-alternating is on.\n");
}

TEST(FrequenciesView, AdjustingNeverFails) {
    Values values =
        with(view(), {{"scaling", "longrope"}, {"long-factors", "1,2,3"}, {"explicit-frequencies", "none"}});
    EXPECT_NO_THROW(static_cast<void>(view().adjusted(values)));
    EXPECT_THROW(static_cast<void>(view().checked(values)), UsageError) << "the command line says it";
}

}  // namespace
}  // namespace poslab::test
