#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/engine/engine.hpp"
#include "core/views/registry.hpp"
#include "core/views/view.hpp"
#include "tests/encoding/scheme_formula.hpp"
#include "tests/support/random_values.hpp"
#include "tests/support/seed.hpp"
#include "tests/views/view_requests.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace poslab {
namespace {

using test::computed;
using test::with;

const View& view() { return find_view("position-matrix"); }

class PositionMatrix : public testing::TestWithParam<const Engine*> {
  protected:
    [[nodiscard]] Data compute(const std::vector<std::pair<std::string, std::string>>& parameters,
                               SampleRequest request = {}) const {
        return computed(view(), view().checked(with(view(), parameters)), request, *GetParam());
    }
};
INSTANTIATE_TEST_SUITE_P(Engines, PositionMatrix, testing::Values(&reference_engine(), &cpu_engine()),
                         [](const auto& tested) { return std::string(tested.param->name()); });

std::vector<double> row(const Array& matrix, std::int64_t i) {
    const auto begin = matrix.data->begin() + static_cast<std::ptrdiff_t>(i * matrix.shape[1]);
    return {begin, begin + static_cast<std::ptrdiff_t>(matrix.shape[1])};
}

// The matrices printed in article 9708, here for twelve tokens, w = 4, k = 3: the last row contains every
// distance 11 ... 0.
TEST_P(PositionMatrix, TheArticlesMatrices) {
    const auto last_row = [&](const char* map) {
        const Data data = compute({{"length", "12"}, {"w", "4"}, {"k", "3"}, {"map", map}});
        const Array& positions = *data.find("positions");
        EXPECT_EQ(positions.shape, (std::vector<std::int64_t>{12, 12}));
        return row(positions, 11);
    };
    EXPECT_EQ(last_row("rope"), (std::vector<double>{11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0}));
    EXPECT_EQ(last_row("rerope"), (std::vector<double>{4, 4, 4, 4, 4, 4, 4, 4, 3, 2, 1, 0}));
    EXPECT_EQ(last_row("pi"), (std::vector<double>{11.0 / 3, 10.0 / 3, 3, 8.0 / 3, 7.0 / 3, 2, 5.0 / 3,
                                                   4.0 / 3, 1, 2.0 / 3, 1.0 / 3, 0}));
    EXPECT_EQ(last_row("leaky-rerope"), (std::vector<double>{4 + 7.0 / 3, 6, 4 + 5.0 / 3, 4 + 4.0 / 3, 5,
                                                             4 + 2.0 / 3, 4 + 1.0 / 3, 4, 3, 2, 1, 0}));
    EXPECT_EQ(last_row("inv-leaky-rerope"), (std::vector<double>{25, 22, 19, 16, 13, 10, 7, 4, 3, 2, 1, 0}));
}

TEST_P(PositionMatrix, CellsAboveTheDiagonalAreMaskedOrNegative) {
    const Data causal = compute({{"length", "12"}, {"w", "4"}, {"k", "3"}});
    const Data both = compute({{"length", "12"}, {"w", "4"}, {"k", "3"}, {"causal", "false"}});
    for (std::int64_t i = 0; i < 12; ++i)
        for (std::int64_t j = i + 1; j < 12; ++j) {
            EXPECT_TRUE(is_masked(row(*causal.find("positions"), i)[static_cast<std::size_t>(j)]));
            EXPECT_EQ(row(*both.find("positions"), i)[static_cast<std::size_t>(j)],
                      -row(*both.find("positions"), j)[static_cast<std::size_t>(i)]);
        }
}

test::Position formula(const PositionMapSpec& spec, std::int64_t i, std::int64_t j, bool& masked) {
    const auto position = test::position(spec, i, j);
    masked = !position;
    return position.value_or(test::Position{});
}

/// All statistics of a whole matrix, counted cell by cell.
struct Counted {
    double largest = 0;
    std::int64_t cells = 0, beyond = 0, near = 0;
};
Counted counted(const PositionMapSpec& spec, std::int64_t length, std::int64_t trained) {
    Counted all;
    for (std::int64_t i = 0; i < length; ++i)
        for (std::int64_t j = 0; j < length; ++j) {
            bool masked = false;
            const double p = std::abs(formula(spec, i, j, masked).value(spec.k));
            if (masked) continue;
            ++all.cells;
            all.largest = std::max(all.largest, p);
            if (p > static_cast<double>(trained - 1)) ++all.beyond;
            if (std::abs(i - j) < spec.w) ++all.near;
        }
    return all;
}

PositionMapSpec spec_of(const Values& values) {
    const auto integer = [&](const char* id) {
        return std::get<std::int64_t>(values[static_cast<std::size_t>(parameter_index(view(), id))]);
    };
    PositionMapSpec spec;
    spec.map = OneOf<PositionMap>::at(std::get<ChoiceIndex>(values[0]).index);
    spec.w = integer("w");
    spec.k = std::get<double>(values[static_cast<std::size_t>(parameter_index(view(), "k"))]);
    spec.group = integer("group");
    spec.chunk = integer("chunk");
    spec.local = integer("local");
    spec.sinks = integer("sinks");
    spec.recent = integer("recent");
    spec.causal = std::get<bool>(values[static_cast<std::size_t>(parameter_index(view(), "causal"))]);
    return spec;
}

const std::vector<std::pair<std::string, std::string>> small{
    {"length", "53"}, {"train-length", "9"}, {"w", "7"},     {"k", "2.5"},   {"group", "3"},
    {"chunk", "11"},  {"local", "4"},        {"sinks", "2"}, {"recent", "6"}};

TEST_P(PositionMatrix, EveryCellAndEveryValueByBruteForce) {
    for (const char* causal : {"true", "false"})
        for (const Choice& map : view().parameters()[0].domain.choices) {
            SCOPED_TRACE(fmt::format("{} causal {}", map.id, causal));
            const Values values =
                with(view(), {{"map", std::string(map.id)}, {"causal", causal}}, with(view(), small));
            const PositionMapSpec spec = spec_of(values);
            const Data data = computed(view(), values, {}, *GetParam());
            const Array& positions = *data.find("positions");
            for (std::int64_t i = 0; i < 53; ++i)
                for (std::int64_t j = 0; j < 53; ++j) {
                    bool masked = false;
                    const double expected = formula(spec, i, j, masked).value(spec.k);
                    const double found = (*positions.data)[static_cast<std::size_t>(i * 53 + j)];
                    EXPECT_EQ(is_masked(found), masked) << i << "," << j;
                    if (!masked) {
                        EXPECT_NEAR(found, expected, 1e-12 * std::max(1.0, std::abs(expected)))
                            << i << "," << j;  // rounding of one quotient
                    }
                }
            const Counted all = counted(spec, 53, 9);
            EXPECT_NEAR(data.number("max_position"), all.largest, 1e-12 * all.largest);
            EXPECT_EQ(data.number("out_of_range_fraction"),
                      static_cast<double>(all.beyond) / static_cast<double>(all.cells));
            const bool windowed = view().used(values)[1];
            EXPECT_EQ(std::isfinite(data.number("inside_window_fraction")), windowed);
            if (windowed) {
                EXPECT_EQ(data.number("inside_window_fraction"),
                          static_cast<double>(all.near) / static_cast<double>(all.cells));
            }
            double first = std::nan("");
            for (std::int64_t length = 1; length <= 120 && std::isnan(first); ++length)
                if (counted(spec, length, 9).beyond > 0) first = static_cast<double>(length);
            const double found = data.number("first_out_of_range_length");
            if (std::isfinite(first)) {
                EXPECT_EQ(found, first);
            } else {
                EXPECT_FALSE(found <= 120) << "found " << found << ", none by counting";
            }
        }
}

TEST_P(PositionMatrix, ProfilesAreThinnedButExactAtEndsAndBreaks) {
    for (const std::int64_t length : {1, 2, 65'536, 65'537, 1'000'000, 16'777'216}) {
        SCOPED_TRACE(length);
        SampleRequest request;
        request.arrays = {"distance", "profile", "profiles"};
        const std::int64_t w = std::min<std::int64_t>(4097, length), trained = 70'001;
        const Data data = compute({{"length", std::to_string(length)},
                                   {"w", std::to_string(w)},
                                   {"k", "7"},
                                   {"train-length", "70001"}},
                                  request);
        EXPECT_EQ(data.find("positions"), nullptr) << "was not requested";
        const NumberBuffer& distances = *data.find("distance")->data;
        const NumberBuffer& profile = *data.find("profile")->data;
        EXPECT_LE(distances.size(), 65'536U);
        EXPECT_EQ(distances.size(),
                  std::min<std::size_t>(static_cast<std::size_t>(length), distances.size()));
        if (length <= 65'536) {
            EXPECT_EQ(distances.size(), static_cast<std::size_t>(length));
        }
        ASSERT_EQ(distances.size(), profile.size());
        EXPECT_EQ(distances.front(), 0);
        EXPECT_EQ(distances.back(), static_cast<double>(length - 1));
        for (const std::int64_t distance : {w - 1, w, trained - 1, trained}) {
            if (distance < length) {
                EXPECT_TRUE(
                    std::binary_search(distances.begin(), distances.end(), static_cast<double>(distance)))
                    << distance;
            }
        }
        double widest = 0;
        for (std::size_t n = 0; n < distances.size(); ++n) {
            if (n > 0) {
                ASSERT_GT(distances[n], distances[n - 1]);
                widest = std::max(widest, distances[n] - distances[n - 1]);
            }
            const double d = distances[n], dw = static_cast<double>(w);
            ASSERT_EQ(profile[n], d < dw ? d : dw + (d - dw) / 7) << d;
        }
        EXPECT_LE(widest, std::ceil(static_cast<double>(length) / 65'000)) << "thinned evenly";
        const Array& all = *data.find("profiles");
        EXPECT_EQ(all.shape, (std::vector<std::int64_t>{8, static_cast<std::int64_t>(distances.size())}));
        EXPECT_EQ(row(all, static_cast<std::int64_t>(OneOf<PositionMap>("rope").index())), distances);
        EXPECT_EQ(row(all, static_cast<std::int64_t>(OneOf<PositionMap>("leaky-rerope").index())), profile);
    }
}

TEST_P(PositionMatrix, AFigureMayAskForFewerPointsAndCells) {
    SampleRequest request;
    request.width = 30;
    request.height = 20;
    request.curve_points = 100;
    const Data data = compute({{"length", "5000"}}, request);
    EXPECT_EQ(data.find("positions")->shape, (std::vector<std::int64_t>{20, 30})) << "rows, columns";
    EXPECT_LE(data.find("distance")->shape[0], 100);
    const Data chosen = compute({{"length", "5000"}, {"resolution", "8x5"}}, request);
    EXPECT_EQ(chosen.find("positions")->shape, (std::vector<std::int64_t>{5, 8}))
        << "the parameter overrides the figure";
    const Data tiny = compute({{"length", "3"}, {"resolution", "8x5"}}, request);
    EXPECT_EQ(tiny.find("positions")->shape, (std::vector<std::int64_t>{3, 3})) << "at most one per cell";
    EXPECT_EQ(data.engine, GetParam()->name());
}

TEST(PositionMatrixValues, ThatDoNotFitTogetherAreRefusedThenRepaired) {
    const auto message = [](const std::vector<std::pair<std::string, std::string>>& parameters) {
        try {
            static_cast<void>(view().checked(with(view(), parameters)));
            return std::string("accepted");
        } catch (const UsageError& error) {
            return std::string(error.what());
        }
    };
    EXPECT_EQ(message({{"rows", "4000:4097"}}), "--rows 4000:4097: must be within 0:4096 (length 4096)");
    EXPECT_EQ(message({{"cols", "0:11"}, {"length", "10"}}), "--cols 0:11: must be within 0:10 (length 10)");
    EXPECT_EQ(message({{"rows", "4000:4096"}, {"cols", "0:4096"}}), "accepted");
    EXPECT_EQ(message({{"map", "dual-chunk"}, {"chunk", "64"}}), "--local 64: must be below --chunk 64");
    EXPECT_EQ(message({{"map", "rope"}, {"chunk", "64"}}), "accepted")
        << "parameters that the map does not use are ignored";

    const auto repaired = [](const char* id,
                             const std::vector<std::pair<std::string, std::string>>& parameters) {
        const Values values = view().adjusted(with(view(), parameters));
        EXPECT_EQ(view().checked(values), values);
        const auto at = static_cast<std::size_t>(parameter_index(view(), id));
        return to_string(view().parameters()[at], values[at]);
    };
    EXPECT_EQ(repaired("rows", {{"rows", "4000:5000"}}), "3096:4096") << "moved, not cut";
    EXPECT_EQ(repaired("rows", {{"rows", "0:5000"}}), "all");
    EXPECT_EQ(repaired("cols", {{"cols", "10:20"}, {"length", "5"}}), "all");
    EXPECT_EQ(repaired("local", {{"chunk", "2"}, {"map", "dual-chunk"}}), "1");
}

TEST(PositionMatrixValues, AdjustingIsEnoughIdempotentAndKeepsWhatFits) {
    const std::uint64_t seed = test::test_seed();
    for (std::uint64_t n = 0; n < 1000; ++n) {
        SCOPED_TRACE(fmt::format("seed {} point {}", seed, n));
        const Values any = random_values(view().parameters(), seed + n);
        const Values adjusted = view().adjusted(any);
        EXPECT_EQ(view().checked(adjusted), adjusted);
        EXPECT_EQ(view().adjusted(adjusted), adjusted);
        for (std::size_t i = 0; i < adjusted.size(); ++i)
            EXPECT_NO_THROW(check_value(view().parameters()[i], adjusted[i]));
    }
}

bool same_numbers(const NumberBuffer& a, const NumberBuffer& b) {
    // including NaN payloads
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

void expect_same(const Data& a, const Data& b) {
    ASSERT_EQ(a.arrays.size(), b.arrays.size());
    for (std::size_t i = 0; i < a.arrays.size(); ++i) {
        EXPECT_EQ(a.arrays[i].name, b.arrays[i].name);
        EXPECT_EQ(a.arrays[i].shape, b.arrays[i].shape);
        EXPECT_TRUE(same_numbers(*a.arrays[i].data, *b.arrays[i].data)) << a.arrays[i].name;
    }
    ASSERT_EQ(a.values.size(), b.values.size());
    for (std::size_t i = 0; i < a.values.size(); ++i)
        EXPECT_EQ(a.values[i].value, b.values[i].value) << a.values[i].name;
}

// The window reuses Prepared while a parameter of stage `window` or `style` changes, and Data while one of
// `style` does.
TEST(PositionMatrixStages, ParametersChangeNothingBeforeTheirStage) {
    const auto list = view().parameters();
    SampleRequest request;
    request.width = request.height = 24;
    request.curve_points = 50;
    for (std::uint64_t n = 0; n < 200; ++n) {
        SCOPED_TRACE(n);
        const Values before = with(view(), {{"length", "600"}}, random_values(list, 2 * n));
        const Values other = random_values(list, 2 * n + 1);
        Values windowed = before;
        Values styled = before;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (list[i].stage != Stage::prepare) windowed[i] = other[i];
            if (list[i].stage == Stage::style) styled[i] = other[i];
        }
        const Values first = view().adjusted(before);
        const Values second = view().adjusted(windowed);
        const Values third = view().adjusted(styled);
        const auto prepared = view().prepare(first, cpu_engine(), Job{});
        expect_same(view().sample(second, prepared, request, cpu_engine(), Job{}),
                    computed(view(), second, request, cpu_engine()));
        expect_same(view().sample(first, prepared, request, cpu_engine(), Job{}),
                    computed(view(), third, request, cpu_engine()));
    }
}

}  // namespace
}  // namespace poslab
