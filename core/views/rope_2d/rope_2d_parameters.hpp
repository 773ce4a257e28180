#pragma once

// The parameters of the view `rope-2d`.

#include "core/geometry/plane_encoding.hpp"
#include "core/params/groups/shared_parameters.hpp"

#include <array>
#include <tuple>

namespace poslab::rope_2d {

/// Beyond it positions are no longer told apart.
inline constexpr double farthest_position = 9007199254740992;  // 2^53

/// How positions become rotations, and which two are compared.
struct PlaneGroup {
    Construction construction = Construction::matrix_exponential;
    double theta = 1, b = 0, c = 0, f = 1;
    OptionalReal d, e;
    double x1 = 2, y1 = 1, x2 = 1, y2 = 3;
    double extent = 8;
    Resolution resolution;

    static constexpr std::array<Choice, 4> constructions{{{"matrix-exponential", {"Matrix exponential", "矩阵指数"}},
                                                          {"quaternion", {"Quaternion", "四元数"}},
                                                          {"sum", {"Sum x + y", "求和 x + y"}},
                                                          {"3x3", {"3×3 matrices", "3×3 矩阵"}}}};

    static constexpr Descriptor entry(std::string_view id, Text label, std::string_view symbol, Text help, int order) {
        return {.id = id, .label = label, .symbol = symbol, .help = help, .minimum = -10, .maximum = 10, .order = order};
    }
    static constexpr Descriptor free_entry(std::string_view id, Text label, std::string_view symbol, Text help, Choice unset) {
        Descriptor descriptor = entry(id, label, symbol, help, -3);
        descriptor.unset = unset;
        descriptor.slides = true;
        return descriptor;
    }
    static constexpr Descriptor coordinate(std::string_view id, Text label, std::string_view symbol, bool first = false) {
        Descriptor descriptor{
            .id = id,
            .label = label,
            .symbol = symbol,
            .help = {"A position's coordinate. Drag the point in the map, or type any number up to 2⁵³: phases stay exact.",
                     "位置的坐标。可在图中拖动该点，也可键入绝对值不超过 2⁵³ 的任意数：相位保持精确。"},
            .minimum = -farthest_position,
            .maximum = farthest_position,
            .plays_first = first,
            .track_end = "extent",
            .order = -5};
        return descriptor;
    }

    static constexpr auto fields() {
        using G = PlaneGroup;
        return std::tuple{
            parameter(
                &G::construction,
                {.id = "construction",
                 .label = {"Construction", "构造"},
                 .help = {"How a position (x, y) becomes a rotation. Only the matrix exponential keeps relativity and is lossless.",
                          "位置 (x, y) 如何成为旋转。只有矩阵指数既保持相对性，又无损。"},
                 .choices = constructions,
                 .order = -7}),
            parameter(&G::theta, entry("theta", {"Frequency", "频率"}, "θ",
                                       {"Angle a step, rad, of the first plane; at 0 every position is alike.",
                                        "第一个平面每步转过的弧度；为 0 时所有位置都一样。"},
                                       -6)),
            parameter(&G::b, entry("b", {"Generator", "生成元"}, "b",
                                   {"Of B1 = gen(1, b, c, 0, 0, 0), and of B2 of 3×3: it turns the plane that x rotates.",
                                    "B1 = gen(1, b, c, 0, 0, 0) 与 3×3 之 B2 的元素：改变 x 所转平面的方向。"},
                                   -4)),
            parameter(&G::c, entry("c", {"Generator", "生成元"}, "c",
                                   {"Of B1 = gen(1, b, c, 0, 0, 0), and of B2 of 3×3: it turns the plane that x rotates.",
                                    "B1 = gen(1, b, c, 0, 0, 0) 与 3×3 之 B2 的元素：改变 x 所转平面的方向。"},
                                   -4)),
            parameter(&G::f, entry("f", {"Generator", "生成元"}, "f",
                                   {"Of B2 = gen(0, 0, 0, d, e, f): how fast y turns its plane, compared with x.",
                                    "B2 = gen(0, 0, 0, d, e, f) 的元素：y 转动其平面相对于 x 的快慢。"},
                                   -4)),
            parameter(&G::d, free_entry("d", {"Generator", "生成元"}, "d",
                                        {"Of B2. Only d = cf and e = −bf commute with B1: anything else breaks relativity.",
                                         "B2 的元素。只有 d = cf、e = −bf 与 B1 交换，其余取值都破坏相对性。"},
                                        {"cf", {"= cf", "= cf"}})),
            parameter(&G::e, free_entry("e", {"Generator", "生成元"}, "e",
                                        {"Of B2. Only d = cf and e = −bf commute with B1: anything else breaks relativity.",
                                         "B2 的元素。只有 d = cf、e = −bf 与 B1 交换，其余取值都破坏相对性。"},
                                        {"-bf", {"= −bf", "= −bf"}})),
            parameter(&G::x1, coordinate("x1", {"First position", "第一个位置"}, "x₁")),
            parameter(&G::y1, coordinate("y1", {"First position", "第一个位置"}, "y₁")),
            parameter(&G::x2, coordinate("x2", {"Second position", "第二个位置"}, "x₂", true)),
            parameter(&G::y2, coordinate("y2", {"Second position", "第二个位置"}, "y₂")),
            parameter(&G::extent, {.id = "extent",
                                   .label = {"Half-width", "平面半宽"},
                                   .symbol = "±",
                                   .help = {"Half the width of the plane that maps show: x and y from −extent to extent.",
                                            "各图所示平面的半宽：x、y 自 −extent 至 extent。"},
                                   .minimum = 0,
                                   .maximum = 1e6,
                                   .open_minimum = true,
                                   .spacing = Spacing::logarithmic,
                                   .rare = true,
                                   .order = -2}),
            parameter(&G::resolution, shared_parameter::resolution()),
        };
    }
};

/// How the pairs of a head share the two axes.
enum class HeadLayout { axial, diagonal, mixed, directions, mrope, sum, flattened };
inline constexpr std::size_t head_layouts = 7;

/// A head of a vision model.
struct HeadGroup {
    std::int64_t dim = 64;
    double base = 100;
    std::int64_t grid = 14;
    HeadLayout layout = HeadLayout::axial;
    double direction = 30;
    NumberList mrope_sections{};
    bool mrope_interleaved = false;
    OptionalReal patch_x, patch_y;

