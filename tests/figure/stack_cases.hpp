#pragma once

#include "core/figure/figure.hpp"
#include "core/figure/palette.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace poslab::test {

// A figure of stacked plots with clocks below, similar to that of the frequencies view: base 10,000, d = 128,
// YaRN x 8.

inline double unscaled_wavelength(double pair) { return 2 * std::numbers::pi * std::pow(10'000, pair / 64); }

inline double yarn_ratio(double pair) {
    const double blend = pair <= 20 ? 0 : pair >= 46 ? 1 : (pair - 20) / 26;
    return 1 - blend + blend / 8;
}
inline double pi_ratio(double /*pair*/) { return 1.0 / 8; }
inline double ntk_ratio(double pair) { return std::pow(8, -pair / 63); }
inline double llama_ratio(double pair) {
    const double turns = 4096 / unscaled_wavelength(pair);
    const double blend = turns >= 4 ? 0 : turns <= 1 ? 1 : (4 - turns) / 3;
    return 1 - blend + blend / 8;
}

template <typename Function>
std::shared_ptr<const NumberBuffer> over_pairs(const Function& value) {
    std::vector<double> values;
    for (int pair = 0; pair < 64; ++pair) values.push_back(value(static_cast<double>(pair)));
    return std::make_shared<const NumberBuffer>(std::move(values));
}

inline LineMark pair_curve(std::string label, Color color, double (*ratio)(double), bool wavelength) {
    LineMark line;
    line.x = over_pairs([](double pair) { return pair; });
    line.y = over_pairs(
        [&](double pair) { return wavelength ? unscaled_wavelength(pair) / ratio(pair) : ratio(pair); });
    line.color = color;
    line.label = std::move(label);
    return line;
}

inline LineMark ghost(std::string label, const Palette& colors, double (*ratio)(double), bool wavelength,
                      double near) {
    LineMark line = pair_curve(std::move(label), colors.ghost, ratio, wavelength);
    line.label_place = LabelAnchor::along;
    line.label_near = near;
    return line;
}

inline Axis pair_axis(bool chinese) {
    Axis axis{chinese ? "对 p" : "pair p", -0.4, 63.4, false, true, true};
    axis.low_note = chinese ? "← 转得快" : "← turns fast";
    axis.high_note = chinese ? "转得慢 →" : "turns slowly →";
    return axis;
}

inline PointerMark pair_pointer(const Palette& colors, bool wavelength) {
    PointerMark pointer;
    pointer.x = 40;
    pointer.x_chip = "40";
    const double before = unscaled_wavelength(40);
    if (!wavelength) {
        pointer.dots.push_back({{40, yarn_ratio(40)}, colors.accent, "", true});
        return pointer;
    }
    pointer.dots.push_back({{40, before / yarn_ratio(40)}, colors.accent, "", true});
    pointer.dots.push_back({{40, before}, colors.accent, "", false, true});
    return pointer;
}

inline Panel wavelength_panel(const Palette& colors, bool chinese, bool data) {
    Panel panel;
    panel.title = chinese ? "波长" : "Wavelength";
    panel.quantity = chinese ? "2π / θ，每圈的词元数" : "2π / θ, tokens per turn";
    panel.x = pair_axis(chinese);
    panel.y = {"", 4, 1e6, true};
    panel.weight = 2;
    join_to_next(panel);
    panel.marks.emplace_back(SpanMark{
        46, 63.4, chinese ? "第 46–63 对：训练中转不满一圈" : "pairs 46–63: never a full turn in training"});
    panel.marks.emplace_back(LevelMark{32'768, chinese ? "目标 32,768" : "target 32,768"});
    panel.marks.emplace_back(LevelMark{4096, chinese ? "训练 4096" : "trained 4096"});
    panel.marks.emplace_back(RuleMark{20, "lo 20", true});
    panel.marks.emplace_back(RuleMark{46, "hi 46", true});
    if (!data) return panel;
    panel.marks.emplace_back(ghost("PI", colors, pi_ratio, true, 5));
    panel.marks.emplace_back(ghost("NTK-aware", colors, ntk_ratio, true, 13));
    panel.marks.emplace_back(ghost("", colors, llama_ratio, true, 40));
    LineMark unscaled = pair_curve(
        "RoPE, unscaled", colors.text2, [](double) { return 1.0; }, true);
    unscaled.dashes = {5, 4};
    panel.marks.emplace_back(unscaled);
    LineMark yarn = pair_curve("YaRN", colors.curves[0], yarn_ratio, true);
    yarn.emphasis = Emphasis::chosen;
    yarn.dot_every = 4;
    yarn.dots = {63};
    panel.marks.emplace_back(yarn);
    panel.pointer = pair_pointer(colors, true);
    return panel;
}

inline Panel ratio_panel(const Palette& colors, bool chinese, bool data) {
    Panel panel;
    panel.title = chinese ? "比值" : "Ratio";
    panel.quantity = chinese ? "缩放后的 θ / 缩放前的 θ" : "θ after scaling / θ before";
    panel.x = pair_axis(chinese);
    panel.y = {"", 0.07, 1.7, true};
    panel.y.fractions = true;
    panel.weight = 0.75;
    panel.marks.emplace_back(SpanMark{46, 63.4, ""});
    panel.marks.emplace_back(RuleMark{20, ""});
    panel.marks.emplace_back(RuleMark{46, ""});
    panel.marks.emplace_back(AnnotationMark{{19.4, 1}, chinese ? "不变" : "left alone", Align::right});
    panel.marks.emplace_back(
        AnnotationMark{{63, 0.125}, chinese ? "除以 8" : "divided by 8", Align::right, true});
    if (!data) return panel;
    panel.marks.emplace_back(ghost("PI", colors, pi_ratio, false, 1));
    panel.marks.emplace_back(ghost("NTK-aware", colors, ntk_ratio, false, 9));
    panel.marks.emplace_back(ghost("Llama-3", colors, llama_ratio, false, 33));
    LineMark yarn = pair_curve("", colors.curves[0], yarn_ratio, false);
    yarn.emphasis = Emphasis::chosen;
    panel.marks.emplace_back(yarn);
    panel.pointer = pair_pointer(colors, false);
    return panel;
}

inline Panel dials_panel(const Palette& colors, bool chinese, bool data) {
    Panel panel;
    std::vector<Dial>& dials = panel.become<DialsPanel>().dials;
    panel.title = chinese ? "钟面" : "Dials";
    panel.quantity = chinese ? "位置 20,000 处每一对的角度；圆环是训练见过的角度"
                             : "angle of each pair at position 20,000; the ring is what training has covered";
    for (const int pair : {8, 16, 24, 32, 40, 48, 56, 63}) {
        Dial dial;
        dial.value = pair;
        dial.title = fmt::format("{} {}", chinese ? "对" : "pair", pair);
        const double theta = 2 * std::numbers::pi / unscaled_wavelength(pair);
        if (data) {
            dial.lines = {fmt::format("{:.2f} turns", 20'000 * theta / 2 / std::numbers::pi),
                          fmt::format("θ / {:.2f}", 1 / yarn_ratio(pair))};
            dial.seen = 4096 * theta;
            dial.hand = 20'000 * theta * yarn_ratio(pair);
            dial.second_hand = 20'000 * theta;
            const double share = dial.seen / 2 / std::numbers::pi;
            dial.note =
                share >= 1 ? (chinese ? "已覆盖" : "covered") : fmt::format("covers {:.0f} %", 100 * share);
        } else {
            dial.lines = {"", ""};
            dial.note = " ";
        }
        dial.chosen = pair == 40;
        dials.push_back(dial);
    }
    panel.key = {
        {KeyEntry::Swatch::line, colors.text, "YaRN", ""},
        {KeyEntry::Swatch::dashed, colors.text3, chinese ? "未缩放" : "unscaled", ""},
        {KeyEntry::Swatch::bar, seen_arc(colors), chinese ? "训练见过的角度" : "angles seen in training", ""},
        {KeyEntry::Swatch::ring, colors.warn, chinese ? "在其之外" : "outside them", ""}};
    return panel;
}

inline Figure frequencies_like(Theme theme, bool chinese = false, bool data = true) {
    const Palette& colors = palette(theme);
    Figure figure;
    figure.title = chinese ? "频率" : "Frequencies";
    figure.subtitle = "YaRN × 8  ·  base 10,000, d = 128: 64 rotary pairs, trained to 4096, used to 32,768";
    figure.main = {wavelength_panel(colors, chinese, data), ratio_panel(colors, chinese, data)};
    figure.companions = {dials_panel(colors, chinese, data)};
    return figure;
}

inline Figure table_like(std::size_t rows, bool chinese = false) {
    Figure figure;
    figure.title = "Claims";
    Panel panel;
    Table& table = panel.become<Table>();
    panel.title = chinese ? "论断与计算值" : "Claims against computed values";
    table.columns = {{"claim", 4, Align::left},
                     {"source", 2, Align::left},
                     {"stated", 1, Align::right},
                     {"computed", 1, Align::right},
                     {"", 1, Align::left}};
    for (std::size_t i = 0; i < rows; ++i)
        table.rows.push_back(
            {{chinese ? "长度外推时，低频的旋转对在训练里从未转满一圈，所以角度落在见过的弧之外。"
                      : "Pairs whose wavelength is longer than the trained length never finish a turn in "
                        "training, "
                        "so that their angles leave the arc that was seen.",
              TextRole::text, i % 3 == 0, false},
             {"Peng et al. 2023, section 3.2", TextRole::text2, false, false},
             {fmt::format("{}", 40 + i), TextRole::text, false, true},
             {fmt::format("{}", 46 + i), TextRole::text, true, true},
             {i % 2 == 0 ? "agrees" : "differs", i % 2 == 0 ? TextRole::ok : TextRole::error, false, false}});
    figure.main = {panel};
    return figure;
}

/// cos and sin of every pair, side by side: a million positions as rows, with cells far from square.
inline Figure stretched_like(bool data = true) {
    Figure figure;
    figure.title = "cos and sin";
    const ColorScale scale{ColorMap::signed_diverging, ScaleKind::symmetric, 0, 0, 1};
    for (const bool sine : {false, true}) {
        Panel panel;
        panel.become<MatrixPanel>({.stretch = true});
        panel.title = sine ? "sin" : "cos";
        panel.x = {"pair p →", 0, 64, false, true};
        panel.y = {"position ↓", 0, 1e6, false, true};
        HeatMapMark map;
        map.height = 250;
        map.width = 64;
        map.rows = {0, 1'000'000};
        map.columns = {0, 64};
        map.scale = scale;
        std::vector<double> values;
        for (int row = 0; row < 250; ++row)
            for (int pair = 0; pair < 64; ++pair) {
                const double angle = row * 4000.0 * 2 * std::numbers::pi / unscaled_wavelength(pair);
                values.push_back(sine ? std::sin(angle) : std::cos(angle));
            }
        if (data) map.values = std::make_shared<const NumberBuffer>(std::move(values));
        panel.marks.emplace_back(std::move(map));
        figure.main.push_back(std::move(panel));
    }
    figure.bars.push_back({"value", scale, std::numeric_limits<double>::infinity(), ""});
    return figure;
}

}  // namespace poslab::test
