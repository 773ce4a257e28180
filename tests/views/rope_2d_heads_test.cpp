#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "core/figure/formula.hpp"
#include "core/figure/layout.hpp"
#include "core/views/registry.hpp"
#include "core/views/rope_2d/head_panels.hpp"
#include "core/views/rope_2d/matrix_panels.hpp"
#include "tests/support/languages.hpp"
#include "tests/support/run_program.hpp"
#include "tests/views/attention_requests.hpp"
#include "tests/views/check_draw_list.hpp"

#include <cctype>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>

namespace poslab::test {
namespace {

using rope_2d::HeadGroup;
using rope_2d::HeadLayout;
using rope_2d::MatrixName;
using rope_2d::PlaneGroup;

const View& rope_2d_view_found() { return find_view("rope-2d"); }

Data rope_data(const ParameterTexts& parameters, const SampleRequest& request = {}) {
    return computed(rope_2d_view_found(), parameter_values(rope_2d_view_found(), parameters), request,
                    cpu_engine());
}

std::string written(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
    return folder / name;
}

double number(const Data& data, std::string_view name) {
    for (const auto& [own, value] : data.values)
        if (own == name) return std::get<double>(value);
    throw std::runtime_error("no value " + std::string(name));
}

/// base^(−4m/dim), m = 0 … dim/4 − 1, by exponentials.
std::vector<double> axial_thetas(double base, int dim) {
    std::vector<double> thetas;
    for (int m = 0; m < dim / 4; ++m) thetas.push_back(std::exp(-4.0 * m / dim * std::log(base)));
    return thetas;
}

double mean_cosine(const std::vector<double>& thetas, double offset) {
    double sum = 0;
    for (const double theta : thetas) sum += std::cos(theta * offset);
    return sum / static_cast<double>(thetas.size());
}

// Tolerance 1e-14: products of numbers of order 1 and a sum of 32.
TEST(Rope2dHeads, SimilarityOfDefaultsIsTheMeanOfTwoAxes) {
    const Data data = rope_data({}, asking({"similarity"}));
    const Array* map = data.find("similarity");
    ASSERT_NE(map, nullptr);
    EXPECT_EQ(map->shape, (std::vector<std::int64_t>{14, 14}));
    EXPECT_EQ(map->axes, (std::vector<std::string>{"patch row", "patch column"}));
    const std::vector<double> thetas = axial_thetas(100, 64);
    for (int row = 0; row < 14; ++row)
        for (int column = 0; column < 14; ++column)
            EXPECT_NEAR((*map->data)[static_cast<std::size_t>(14 * row + column)],
                        (mean_cosine(thetas, column - 7) + mean_cosine(thetas, row - 7)) / 2, 1e-14)
                << row << " " << column;
    EXPECT_NEAR((*map->data)[7 * 14 + 7], 1, 1e-15);
    EXPECT_NEAR((*map->data)[7 * 14 + 10], (1 + mean_cosine(thetas, 3)) / 2, 1e-14);
}

TEST(Rope2dHeads, EveryLayoutIsOneAtThePatchAndSymmetricAboutIt) {
    const Data data = rope_data({{"grid", "9"}}, asking({"similarities"}));
    const Array* maps = data.find("similarities");
    ASSERT_NE(maps, nullptr);
    EXPECT_EQ(maps->shape, (std::vector<std::int64_t>{13, 9, 9}));
    for (std::size_t layout = 0; layout < 13; ++layout) {
        const auto at = [&](std::size_t row, std::size_t column) {
            return (*maps->data)[(layout * 9 + row) * 9 + column];
        };
        EXPECT_NEAR(at(4, 4), 1, 1e-15) << layout;
        for (std::size_t row = 0; row < 9; ++row)
            for (std::size_t column = 0; column < 9; ++column)
                EXPECT_NEAR(at(row, column), at(8 - row, 8 - column), 1e-14)
                    << layout << " " << row << " " << column;
    }
    const auto value = [&](HeadLayout layout, std::size_t row, std::size_t column) {
        return (*maps->data)[(static_cast<std::size_t>(layout) * 9 + row) * 9 + column];
    };
    // x + y is constant along an antidiagonal; nine steps to the right along the line are one row down and no
    // step.
    EXPECT_NEAR(value(HeadLayout::sum, 1, 7), 1, 1e-15);
    EXPECT_LT(value(HeadLayout::sum, 1, 1), 0.5);
    EXPECT_NEAR(value(HeadLayout::flattened, 5, 0), mean_cosine(axial_thetas(100, 128), 5), 1e-14);
    // The mean over directions depends on the distance only: 3, 4 and 4, 3.
    EXPECT_NEAR(value(HeadLayout::directions, 1, 8), value(HeadLayout::directions, 0, 7), 1e-15);
    // The diagonal layout is the axial one rotated: on the diagonal it equals the axial one √2 times as far
    // along a row.
    EXPECT_NEAR(value(HeadLayout::diagonal, 6, 6),
                (1 + mean_cosine(axial_thetas(100, 64), 2 * std::numbers::sqrt2)) / 2, 1e-14);
}

TEST(Rope2dHeads, MeanOverDirectionsIsTheMeanOfMixedHeads) {
    HeadGroup group;
    group.grid = 6;
    const std::vector<double> mean = similarity_of(group, HeadLayout::directions);
    std::vector<double> sum(mean.size());
    constexpr int directions = 64;
    for (int n = 0; n < directions; ++n) {
        group.direction = 360.0 * n / directions;
        const std::vector<double> own = similarity_of(group, HeadLayout::mixed);
        for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += own[i] / directions;
    }
    // The trapezoidal rule is exact for a periodic function of degree below 64, up to rounding.
    for (std::size_t i = 0; i < sum.size(); ++i) EXPECT_NEAR(sum[i], mean[i], 1e-13) << i;
}

// More pairs than are processed together.
TEST(Rope2dHeads, LargeHeadsAreTakenInParts) {
    HeadGroup group;
    group.dim = 404;
    group.grid = 3;
    const std::vector<double> map = similarity_of(group, HeadLayout::axial);
    EXPECT_NEAR(map[3], (1 + mean_cosine(axial_thetas(100, 404), 1)) / 2, 1e-14);
}

TEST(Rope2dHeads, SectionsThatDoNotFitAreNoMatterToOtherLayouts) {
    HeadGroup group;
    group.mrope_sections = {{1, 2, 3}};
    EXPECT_NEAR(similarity_of(group, HeadLayout::mrope)[7 * 14 + 7], 1, 1e-15);
    group.layout = HeadLayout::mrope;
    EXPECT_THROW(static_cast<void>(similarity_of(group, HeadLayout::mrope)), UsageError);
}

TEST(Rope2dHeads, PatchStaysInTheGrid) {
    HeadGroup group;
    EXPECT_EQ(patch_of(group), (std::array<std::int64_t, 2>{7, 7}));
    group.grid = 1;
    EXPECT_EQ(patch_of(group), (std::array<std::int64_t, 2>{0, 0}));
    group.grid = 5;
    group.patch_x = {900, true};
    group.patch_y = {2, true};
    EXPECT_EQ(patch_of(group), (std::array<std::int64_t, 2>{4, 2}));
    for (std::size_t layout = 0; layout < rope_2d::head_layouts; ++layout) {
        group.grid = 1;
        const std::vector<double> map = similarity_of(group, static_cast<HeadLayout>(layout));
        ASSERT_EQ(map.size(), 1U);
        EXPECT_NEAR(map[0], 1, 1e-15) << layout;
    }
}

TEST(Rope2dHeads, DistancesInThePlaneAndOnTheLine) {
    const Data data =
        rope_data({{"grid", "5"}, {"patch-x", "4"}, {"patch-y", "1"}},
                  asking({"plane_distance", "line_distance", "spread_plane", "spread_least", "spread_most"}));
    EXPECT_EQ(array(data, "plane_distance")[3 * 5 + 4], 2);
    EXPECT_EQ(array(data, "line_distance")[3 * 5 + 4], 10);
    EXPECT_EQ(array(data, "plane_distance")[2 * 5 + 0], std::sqrt(17.0));
    EXPECT_EQ(array(data, "line_distance")[2 * 5 + 0], 1);  // the line continues in the next row
    EXPECT_EQ(array(data, "spread_plane")[1], 1);
    EXPECT_EQ(array(data, "spread_least")[1], 1);
    EXPECT_EQ(array(data, "spread_most")[1], 5);
    SampleRequest few = asking({"spread_plane", "spread_least", "spread_most"});
    few.curve_points = 4;
    const Data thinned = rope_data({{"grid", "5"}}, few);
    ASSERT_EQ(array(thinned, "spread_most").size(), 4U);
    EXPECT_EQ(array(thinned, "spread_most").back(), 24);
}

/// Angles from the models' own code, computed with NumPy from transformers src/transformers/models at the
/// release in docs/model-types.md; products of float64, so within 1e-12.
TEST(Rope2dConfigs, AnglesAreThoseOfTheModels) {
    const TemporaryFolder folder;
    const auto angles = [&](const std::string& config, const char* name) {
        const std::string path = written(folder, "config.json", config);
        const Data data = rope_data({{"config", path}}, asking({name}));
        return array(data, name);
    };
    constexpr double turn = 2 * std::numbers::pi;
    // dinov3_vit: coordinate (i + 1/2)/14·2 − 1, times 2π/100^(4k/64); rows first.
    const auto dino = angles(
        R"({"model_type": "dinov3_vit", "hidden_size": 768, "num_attention_heads": 12, "image_size": 224,
        "patch_size": 16, "rope_theta": 100})",
        "row_angle");
    ASSERT_EQ(dino.size(), 14U * 32U);
    EXPECT_NEAR(dino[5 * 32 + 3], turn * (2 * 5.5 / 14 - 1) / std::pow(100.0, 12.0 / 64), 1e-12);
    EXPECT_EQ(dino[5 * 32 + 16], 0);
    // sam3: 72 columns, whose indices are multiplied by 24/72; columns first.
    const auto sam =
        angles(R"({"model_type": "sam3_vit_model", "hidden_size": 1024, "num_attention_heads": 16,
        "image_size": 1008, "patch_size": 14, "window_size": 24, "rope_theta": 10000})",
               "column_angle");
    ASSERT_EQ(sam.size(), 72U * 32U);
    EXPECT_NEAR(sam[60 * 32 + 2], 60.0 * 24 / 72 / std::pow(1e4, 8.0 / 64), 1e-12);
    // llama4_vision_model: (column + 1)/10000^(2k/44) over 88/2 dimensions; columns first.
    const auto llama =
        angles(R"({"model_type": "llama4_vision_model", "hidden_size": 1408, "num_attention_heads": 16,
        "image_size": 336, "patch_size": 14, "rope_theta": 10000})",
               "column_angle");
    ASSERT_EQ(llama.size(), 24U * 44U);
    EXPECT_NEAR(llama[7 * 44 + 5], 8 / std::pow(1e4, 10.0 / 44), 1e-12);
    // kimi_k25: x_0, y_0, x_1, y_1 …
    const auto kimi = angles(
        R"({"model_type": "kimi_k25_vision", "hidden_size": 1152, "num_attention_heads": 16})", "row_angle");
    EXPECT_EQ(kimi[3 * 36], 0);
    EXPECT_NEAR(kimi[3 * 36 + 5], 3 / std::pow(1e4, 8.0 / 72), 1e-12);
}

