// Positions with several axes: images in vision models, and M-RoPE. The angle of each pair is written out
// here as in each model's code in Transformers; the values of a few patches come from running that code.

#include "core/base/errors.hpp"
#include "core/conformance/axis_readings.hpp"
#include "core/conformance/config_facts.hpp"
#include "core/conformance/conformance.hpp"
#include "tests/conformance/float32_program.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace poslab {
namespace {
namespace axes_tests {  // a unity build compiles several files as one

using test::saved;

std::string mistake_in(const Dump& dump, const Implementation& right) {
    const ConformanceReport report = check_conformance(dump, right, 4096);
    if (report.agrees) return "agrees";
    return report.explained ? report.explanations.front().id() : "nothing";
}

struct Patch {
    double y = 0, x = 0;
};
/// The angle in rad of a pair of a head of d dimensions at a patch.
using Angle = std::function<double(int pair, int d, Patch patch)>;

double ladder(double base, int k, int d) { return std::pow(base, -2.0 * k / d); }

/// Qwen2-VL: freqs of d/4 for the row, then the same for the column.
double axial(int p, int d, Patch at) {
    return p < d / 4 ? at.y * ladder(1e4, p, d / 2) : at.x * ladder(1e4, p - d / 4, d / 2);
}
/// Pixtral: freqs[::2] for the row, freqs[1::2] for the column.
double pixtral(int p, int d, Patch at) {
    return p < d / 4 ? at.y * ladder(1e4, 2 * p, d) : at.x * ladder(1e4, 2 * (p - d / 4) + 1, d);
}
/// HunyuanImage 3: the axes alternate along one ladder.
double hunyuan(int p, int d, Patch at) { return (p % 2 == 0 ? at.y : at.x) * ladder(1e4, p, d); }
/// DINOv3: 2π·coordinate/period, with patch centres as coordinates in [−1, 1]; `n` patches along each axis.
double dinov3(int p, int d, Patch at, int n = 14) {
    const double coordinate = 2 * ((p < d / 4 ? at.y : at.x) + 0.5) / n - 1;
    return 2 * M_PI * coordinate / std::pow(100, 2.0 * (p % (d / 4)) / (d / 2));
}

TEST(Axes, TheFormulasHereAreThoseOfTheModels) {
    const Patch patch{3, 5};
    const auto near = [&](const Angle& angle, int d, int pair, double expected) {
        EXPECT_NEAR(angle(pair, d, patch), expected, 2e-7 * std::max(1.0, std::abs(expected)))
            << d << " " << pair;
    };
    for (const auto& [pair, expected] : std::vector<std::pair<int, double>>{
             {0, 3}, {1, 1.892872}, {19, 0.00047546796}, {20, 5}, {21, 3.1547867}, {39, 0.0007924466}})
        near(axial, 80, pair, expected);
    for (const auto& [pair, expected] : std::vector<std::pair<int, double>>{{0, 3},
                                                                            {1, 1.687024},
                                                                            {15, 0.00053348382},
                                                                            {16, 3.749471},
                                                                            {17, 2.1084825},
                                                                            {31, 0.00066676072}})
        near(pixtral, 64, pair, expected);
    for (const auto& [pair, expected] : std::vector<std::pair<int, double>>{
             {0, -3.1415927}, {1, -2.3558621}, {15, -0.041893811}, {16, -1.3463969}, {31, -0.017954491}})
        near([](int p, int d, Patch at) { return dinov3(p, d, at); }, 64, pair, expected);
}

constexpr int grid_rows = 9, grid_columns = 13;

/// Tables of all patches, in halves, row by row.
Dump tables_of(const Angle& angle, int d, bool column_major = false, int rows = grid_rows,
               int columns = grid_columns) {
    std::vector<double> cos, sin;
    for (int token = 0; token < rows * columns; ++token) {
        Patch patch{static_cast<double>(token / columns), static_cast<double>(token % columns)};
        if (column_major) patch = {static_cast<double>(token % rows), static_cast<double>(token / rows)};
        for (int column = 0; column < d; ++column) {
            cos.push_back(std::cos(angle(column % (d / 2), d, patch)));
            sin.push_back(std::sin(angle(column % (d / 2), d, patch)));
        }
    }
    Dump dump;
    dump.arrays["cos"] = saved(cos, {rows * columns, d}, "float32");
    dump.arrays["sin"] = saved(sin, {rows * columns, d}, "float32");
    return dump;
}

Implementation defined(AxisLayout layout, int d = 64, double base = 1e4) {
    RotarySpec spec;
    spec.dim = d;
    spec.base = base;
    Implementation right(spec, Pairing::gpt_neox);
    right.axes.layout = layout;
    right.axes.grid = {grid_rows, grid_columns};
    return right;
}

TEST(Axes, TablesOfEveryLayoutAgreeAndTheOthersAreNamed) {
    const std::vector<std::pair<AxisLayout, Angle>> layouts{{AxisLayout::axial, axial},
                                                            {AxisLayout::axial_split_ladder, pixtral},
                                                            {AxisLayout::alternating, hunyuan}};
    for (const auto& [layout, angle] : layouts)
        for (const auto& [other, defines] : layouts)
            EXPECT_EQ(mistake_in(tables_of(angle, 64), defined(other)),
                      layout == other ? "agrees" : "axis-layout");
}

TEST(Axes, MistakesOfPicturesAreNamed) {
    const Implementation right = defined(AxisLayout::axial);
    const auto shifted = [](double by) {
        return [by](int p, int d, Patch at) { return axial(p, d, {at.y + by, at.x + by}); };
    };
    EXPECT_EQ(mistake_in(tables_of(
                             [](int p, int d, Patch at) {
                                 return axial(p, d, {at.x, at.y});
                             },
                             64),
                         right),
              "axes-exchanged");
    EXPECT_EQ(mistake_in(tables_of(axial, 64, true), right), "column-major");
    EXPECT_EQ(mistake_in(tables_of(shifted(0.5), 64), right), "coordinates-off-by-half");
    EXPECT_EQ(mistake_in(tables_of(shifted(1), 64), right), "positions-off-by-one");
    EXPECT_EQ(mistake_in(tables_of([](int p, int d, Patch at) { return -axial(p, d, at); }, 64), right),
              "sign");
    const auto counted = [](int p, int d, Patch at) {
        const double token = at.y * grid_columns + at.x;
        return axial(p, d, {token, token});
    };
    EXPECT_EQ(mistake_in(tables_of(counted, 64), right), "positions-as-text");
    EXPECT_EQ(mistake_in(tables_of(axial, 64), defined(AxisLayout::axial, 64, 100)), "base-ignored");
}

TEST(Axes, CoordinatesOfDinov3) {
    Implementation right = defined(AxisLayout::axial, 64, 100);
    right.axes.coordinates = Coordinates::dinov3;
    right.axes.grid = {14, 14};
    const auto tables = [](const Angle& angle) { return tables_of(angle, 64, false, 14, 14); };
    EXPECT_EQ(mistake_in(tables([](int p, int d, Patch at) { return dinov3(p, d, at); }), right), "agrees");
    EXPECT_EQ(mistake_in(tables([](int p, int d, Patch at) { return dinov3(p, d, at) / (2 * M_PI); }), right),
              "coordinate-kind");
    EXPECT_EQ(mistake_in(tables([](int p, int d, Patch at) {
                             return dinov3(p, d, {at.y - 0.5, at.x - 0.5});
                         }),
                         right),
              "coordinates-off-by-half");
    const auto corners = [](int p, int d, Patch at) {  // i/(n − 1)
        return dinov3(p, d, {at.y * 14 / 13 - 0.5, at.x * 14 / 13 - 0.5});
    };
    EXPECT_EQ(mistake_in(tables(corners), right), "coordinate-kind");
}

TEST(Axes, MixedFrequenciesComeFromAFile) {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    std::vector<double> frequencies;
    for (int n = 0; n < 64; ++n) frequencies.push_back(held(normal(random), Precision::float32));
    const Angle angle = [&](int p, int /*d*/, Patch at) {
        return frequencies[static_cast<std::size_t>(p)] * at.x +
               frequencies[static_cast<std::size_t>(32 + p)] * at.y;
    };
    Implementation right = defined(AxisLayout::mixed);
    Dump dump = tables_of(angle, 64);
    EXPECT_THROW(static_cast<void>(mistake_in(dump, right)), UsageError);
    dump.arrays["frequencies-2d"] = saved(frequencies, {2, 32}, "float32");
    take_axes_of(dump, right);
    EXPECT_EQ(mistake_in(dump, right), "agrees");
    Dump exchanged = tables_of([&](int p, int d, Patch at) { return angle(p, d, {at.x, at.y}); }, 64);
    EXPECT_EQ(mistake_in(exchanged, right), "axes-exchanged");
    dump.arrays["frequencies-2d"] = saved(frequencies, {64}, "float32");
    EXPECT_THROW(take_axes_of(dump, right), InputError);
    Implementation axial_one = defined(AxisLayout::axial);
    EXPECT_THROW(take_axes_of(dump, axial_one), UsageError);
}

/// Vectors [heads, tokens, d] in halves or interleaved, before and after the rotation by angle(pair, token).
Dump vectors_of(const std::function<double(int pair, int token)>& angle, int tokens, int d, bool neighbours) {
    std::mt19937_64 random(4);
    std::normal_distribution<double> normal;
    constexpr int heads = 2;
    std::vector<double> before, after;
    for (int n = 0; n < heads * tokens * d; ++n) before.push_back(held(normal(random), Precision::float32));
    after = before;
    for (int row = 0; row < heads * tokens; ++row)
        for (int p = 0; p < d / 2; ++p) {
            const auto begin = static_cast<std::size_t>(row * d);
            double &x = after[begin + static_cast<std::size_t>(neighbours ? 2 * p : p)],
                   &y = after[begin + static_cast<std::size_t>(neighbours ? 2 * p + 1 : p + d / 2)];
            const double phase = angle(p, row % tokens), first = x;
            x = first * std::cos(phase) - y * std::sin(phase);
            y = y * std::cos(phase) + first * std::sin(phase);
        }
    Dump dump;
    dump.arrays["before"] = saved(before, {heads, tokens, d}, "float32");
    dump.arrays["after"] = saved(after, {heads, tokens, d}, "float32");
    return dump;
}

// HunyuanImage 3 (vllm-omni#1784), and the same with x and y exchanged (VisionLLaMA#4); positions from a
// file.
TEST(Axes, VectorsByPositionsOfTheirOwn) {
    std::mt19937_64 random(5);
    std::vector<double> positions;
    constexpr int tokens = 40;
    for (int n = 0; n < 2 * tokens; ++n) positions.push_back(static_cast<double>(random() % 60));
    const auto at = [&](int token) {
        const auto n = static_cast<std::size_t>(2 * token);
        return Patch{positions[n], positions[n + 1]};
    };
    Implementation right = defined(AxisLayout::alternating);
    right.axes.grid = {};
    Dump dump = vectors_of([&](int p, int token) { return hunyuan(p, 64, at(token)); }, tokens, 64, false);
    EXPECT_THROW(static_cast<void>(mistake_in(dump, right)), UsageError) << "neither grid nor positions";
    dump.arrays["positions"] = saved(positions, {tokens, 2}, "int64");
    EXPECT_EQ(mistake_in(dump, right), "agrees");
    const auto other = [&](int p, int token) { return hunyuan(p, 64, {at(token).x, at(token).y}); };
    Dump exchanged = vectors_of(other, tokens, 64, false);
    exchanged.arrays["positions"] = dump.arrays["positions"];
    EXPECT_EQ(mistake_in(exchanged, right), "axes-exchanged");
    Dump neighbours =
        vectors_of([&](int p, int token) { return hunyuan(p, 64, at(token)); }, tokens, 64, true);
    neighbours.arrays["positions"] = dump.arrays["positions"];
    EXPECT_EQ(mistake_in(neighbours, right), "interleaved-for-half-split");
}

/// Four text tokens, an image of 5 × 6 patches, then text: Qwen2-VL's get_rope_index.
struct Mrope {
    std::vector<double> t, h, w;
    Mrope() {
        for (int n = 0; n < 4; ++n) add(n, n, n);
        for (int y = 0; y < 5; ++y)
            for (int x = 0; x < 6; ++x) add(4, 4 + y, 4 + x);
        for (int n = 0; n < 3; ++n) add(10 + n, 10 + n, 10 + n);
    }
    void add(int time, int height, int width) {
        t.push_back(time);
        h.push_back(height);
        w.push_back(width);
    }
    [[nodiscard]] int tokens() const { return static_cast<int>(t.size()); }
    [[nodiscard]] double at(int axis, int token) const {
        return (axis == 0 ? t : axis == 1 ? h : w)[static_cast<std::size_t>(token)];
    }
    [[nodiscard]] NumberArray positions() const {
        std::vector<double> all = t;
        all.insert(all.end(), h.begin(), h.end());
        all.insert(all.end(), w.begin(), w.end());
        return saved(all, {3, 1, tokens()}, "int64");
    }
};

int axis_of_blocks(int p) { return p < 16 ? 0 : p < 40 ? 1 : 2; }  // 16, 24, 24
int axis_of_interleaved(
    int p) {  // apply_interleaved_mrope: freqs_t[1 : 60 : 3] and [2 : 60 : 3] of 24, 20, 20
    return p < 60 && p % 3 != 0 ? p % 3 : 0;
}
int axis_of_ernie(int p) { return p >= 44 ? 0 : p % 2 == 0 ? 1 : 2; }  // time 20, height 22, width 22

Implementation mrope(const std::vector<std::int64_t>& sections, AxisLayout layout,
                     Pairing pairing = Pairing::gpt_neox) {
    Implementation right(RotarySpec{}, pairing);
    right.has_sections = true;
    right.axes.sections = sections;
    right.axes.section_layout = layout;
    return right;
}

class MropePictures : public testing::Test {
  protected:
    Dump vectors(int (*axis_of)(int), bool neighbours) const {
        const auto angle = [&](int p, int token) {
            return mrope_.at(axis_of(p), token) * ladder(1e4, p, 128);
        };
        Dump dump = vectors_of(angle, mrope_.tokens(), 128, neighbours);
        dump.arrays["positions"] = mrope_.positions();
        return dump;
    }
    Mrope mrope_;
    Implementation qwen2_ = mrope({16, 24, 24}, AxisLayout::sections),
                   qwen3_ = mrope({24, 20, 20}, AxisLayout::sections_interleaved),
                   ernie_ = mrope({20, 22, 22}, AxisLayout::sections_alternating, Pairing::gpt_j);
};

TEST_F(MropePictures, VectorsOfEveryLayoutAgree) {
    EXPECT_EQ(mistake_in(vectors(&axis_of_blocks, false), qwen2_), "agrees");
    EXPECT_EQ(mistake_in(vectors(&axis_of_interleaved, false), qwen3_), "agrees");
    EXPECT_EQ(mistake_in(vectors(&axis_of_ernie, true), ernie_), "agrees");
}

// mlx-lm#1768: blocks where Qwen3-VL interleaves; also height and width exchanged, or no axes at all.
TEST_F(MropePictures, MistakesAreNamed) {
    const auto blocks = [](int p) { return p < 24 ? 0 : p < 44 ? 1 : 2; };
    EXPECT_EQ(mistake_in(vectors(+blocks, false), qwen3_), "axis-layout");
    const auto exchanged = [](int p) { return (3 - axis_of_interleaved(p)) % 3; };
    EXPECT_EQ(mistake_in(vectors(+exchanged, false), qwen3_), "axes-exchanged");
    Dump text =
        vectors_of([](int p, int token) { return token * ladder(1e4, p, 128); }, mrope_.tokens(), 128, false);
    text.arrays["positions"] = mrope_.positions();
    EXPECT_EQ(mistake_in(text, qwen2_), "positions-as-text");
    EXPECT_EQ(mistake_in(vectors(&axis_of_ernie, false), ernie_), "half-split-for-interleaved");
}

// Qwen2-VL's rotary embedding has shape [3, texts, tokens, dimensions], with all pairs of every axis;
// attention selects from them later.
TEST_F(MropePictures, TablesOfEachAxisAgree) {
    Dump dump;
    std::vector<double> cos, sin, chosen_cos, chosen_sin;
    for (int axis = 0; axis < 3; ++axis)
        for (int token = 0; token < mrope_.tokens(); ++token)
            for (int column = 0; column < 128; ++column) {
                const double angle = mrope_.at(axis, token) * ladder(1e4, column % 64, 128);
                cos.push_back(std::cos(angle));
                sin.push_back(std::sin(angle));
            }
    dump.arrays["cos"] = saved(cos, {3, 1, mrope_.tokens(), 128}, "float32");
    dump.arrays["sin"] = saved(sin, {3, 1, mrope_.tokens(), 128}, "float32");
    EXPECT_THROW(static_cast<void>(mistake_in(dump, qwen2_)), UsageError) << "positions are needed";
    dump.arrays["positions"] = mrope_.positions();
    EXPECT_EQ(mistake_in(dump, qwen2_), "agrees");
    for (int token = 0; token < mrope_.tokens(); ++token)
        for (int column = 0; column < 128; ++column) {
            const double angle =
                mrope_.at(axis_of_blocks(column % 64), token) * ladder(1e4, column % 64, 128);
            chosen_cos.push_back(std::cos(angle));
            chosen_sin.push_back(std::sin(angle));
        }
    dump.arrays["cos"] = saved(chosen_cos, {1, mrope_.tokens(), 128}, "float32");
    dump.arrays["sin"] = saved(chosen_sin, {1, mrope_.tokens(), 128}, "float32");
    EXPECT_EQ(mistake_in(dump, qwen2_), "agrees");
}

Dump table_dump(const std::vector<double>& angles, const std::vector<std::int64_t>& shape) {
    std::vector<double> cos, sin;
    for (const double angle : angles) {
        cos.push_back(std::cos(angle));
        sin.push_back(std::sin(angle));
    }
    Dump dump;
    dump.arrays["cos"] = saved(cos, shape, "float32");
    dump.arrays["sin"] = saved(sin, shape, "float32");
    return dump;
}

// Three tokens of a text are not three axes.
TEST_F(MropePictures, TextsOfEveryLengthAgree) {
    for (std::int64_t tokens = 1; tokens <= 5; ++tokens)
        for (const std::vector<std::int64_t>& shape :
             {std::vector<std::int64_t>{tokens, 64}, {1, tokens, 64}, {tokens, 1, 64}}) {
            std::vector<double> positions, angles;
            for (std::int64_t token = 0; token < tokens; ++token) {
                positions.push_back(static_cast<double>(2 * token));
                for (int pair = 0; pair < 64; ++pair)
                    angles.push_back(positions.back() * ladder(1e4, pair, 128));
            }
            Dump dump = table_dump(angles, shape);
            dump.arrays["positions"] = saved(positions, {tokens}, "int64");
            EXPECT_EQ(mistake_in(dump, qwen2_), "agrees") << tokens << " " << shape.size();
        }
}

// A step of generation: position_ids [3, 1, 1] of one token.
TEST_F(MropePictures, OneTokenOfThreeAxesAgrees) {
    for (const std::vector<double>& at : {std::vector<double>{5, 2, 3}, {5, 5, 5}}) {
        std::vector<double> chosen, all;
        for (int pair = 0; pair < 64; ++pair)
            chosen.push_back(at[static_cast<std::size_t>(axis_of_blocks(pair))] * ladder(1e4, pair, 128));
        for (const double position : at)
            for (int pair = 0; pair < 64; ++pair) all.push_back(position * ladder(1e4, pair, 128));
        for (Dump dump : {table_dump(chosen, {1, 1, 64}), table_dump(all, {3, 1, 1, 64})}) {
            dump.arrays["positions"] = saved(at, {3, 1, 1}, "int64");
            EXPECT_EQ(mistake_in(dump, qwen2_), "agrees") << at[1] << dump.arrays["cos"].shape.size();
        }
    }
}

// Tables [3, 1, 1, 64] are axes, texts, tokens and pairs, unless the positions are those of three tokens.
TEST_F(MropePictures, OneTokenOfThreeAxesRequiresPositions) {
    const std::vector<double> at{5, 2, 3};
    std::vector<double> all;
    for (const double position : at)
        for (int pair = 0; pair < 64; ++pair) all.push_back(position * ladder(1e4, pair, 128));
    Dump dump = table_dump(all, {3, 1, 1, 64});
    try {
        static_cast<void>(mistake_in(dump, qwen2_));
        ADD_FAILURE() << "not refused";
    } catch (const UsageError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("--positions: required")) << error.what();
    }
    dump.arrays["positions"] = saved(at, {3}, "int64");
    EXPECT_EQ(mistake_in(dump, qwen2_), "agrees");
    for (const std::vector<std::int64_t>& shape : {std::vector<std::int64_t>{3, 64}, {3, 1, 64}}) {
        Dump tokens = table_dump(all, shape);
        tokens.arrays["positions"] = dump.arrays["positions"];
        EXPECT_EQ(mistake_in(tokens, qwen2_), "agrees") << shape.size();
    }
}

// models/ernie4_5_vl_moe: inv_freq is cat(hw[::2], hw[1::2], t).
TEST_F(MropePictures, TheBufferOfErnieIsInItsOwnOrder) {
    std::vector<double> buffer;
    for (int p = 0; p < 44; p += 2) buffer.push_back(ladder(1e4, p, 128));
    for (int p = 1; p < 44; p += 2) buffer.push_back(ladder(1e4, p, 128));
    for (int p = 44; p < 64; ++p) buffer.push_back(ladder(1e4, p, 128));
    Dump dump;
    dump.arrays["inverse-frequency"] = saved(buffer, {64}, "float32");
    EXPECT_EQ(mistake_in(dump, ernie_), "agrees");
    EXPECT_EQ(mistake_in(dump, qwen2_), "nothing") << "no other model has that order";
    Implementation of_config(RotarySpec{}, Pairing::gpt_j);
    take(parse_attention_facts(R"({"model_type": "ernie4_5_vl_moe", "num_attention_heads": 20})", "c"),
         of_config);
    EXPECT_EQ(of_config.axes.section_layout, AxisLayout::sections_alternating);
}

}  // namespace axes_tests
}  // namespace
}  // namespace poslab
