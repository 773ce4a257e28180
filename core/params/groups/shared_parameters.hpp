#pragma once

#include "core/attention/biases.hpp"
#include "core/hippo/memory_order.hpp"
#include "core/params/parameters.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>

namespace poslab {

/// Of the parameter `cell-text`.
enum class CellText { number, formula };

/// What a file of queries, or of a whole matrix, stands for: its own length, head dimension and number of heads, the keys and
/// values beside the queries in the same file; in vector_files.cpp. Throws InputError.
[[nodiscard]] nlohmann::json queries_fill(const Value& file);
[[nodiscard]] nlohmann::json keys_fill(const Value& file);
[[nodiscard]] nlohmann::json matrix_fills(const Value& file);
/// A vector from a file is what biases are then taken from.
[[nodiscard]] nlohmann::json bias_file_fills(const Value& file);
/// A head takes its own slope of ALiBi.
[[nodiscard]] nlohmann::json head_fills(const Value& head);
/// Whether a file holds tensors and, among them, queries.
[[nodiscard]] bool holds_queries(const std::string& path);
[[nodiscard]] bool holds_matrix(const std::string& path);
/// A file of samples is what is then fed, as long as it is; in signal_parameters.cpp. Throws InputError.
[[nodiscard]] nlohmann::json signal_file_fills(const Value& file);
[[nodiscard]] bool holds_signal(const std::string& path);

/// Parameters that are members of several groups: the same id is always the same descriptor.
namespace shared_parameter {

constexpr Descriptor seed() {
    return {.id = "seed",
            .label = {"Seed", "种子"},
            .help = {"Another seed, other random numbers; the same seed, the same numbers on every machine.",
                     "种子不同则随机数不同；同一种子在任何机器上给出同样的数。"},
            .minimum = 0,
            .maximum = 2147483647,
            .spacing = Spacing::logarithmic,
            .rare = true,
            .order = 6};
}

constexpr Descriptor base() {
    return {.id = "base",
            .label = {"Base", "底数"},
            .symbol = "b",
            .help = {"rope_theta: θ_p = base^(−2p/d). A larger one turns slow pairs more slowly.",
                     "即 rope_theta：θ_p = base^(−2p/d)。越大，慢的维度对转得越慢。"},
            .minimum = 1,
            .maximum = 1e12,
            .open_minimum = true,
            .spacing = Spacing::logarithmic,
            .order = -1};
}

constexpr Descriptor dim() {
    return {.id = "dim",
            .label = {"Head size", "头维度"},
            .symbol = "d",
            .help = {"Dimensions of a head; half as many pairs rotate.", "一个头的维数；其一半为旋转的维度对数。"},
            .minimum = 2,
            .maximum = 4096,
            .spacing = Spacing::logarithmic,
            .order = -1};
}

constexpr Descriptor mrope_sections() {
    return {.id = "mrope-sections",
            .label = {"M-RoPE", "M-RoPE 分段"},
            .help = {"Pairs that turn with time, height and width: t,h,w, together all pairs.",
                     "随时间、高、宽转动的对数：t,h,w，合计为全部对数。"},
            .minimum = 0,
            .maximum = 2048,
            .whole = true,
            .rare = true,
            .order = 7};
}

constexpr Descriptor mrope_interleaved() {
    return {.id = "mrope-interleaved",
            .label = {"Interleaved", "交错排列"},
            .help = {"M-RoPE's sections alternate (THWTHW…T) instead of standing in blocks.",
                     "M-RoPE 的各段交错（THWTHW…T），而非成块排列。"},
            .rare = true,
            .order = 7};
}

/// Of matrices and maps.
constexpr Descriptor resolution() {
    return {.id = "resolution",
            .label = {"Resolution", "分辨率"},
            .help = {"Columns × rows that the matrix is pooled to.", "矩阵池化到的列数×行数。"},
            .stage = Stage::window,
            .slider = false};
}

inline constexpr std::array<Choice, 2> cell_texts{{{"number", {"Number", "数值"}}, {"formula", {"Formula", "公式"}}}};

constexpr Descriptor cell_text() {
    return {.id = "cell-text",
            .label = {"Cells", "单元格"},
            .help = {"What a cell shows when it is large enough: its value, or what the article writes: w + 2/k, cos xθ.",
                     "单元格足够大时显示什么：数值，或文章的写法，如 w + 2/k、cos xθ。"},
            .stage = Stage::style,
            .choices = cell_texts};
}

constexpr Descriptor smoothness() {
    return {.id = "smoothness",
            .label = {"Smoothness", "平滑度"},
            .symbol = "ρ",
            .help = {"How much of each number comes from the one before: x_t = ρ x_(t−1) + √(1−ρ²) ε_t.",
                     "每个数有多少来自前一个：x_t = ρ x_(t−1) + √(1−ρ²) ε_t。"},
            .minimum = 0,
            .maximum = 1,
            .order = -1};
}

constexpr Descriptor memory_order() {
    return {.id = "order",
            .label = {"Order", "阶数"},
            .symbol = "N",
            .help = {"How many numbers the state has: coefficients 0 to N − 1 (of Fourier-LegS −N to N).",
                     "状态的数的个数：系数 0 至 N − 1（Fourier-LegS 为 −N 至 N）。"},
            .minimum = 1,
            .maximum = largest_memory_order,
            .spacing = Spacing::logarithmic,
            .order = -3};
}

constexpr Descriptor heads() {
    return {.id = "heads",
            .label = {"Heads", "头数"},
            .symbol = "n",
            .help = {"Heads of the layer: they share out ALiBi's slopes.", "该层的头数；ALiBi 的斜率由各头分得。"},
            .minimum = 1,
            .maximum = 1024,
            .spacing = Spacing::logarithmic,
            .order = 2};
}

constexpr Descriptor lambda() {
    return {.id = "lambda",
            .label = {"Strength", "强度"},
            .symbol = "λ",
            .help = {"λ Σ cos Δθ: the strength of Sandwich, and of GAU where a and b are not given.",
                     "λ Σ cos Δθ：Sandwich 的强度；未给出 a、b 时亦为 GAU 的强度。"},
            .minimum = 0,
            .maximum = 1000,
            .spacing = Spacing::logarithmic,
            .order = 2};
}

constexpr Descriptor queries() {
    return {
        .id = "queries",
        .label = {"Queries", "查询"},
        .help = {"Queries before rotation, [L,d], [H,L,d] or [N,H,L,d]: .npy, .npz or .safetensors, FILE#NAME. Takes "
                 "keys and values from the same file.",
                 "旋转前的查询，[L,d]、[H,L,d] 或 [N,H,L,d]：.npy、.npz、.safetensors，FILE#NAME。同一文件中的键与值一并取用。"},
        .order = -2,
        .fills = queries_fill,
        .accepts = holds_queries};
}

constexpr Descriptor keys() {
    return {.id = "keys",
            .label = {"Keys", "键"},
            .help = {"Keys before rotation, shaped as the queries; fewer heads are shared among those of the queries (GQA).",
                     "旋转前的键，形状同查询；头数较少时由多个查询头共用（GQA）。"},
            .order = -2,
            .fills = keys_fill};
}

constexpr Descriptor layer() {
    return {.id = "layer",
            .label = {"Layer", "层"},
            .help = {"Which layer of a file [N,H,L,d], from 0.", "文件 [N,H,L,d] 中的第几层，自 0 起。"},
            .minimum = 0,
            .maximum = 1023,
            .stepped = true,
            .order = -2};
}

constexpr Descriptor head() {
    return {.id = "head",
            .label = {"Head", "头"},
            .help = {"Which head, from 0, or all of them side by side. Drawn queries have as many heads as `heads` says.",
                     "第几个头，自 0 起；或并列显示全部。随机查询的头数即 heads。"},
            .minimum = 0,
            .maximum = 1023,
            .whole = true,
            .unset = {"all", {"all", "全部"}},
            .stepped = true,
            .order = -2,
            .fills = head_fills};
}

constexpr Descriptor rotated() {
    return {.id = "rotated",
            .label = {"Already rotated", "已含 RoPE"},
            .help = {"The file's queries and keys carry RoPE with this base and scaling: it is taken off first.",
                     "文件中的查询与键已按此底数与缩放旋转过：先将其撤去。"},
            .rare = true,
            .order = -2};
}

constexpr Descriptor query_bias() {
    return {.id = "query-bias",
            .label = {"Query bias", "查询偏置"},
            .symbol = "a",
            .help = {"A vector [d] added to every query; with bias gau, the a of a·R·b.",
                     "加到每个查询上的向量 [d]；偏置为 gau 时即 a·R·b 的 a。"},
            .rare = true,
            .order = 5,
            .fills = bias_file_fills};
}

constexpr Descriptor key_bias() {
    return {.id = "key-bias",
            .label = {"Key bias", "键偏置"},
            .symbol = "b",
            .help = {"A vector [d] added to every key; with bias gau, the b of a·R·b.",
                     "加到每个键上的向量 [d]；偏置为 gau 时即 a·R·b 的 b。"},
            .rare = true,
            .order = 5,
            .fills = bias_file_fills};
}

}  // namespace shared_parameter

}  // namespace poslab