TEST(Rope2dConfigs, ThePartWithTwoAxesIsReadAndAModelWithoutIsRefused) {
    const TemporaryFolder folder;
    const std::string text =
        R"("model_type": "mistral", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 1000000)";
    const std::string both = written(
        folder, "both.json",
        R"({"model_type": "mistral3", "text_config": {)" + text +
            R"(}, "vision_config": {"model_type": "pixtral", "hidden_size": 1024, "num_attention_heads": 16, "rope_theta": 10000}})");
    const Data data = rope_data({{"config", both}, {"grid", "3"}}, asking({"column_angle"}));
    EXPECT_NEAR(array(data, "column_angle")[2 * 32 + 16], 2 / std::pow(1e4, 2.0 / 64), 1e-12);
    const std::string plain = written(folder, "plain.json", "{" + text + "}");
    try {
        static_cast<void>(parameter_values(rope_2d_view_found(), {{"config", plain}}));
        ADD_FAILURE() << "it is refused";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("rotates by one axis"), std::string::npos) << error.what();
    }
}

TEST(Rope2dHeads, OffsetsBeyondTheTrainedGridAreCounted) {
    const ParameterTexts wide{
        {"grid", "6"}, {"grid-width", "9"}, {"train-grid", "4"}, {"patch-x", "1"}, {"patch-y", "5"}};
    const Data data = rope_data(wide, asking({"beyond"}));
    const NumberBuffer& beyond = array(data, "beyond");
    ASSERT_EQ(beyond.size(), 54U);
    int pairs = 0, of_patch = 0;
    for (int y = 0; y < 6; ++y)
        for (int x = 0; x < 9; ++x) {
            const bool is = std::abs(y - 5) >= 4 || std::abs(x - 1) >= 4;
            EXPECT_EQ(beyond[static_cast<std::size_t>(9 * y + x)], is ? 1 : 0) << y << " " << x;
            of_patch += is ? 1 : 0;
            for (int v = 0; v < 6; ++v)
                for (int u = 0; u < 9; ++u) pairs += std::abs(y - v) >= 4 || std::abs(x - u) >= 4 ? 1 : 0;
        }
    EXPECT_NEAR(number(data, "beyond_fraction"), pairs / (54.0 * 54.0), 1e-15);
    EXPECT_NEAR(number(data, "patch_beyond_fraction"), of_patch / 54.0, 1e-15);
    ParameterTexts inside = wide;
    inside.emplace_back("extension", "interpolate");
    EXPECT_EQ(number(rope_data(inside, asking({"beyond"})), "beyond_fraction"), 0);
}

