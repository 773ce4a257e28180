#pragma once

#include "core/attention/biases.hpp"
#include "core/hippo/memory_order.hpp"
#include "core/params/parameters.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>

namespace poslab {

/// Values of the parameter `cell-text`.
enum class CellText { number, formula };

/// Return the parameters that a file of queries, keys or a whole matrix sets: its length, head dimension and
/// number of heads, and keys and values in or next to the file of queries. Defined in vector_files.cpp. Throw
/// InputError.
[[nodiscard]] nlohmann::json queries_fill(const Value& file);
[[nodiscard]] nlohmann::json keys_fill(const Value& file);
[[nodiscard]] nlohmann::json matrix_fills(const Value& file);
/// Returns the choice of a file as the source of the bias vector.
[[nodiscard]] nlohmann::json bias_file_fills(const Value& file);
/// Returns ALiBi's slope of that head.
[[nodiscard]] nlohmann::json head_fills(const Value& head);
/// True if the file contains queries, keys or a matrix (reads its header); throws InputError for other files.
[[nodiscard]] bool holds_queries(const std::string& path, const Job& job = {});
[[nodiscard]] bool holds_keys(const std::string& path, const Job& job = {});
[[nodiscard]] bool holds_matrix(const std::string& path, const Job& job = {});
/// Returns the parameters that a file of samples sets: the signal, and its length. Defined in
/// signal_parameters.cpp. Throws InputError.
[[nodiscard]] nlohmann::json signal_file_fills(const Value& file);
[[nodiscard]] bool holds_signal(const std::string& path, const Job& job = {});

/// Parameters of several groups: one id always has the same descriptor.
namespace shared_parameter {

constexpr Descriptor seed() {
    return {.id = "seed",
            .label = "Seed"_tr,
            .help = "Seed of the random numbers; the same seed gives the same numbers on every machine."_tr,
            .domain = {.minimum = 0, .maximum = 2147483647},
            .control = {.spacing = Spacing::logarithmic, .listed = Listed::rare, .order = 6}};
}

constexpr Descriptor log_n() {
    return {.id = "log-n",
            .label = "Scale queries by log n"_tr,
            .help = "Multiplies q by max(1, ln n / ln train-length), n: number of keys."_tr,
            .source = untranslated("9708"),
            .control = {.order = 4}};
}

constexpr Descriptor base() {
    return {.id = "base",
            .label = "Base"_tr,
            .symbol = "b",
            .help = "rope_theta: θ_p = base^(−2p/d). A larger base slows all pairs but the first."_tr,
            .source = untranslated("RoFormer, arXiv 2104.09864"),
            .domain = {.minimum = 1, .maximum = 1e12, .open_minimum = true},
            .control = {.spacing = Spacing::logarithmic, .order = -1}};
}

constexpr Descriptor dim() {
    return {.id = "dim",
            .label = "Head dim"_tr,
            .symbol = "d",
            .help = "Dimensions per head; they form half as many pairs."_tr,
            .source = untranslated("RoFormer, arXiv 2104.09864"),
            .domain = {.minimum = 2, .maximum = 4096},
            .control = {.spacing = Spacing::logarithmic, .order = -1}};
}

constexpr Descriptor mrope_sections() {
    return {.id = "mrope-sections",
            .label = "M-RoPE"_tr.as("sections"),
            .help = "Pairs of time, height and width, as t,h,w; their sum is all pairs."_tr,
            .source = untranslated("Qwen2-VL, arXiv 2409.12191"),
            .domain = {.minimum = 0, .maximum = 2048, .whole = true},
            .control = {.listed = Listed::rare, .order = 7}};
}

constexpr Descriptor mrope_interleaved() {
    return {.id = "mrope-interleaved",
            .label = "Interleaved"_tr,
            .help = "M-RoPE's sections alternate (THWTHW…T) instead of forming blocks."_tr,
            .source = untranslated("Qwen3-VL"),
            .control = {.listed = Listed::rare, .order = 7}};
}

constexpr Descriptor mrope_alternating() {
    return {.id = "mrope-alternating",
            .label = "Alternating"_tr,
            .help = "Height and width alternate pair by pair (HWHW…), and time has the last pairs."_tr,
            .source = untranslated("ERNIE 4.5 VL"),
            .control = {.listed = Listed::rare, .order = 7}};
}

/// The resolution of matrices and maps.
constexpr Descriptor resolution() {
    return {.id = "resolution",
            .label = "Resolution"_tr,
            .help = "Columns × rows that the matrix is pooled to."_tr,
            .stage = Stage::window,
            .control = {.listed = Listed::nowhere}};
}

inline constexpr auto cell_texts = choices<CellText>(
    {{CellText::number, "number", "Number"_tr}, {CellText::formula, "formula", "Formula"_tr}});

constexpr Descriptor cell_text() {
    return {
        .id = "cell-text",
        .label = "Cells"_tr,
        .help = "Text in cells that are large enough: the value, or its formula, as in w + 2/k or cos xθ."_tr,
        .stage = Stage::style,
        .domain = {.choices = cell_texts}};
}

constexpr Descriptor smoothness() {
    return {.id = "smoothness",
            .label = "Smoothness"_tr,
            .symbol = "ρ",
            .help = "Correlation of each number with the one before: x_t = ρ x_(t−1) + √(1−ρ²) ε_t."_tr,
            .domain = {.minimum = 0, .maximum = 1},
            .control = {.order = -1}};
}

constexpr Descriptor measure() {
    return {.id = "measure",
            .label = "Measure"_tr,
            .help =
                "The past that the state covers, all or a sliding window, and its basis, polynomials or "
                "Fourier waves."_tr,
            .control = {.order = -6}};
}

constexpr Descriptor memory_order() {
    return {.id = "order",
            .label = "Order"_tr,
            .symbol = "N",
            .help = "Size of the state: coefficients 0 to N − 1 (Fourier-LegS: −N to N)."_tr,
            .source = untranslated("HiPPO, arXiv 2008.07669"),
            .domain = {.minimum = 1, .maximum = largest_memory_order},
            .control = {.spacing = Spacing::logarithmic, .order = -3}};
}

constexpr Descriptor heads() {
    return {.id = "heads",
            .label = "Heads"_tr,
            .symbol = "n",
            .help = "Heads per layer; each has its own ALiBi slope."_tr,
            .source = untranslated("ALiBi, arXiv 2108.12409"),
            .domain = {.minimum = 1, .maximum = 1024},
            .control = {.spacing = Spacing::logarithmic, .order = 2}};
}

constexpr Descriptor lambda() {
    return {.id = "lambda",
            .label = "Strength"_tr,
            .symbol = "λ",
            .help = "λ of λ Σ cos Δθ, in Sandwich and in GAU without a and b."_tr,
            .source = untranslated("Sandwich, arXiv 2212.10356; 9431; 9577"),
            .domain = {.minimum = 0, .maximum = 1000},
            .control = {.spacing = Spacing::logarithmic, .order = 2}};
}

constexpr Descriptor queries() {
    return {.id = "queries",
            .label = "Queries"_tr,
            .help =
                "Queries before rotation, [L,d], [H,L,d] or [N,H,L,d]: .npy, .npz or .safetensors, "
                "FILE#NAME. Keys and values come from the same file, or keys from k.npy next to q.npy."_tr,
            .control = {.order = -2},
            .expand_preset = queries_fill,
            .accepts = holds_queries};
}

constexpr Descriptor keys() {
    return {.id = "keys",
            .label = "Keys"_tr,
            .help =
                "Keys before rotation, with the shape of the "
                "queries; query heads can share key heads (GQA)."_tr,
            .control = {.order = -2},
            .expand_preset = keys_fill,
            .accepts = holds_keys};
}

constexpr Descriptor layer() {
    return {.id = "layer",
            .label = "Layer"_tr,
            .help = "Layer of a model, or of a file [N,H,L,d], from 0."_tr,
            .domain = {.minimum = 0, .maximum = 1023},
            .control = {.widget = Widget::buttons, .order = -2}};
}

constexpr Descriptor tokens() {
    return {
        .id = "tokens",
        .label = "Tokens"_tr,
        .help = "Names of rows and columns, one per line; for a model its token ids: npy, JSON, or text."_tr,
        .control = {.listed = Listed::rare, .order = 5}};
}

constexpr Descriptor head() {
    return {.id = "head",
            .label = "Head"_tr,
            .help = "Index of the head, from 0, or all side by side. Random queries have `heads` heads."_tr,
            .domain = {.minimum = 0, .maximum = 1023, .whole = true, .unset = {"all", "all"_tr}},
            .control = {.widget = Widget::buttons, .order = -2},
            .expand_preset = head_fills};
}

constexpr Descriptor rotated() {
    return {.id = "rotated",
            .label = "Already rotated"_tr,
            .help =
                "The file's queries and keys include RoPE with "
                "this base and scaling; it is undone first."_tr,
            .control = {.listed = Listed::rare, .order = -2}};
}

constexpr Descriptor query_bias() {
    return {.id = "query-bias",
            .label = "Query bias"_tr,
            .symbol = "a",
            .help = "A vector [d] added to every query; with bias gau, the a of a·R·b."_tr,
            .source = untranslated("9577"),
            .control = {.listed = Listed::rare, .order = 5},
            .expand_preset = bias_file_fills};
}

constexpr Descriptor key_bias() {
    return {.id = "key-bias",
            .label = "Key bias"_tr,
            .symbol = "b",
            .help = "A vector [d] added to every key; with bias gau, the b of a·R·b."_tr,
            .source = untranslated("9577"),
            .control = {.listed = Listed::rare, .order = 5},
            .expand_preset = bias_file_fills};
}

}  // namespace shared_parameter

}  // namespace poslab
