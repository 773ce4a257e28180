#pragma once

#include "core/base/masked.hpp"
#include "core/base/number_format.hpp"
#include "core/figure/figure.hpp"
#include "core/figure/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace poslab::test {

// A figure similar to that of the attention view: weights by row and key, with the entropy of each row next
// to them, and the chosen row and the weight by distance below. The weights are invented: a decay with
// distance, and columns that draw attention.

struct AttentionCase {
    std::int64_t length = 128;
    IndexRange rows{0, 128}, columns{0, 128};
    std::int64_t row = 92, key = 61;
    bool chinese = false, data = true, tokens = false;
    Theme theme = Theme::light;
};

/// Evenly distributed in [0, 1), and deterministic.
inline double noise(std::int64_t a, std::int64_t b) {
    auto state = static_cast<std::uint64_t>(a) * 0x9E3779B97F4A7C15U ^
                 (static_cast<std::uint64_t>(b) + 77) * 0xC2B2AE3D27D4EB4FU;
    state ^= state >> 29U;
    state *= 0xBF58476D1CE4E5B9U;
    state ^= state >> 32U;
    return static_cast<double>(state >> 11U) * 0x1p-53;
}

inline std::vector<double> attention_row(std::int64_t row) {
    std::vector<double> weights;
    double sum = 0;
    for (std::int64_t key = 0; key <= row; ++key) {
        const double score = 4 * noise(row, key) + 3 * noise(-1, key) * noise(row, -2) -
                             0.8 * std::log1p(static_cast<double>(row - key));
        weights.push_back(std::exp(1.6 * score));
        sum += weights.back();
    }
    for (double& weight : weights) weight /= sum;
    return weights;
}

inline double normalised_entropy(std::int64_t row) {
    if (row == 0) return std::nan("");
    double entropy = 0;
    for (const double weight : attention_row(row)) entropy -= weight > 0 ? weight * std::log(weight) : 0;
    return entropy / std::log(static_cast<double>(row + 1));
}

inline std::shared_ptr<const NumberBuffer> shared(std::vector<double> values) {
    return std::make_shared<const NumberBuffer>(std::move(values));
}

inline std::vector<double> counted(std::int64_t from, std::int64_t to) {
    std::vector<double> numbers;
    for (std::int64_t i = from; i < to; ++i) numbers.push_back(static_cast<double>(i));
    return numbers;
}

inline constexpr ColorScale weight_scale{ColorMap::viridis, ScaleKind::logarithmic, 1e-4, 0, 1};

inline std::vector<std::string> token_names(const IndexRange& range) {
    static const std::vector<std::string> words{"the", "cat",      "sat", "on",        "attention",
                                                "。",  "位置编码", "a",   "Wednesday", ","};
    std::vector<std::string> names;
    for (std::int64_t i = range.begin; i < range.end; ++i)
        names.push_back(words[static_cast<std::size_t>(i) % words.size()]);
    return names;
}

inline Axis cell_axis(const std::string& title, const IndexRange& range, bool tokens) {
    Axis axis{title, static_cast<double>(range.begin), static_cast<double>(range.end)};
    axis.cells = true;
    if (tokens) {
        axis.labels = token_names(range);
        axis.labels_first = range.begin;
    }
    return axis;
}

inline Panel weight_panel(const AttentionCase& c) {
    Panel panel;
    panel.become<MatrixPanel>();
    panel.title = "head 7";
    panel.x = cell_axis(c.chinese ? "键 j →" : "key j →", c.columns, c.tokens);
    panel.y = cell_axis(c.chinese ? "查询 i ↓" : "query i ↓", c.rows, c.tokens);
    HeatMapMark map;
    map.scale = weight_scale;
    map.rows = c.rows;
    map.columns = c.columns;
    if (c.data) {
        std::vector<double> values;
        for (std::int64_t i = c.rows.begin; i < c.rows.end; ++i) {
            const auto weights = attention_row(i);
            for (std::int64_t j = c.columns.begin; j < c.columns.end; ++j) {
                values.push_back(j > i ? masked_value() : weights[static_cast<std::size_t>(j)]);
                map.cell_text.push_back(j > i ? "" : format_number(values.back(), 3));
            }
        }
        map.height = c.rows.size();
        map.width = c.columns.size();
        map.values = shared(std::move(values));
    }
    panel.marks.emplace_back(std::move(map));
    PointerMark pointer;
    pointer.x = static_cast<double>(c.key);
    pointer.y = static_cast<double>(c.row);
    pointer.x_chip = c.tokens ? fmt::format("{} {}", c.key, "the") : std::to_string(c.key);
    pointer.y_chip = std::to_string(c.row);
    pointer.row_outline = IndexRange{0, c.row + 1};
    panel.pointer = pointer;
    panel.click = PanelClick{"row", 0, true, "click: choose this row"};
    return panel;
}

inline Panel entropy_panel(const AttentionCase& c) {
    Panel panel;
    panel.become<PlotPanel>({.sideways = true});
    panel.quantity = c.chinese ? "行熵 H / ln(i+1)" : "row entropy H / ln(i+1)";
    panel.y = {"", 0, 1};
    if (!c.data) return panel;
    LineMark line;
    line.x = shared(counted(c.rows.begin, c.rows.end));
    std::vector<double> entropies;
    for (std::int64_t i = c.rows.begin; i < c.rows.end; ++i) entropies.push_back(normalised_entropy(i));
    line.y = shared(std::move(entropies));
    line.color = palette(c.theme).curves[0];
    line.stroked = true;
    panel.marks.emplace_back(line);
    PointerMark pointer;
    pointer.x = static_cast<double>(c.row);
    const double there = normalised_entropy(c.row);
    pointer.dots.push_back({{pointer.x, there}, palette(c.theme).accent, format_number(there, 3), true});
    panel.pointer = pointer;
    return panel;
}

