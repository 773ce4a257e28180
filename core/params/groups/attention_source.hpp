#pragma once

#include "core/attention/sources.hpp"
#include "core/params/parameters.hpp"

#include <array>
#include <nlohmann/json_fwd.hpp>

namespace poslab {

/// What a file of queries, or of a whole matrix, stands for: its own length, head dimension and number of heads, the keys and
/// values beside the queries in the same file; in attention_source.cpp. Throws InputError.
[[nodiscard]] nlohmann::json queries_fill(const Value& file);
[[nodiscard]] nlohmann::json keys_fill(const Value& file);
[[nodiscard]] nlohmann::json matrix_fills(const Value& file);
/// A head takes its own slope of ALiBi.
[[nodiscard]] nlohmann::json head_fills(const Value& head);
/// Whether a file holds tensors and, among them, queries.
[[nodiscard]] bool holds_queries(const std::string& path);
[[nodiscard]] bool holds_matrix(const std::string& path);

enum class SourceChoice { isotropic, constant, smooth, repeated, needle, file };
enum class MatrixHolds { weights, logits };

/// Where queries and keys come from (core/attention/sources.hpp, file_vectors.hpp).
struct AttentionSourceGroup {
    SourceChoice source = SourceChoice::isotropic;
    std::int64_t seed = VectorSourceSpec{}.seed;
    double smoothness = VectorSourceSpec{}.smoothness;
    std::int64_t period = VectorSourceSpec{}.period;
    std::int64_t needle_position = VectorSourceSpec{}.needle_position;
    FileName queries{}, keys{}, values{};
    FileName matrix{};
    MatrixHolds matrix_holds = MatrixHolds::weights;
    std::int64_t layer = 0;
    OptionalReal head{0, true};  // unset: all
    bool rotated = false;
    FileName query_bias{}, key_bias{};
    FileName tokens{};

    static constexpr std::array<Choice, 6> sources{{{"isotropic", {"Random, isotropic", "随机，各向同性"}},
                                                    {"constant", {"Constant", "常量"}},
                                                    {"smooth", {"Smooth, AR(1)", "平滑，AR(1)"}},
                                                    {"repeated", {"Repeated segment", "重复片段"}},
                                                    {"needle", {"Needle", "插针"}},
                                                    {"file", {"File", "文件"}}}};
    static constexpr std::array<Choice, 2> holdings{{{"weights", {"Weights", "权重"}}, {"logits", {"Logits", "得分"}}}};

    static constexpr bool drawn(const AttentionSourceGroup& g) {
        return g.source != SourceChoice::file && g.source != SourceChoice::constant;
    }
    static constexpr bool from_file(const AttentionSourceGroup& g) { return g.source == SourceChoice::file; }
    static constexpr bool given_matrix(const AttentionSourceGroup& g) { return from_file(g) && !g.matrix.path.empty(); }
    static constexpr bool given_vectors(const AttentionSourceGroup& g) { return from_file(g) && g.matrix.path.empty(); }