// With interpolation, an offset of 24 has the angle that 14 had; with NTK the slowest pair does, and the
// fastest one is unchanged.
TEST(Rope2dHeads, LargerGridsAreReachedInTwoWays) {
    const auto frequencies = [](const char* extension) {
        return array(rope_data({{"grid", "24"}, {"train-grid", "14"}, {"extension", extension}},
                               asking({"pair_frequency"})),
                     "pair_frequency");
    };
    const NumberBuffer none = frequencies("none"), interpolated = frequencies("interpolate"),
                       ntk = frequencies("ntk");
    for (std::size_t p = 32; p < 48; ++p) {
        EXPECT_NEAR(interpolated[p], none[p] * 14 / 24, 1e-15);
        const double m = static_cast<double>(p - 32);
        EXPECT_NEAR(ntk[p], std::pow(100 * std::pow(24.0 / 14, 16.0 / 15), -m / 16), 1e-14)
            << "base·s^(d/(d − 2))";
    }
}

// θ = 1, ½, ¼, 0 along axes t, h, w, w; ln θ/ln θ_min = 0, ½, 1 for the pairs that rotate.
TEST(Rope2dHeads, PairsOfFrequencyZeroStayStillUnderNtk) {
    const Data data = rope_data({{"layout", "m-rope"},
                                 {"dim", "8"},
                                 {"mrope-sections", "1,1,2"},
                                 {"explicit-frequencies", "1,0.5,0.25,0"},
                                 {"grid", "14"},
                                 {"train-grid", "7"},
                                 {"patch-x", "0"},
                                 {"patch-y", "0"},
                                 {"extension", "ntk"}},
                                asking({"similarity"}));
    const NumberBuffer& similarity = array(data, "similarity");
    ASSERT_EQ(similarity.size(), 196U);
    const double h = 0.5 / std::sqrt(2.0), w = 0.25 / 2;
    for (int y = 0; y < 14; ++y)
        for (int x = 0; x < 14; ++x)
            EXPECT_NEAR(similarity[static_cast<std::size_t>(14 * y + x)],
                        (1 + std::cos(h * y) + std::cos(w * x) + 1) / 4, 1e-14)
                << y << " " << x;
}

