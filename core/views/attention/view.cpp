#include "core/base/errors.hpp"
#include "core/views/attention/attention.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace poslab {

namespace attention {

namespace {

RotarySpec rotary_of(const Params& params) {
    return rotary_spec(params.rotary, params.lengths.train_length, params.lengths.length);
}

bool shows_a_pass(const Params& params) { return params.attention.show == Show::near || params.attention.show == Show::far; }

void check_show(const Params& params) {
    const Show show = params.attention.show;
    if (AttentionSourceGroup::given_matrix(params.source) && (shows_a_pass(params) || show == Show::difference))
        throw UsageError(fmt::format("--show {}: a matrix from elsewhere has weights and logits only",
                                     AttentionGroup::shows[static_cast<std::size_t>(show)].id));
    if (shows_a_pass(params) && !has_two_passes(params.map.map))
        throw UsageError(
            fmt::format("--show {}: map {} is computed in one pass; two have rerope, leaky-rerope, "
                        "inv-leaky-rerope, self-extend, dual-chunk",
                        AttentionGroup::shows[static_cast<std::size_t>(show)].id,
                        PositionMapGroup::maps[static_cast<std::size_t>(params.map.map)].id));
}

void check_source(const Params& params) {
    const std::int64_t length = params.lengths.length;
    if (params.source.source == SourceChoice::needle && params.source.needle_position >= length)
        throw UsageError(fmt::format("--needle-position {}: must be below the length {}", params.source.needle_position, length));
    if (params.attention.row.set && params.attention.row.value >= static_cast<double>(length))
        throw UsageError(fmt::format("--row {}: must be below the length {}, or last", params.attention.row.value, length));
    const bool drawn = !AttentionSourceGroup::from_file(params.source);
    if (drawn && params.source.head.set && params.source.head.value >= static_cast<double>(params.bias.heads))
        throw UsageError(fmt::format("--head {}: must be below --heads {}, or all", params.source.head.value, params.bias.heads));
}

struct View {
    using Params = attention::Params;

    static ViewInfo info() {
        return {.id = "attention",
                .title = {"Attention map", "注意力图"},
                .short_title = {"Map", "注意力图"},
                .section = Section::attention,
                .summary =
                    {"What queries attend to under a position map, a frequency scaling and a bias: drawn, or from your own model.",
                     "查询在某种位置映射、频率缩放与偏置之下关注什么：可用随机数据，也可用自己的模型。"},
                .source = "9708, 9577, Su Jianlin, spaces.ac.cn/archives",
                .figures = figures(),
                .arrays = arrays(),
                .values = values()};
    }

    static std::vector<FigureInfo> figures() {
        return {{"main",
                 {"Map, row and distances", "图、行与距离"},
                 {"map", "overview", "row", "distance_step", "ratio_to_uniform", "normalized_entropy"}},
                {"map", {"Map", "注意力图"}, {"map", "overview"}, false},
                {"row", {"Row", "一行"}, {"row"}, false},
                {"distance", {"By distance", "随距离"}, {"distance_step", "ratio_to_uniform"}, false},
                {"entropy", {"Entropy", "熵"}, {"normalized_entropy"}, false}};
    }

    static std::vector<ArrayInfo> arrays();
    static std::vector<ValueInfo> values();

    /// What depends on other groups than the parameter's own.
    template <class Set>
    static void refine_used(const Params& params, const Set& set) {
        const bool matrix = AttentionSourceGroup::given_matrix(params.source), all = shows_all_heads(params);
        if (params.bias.bias == Bias::window) set("w", true);
        if (!AttentionSourceGroup::from_file(params.source) && (all || params.source.head.value > 0)) set("heads", true);
        if (all) {
            set("row", false);
            set("slope-head", false);
        }
        if (AttentionSourceGroup::from_file(params.source)) set("dim", false);
        if (!matrix) return;
        for (const std::string_view id :
             {"map", "w", "k", "group", "chunk", "local", "sinks", "recent", "preset", "config", "scaling", "base",
              "rotary-fraction", "factor", "pairing", "explicit-frequencies", "bias", "log-n", "train-length"})
            set(id, false);
        if (params.source.matrix_holds == MatrixHolds::weights) set("temperature", false);
    }

    static void check(const Params& params) {
        check_window(params.window, params.lengths.length);
        if (params.map.map == PositionMap::dual_chunk && params.map.local >= params.map.chunk)
            throw UsageError(fmt::format("--local {}: must be below --chunk {}", params.map.local, params.map.chunk));
        check_show(params);
        check_source(params);
        check_bias(bias_spec(params.bias));
        if (params.bias.bias == Bias::window && params.map.w < 1)
            throw UsageError("--w 0: a window mask leaves at least one key, so 1 or more");
        static_cast<void>(rotary_frequencies(rotary_of(params)));
    }