    static constexpr auto fields();
};

constexpr auto AttentionSourceGroup::fields() {
    using G = AttentionSourceGroup;
    constexpr Text tokens{"tokens", "词元"};
    constexpr auto vectors = [](const G& g) { return !given_matrix(g); };
    return std::tuple{
        parameter(&G::source, {.id = "source",
                               .label = {"Data", "数据"},
                               .help = {"Queries and keys: drawn, constant (the pattern of the positions alone), or from files.",
                                        "查询与键：随机、常量（只剩位置的图样）或取自文件。"},
                               .choices = sources,
                               .order = -6}),
        parameter(&G::seed,
                  {.id = "seed",
                   .label = {"Seed", "种子"},
                   .help = {"Another seed, other random queries and keys; the same seed, the same numbers on every machine.",
                            "种子不同则随机的查询与键不同；同一种子在任何机器上给出同样的数。"},
                   .minimum = 0,
                   .maximum = 2147483647,
                   .spacing = Spacing::logarithmic,
                   .rare = true,
                   .order = 6},
                  drawn),
        parameter(&G::smoothness,
                  {.id = "smoothness",
                   .label = {"Smoothness", "平滑度"},
                   .symbol = "ρ",
                   .help = {"How much of a token's vector comes from the one before: x_t = ρ x_(t−1) + √(1−ρ²) ε_t.",
                            "词元的向量有多少来自前一个：x_t = ρ x_(t−1) + √(1−ρ²) ε_t。"},
                   .minimum = 0,
                   .maximum = 1,
                   .order = -1},
                  [](const G& g) { return g.source == SourceChoice::smooth; }),
        parameter(&G::period,
                  {.id = "period",
                   .label = {"Period", "周期"},
                   .unit = tokens,
                   .help = {"After how many tokens the draws repeat: token t has the query and the key of token t mod period.",
                            "抽样重复的间隔：词元 t 的查询与键同词元 t mod 周期。"},
                   .minimum = 1,
                   .maximum = most_tokens,
                   .spacing = Spacing::logarithmic,
                   .order = -1},
                  [](const G& g) { return g.source == SourceChoice::repeated; }),
        parameter(&G::needle_position,
                  {.id = "needle-position",
                   .label = {"Needle at", "针的位置"},
                   .unit = tokens,
                   .help = {"The key that points along the last query.", "与最后一个查询同向的键所在位置。"},
                   .minimum = 0,
                   .maximum = most_tokens - 1,
                   .spacing = Spacing::logarithmic,
                   .order = -1},
                  [](const G& g) { return g.source == SourceChoice::needle; }),
        parameter(
            &G::queries,
            {.id = "queries",
             .label = {"Queries", "查询"},
             .help =
                 {"Queries before rotation, [L,d], [H,L,d] or [N,H,L,d]: .npy, .npz or .safetensors, FILE#NAME. Takes "
                  "keys and values from the same file.",
                  "旋转前的查询，[L,d]、[H,L,d] 或 [N,H,L,d]：.npy、.npz、.safetensors，FILE#NAME。同一文件中的键与值一并取用。"},
             .order = -2,
             .fills = queries_fill,
             .accepts = holds_queries},
            given_vectors),
        parameter(&G::keys,
                  {.id = "keys",
                   .label = {"Keys", "键"},
                   .help = {"Keys before rotation, shaped as the queries; fewer heads are shared among those of the queries (GQA).",
                            "旋转前的键，形状同查询；头数较少时由多个查询头共用（GQA）。"},
                   .order = -2,
                   .fills = keys_fill},
                  given_vectors),
        parameter(&G::values,
                  {.id = "values",
                   .label = {"Values", "值"},
                   .help = {"Values, shaped as the keys: the attention output is then computed, too.",
                            "值，形状同键；给出后另算注意力输出。"},
                   .rare = true,
                   .order = -2},
                  given_vectors),
        parameter(&G::matrix,
                  {.id = "matrix",
                   .label = {"Matrix", "矩阵"},
                   .help = {"Weights or logits computed elsewhere, [L,L], [H,L,L] or [N,H,L,L], shown as they are.",
                            "别处算得的权重或得分，[L,L]、[H,L,L] 或 [N,H,L,L]，原样显示。"},

                   .order = -2,
                   .fills = matrix_fills,
                   .accepts = holds_matrix},
                  from_file),
        parameter(
            &G::matrix_holds,
            {.id = "matrix-holds",
             .label = {"Holds", "内容"},
             .help = {"Whether that matrix holds weights or logits before the softmax.", "该矩阵是权重，还是 softmax 之前的得分。"},
             .choices = holdings,
             .order = -2},
            given_matrix),
        parameter(&G::layer,
                  {.id = "layer",
                   .label = {"Layer", "层"},
                   .help = {"Which layer of a file [N,H,L,d], from 0.", "文件 [N,H,L,d] 中的第几层，自 0 起。"},
                   .minimum = 0,
                   .maximum = 1023,
                   .stepped = true,
                   .order = -2},
                  from_file),
        parameter(&G::head,
                  {.id = "head",
                   .label = {"Head", "头"},
                   .help = {"Which head, from 0, or all of them side by side. Drawn queries have as many heads as `heads` says.",
                            "第几个头，自 0 起；或并列显示全部。随机查询的头数即 heads。"},
                   .minimum = 0,
                   .maximum = 1023,
                   .whole = true,
                   .unset = {"all", {"all", "全部"}},
                   .stepped = true,
                   .order = -2,
                   .fills = head_fills}),
        parameter(&G::rotated,
                  {.id = "rotated",
                   .label = {"Already rotated", "已含 RoPE"},
                   .help = {"The file's queries and keys carry RoPE with this base and scaling: it is taken off first.",
                            "文件中的查询与键已按此底数与缩放旋转过：先将其撤去。"},
                   .rare = true,
                   .order = -2},
                  given_vectors),
        parameter(&G::query_bias,
                  {.id = "query-bias",
                   .label = {"Query bias", "查询偏置"},
                   .symbol = "a",
                   .help = {"A vector [d] added to every query; with bias gau, the a of a·R·b.",
                            "加到每个查询上的向量 [d]；偏置为 gau 时即 a·R·b 的 a。"},
                   .rare = true,
                   .order = 5},
                  vectors),
        parameter(&G::key_bias,
                  {.id = "key-bias",
                   .label = {"Key bias", "键偏置"},
                   .symbol = "b",
                   .help = {"A vector [d] added to every key; with bias gau, the b of a·R·b.",
                            "加到每个键上的向量 [d]；偏置为 gau 时即 a·R·b 的 b。"},
                   .rare = true,
                   .order = 5},
                  vectors),
        parameter(&G::tokens, {.id = "tokens",
                               .label = {"Tokens", "词元"},
                               .help = {"A text file with one token a line: names for rows and columns.",
                                        "每行一个词元的文本文件，作行与列的名称。"},
                               .rare = true,
                               .order = 5}),
    };
}

}  // namespace poslab