TEST(Rope2dMatrices, EntriesNextToOneAreNotWrittenAsOne) {
    EXPECT_EQ(rope_2d::entry_text(1), "1");
    EXPECT_EQ(rope_2d::entry_text(0.999999), "0.999999");
    EXPECT_EQ(rope_2d::entry_text(0.99999), "0.99999");
    EXPECT_EQ(rope_2d::entry_text(-0.25), "−0.2500");
}

// The difference of two positions is not rounded, although 2^53 − 1 and −1/4 would be.
TEST(Rope2dMatrices, DifferenceOfPositionsIsExact) {
    const double far = 9007199254740991;
    const Data data =
        rope_data({{"theta", "0.7"}, {"x1", "-0.25"}, {"x2", "9007199254740991"}, {"y1", "0"}, {"y2", "0"}},
                  asking({"relative", "rotation_difference", "residual_matrix", "rotation_second"}));
    const auto &relative = array(data, "relative"), &difference = array(data, "rotation_difference");
    ASSERT_EQ(relative.size(), 16U);
    for (std::size_t n = 0; n < 16; ++n) {
        EXPECT_NEAR(relative[n], difference[n], 2e-15) << n;
        EXPECT_EQ(array(data, "residual_matrix")[n], relative[n] - difference[n]);
    }
    const PlaneEncoding of{Construction::matrix_exponential, 0.7};
    EXPECT_EQ(array(data, "rotation_second")[4], rotation_at(of, {far, 0})(1, 0));
    // the error with rounding
    EXPECT_GT(std::abs(rotation_at(of, {far + 0.25, 0})(0, 0) - difference[0]), 1e-3);
}