    static constexpr std::array<Choice, head_layouts> layouts{{{"axial", {"Axial", "轴向"}},
                                                               {"diagonal", {"Diagonal", "对角"}},
                                                               {"mixed", {"Mixed, one head", "混合，单头"}},
                                                               {"mixed-mean", {"Mixed, mean of heads", "混合，各头平均"}},
                                                               {"m-rope", {"M-RoPE", "M-RoPE"}},
                                                               {"sum", {"Sum x + y", "求和 x + y"}},
                                                               {"flattened", {"Flattened", "展平"}}}};

    static constexpr Descriptor patch(std::string_view id, Text label, std::string_view symbol) {
        return {.id = id,
                .label = label,
                .symbol = symbol,
                .help = {"The patch that is compared with all others, from 0; click one in the map.",
                         "与其余各块比较的图像块，自 0 起；可在图中点选。"},
                .minimum = 0,
                .maximum = 1023,
                .whole = true,
                .unset = {"middle", {"middle", "居中"}},
                .track_end = "grid",
                .slides = true,
                .order = 3};
    }

    static constexpr auto fields() {
        using G = HeadGroup;
        return std::tuple{
            parameter(&G::dim, shared_parameter::dim()),
            parameter(&G::base, shared_parameter::base()),
            parameter(&G::grid, {.id = "grid",
                                 .label = {"Grid", "网格"},
                                 .symbol = "h",
                                 .unit = {"patches", "块"},
                                 .help = {"Patches along each side of the image: h × h of them.", "图像每边的块数，共 h × h 块。"},
                                 .minimum = 1,
                                 .maximum = 512,
                                 .spacing = Spacing::logarithmic,
                                 .order = 1}),
            parameter(
                &G::layout,
                {.id = "layout",
                 .label = {"Head", "头的布局"},
                 .help =
                     {"How a head's pairs share the axes: half of them each, along diagonals or any direction, by M-RoPE's "
                      "sections, by x + y, or as one line of patches.",
                      "头的各维度对如何分担坐标轴：各占一半、沿对角或任意方向、按 M-RoPE 分段、只看 x + y，或把图像块排成一行。"},
                 .choices = layouts,
                 .order = 2}),
            parameter(&G::direction,
                      {.id = "direction",
                       .label = {"Direction", "方向"},
                       .symbol = "φ",
                       .unit = {"°", "°"},
                       .help = {"Which way the frequencies of a mixed head point; RoPE-Mixed draws one for each head.",
                                "混合布局中频率所指的方向；RoPE-Mixed 为每个头随机取一个。"},
                       .minimum = 0,
                       .maximum = 90,
                       .order = 2},
                      [](const G& g) { return g.layout == HeadLayout::mixed; }),
            parameter(&G::mrope_sections, shared_parameter::mrope_sections()),
            parameter(&G::mrope_interleaved, shared_parameter::mrope_interleaved(),
                      [](const G& g) { return !g.mrope_sections.numbers.empty(); }),
            parameter(&G::patch_x, patch("patch-x", {"Patch column", "块所在列"}, "x")),
            parameter(&G::patch_y, patch("patch-y", {"Patch row", "块所在行"}, "y")),
        };
    }
};

struct CellGroup {
    CellText cell_text = CellText::number;

    static constexpr auto fields() { return std::tuple{parameter(&CellGroup::cell_text, shared_parameter::cell_text())}; }
};

struct Params {
    PlaneGroup plane;
    HeadGroup head;
    CellGroup cell;
};

}  // namespace poslab::rope_2d
