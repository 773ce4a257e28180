#include "core/base/number_format.hpp"
#include "core/views/frequencies/config_text.hpp"
#include "core/views/frequencies/frequencies.hpp"

#include <fmt/format.h>
#include <cmath>
#include <numbers>

namespace poslab::frequencies {

namespace {

std::string number(double value) {
    return std::isfinite(value) ? format_number(value, value < 10 ? 4 : (value < 1000 ? 2 : 0), 10) : "∞";
}

double value_at(const Variant& variant, std::string_view name, std::size_t p) {
    const Column column = column_of(variant, name);
    return p < column->size() ? (*column)[p] : std::nan("");
}

/// `at`: the position whose angle is told.
void add_pair_rows(const Variant& variant, std::size_t p, std::int64_t at, bool zh, Readout& readout) {
    const std::string tokens = zh ? "词元" : "tokens", turns = zh ? "圈" : "turns", rad = zh ? "弧度" : "rad";
    const auto row = [&](const char* en, const char* chinese, double value, const std::string& unit) {
        readout.rows.push_back({zh ? chinese : en, number(value), unit, no_swatch});
    };
    row("Wavelength", "波长", value_at(variant, "wavelength", p), tokens);
    if (is_scaled(variant.params)) {
        row("before scaling", "缩放前", value_at(variant, "wavelength_unscaled", p), tokens);
        row("Ratio", "比值", value_at(variant, "ratio", p), "");
    }
    row("Turns in training", "训练中的圈数", value_at(variant, "rotations_train", p), turns);
    row("Turns at target", "使用时的圈数", value_at(variant, "rotations_target", p), turns);
    const double theta = value_at(variant, "inverse_frequency", p);
    const double angle = std::fmod(static_cast<double>(at) * theta, 2 * std::numbers::pi);
    const std::string position = format_integer(at);
    readout.rows.push_back({(zh ? "角度，位置 " : "Angle at ") + position, number(angle), rad, no_swatch});
    const auto [first, second] =
        dimensions_of_pair(variant.params.rotary.pairing, static_cast<std::int64_t>(p), rotary_dim(spec_of(variant.params)));
    readout.rows.push_back({zh ? "所用两维" : "Dimensions",
                            zh ? fmt::format("{} 与 {}", first, second) : fmt::format("{} and {}", first, second), "", no_swatch});
    const std::string type = precision_id(variant.params.pair.precision);
    if (variant.params.pair.precision != Precision::float64)
        readout.rows.push_back(
            {(zh ? "相位误差 " : "Error in ") + type, short_text(value_at(variant, "phase_error_" + type, p)), rad, no_swatch});
    const std::vector<int> sections = sections_of_pairs(variant.params.pair, column_of(variant, "ratio")->size());
    if (p < sections.size())
        readout.rows.push_back({zh ? "M-RoPE 轴" : "M-RoPE axis",
                                std::string(section_name(sections[p], zh ? Language::chinese : Language::english)), "", no_swatch});
}

void add_distance_rows(std::span<const Variant> variants, std::int64_t distance, bool zh, Readout& readout) {
    for (const Variant& variant : variants) {
        const auto mean = [&](std::string_view name) { return similarity_at(variant, name, static_cast<double>(distance)); };
        const std::string label = variants.size() > 1 ? variant.label : "S(Δ)";
        const double similarity = mean("inverse_frequency");
        readout.rows.push_back({label, format_number(similarity, 6), "", no_swatch});
        if (variants.size() > 1) continue;
        if (is_scaled(variant.params))
            readout.rows.push_back(
                {zh ? "未缩放" : "unscaled", format_number(mean("inverse_frequency_unscaled"), 6), "", no_swatch});
        const double f = variant.data ? variant.data->number("attention_factor") : 1;
        readout.rows.push_back({"f²·S(Δ)", format_number(f * f * similarity, 6), "", no_swatch});
        const std::array<std::int64_t, 1> at{distance};
        readout.rows.push_back({zh ? "RoFormer 上界" : "RoFormer's bound",
                                format_number(upper_bound(*column_of(variant, "inverse_frequency"), at).front(), 4), "",
                                no_swatch});
    }
    const double first = variants.front().data ? variants.front().data->number("first_negative_distance") : std::nan("");
    readout.rows.push_back({zh ? "首次为负的 Δ" : "First negative at", std::isfinite(first) ? format_number(first, 0) : "–",
                            zh ? "词元" : "tokens", no_swatch});
}

std::string unseen_note(const Variant& variant, bool zh) {
    const Column unseen = column_of(variant, "unseen_angle_fraction");
    std::size_t count = 0, first = 0;
    for (std::size_t p = unseen->size(); p-- > 0;)
        if ((*unseen)[p] > 0) {
            ++count;
            first = p;
        }
    const std::string length = format_integer(variant.params.lengths.length);
    if (unseen->empty()) return {};
    if (count == 0)
        return zh ? fmt::format("在 {} 个词元内，每一对只用到训练见过的角度。", length)
                  : fmt::format("Within {} tokens every pair uses only angles that training has seen.", length);
    const std::size_t last = unseen->size() - 1;
    const std::string which = first == last ? fmt::format(fmt::runtime(zh ? "第 {} 对" : "pair {}"), last)
                              : count == last - first + 1
                                  ? fmt::format(fmt::runtime(zh ? "第 {}–{} 对" : "pairs {}–{}"), first, last)
                                  : fmt::format(fmt::runtime(zh ? "{} 对" : "{} pairs"), count);
    return zh ? fmt::format("在 {} 个词元时，{}用到训练未见过的角度；其余各对的角度都已见过。", length, which)
              : fmt::format("At {} tokens training has not seen all angles of {}; all others have seen every angle they use.",
                            length, which);
}

std::string notes(const Variant& variant, bool zh) {
    std::string text = unseen_note(variant, zh);
    const double first = variant.data ? variant.data->number("first_negative_distance") : std::nan("");
    if (std::isfinite(first))
        text += zh ? fmt::format("相似度自距离 {} 起首次为负。", format_number(first, 0))
                   : fmt::format(" The similarity first goes negative at distance {}.", format_number(first, 0));
    if (variant.params.pair.precision != Precision::float64) {
        const std::string type = precision_id(variant.params.pair.precision);
        double largest = 0;
        for (const double error : *column_of(variant, "phase_error_" + type)) largest = std::max(largest, error);
        const std::string last = format_integer(variant.params.lengths.length - 1);
        text +=
            zh ? fmt::format("频率以 {} 存放时，位置 {} 处的相位误差最大为 {} 弧度。", type, last, short_text(largest))
               : fmt::format(" Frequencies held in {} are off by up to {} rad at position {}.", type, short_text(largest), last);
    }
    return text;
}

}  // namespace

Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const bool zh = chinese(style);
    const Variant& first = variants.front();
    Readout readout;
    const Pair pair = pair_at(first, cursor);
    if (cursor.figure == "similarity") {
        const auto pointed = distance_at(first.params, cursor);
        const std::int64_t distance = pointed.value_or(first.params.lengths.train_length - 1);
        readout.where = fmt::format("Δ = {}", format_integer(distance));
        add_distance_rows(variants, distance, zh, readout);
        readout.formula = {R"(S(\Delta) &= \frac{2}{d} \sum_p \cos \Delta\theta_p)"};
    } else {
        readout.where = zh ? fmt::format("第 {} 对", pair.index) : fmt::format("pair {}", pair.index);
        const auto cell = map_cell_at(first, cursor);
        for (const Variant& variant : variants) {
            if (variants.size() > 1) readout.rows.push_back({variant.label, "", "", no_swatch});
            add_pair_rows(variant, pair.index, cell ? cell->position : variant.params.pair.position, zh, readout);
        }
        readout.formula = formula_lines(first, pair);
    }
    readout.notes = notes(first, zh);
    if (first.data)
        for (const Sentence& warning : first.data->warnings) readout.warnings.push_back(zh ? warning.zh : warning.en);
    for (ConfigText& text : config_texts(first.params))
        if (text.json) readout.snippets.push_back({text.name, *text.json});
    return readout;
}

}  // namespace poslab::frequencies