/// Evaluates the output of symbolic_entries(): sums of products, each with at most one cosine or sine.
class Evaluator {
  public:
    Evaluator(std::string text, const std::map<std::string, double>& letters)
        : text_(std::move(text)), letters_(letters) {}

    double value() {
        double sum = 0;
        while (at_ < text_.size()) {
            double sign = 1;
            if (take(" − ") || take("−"))
                sign = -1;
            else
                take(" + ");
            sum += sign * product();
        }
        return sum;
    }

  private:
    bool take(const std::string& word) {
        if (!stands(word)) return false;
        at_ += word.size();
        return true;
    }
    [[nodiscard]] bool stands(const std::string& word) const {
        return text_.compare(at_, word.size(), word) == 0;
    }
    [[nodiscard]] bool ends() const { return at_ >= text_.size() || stands(" − ") || stands(" + "); }
    double product() {
        double result = 1;
        while (!ends()) result *= factor();
        return result;
    }
    double factor() {
        take(" ");
        if (take("cos ")) return std::cos(product());
        if (take("sin ")) return std::sin(product());
        if (take("(x/ρ)")) return letters_.at("x") / letters_.at("ρ");
        if (take("(y/ρ)")) return letters_.at("y") / letters_.at("ρ");
        if (take("(x+y)")) return letters_.at("x") + letters_.at("y");
        for (const std::string digit : {"0", "1"}) {
            if (take(digit)) return std::stod(digit);
        }
        for (const auto& [name, number] : letters_) {
            if (take(name)) return take("²") ? number * number : number;
        }
        ADD_FAILURE() << "not understood: " << text_ << " at " << at_;
        at_ = text_.size();
        return std::nan("");
    }

    std::string text_;
    std::size_t at_ = 0;
    const std::map<std::string, double>& letters_;
};

/// The values of symbol_meanings(), computed independently.
std::map<std::string, double> letters_of(const PlaneGroup& group) {
    const double x = group.x1, y = group.y1, theta = group.theta, b = group.b, c = group.c;
    std::map<std::string, double> letters{{"x", x}, {"y", y}, {"θ", theta},
                                          {"b", b}, {"c", c}, {"f", group.f}};
    if (group.d.set) letters["d"] = group.d.value;
    if (group.e.set) letters["e"] = group.e.value;
    const double s = std::sqrt(1 + b * b + c * c), alpha = x * theta * s, beta = y * theta * group.f * s;
    if (group.construction == Construction::matrix_exponential) {
        letters.insert({{"α", alpha}, {"β", beta}, {"h", (std::cos(beta) - std::cos(alpha)) / (s * s)}});
        letters.insert({{"p", std::sin(alpha) / s}, {"q", std::sin(beta) / s}});
        return letters;
    }
    const bool three = group.construction == Construction::three_by_three;
    const double rho = std::sqrt(x * x + (three ? b * b + c * c : 1) * y * y), r = theta * rho;
    letters.insert({{"ρ", rho}, {"r", r}});
    if (three)
        letters.insert({{"u", c * y / rho},
                        {"v", -b * y / rho},
                        {"w", x / rho},
                        {"k", 1 - std::cos(r)},
                        {"p", std::sin(r)}});
    return letters;
}

void expect_entries(const PlaneGroup& group, MatrixName name, const Eigen::MatrixXd& matrix) {
    const std::map<std::string, double> letters = letters_of(group);
    const std::vector<std::string> entries = symbolic_entries(group, name);
    ASSERT_EQ(static_cast<Eigen::Index>(entries.size()), matrix.size());
    for (Eigen::Index row = 0; row < matrix.rows(); ++row)
        for (Eigen::Index column = 0; column < matrix.cols(); ++column) {
            const std::string& text = entries[static_cast<std::size_t>(row * matrix.cols() + column)];
            // Angles below 60 rad, each rounded by a few units of 7e-15.
            EXPECT_NEAR(Evaluator(text, letters).value(), matrix(row, column), 5e-14)
                << text << " of " << row << "," << column << ", b " << group.b << " c " << group.c << " f "
                << group.f;
        }
}

