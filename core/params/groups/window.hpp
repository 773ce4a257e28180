#pragma once

#include "core/encoding/plan.hpp"
#include "core/engine/field.hpp"
#include "core/params/groups/shared_parameters.hpp"

#include <array>

namespace poslab {

/// Which part of a matrix is looked at, and how.
struct WindowGroup {
    Interval rows;
    Interval cols;
    Resolution resolution;
    Pool pool = Pool::mean;
    bool causal = true;

    static constexpr std::array<Choice, 3> pools{
        {{"mean", {"Mean", "平均"}}, {"max", {"Max", "最大"}}, {"sample", {"Sample", "取样"}}}};

    static constexpr std::array<Text, 2> masks{{{"Both sides", "双向"}, {"Causal", "因果"}}};

    static constexpr auto fields() {
        using G = WindowGroup;
        return std::tuple{
            parameter(&G::rows, {.id = "rows",
                                 .label = {"Rows", "行"},
                                 .symbol = "",
                                 .unit = {"", ""},
                                 .help = {"Query rows that are shown, A:B without B.", "显示的查询行 A:B，不含 B。"},
                                 .stage = Stage::window,
                                 .minimum = 0,
                                 .maximum = most_tokens,
                                 .slider = false}),
            parameter(&G::cols, {.id = "cols",
                                 .label = {"Columns", "列"},
                                 .symbol = "",
                                 .unit = {"", ""},
                                 .help = {"Key columns that are shown, A:B without B.", "显示的键列 A:B，不含 B。"},
                                 .stage = Stage::window,
                                 .minimum = 0,
                                 .maximum = most_tokens,
                                 .slider = false}),
            parameter(&G::resolution, shared_parameter::resolution()),
            parameter(&G::pool, {.id = "pool",
                                 .label = {"Pooling", "池化"},
                                 .symbol = "",
                                 .unit = {"", ""},
                                 .help = {"What a pixel shows that covers many cells.", "一个像素覆盖多个单元时显示什么。"},
                                 .stage = Stage::window,
                                 .choices = pools}),
            parameter(&G::causal, {.id = "causal",
                                   .label = {"Mask", "遮蔽"},
                                   .symbol = "",
                                   .unit = {"", ""},
                                   .help = {"Mask keys after the query; otherwise positions are odd in the distance.",
                                            "遮蔽查询之后的键；否则位置是距离的奇函数。"},
                                   .states = masks}),
        };
    }
};

}  // namespace poslab
