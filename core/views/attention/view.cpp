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
        throw UsageError(tr("--show {}: a matrix from elsewhere has weights and logits only",
                            AttentionGroup::shows[static_cast<std::size_t>(show)].id));
    if (shows_a_pass(params) && !has_two_passes(params.map))
        throw UsageError(
            tr("--show {}: map {} is computed in one pass; two have rerope, leaky-rerope, "
               "inv-leaky-rerope, self-extend, dual-chunk",
               AttentionGroup::shows[static_cast<std::size_t>(show)].id, params.map.map->id));
}

void check_source(const Params& params) {
    const std::int64_t length = params.lengths.length;
    if (params.source.source == SourceChoice::needle && params.source.needle_position >= length)
        throw UsageError(tr("--needle-position {}: must be below the length {}", params.source.needle_position, length));
    if (params.attention.row.set && params.attention.row.value >= static_cast<double>(length))
        throw UsageError(tr("--row {}: must be below the length {}, or last", params.attention.row.value, length));
    const bool drawn = !AttentionSourceGroup::from_file(params.source);
    if (drawn && params.source.head.set && params.source.head.value >= static_cast<double>(params.bias.heads))
        throw UsageError(tr("--head {}: must be below --heads {}, or all", params.source.head.value, params.bias.heads));
}

struct View {
    using Params = attention::Params;

    static ViewInfo info() {
        return {
            .id = "attention",
            .title = "Attention map"_tr,
            .short_title = "Map"_tr.as("figure"),
            .section = Section::attention,
            .summary =
                "What queries attend to under a position map, a frequency scaling and a bias: drawn, or from your own model."_tr,
            .source = "9708, 9577, Su Jianlin, spaces.ac.cn/archives",
            .figures = figures(),
            .arrays = arrays(),
            .values = values()};
    }

    static std::vector<FigureInfo> figures() {
        return {{"main",
                 "Map, row and distances"_tr,
                 {"map", "overview", "row", "distance_step", "ratio_to_uniform", "normalized_entropy"}},
                {"map", "Map"_tr.as("figure"), {"map", "overview"}, false},
                {"row", "Row"_tr.as("figure"), {"row"}, false},
                {"distance", "By distance"_tr, {"distance_step", "ratio_to_uniform"}, false},
                {"entropy", "Entropy"_tr, {"normalized_entropy"}, false}};
    }

    static std::vector<ArrayInfo> arrays();
    static std::vector<ValueInfo> values();

    /// What depends on other groups than the parameter's own.
    template <class Set>
    static void refine_used(const Params& params, const Set& set) {
        const bool matrix = AttentionSourceGroup::given_matrix(params.source), all = shows_all_heads(params);
        if (params.bias.bias->masks_from_w) set("w", true);
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
        check_map(params.map);
        check_show(params);
        check_source(params);
        check_bias(params.bias);
        if (params.bias.bias->masks_from_w && params.map.w < 1)
            throw UsageError("--w 0: a sliding-window mask leaves at least one key, so 1 or more"_tr);
        static_cast<void>(rotary_frequencies(rotary_of(params)));
    }

    static void adjust(Params& params) {
        const std::int64_t length = params.lengths.length;
        fit_window(params.window, length);
        take_over(nearest_meaningful(rotary_of(params)), params.rotary);
        if (params.bias.bias->masks_from_w) params.map.w = std::max<std::int64_t>(params.map.w, 1);
        params.map = fitting(params.map);
        params.source.needle_position = std::min(params.source.needle_position, length - 1);
        params.bias = fitting(params.bias);
        OptionalReal& row = params.attention.row;
        if (row.set) row.value = std::min(row.value, static_cast<double>(length - 1));
        OptionalReal& head = params.source.head;
        if (head.set) head.value = std::min(head.value, static_cast<double>(params.bias.heads - 1));
        const bool matrix = AttentionSourceGroup::given_matrix(params.source);
        if (matrix && (shows_a_pass(params) || params.attention.show == Show::difference)) params.attention.show = Show::weights;
        if (shows_a_pass(params) && !has_two_passes(params.map)) params.attention.show = Show::logits;
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
    return {{"map", "rows, cols", "", "what `show` says, of query row i and key column j; with head all [head, rows, cols]"_tr},
            {"query", "query", "tokens", "queries i of the arrays below"_tr},
            {"log_sum_exp", "query", "nat", "ln Σ exp(logit / temperature) of each row"_tr},
            {"entropy", "query", "nat", "−Σ α ln α of each row"_tr},
            {"normalized_entropy", "query", "", "entropy over ln of the number of keys; null for one key"_tr},
            {"maximum", "query", "", "largest weight of each row"_tr},
            {"mean_distance", "query", "tokens", "Σ α Δ of each row"_tr},
            {"near_mass", "query", "", "weight at distances below w"_tr},
            {"beyond_mass", "query", "", "weight at positions |p| > train-length − 1"_tr},
            {"distance", "distance", "tokens", "distances Δ of the two arrays below"_tr},
            {"weight_by_distance", "distance", "", "mean weight over the rows that have a key at Δ"_tr},
            {"uniform_by_distance", "distance", "", "the same if all keys of a row weighed the same"_tr},
            {"row", "key", "", "weights of the chosen row; of more than 65,536 keys the largest in each step"_tr},
            {"output", "query, dimension", "", "Σ α v of each row, where values are given"_tr, false, true},
            {"head_entropy", "head", "", "with head all: mean normalized entropy of each head"_tr, false, true},
            {"head_distance", "head", "tokens", "with head all: mean distance"_tr, false, true},
            {"head_near_mass", "head", "", "with head all: weight at distances below w"_tr, false, true},
            {"head_beyond_mass", "head", "", "with head all: weight beyond the trained range"_tr, false, true},
            {"distance_step", "step", "tokens", "middles of the steps of a logarithmic axis"_tr, true},
            {"ratio_to_uniform", "step", "", "weight over uniform weight in each step"_tr, true},
            {"overview", "rows, cols", "", "weights of the whole matrix at 128 x 128 at most"_tr, true}};
}

std::vector<ValueInfo> View::values() {
    return {{"tokens", "rows and columns of the matrix"_tr},
            {"heads", "heads that there are"_tr},
            {"cells", "cells that are not masked"_tr},
            {"mean_entropy", "mean entropy of a row, nat"_tr},
            {"mean_normalized_entropy", "mean of entropy over ln of the number of keys"_tr},
            {"mean_distance", "mean of Σ α Δ"_tr},
            {"near_mass", "mean weight at distances below w"_tr},
            {"beyond_mass", "mean weight at positions beyond the trained range"_tr},
            {"maximum", "largest weight of all"_tr},
            {"rows_not_a_number", "rows whose weights are not numbers"_tr}};
}

}  // namespace

}  // namespace attention

const View& attention_view() {
    static const ViewOf<attention::View> view;
    return view;
}

}  // namespace poslab
