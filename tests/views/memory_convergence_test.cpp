#include "core/views/memory/arrays.hpp"

#include "core/views/registry.hpp"
#include "tests/support/languages.hpp"
#include "tests/views/view_requests.hpp"

#include <cmath>
#include <complex>
#include <numbers>

namespace poslab::test {
namespace {

using GivenMemory = std::vector<std::pair<std::string, std::string>>;
using memory::arrays::order_errors;

const View& memory_view_here() { return find_view("memory"); }

GivenMemory cosine(std::string order = "8", std::string length = "1600") {
    return {{"order", std::move(order)},
            {"signal", "cosine"},
            {"omega", "7"},
            {"signal-length", std::move(length)}};
}

GivenMemory with_more(GivenMemory parameters, const GivenMemory& more) {
    parameters.insert(parameters.end(), more.begin(), more.end());
    return parameters;
}

/// Requests the arrays of a figure.
SampleRequest of_figure(std::string_view id) {
    SampleRequest request;
    for (const FigureInfo& figure : memory_view_here().info().figures)
        if (figure.id == id) request.arrays.assign(figure.arrays.begin(), figure.arrays.end());
    EXPECT_FALSE(request.arrays.empty()) << id;
    return request;
}

SampleRequest named(std::vector<std::string> arrays) {
    SampleRequest request;
    request.arrays = std::move(arrays);
    return request;
}

Data sampled(const GivenMemory& parameters, const SampleRequest& request) {
    return computed(memory_view_here(), with(memory_view_here(), parameters), request, cpu_engine());
}

const NumberBuffer& numbers(const Data& data, std::string_view name) {
    const Array* array = data.find(name);
    if (array == nullptr) throw std::runtime_error("no array " + std::string(name));
    return *array->data;
}

/// The slope of a method, relative to the held or the continuous signal.
double slope(const Data& data, Method method, bool continuous = false) {
    const auto& slopes = continuous ? memory::values::slopes_continuous : memory::values::slopes;
    return data.number(slopes.at(static_cast<std::size_t>(method)).name);
}

// The table of formulas.md; the sizes are 100 to 1600, and each slope is within 0.1.
TEST(MemoryConvergence, SlopesAreThoseMeasured) {
    const Data data = sampled(cosine(), of_figure("steps"));
    EXPECT_EQ(numbers(data, "step_sizes").front(), 100);
    EXPECT_EQ(numbers(data, "step_sizes").back(), 1600);
    for (const Method method : {Method::forward, Method::backward, Method::bilinear_same_t}) {
        EXPECT_NEAR(slope(data, method), 1, 0.1);
        EXPECT_NEAR(slope(data, method, true), 1, 0.1);
    }
    EXPECT_NEAR(data.number("slope_bilinear"), 0.7, 0.2);
    EXPECT_NEAR(data.number("slope_alpha"), 1.95, 0.15);
    EXPECT_TRUE(std::isnan(data.number("slope_exact")));
    EXPECT_NEAR(data.number("slope_continuous_alpha"), 1.95, 0.15);
    EXPECT_NEAR(data.number("slope_continuous_exact"), 2, 0.1);
}

TEST(MemoryConvergence, OnlyWhatIsNamedIsWorkedOut) {
    const Data data = sampled(cosine("8", "200"), named({"step_error_backward", "order_error_exact"}));
    EXPECT_EQ(data.arrays.size(), 2U);
    EXPECT_TRUE(std::isfinite(data.number("slope_backward")));
    EXPECT_TRUE(std::isnan(data.number("slope_forward")));
    EXPECT_TRUE(std::isnan(data.number("slope_continuous_backward")));
    EXPECT_TRUE(sampled(cosine("8", "200"), SampleRequest{}).find("step_sizes") == nullptr)
        << "it is not one of all";
}

// α as set if the method is `alpha`: 0.3 is of first order, a half of second.
TEST(MemoryConvergence, AlphaIsTheChosenOne) {
    const Data data =
        sampled(with_more(cosine(), {{"method", "alpha"}, {"alpha", "0.3"}}), named({"step_error_alpha"}));
    EXPECT_NEAR(data.number("slope_alpha"), 1, 0.1);
}

// The first numbers of a state are the state of a smaller order; at the full order the error is the view's
// error of the state.
TEST(MemoryConvergence, ErrorAtTheOrderIsTheErrorOfTheState) {
    for (const char* measure : {"legs", "legt", "fourier-legs"}) {
        for (const std::size_t m : {0U, 1U, 2U, 3U, 4U, 5U}) {
            const std::string method(MemoryGroup::methods[m].id);
            for (const char* order : {"1", "3", "6"}) {
                const GivenMemory parameters{{"measure", measure},     {"order", order}, {"method", method},
                                             {"signal-length", "150"}, {"time", "120"},  {"span", "100"},
                                             {"signal", "smooth"}};
                const Data data =
                    sampled(parameters, named({std::string(order_errors.at(m).name), "order_sizes"}));
                EXPECT_EQ(numbers(data, "order_sizes").back(), std::stod(order));
                const double error = numbers(data, order_errors.at(m).name).back();
                EXPECT_NEAR(error, data.number("rms_error"), 1e-11 * error)
                    << measure << " " << method << " " << order;
                // At order 3, a state of order 6 has the same error as a state of order 3.
                GivenMemory larger = parameters;
                larger[1].second = "6";
                const Data nested =
                    sampled(larger, named({std::string(order_errors.at(m).name), "order_sizes"}));
                const auto& orders = numbers(nested, "order_sizes");
                const auto at = std::find(orders.begin(), orders.end(), std::stod(order)) - orders.begin();
                EXPECT_NEAR(numbers(nested, order_errors.at(m).name)[static_cast<std::size_t>(at)], error,
                            1e-11 * error);
            }
        }
    }
}

// The error of a Legendre series is the sum of squares of its coefficients from N on, which for cos 7s have a
// closed form. Samples are held, so mean squares over 5000 of them are off by some 1/5000² and the two ends
// by 1/5000.
TEST(MemoryConvergence, ErrorOfExactIsTheRestOfTheSeries) {
    const Data data = sampled(cosine("8", "5000"), named({"order_error_exact", "order_sizes"}));
    const auto& orders = numbers(data, "order_sizes");
    for (std::size_t at = 0; at < orders.size(); ++at) {
        double squares = 0;
        for (unsigned n = static_cast<unsigned>(orders[at]); n < 40; ++n) {
            const double turn = std::cos(3.5 + std::numbers::pi / 2 * n);
            squares += (2 * n + 1) * std::pow(turn * std::sph_bessel(n, 3.5), 2);
        }
        EXPECT_NEAR(numbers(data, "order_error_exact")[at], std::sqrt(squares), 5e-3 * std::sqrt(squares))
            << orders[at];
    }
}

TEST(MemoryConvergence, OrdersAreTwoAnOctaveAndFew) {
    EXPECT_EQ(memory::compared_orders(1), (std::vector<std::int64_t>{1}));
    EXPECT_EQ(memory::compared_orders(8), (std::vector<std::int64_t>{1, 2, 3, 4, 6, 8}));
    EXPECT_EQ(memory::compared_orders(20), (std::vector<std::int64_t>{1, 2, 3, 4, 6, 8, 12, 16, 20}));
    for (std::int64_t order = 1; order <= 4096; ++order) {
        const auto orders = memory::compared_orders(order);
        EXPECT_LE(orders.size(), 16U);
        EXPECT_EQ(orders.back(), order);
        EXPECT_TRUE(std::is_sorted(orders.begin(), orders.end()));
        EXPECT_TRUE(std::adjacent_find(orders.begin(), orders.end()) == orders.end());
    }
}

// Every method except article 10137's bilinear rule preserves a constant: there is no error with a slope, and
// the figure states the bound.
TEST(MemoryConvergence, NoErrorHasNoSlope) {
    GivenMemory parameters = cosine();
    parameters[2].second = "0";
    const Data data = sampled(parameters, of_figure("steps"));
    for (std::size_t m = 0; m < memory::method_count; ++m)
        EXPECT_EQ(std::isfinite(slope(data, static_cast<Method>(m))),
                  static_cast<Method>(m) == Method::bilinear);
}

TEST(MemoryConvergence, WhatTakesTooLongIsLeftOutAndSaid) {
    const GivenMemory parameters = cosine("1", "4200000");
    const Data data = sampled(parameters, named({"order_sizes", "order_error_exact"}));
    ASSERT_EQ(data.warnings.size(), 1U);
    EXPECT_NE(data.warnings.front().english().find("too slow"), std::string::npos);
    EXPECT_TRUE(data.arrays.empty());
    const auto variants = alone(with(memory_view_here(), parameters), std::make_shared<const Data>(data));
    EXPECT_NE(memory_view_here().figure("orders", variants, Style{}, Cursor{}).main.at(0).message, "");
}

// Partial results are published on the way, and the last one has everything.
TEST(MemoryConvergence, SlowComparisonsArePublishedMethodByMethod) {
    std::vector<std::size_t> published;
    SampleRequest request = of_figure("steps");
    request.publish = [&](const Data& data) {
        EXPECT_TRUE(data.partial);
        published.push_back(data.arrays.size());
    };
    const Data data = sampled(cosine("128", "40000"), request);
    ASSERT_GE(published.size(), 2U);
    EXPECT_TRUE(std::is_sorted(published.begin(), published.end()));
    EXPECT_EQ(data.arrays.size(), request.arrays.size());
    EXPECT_FALSE(data.partial);
}

struct FigureAndReadout {
    Figure figure;
    Readout readout;
};

FigureAndReadout figure_and_readout(std::string_view id, const GivenMemory& parameters, const Cursor& cursor,
                                    Language language = Language::english) {
    const View& view = memory_view_here();
    const Values values = with(view, parameters);
    const auto variants = alone(values, shared_data(view, values, of_figure(id), cpu_engine()));
    const Style style{Theme::light, language};
    return {view.figure(id, variants, style, cursor), view.readout(variants, style, cursor)};
}

std::vector<std::string> labels(const Panel& panel) {
    std::vector<std::string> texts;
    for (const Mark& mark : panel.marks)
        if (const auto* line = std::get_if<LineMark>(&mark)) texts.push_back(line->label);
    return texts;
}

TEST(MemoryConvergence, CurvesAreNamedWithTheirSlopes) {
    const Figure steps = figure_and_readout("steps", cosine(), Cursor{}).figure;
    ASSERT_EQ(steps.main.size(), 2U);
    EXPECT_EQ(labels(steps.main[0]),
              (std::vector<std::string>{"forward  1.0", "backward  1.0", "α = ½  2.0", "bilinear  0.7",
                                        "bilinear, same t  1.0", "exact"}));
    EXPECT_EQ(labels(steps.main[1]).back(), "exact  2.0");
    EXPECT_TRUE(steps.main[0].x.logarithmic && steps.main[0].y.logarithmic);
    EXPECT_GT(steps.main[0].y.low, 1e-9) << "rounding of `exact` is named, not drawn";
    EXPECT_EQ(labels(figure_and_readout("orders", cosine(), Cursor{}).figure.main.at(0)).size(), 6U);
}

TEST(MemoryConvergence, PointerTellsTheErrorsAtTheNearestSize) {
    Cursor cursor;
    cursor.active = true;
    cursor.figure = "steps";
    cursor.panel = 1;
    cursor.x = 420;
    const FigureAndReadout at = figure_and_readout("steps", cosine(), cursor);
    ASSERT_TRUE(at.figure.main[1].pointer);
    EXPECT_EQ(at.figure.main[1].pointer->x, 400);
    EXPECT_EQ(at.figure.main[1].pointer->dots.size(), 6U);
    EXPECT_EQ(at.figure.main[0].pointer->dots.size(), 5U);
    EXPECT_EQ(at.readout.heads.front().value, "400");
    ASSERT_EQ(at.readout.rows.size(), 6U);
    EXPECT_EQ(at.readout.rows[5].value, "1.04×10⁻⁵");  // two thirds of ω²/(24·400²)
    cursor.active = false;
    cursor.panel = 0;
    const FigureAndReadout none = figure_and_readout("steps", cosine(), cursor, test::chinese());
    EXPECT_EQ(none.readout.rows[1].value, "1.0");
    EXPECT_EQ(none.readout.rows[1].label, "后向");
}

}  // namespace
}  // namespace poslab::test