inline Panel row_panel(const AttentionCase& c) {
    Panel panel;
    panel.title = fmt::format(fmt::runtime(c.chinese ? "第 {} 行" : "Row {}"), c.row);
    panel.quantity = c.chinese ? "注意力 α，按键 j" : "weight α by key j";
    panel.x = cell_axis(c.chinese ? "键 j →" : "key j →", c.columns, c.tokens);
    panel.y = {"", 0, 0.2};
    panel.marks.emplace_back(SpanMark{static_cast<double>(c.row + 1), static_cast<double>(c.columns.end), "",
                                      c.chinese ? "掩码" : "masked"});
    if (!c.data) return panel;
    BarMark bars;
    bars.x = shared(counted(0, c.row + 1));
    bars.y = shared(attention_row(c.row));
    panel.y.high = 1.1 * *std::max_element(bars.y->begin(), bars.y->end());
    bars.color = palette(c.theme).curves[0].with_alpha(0.65);
    bars.highlighted = static_cast<std::size_t>(c.key);
    panel.marks.emplace_back(bars);
    PointerMark pointer;
    pointer.x = static_cast<double>(c.key);
    pointer.x_chip = std::to_string(c.key);
    panel.pointer = pointer;
    return panel;
}

inline Panel decay_panel(const AttentionCase& c) {
    Panel panel;
    const Palette& colors = palette(c.theme);
    panel.title = c.chinese ? "随距离衰减" : "By distance";
    panel.quantity =
        c.chinese ? "权重与均匀分配之比，按 Δ 平均" : "weight over that of uniform attention, mean by Δ";
    panel.x = {c.chinese ? "距离 Δ，词元 →" : "distance Δ, tokens →",
               1,
               static_cast<double>(c.length),
               true,
               true,
               true};
    panel.y = {"", 0.1, 20, true};
    panel.marks.emplace_back(LevelMark{1, c.chinese ? "均匀 = 1" : "uniform = 1"});
    panel.key = {
        {KeyEntry::Swatch::line, colors.curves[0], "λ = 1.6", ""},
        {KeyEntry::Swatch::dashed, colors.ghost, c.chinese ? "λ = 0（已固定）" : "λ = 0 (pinned)", ""}};
    if (!c.data) return panel;
    for (const bool pinned : {true, false}) {
        LineMark line;
        line.x = shared(counted(1, c.length));
        std::vector<double> ratios;
        for (const double distance : *line.x)
            ratios.push_back(
                (pinned ? 1 : 6 * std::pow(distance, -0.4)) *
                std::exp(0.5 * (noise(static_cast<std::int64_t>(distance), pinned ? 5 : 6) - 0.5)));
        line.y = shared(std::move(ratios));
        line.color = pinned ? colors.ghost : colors.curves[0];
        line.emphasis = pinned ? Emphasis::other : Emphasis::chosen;
        if (pinned) line.dashes = {6, 4};
        line.stroked = true;
        panel.marks.emplace_back(line);
    }
    return panel;
}

inline ColorBar weight_bar(bool chinese) {
    ColorBar bar;
    bar.title = chinese ? "注意力 α" : "Weight α";
    bar.scale = weight_scale;
    bar.note = chinese ? "对数刻度" : "log scale";
    bar.open_low = true;
    return bar;
}

inline Figure attention_like(const AttentionCase& c) {
    Figure figure;
    figure.title = c.chinese ? "注意力图" : "Attention map";
    figure.subtitle = c.chinese ? "RoPE + 偏置  ·  随机查询与键" : "RoPE + bias  ·  random queries and keys";
    figure.main.push_back(weight_panel(c));
    figure.marginal = entropy_panel(c);
    figure.bars.push_back(weight_bar(c.chinese));
    figure.key = {{KeyEntry::Swatch::empty, {}, c.chinese ? "掩码" : "masked", ""},
                  {KeyEntry::Swatch::missing, {}, c.chinese ? "非数" : "not a number", ""}};
    figure.companions = {row_panel(c), decay_panel(c)};
    figure.companions_in_row = true;
    return figure;
}

/// `count` heads, of which the last ones are not yet computed.
inline Figure heads_like(int count, int computed, const AttentionCase& c) {
    Figure figure;
    figure.title = "Attention map";
    figure.subtitle = fmt::format("{} heads", count);
    figure.grid = true;
    for (int head = 0; head < count; ++head) {
        AttentionCase attention_case = c;
        attention_case.data = head < computed;
        Panel panel = weight_panel(attention_case);
        panel.title = fmt::format("head {}", head);
        panel.click = PanelClick{"head", static_cast<double>(head), false, ""};
        panel.pointer.reset();
        if (!attention_case.data) panel.message = "…";
        figure.main.push_back(std::move(panel));
    }
    if (count > 5) {
        PointerMark pointer;
        pointer.x = static_cast<double>(c.key);
        pointer.y = static_cast<double>(c.row);
        pointer.tip_label = "i 92, j 61 →";
        pointer.tip_value = "0.00638";
        figure.main[5].pointer = pointer;
    }
    figure.bars.push_back(weight_bar(c.chinese));
    return figure;
}

}  // namespace poslab::test
