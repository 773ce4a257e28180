#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "core/views/registry.hpp"
#include "tests/views/attention_requests.hpp"

#include <fmt/format.h>
#include <unsupported/Eigen/MatrixFunctions>

#include <algorithm>
#include <cmath>
#include <numbers>

// Residuals are compared with Eigen's matrix exponential, which is right to 1e-13 at the angles here.
namespace poslab::test {
namespace {

constexpr double pi = std::numbers::pi;

const View& rope_2d() { return find_view("rope-2d"); }

Data rotation_data(const ParameterTexts& parameters, const SampleRequest& request = {},
                   const Engine& engine = cpu_engine()) {
    return computed(rope_2d(), rope_2d().checked(parameter_values(rope_2d(), parameters)), request, engine);
}

std::string refusal_of_plane(const ParameterTexts& parameters) {
    try {
        static_cast<void>(rotation_data(parameters));
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

Scalar value(const Data& data, std::string_view name) {
    for (const NamedValue& named : data.values)
        if (named.name == name) return named.value;
    throw std::runtime_error("no such value");
}

Eigen::Matrix4d gen(double a, double b, double c, double d, double e, double f) {
    Eigen::Matrix4d matrix;
    matrix << 0, -a, -b, -d, a, 0, -c, -e, b, c, 0, -f, d, e, f, 0;
    return matrix;
}

double residual(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y, double x1, double y1, double x2,
                double y2) {
    const auto rotation = [&](double u, double v) { return Eigen::MatrixXd((u * x + v * y).exp()); };
    return (rotation(x1, y1).transpose() * rotation(x2, y2) - rotation(x2 - x1, y2 - y1)).norm();
}

Eigen::MatrixXd matrix_of(const Data& data, std::string_view name) {
    const Array* found = data.find(name);
    if (found == nullptr) throw std::runtime_error("no such array");
    Eigen::MatrixXd matrix(found->shape[0], found->shape[1]);
    for (Eigen::Index row = 0; row < matrix.rows(); ++row)
        for (Eigen::Index column = 0; column < matrix.cols(); ++column)
            matrix(row, column) = (*found->data)[static_cast<std::size_t>(row * matrix.cols() + column)];
    return matrix;
}

TEST(Rope2dView, RotationIsTheArticlesFinalMatrix) {
    const Data data = rotation_data({{"theta", "0.75"}, {"x1", "3"}, {"y1", "-2"}});
    Eigen::Matrix4d expected;
    expected << std::cos(2.25), -std::sin(2.25), 0, 0, std::sin(2.25), std::cos(2.25), 0, 0, 0, 0,
        std::cos(-1.5), -std::sin(-1.5), 0, 0, std::sin(-1.5), std::cos(-1.5);
    EXPECT_LT((matrix_of(data, "rotation") - expected).cwiseAbs().maxCoeff(), 4e-16);
    EXPECT_LT((matrix_of(data, "closed_form") - expected).cwiseAbs().maxCoeff(), 4e-16);
    EXPECT_EQ(matrix_of(data, "generator_x"), gen(1, 0, 0, 0, 0, 0));
    EXPECT_EQ(matrix_of(data, "generator_y"), gen(0, 0, 0, 0, 0, 1));
}

TEST(Rope2dView, MapsAreResidualsAtTheirCoordinates) {
    const ParameterTexts parameters{{"b", "0.5"},     {"c", "-1"},   {"f", "0.8"},          {"d", "0.4"},
                                    {"theta", "0.9"}, {"x1", "2.5"}, {"resolution", "7x5"}, {"extent", "3"}};
    const Data data = rotation_data(parameters);
    const auto &x = array(data, "plane_x"), &y = array(data, "plane_y");
    ASSERT_EQ(x.size(), 7U);
    ASSERT_EQ(y.size(), 5U);
    EXPECT_LT(x.front(), x.back());
    EXPECT_GT(y.front(), y.back());  // row 0 has the largest y2
    EXPECT_NEAR(x[3], 0, 1e-15);
    EXPECT_NEAR(x.back(), 3 * 6.0 / 7, 1e-15);
    const Eigen::Matrix4d b1 = 0.9 * gen(1, 0.5, -1, 0, 0, 0), b2 = 0.9 * gen(0, 0, 0, 0.4, -0.4, 0.8);
    const Eigen::Matrix4d i = 0.9 * gen(1, 0, 0, 0, 0, 1), j = 0.9 * gen(0, 1, 0, 0, -1, 0);
    const Eigen::MatrixXd own = matrix_of(data, "residual"),
                          quaternion = matrix_of(data, "quaternion_residual");
    for (Eigen::Index row = 0; row < 5; ++row)
        for (Eigen::Index column = 0; column < 7; ++column) {
            const double x2 = x[static_cast<std::size_t>(column)], y2 = y[static_cast<std::size_t>(row)];
            EXPECT_NEAR(own(row, column), residual(b1, b2, 2.5, 1, x2, y2), 1e-12) << x2 << " " << y2;
            EXPECT_NEAR(quaternion(row, column), residual(i, j, 2.5, 1, x2, y2), 1e-12) << x2 << " " << y2;
        }
}

// √(8·2) = 4 is the largest distance of four-dimensional rotations; of the 401 points the middle one is on
// the line of parallel positions.
TEST(Rope2dView, QuaternionsHoldOnTheLineAlone) {
    const Data data = rotation_data({{"x1", "2"}, {"y1", "2"}});
    const Eigen::MatrixXd map = matrix_of(data, "quaternion_residual");
    ASSERT_EQ(map.rows(), 401);
    double off_the_line = 4;
    for (Eigen::Index n = 0; n < 401; ++n) {
        EXPECT_LT(map(n, 400 - n), 1e-13) << n;  // x2 = y2
        if (std::abs(n - 200) > 20) off_the_line = std::min(off_the_line, map(n, n));
    }
    EXPECT_GT(off_the_line, 0.02);
    EXPECT_LE(map.maxCoeff(), 4 + 1e-12);
    EXPECT_LT(matrix_of(data, "residual").maxCoeff(), 1e-13);
}

// |p1| = π, |p2| = π, |p2 − p1| = π in an equilateral triangle: R_1 = R_2 = −1 and R_(2−1) = −1, which is not
// R_1ᵀR_2 = 1; at twice the angles all three are 1.
TEST(Rope2dView, QuaternionsHoldAtIsolatedPoints) {
    const std::string h = fmt::format("{:.17g}", 2 * pi * std::sqrt(3) / 2),
                      whole = fmt::format("{:.17g}", 2 * pi), half = fmt::format("{:.17g}", pi);
    const auto at = [&](const std::string& theta) {
        return rotation_data({{"x1", whole},
                              {"y1", "0"},
                              {"x2", half},
                              {"y2", h},
                              {"theta", theta},
                              {"resolution", "3x3"}})
            .number("quaternion_relativity_residual");
    };
    EXPECT_LT(at("1"), 1e-14);
    EXPECT_NEAR(at("0.5"), 4, 1e-13);
    EXPECT_GT(at("0.9"), 0.1);
}

TEST(Rope2dView, PositionsAreRecoveredWithinThePeriod) {
    const Data data = rotation_data(
        {{"b", "1"}, {"c", "-2"}, {"f", "-0.5"}, {"theta", "-0.7"}, {"x1", "1.5"}, {"y1", "-2.25"}});
    const double s = std::sqrt(6);
    EXPECT_NEAR(data.number("period_x"), 2 * pi / (0.7 * s), 1e-14);
    EXPECT_NEAR(data.number("period_y"), 2 * pi / (0.35 * s), 1e-14);
    EXPECT_NEAR(data.number("recovered_x"), 1.5, 1e-9);
    EXPECT_NEAR(data.number("recovered_y"), -2.25, 1e-9);
    EXPECT_EQ(value(data, "recoverable"), Scalar{true});
}

TEST(Rope2dView, WhatCannotBeRecoveredIsNull) {
    for (const ParameterTexts& parameters :
         {ParameterTexts{{"construction", "sum"}}, ParameterTexts{{"construction", "3x3"}},
          ParameterTexts{{"theta", "0"}}, ParameterTexts{{"f", "0"}},
          ParameterTexts{{"construction", "quaternion"}, {"x1", "3"}, {"y1", "2"}}}) {
        const Data data = rotation_data(parameters, asking({"rotation"}));
        EXPECT_EQ(value(data, "recoverable"), Scalar{false});
        EXPECT_EQ(value(data, "recovered_x"), Scalar{});
        EXPECT_EQ(value(data, "recovered_y"), Scalar{});
    }
    EXPECT_EQ(
        value(rotation_data({{"construction", "quaternion"}, {"x1", "2.1"}, {"y1", "2.3"}}), "recoverable"),
        Scalar{true});
    EXPECT_EQ(rotation_data({{"theta", "0"}}, asking({"rotation"})).warnings.size(), 1U);
    EXPECT_TRUE(rotation_data({}, asking({"rotation"})).warnings.empty());
}

TEST(Rope2dView, ValuesOfConstructions) {
    EXPECT_NEAR(rotation_data({{"construction", "quaternion"}}).number("commutator_norm"), 4,
                1e-15);  // ‖2 L(k)‖
    EXPECT_EQ(rotation_data({{"b", "0.1"}, {"c", "0.7"}, {"f", "1.3"}}).number("commutator_norm"), 0);
    EXPECT_EQ(rotation_data({{"construction", "sum"}}).number("commutator_norm"), 0);
    EXPECT_NEAR(
        rotation_data({{"construction", "3x3"}, {"b", "0.6"}, {"c", "-0.8"}}).number("commutator_norm"),
        std::sqrt(2), 1e-15);
    const Data off = rotation_data({{"d", "0.25"}});
    EXPECT_NEAR(off.number("commutator_norm"), std::sqrt(2) * 0.25, 1e-15);
    EXPECT_GT(off.number("relativity_residual"), 0.1);
    EXPECT_LT(off.number("orthogonality_residual"), 1e-15);
}

// The search uses the residual only; it ends at the point of the article's formula.
TEST(Rope2dView, TheValleyIsFoundBySearch) {
    const Data data = rotation_data({{"b", "1.25"}, {"c", "-0.5"}, {"f", "1.5"}}, asking({"rotation"}));
    EXPECT_NEAR(data.number("search_d"), -0.75, 1e-9);
    EXPECT_NEAR(data.number("search_e"), -1.875, 1e-9);
    EXPECT_LT(data.number("search_residual"), 1e-12);
    EXPECT_NEAR(std::hypot(data.number("search_b"), data.number("search_c")), 0, 1e-6);
}

// Far positions: 10^12 and 10^12 + 3 are as relative as 0 and 3, and x is recovered modulo the period
// (mpmath, 40 digits: fmod(10^12 + π, 2π) − π).
TEST(Rope2dView, FarPositionsKeepTheirPhases) {
    const Data data = rotation_data(
        {{"x1", "1e12"}, {"x2", "1000000000003"}, {"b", "0.3"}, {"c", "1"}, {"resolution", "5x5"}});
    EXPECT_LT(data.number("relativity_residual"), 1e-13);
    EXPECT_LT(matrix_of(data, "residual").maxCoeff(), 1e-12);
    const Data plain = rotation_data({{"x1", "1e12"}}, asking({"rotation"}));
    EXPECT_NEAR(matrix_of(plain, "rotation")(0, 0), 0.79144630185289027, 1e-15);
    EXPECT_NEAR(matrix_of(plain, "rotation")(1, 0), -0.61123870237688950, 1e-15);
}

TEST(Rope2dView, EnginesAgree) {
    const ParameterTexts parameters{{"construction", "quaternion"}, {"resolution", "33x21"}};
    const SampleRequest request = asking({"residual", "look_alike", "valley_residual", "three_residual"});
    const Data fast = rotation_data(parameters, request),
               plain = rotation_data(parameters, request, reference_engine());
    for (const std::string& name : request.arrays)
        EXPECT_LT((matrix_of(fast, name) - matrix_of(plain, name)).cwiseAbs().maxCoeff(), 2e-13) << name;
}

TEST(Rope2dView, BadValuesAreNamed) {
    EXPECT_EQ(refusal_of_plane({{"dim", "62"}}),
              "--dim 62: must be a multiple of 4, half of the pairs for each axis");
    EXPECT_EQ(refusal_of_plane({{"grid", "8"}, {"patch-x", "8"}}), "--patch-x 8: must be below --grid 8");
    EXPECT_NE(refusal_of_plane({{"resolution", "8192x8192"}}).find("16,777,216"), std::string::npos);
    EXPECT_NE(refusal_of_plane({{"layout", "m-rope"}, {"mrope-sections", "1,2,3"}}).find("with the sum 32"),
              std::string::npos);
}

// Mouse behaviour: a press near position 1 drags it, anywhere else it moves position 2 there.
TEST(Rope2dView, PointsAreDragged) {
    const Values before = rope_2d().defaults();
    const auto real = [&](const Values& values, std::string_view id) {
        return std::get<double>(values[static_cast<std::size_t>(parameter_index(rope_2d(), id))]);
    };
    const std::vector<Point> from_first{{2.1, 1.1}, {-3, 0.5}}, elsewhere{{-6, -6}, {-5, -4}};
    const Values first = rope_2d().apply_stroke(before, "x2", from_first),
                 second = rope_2d().apply_stroke(before, "x2", elsewhere);
    EXPECT_EQ(real(first, "x1"), -3);
    EXPECT_EQ(real(first, "y1"), 0.5);
    EXPECT_EQ(real(first, "x2"), real(before, "x2"));
    EXPECT_EQ(real(second, "x2"), -5);
    EXPECT_EQ(real(second, "y2"), -4);
    const Values entries = rope_2d().apply_stroke(before, "b", elsewhere);
    EXPECT_EQ(real(entries, "b"), -5);
    EXPECT_EQ(real(entries, "c"), -4);
    const Values patch = rope_2d().apply_stroke(before, "patch-x", std::vector<Point>{{3.7, 99}});
    EXPECT_EQ(rope_2d().resolved_auto_value(patch, "patch-x"), std::optional(7.0));  // its value when unset
    const auto patch_y =
        std::get<OptionalReal>(patch[static_cast<std::size_t>(parameter_index(rope_2d(), "patch-y"))]);
    EXPECT_TRUE(patch_y.set);
    EXPECT_EQ(patch_y.value, 13);
}

Figure figure_of(const ParameterTexts& parameters, const Cursor& cursor = {}) {
    const Values values = parameter_values(rope_2d(), parameters);
    SampleRequest request =
        asking({"residual", "compared_residual", "circle_angle", "circle_residual", "circle_compared"});
    request.width = request.height = 9;
    return rope_2d().figure("main", alone(values, shared_data(rope_2d(), values, request, cpu_engine())), {},
                            cursor);
}

TEST(Rope2dView, PositionsBeyondTheMapStandAtItsEdge) {
    const Figure figure = figure_of({{"x2", "30"}, {"y2", "3"}});
    for (const Panel& panel : figure.main) {
        const auto named = std::find_if(panel.marks.begin(), panel.marks.end(), [](const Mark& mark) {
            const auto* point = std::get_if<PointMark>(&mark);
            return point != nullptr && point->label == "2 → (30, 3)";
        });
        ASSERT_NE(named, panel.marks.end());
        EXPECT_EQ(std::get<PointMark>(*named).at.y, 3);
        EXPECT_LT(std::get<PointMark>(*named).at.x, 8);
    }
}

// 90° on the circle of radius 5: the point (0, 5) in both maps, with its residual in the readout.
TEST(Rope2dView, ThePointerOnTheCircleIsInTheMaps) {
    Cursor cursor;
    cursor.active = cursor.companion = true;
    cursor.figure = "main";
    cursor.x = 90;
    const ParameterTexts parameters{{"x2", "3"}, {"y2", "4"}, {"construction", "quaternion"}};
    const Figure figure = figure_of(parameters, cursor);
    for (const Panel& panel : figure.main) {
        ASSERT_TRUE(panel.pointer.has_value());
        EXPECT_NEAR(panel.pointer->x, 0, 1e-14);
        EXPECT_NEAR(panel.pointer->y.value_or(0), 5, 1e-14);
    }
    const Readout readout = rope_2d().readout(alone(parameter_values(rope_2d(), parameters)), {}, cursor);
    EXPECT_EQ(readout.heads.at(1).value, "5");
    const Eigen::Matrix4d i = gen(1, 0, 0, 0, 0, 1), j = gen(0, 1, 0, 0, -1, 0);
    EXPECT_NEAR(std::stod(readout.rows.at(0).value), residual(i, j, 2, 1, 0, 5), 1e-4);  // four decimals
}

// Generators typed as decimals still belong to the family, and the note says so.
TEST(Rope2dView, NotesFollowTheGeneratorsThatAreShown) {
    const auto note = [](const ParameterTexts& parameters, const std::string& figure) {
        Cursor cursor;
        cursor.figure = figure;
        return rope_2d().readout(alone(parameter_values(rope_2d(), parameters)), {}, cursor).notes;
    };
    const ParameterTexts family{{"b", "0.9"}, {"c", "0.8"}, {"f", "1.9"}, {"d", "1.52"}, {"e", "-1.71"}};
    EXPECT_NE(note(family, "main").find("angles subtract"), std::string::npos);
    EXPECT_NE(note({{"d", "1"}}, "main").find("relativity is lost"), std::string::npos);
    EXPECT_NE(note({{"d", "1"}}, "three-by-three").find("three dimensions"), std::string::npos);
    EXPECT_NE(note({{"construction", "quaternion"}}, "valley").find("angles subtract"), std::string::npos);
}

TEST(Rope2dView, UnsetEntriesStandForTheFamily) {
    const Values values = parameter_values(rope_2d(), {{"b", "2"}, {"c", "3"}, {"f", "0.5"}});
    EXPECT_EQ(rope_2d().resolved_auto_value(values, "d"), std::optional(1.5));
    EXPECT_EQ(rope_2d().resolved_auto_value(values, "e"), std::optional(-1.0));
    EXPECT_EQ(rope_2d().resolved_auto_value(values, "x1"), std::nullopt);
}

}  // namespace
}  // namespace poslab::test