    static void adjust(Params& params) {
        const std::int64_t length = params.lengths.length;
        fit_window(params.window, length);
        take_over(nearest_meaningful(rotary_of(params)), params.rotary);
        if (params.bias.bias == Bias::window) params.map.w = std::max<std::int64_t>(params.map.w, 1);
        params.map.local = std::min(params.map.local, params.map.chunk - 1);
        params.source.needle_position = std::min(params.source.needle_position, length - 1);
        params.bias.slope_head = std::min(params.bias.slope_head, params.bias.heads);
        if (params.bias.bias == Bias::kerple_power) params.bias.r2 = std::min(params.bias.r2, 2.0);
        OptionalReal& row = params.attention.row;
        if (row.set) row.value = std::min(row.value, static_cast<double>(length - 1));
        OptionalReal& head = params.source.head;
        if (head.set) head.value = std::min(head.value, static_cast<double>(params.bias.heads - 1));
        const bool matrix = AttentionSourceGroup::given_matrix(params.source);
        if (matrix && (shows_a_pass(params) || params.attention.show == Show::difference)) params.attention.show = Show::weights;
        if (shows_a_pass(params) && !has_two_passes(params.map.map)) params.attention.show = Show::logits;
    }

    using Reusable = KeptVectors;
    static std::shared_ptr<const Reusable> reusable(const Prepared& prepared) {
        return prepared.head ? prepared.head->kept : nullptr;
    }
    static Prepared prepare(const Params& params, const Engine& engine, const Job& job, const Reusable* kept = nullptr) {
        return attention::prepare(params, engine, job, kept);
    }
    static constexpr auto sample = &attention::sample;
    static constexpr auto figure = &attention::figure;
    static constexpr auto readout = &attention::readout;
};

std::vector<ArrayInfo> View::arrays() {
    return {
        {"map",
         "rows, cols",
         "",
         {"what `show` says, of query row i and key column j; with head all [head, rows, cols]",
          "`show` 所指的量，查询行 i、键列 j；head 为 all 时为 [头, 行, 列]"}},
        {"query", "query", "tokens", {"queries i of the arrays below", "以下数组的查询 i"}},
        {"log_sum_exp", "query", "nat", {"ln Σ exp(logit / temperature) of each row", "每行的 ln Σ exp(得分 / 温度)"}},
        {"entropy", "query", "nat", {"−Σ α ln α of each row", "每行的 −Σ α ln α"}},
        {"normalized_entropy",
         "query",
         "",
         {"entropy over ln of the number of keys; null for one key", "熵除以 ln 键数；只有一个键时为 null"}},
        {"maximum", "query", "", {"largest weight of each row", "每行最大的权重"}},
        {"mean_distance", "query", "tokens", {"Σ α Δ of each row", "每行的 Σ α Δ"}},
        {"near_mass", "query", "", {"weight at distances below w", "距离小于 w 处的权重"}},
        {"beyond_mass", "query", "", {"weight at positions |p| > train-length − 1", "位置 |p| > 训练长度 − 1 处的权重"}},
        {"distance", "distance", "tokens", {"distances Δ of the two arrays below", "以下两个数组的距离 Δ"}},
        {"weight_by_distance", "distance", "", {"mean weight over the rows that have a key at Δ", "在 Δ 处有键的各行权重的平均"}},
        {"uniform_by_distance", "distance", "", {"the same if all keys of a row weighed the same", "若一行各键权重相同，同上之值"}},
        {"row",
         "key",
         "",
         {"weights of the chosen row; of more than 65,536 keys the largest in each step",
          "选定行的权重；键多于 65,536 个时取每一步中最大者"}},
        {"output", "query, dimension", "", {"Σ α v of each row, where values are given", "给出值时，每行的 Σ α v"}, false, true},
        {"head_entropy",
         "head",
         "",
         {"with head all: mean normalized entropy of each head", "head 为 all：各头归一熵的平均"},
         false,
         true},
        {"head_distance", "head", "tokens", {"with head all: mean distance", "head 为 all：平均距离"}, false, true},
        {"head_near_mass",
         "head",
         "",
         {"with head all: weight at distances below w", "head 为 all：距离小于 w 处的权重"},
         false,
         true},
        {"head_beyond_mass",
         "head",
         "",
         {"with head all: weight beyond the trained range", "head 为 all：超出训练范围的权重"},
         false,
         true},
        {"distance_step", "step", "tokens", {"middles of the steps of a logarithmic axis", "对数轴每一步的中点"}, true},
        {"ratio_to_uniform", "step", "", {"weight over uniform weight in each step", "每一步中权重与均匀分配之比"}, true},
        {"overview",
         "rows, cols",
         "",
         {"weights of the whole matrix at 128 x 128 at most", "整个矩阵的权重，至多 128 x 128"},
         true}};
}

std::vector<ValueInfo> View::values() {
    return {{"tokens", {"rows and columns of the matrix", "矩阵的行数与列数"}},
            {"heads", {"heads that there are", "头数"}},
            {"cells", {"cells that are not masked", "未遮蔽的单元格数"}},
            {"mean_entropy", {"mean entropy of a row, nat", "每行熵的平均，nat"}},
            {"mean_normalized_entropy", {"mean of entropy over ln of the number of keys", "熵除以 ln 键数的平均"}},
            {"mean_distance", {"mean of Σ α Δ", "Σ α Δ 的平均"}},
            {"near_mass", {"mean weight at distances below w", "距离小于 w 处权重的平均"}},
            {"beyond_mass", {"mean weight at positions beyond the trained range", "超出训练范围处权重的平均"}},
            {"maximum", {"largest weight of all", "全部权重中最大者"}},
            {"rows_not_a_number", {"rows whose weights are not numbers", "权重为非数的行数"}}};
}

}  // namespace

}  // namespace attention

const View& attention_view() {
    static const ViewOf<attention::View> view;
    return view;
}

}  // namespace poslab