TEST(Rope2dMatrices, EntriesByHandAreTheRotation) {
    for (const Construction construction : {Construction::matrix_exponential, Construction::quaternion,
                                            Construction::sum, Construction::three_by_three})
        for (const double b : {0.0, 1.0, -1.0, 0.7})
            for (const double c : {0.0, 1.0, -1.6})
                for (const double f : {0.0, 1.0, -1.0, 1.3}) {
                    PlaneGroup group;
                    group.construction = construction;
                    std::tie(group.b, group.c, group.f) = std::tuple(b, c, f);
                    std::tie(group.theta, group.x1, group.y1) = std::tuple(0.9, 3.2, -5.7);
                    const int size = size_of(construction);
                    const PlaneGenerators generator = generators(encoding_of(group));
                    expect_entries(group, MatrixName::rotation,
                                   rotation_at(encoding_of(group), first_of(group)));
                    expect_entries(group, MatrixName::generator_x,
                                   skew_matrix(narrow(generator.x)).topLeftCorner(size, size));
                    expect_entries(group, MatrixName::generator_y,
                                   skew_matrix(narrow(generator.y)).topLeftCorner(size, size));
                    for (const MatrixName name :
                         {MatrixName::rotation, MatrixName::generator_x, MatrixName::generator_y}) {
                        for (const std::string& entry : symbolic_entries(group, name)) {
                            EXPECT_TRUE(entry == "0" || entry.find('0') == std::string::npos) << entry;
                        }
                    }
                }
}

TEST(Rope2dMatrices, SimplestSolutionIsTheArticlesFinalMatrix) {
    const std::vector<std::string> final_matrix{"cos xθ", "−sin xθ", "0",      "0",     "sin xθ", "cos xθ",
                                                "0",      "0",       "0",      "0",     "cos yθ", "−sin yθ",
                                                "0",      "0",       "sin yθ", "cos yθ"};
    const PlaneGroup group;
    EXPECT_EQ(symbolic_entries(group, MatrixName::rotation), final_matrix);
    EXPECT_TRUE(symbol_meanings(group).empty());
    EXPECT_EQ(symbolic_entries(group, MatrixName::generator_y),
              (std::vector<std::string>{"0", "0", "0", "0", "0", "0", "0", "0", "0", "0", "0", "−1", "0", "0",
                                        "1", "0"}));
}

TEST(Rope2dMatrices, OffTheCommutingFamilyOnlyTheGeneratorsAreWritten) {
    PlaneGroup group;
    group.d = {0.5, true};
    group.e = {1, true};
    for (const std::string& entry : symbolic_entries(group, MatrixName::rotation)) EXPECT_TRUE(entry.empty());
    EXPECT_TRUE(symbol_meanings(group).empty());
    const std::vector<std::string> second = symbolic_entries(group, MatrixName::generator_y);
    EXPECT_EQ(second[3], "−d");
    EXPECT_EQ(second[13], "1");
}

TEST(Rope2dMatrices, EntriesAreShort) {
    EXPECT_EQ(rope_2d::entry_text(0), "0");
    EXPECT_EQ(rope_2d::entry_text(-1), "−1");
    EXPECT_EQ(rope_2d::entry_text(0.5), "0.5000");
    EXPECT_EQ(rope_2d::entry_text(-std::cos(1)), "−0.5403");
    EXPECT_EQ(rope_2d::entry_text(-2.2e-16), "0");  // a rounding error
    EXPECT_EQ(rope_2d::entry_text(-9.7e-6), "−1×10⁻⁵");
}

std::vector<ParameterTexts> cases() {
    return {{},
            {{"grid", "1"}},
            {{"grid", "3"}, {"patch-x", "2"}, {"patch-y", "0"}},
            {{"grid", "80"}, {"layout", "mixed-mean"}},
            {{"construction", "quaternion"}, {"cell-text", "formula"}},
            {{"construction", "3x3"}, {"b", "0.5"}, {"c", "2"}, {"cell-text", "formula"}},
            {{"d", "3"}, {"cell-text", "formula"}},
            {{"b", "0.5"}, {"c", "10"}, {"cell-text", "formula"}, {"construction", "matrix-exponential"}},
            {{"construction", "sum"}, {"cell-text", "formula"}}};
}

SampleRequest needs(std::string_view id) {
    SampleRequest request;
    for (const FigureInfo& figure : rope_2d_view_found().info().figures)
        if (figure.id == id) request.arrays.assign(figure.arrays.begin(), figure.arrays.end());
    return request;
}

/// Moves the pointer over each panel in turn.
void expect_pointed_sound(const std::string& id, std::span<const Variant> variants, const Style& style) {
    const View& view = rope_2d_view_found();
    const Figure figure = view.figure(id, variants, style, {});
    const Layout plain = layout(figure, fixed_width_metrics(), {});
    for (const PanelFrame& frame : plain.frames) {
        const Point at =
            frame.to_data({frame.plot.x + 0.3 * frame.plot.width, frame.plot.y + 0.6 * frame.plot.height});
        const Cursor cursor{true, frame.companion, frame.index, at.x, at.y, id};
        expect_sound(layout(view.figure(id, variants, style, cursor), fixed_width_metrics(), {}).draw);
        const Readout readout = view.readout(variants, style, cursor);
        EXPECT_FALSE(readout.where.empty());
        EXPECT_FALSE(readout.rows.empty());
        std::string lines;
        for (const std::string& line : readout.formula) lines += (lines.empty() ? "" : R"( \\ )") + line;
        if (!lines.empty()) {
            EXPECT_NO_THROW(static_cast<void>(parse_formula(lines))) << lines;
        }
    }
}

TEST(Rope2dHeads, FiguresAreSoundWithAndWithoutDataUnderThePointer) {
    const View& view = rope_2d_view_found();
    for (const ParameterTexts& parameters : cases())
        for (const std::string id : {"similarity", "patch", "flattened", "matrices"}) {
            SCOPED_TRACE(
                id + " " +
                (parameters.empty() ? "" : parameters.back().first + " " + parameters.back().second));
            const Values values = parameter_values(view, parameters);
            for (const Language language : test::complete_languages()) {
                const Style style{Theme::light, language};
                const auto empty = alone(values);
                const auto full = alone(values, shared_data(view, values, needs(id), cpu_engine()));
                expect_sound(layout(view.figure(id, empty, style, {}), fixed_width_metrics(), {}).draw);
                expect_sound(
                    layout(view.figure(id, full, style, {}), fixed_width_metrics(), {800, 560}).draw);
                expect_pointed_sound(id, empty, style);
                expect_pointed_sound(id, full, style);
            }
        }
}

// Panels do not move when data arrive.
TEST(Rope2dHeads, PanelsKeepTheirPlaces) {
    const View& view = rope_2d_view_found();
    for (const std::string id : {"similarity", "patch", "flattened", "matrices"}) {
        const Values values = view.defaults();
        const auto before = layout(view.figure(id, alone(values), {}, {}), fixed_width_metrics(), {}).frames;
        const auto data = shared_data(view, values, needs(id), cpu_engine());
        const auto after =
            layout(view.figure(id, alone(values, data), {}, {}), fixed_width_metrics(), {}).frames;
        ASSERT_EQ(before.size(), after.size()) << id;
        for (std::size_t n = 0; n < before.size(); ++n)
            EXPECT_EQ(before[n].plot, after[n].plot) << id << " " << n;
    }
}

TEST(Rope2dHeads, ADragPlacesThePatch) {
    const View& view = rope_2d_view_found();
    const Values values = view.defaults();
    for (const std::string id : {"similarity", "patch", "flattened"})
        for (const Panel& panel : view.figure(id, alone(values), {}, {}).main) {
            ASSERT_TRUE(panel.drag) << id;
            const std::vector<Point> stroke{{2.5, 3.5}, {11.2, 0.9}};
            const Values moved = view.apply_stroke(values, panel.drag->parameter, stroke);
            EXPECT_EQ(moved[static_cast<std::size_t>(parameter_index(view, "patch-x"))],
                      Value(OptionalReal{11, true}));
            EXPECT_EQ(moved[static_cast<std::size_t>(parameter_index(view, "patch-y"))],
                      Value(OptionalReal{0, true}));
        }
}

}  // namespace
}  // namespace poslab::test
