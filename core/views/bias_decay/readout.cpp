#include "core/base/number_format.hpp"

#include "core/figure/formula_markup.hpp"
#include "core/views/bias_decay/bias_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

namespace poslab::bias_decay {

namespace {

std::string number(double value, int decimals = 3) { return std::isfinite(value) ? format_number(value, decimals, 9) : "–"; }
using poslab::live;

std::string live(double value, int decimals = 4) { return live(format_number(value, decimals, 9)); }

/// Without the pointer: the trained length's last distance, or half the length.
struct Place {
    std::int64_t distance = 0;
    bool pointed = false;
};
Place place_of(const Variant& variant, const Cursor& cursor) {
    if (const auto distance = distance_at(variant, cursor)) return {*distance, true};
    if (cursor.figure == "key-bias") return {0, false};
    const std::int64_t last = length_of(variant) - 1;
    return {std::min(variant.params.lengths.train_length - 1, last), false};
}

void add_terms(const Variant& variant, std::int64_t distance, const Style& style, Readout& readout) {
    const Detail* detail = detail_of(variant);
    if (detail == nullptr) return;
    const Palette& colors = palette(style.theme);
    const IsotropicDeviations& isotropic = detail->model->isotropic;
    const auto at = static_cast<std::size_t>(distance);
    const auto row = [&](const std::string& label, const Moments* moments, double mean, double sd, Color color) {
        const double shown_mean = moments != nullptr ? moments->mean[at] : mean,
                     shown_sd = moments != nullptr ? moments->sd[at] : sd;
        readout.rows.push_back({label, number(shown_mean, 2), "± " + number(shown_sd, 2), color});
    };
    const TermMoments* given = detail->moments.get();
    const double fourth = product_at(detail->model->fourth, distance);
    row("1  q·Rk", given != nullptr ? &given->content : nullptr, 0, isotropic.content, colors.curves[0]);
    row("2  a·Rk", given != nullptr ? &given->bias_key : nullptr, 0, isotropic.bias_key, colors.curves[2]);
    row("3  q·Rb", given != nullptr ? &given->query_bias : nullptr, 0, isotropic.query_bias, colors.curves[3]);
    readout.rows.push_back({"4  a·Rb", number(fourth, 2), "", colors.curves[1]});
    row(Words(style.language)("Sum"_tr), given != nullptr ? &given->total : nullptr, fourth, isotropic.total, no_swatch);
}

void add_softmax(const Variant& variant, const Cursor& cursor, const Words& words, Readout& readout) {
    const Detail* detail = detail_of(variant);
    if (detail == nullptr || !detail->softmax) return;
    const std::vector<std::int64_t>& lengths = detail->fourth->lengths;
    std::size_t n = lengths.size() - 1;
    if (cursor.active && std::isfinite(cursor.x))
        n = static_cast<std::size_t>(
            std::min(std::lower_bound(lengths.begin(), lengths.end(), std::llround(cursor.x)), lengths.end() - 1) -
            lengths.begin());
    readout.where = words(cursor.active ? "pointer"_tr : "whole length"_tr);
    readout.heads = {{words("keys n"_tr), format_integer(lengths[n]), "", no_swatch}};
    const auto row = [&](Text label, double value, int decimals, const std::string& unit) {
        readout.rows.push_back({words(label), number(value, decimals), unit, no_swatch});
    };
    row("Entropy, with bias"_tr, detail->softmax->entropy_bias[n], 3, "nat");
    row("without"_tr, detail->softmax->entropy_plain[n], 3, "nat");
    row("equal content"_tr, detail->fourth->entropy[n], 3, "nat");
    row("ln n"_tr, std::log(static_cast<double>(lengths[n])), 3, "nat");
    row("Weight, with bias"_tr, detail->softmax->weight_bias[n], 6, "");
    row("without"_tr, detail->softmax->weight_plain[n], 6, "");
}

/// The value of `name` in the step of the distance; NaN where there is none.
double in_step(const Variant& variant, std::string_view name, std::int64_t distance) {
    const auto step = step_at(variant, distance);
    const Column values = column_of(variant, name);
    return step && *step < values->size() ? (*values)[*step] : std::nan("");
}

void add_families(const Variant& variant, std::int64_t distance, const Style& style, Readout& readout) {
    const Palette& colors = palette(style.theme);
    readout.rows.push_back({"a·Rb", number(in_step(variant, "normalised_bias_bias", distance), 4), "", colors.curves[1]});
    for (const std::int32_t index : variant.params.bias.compare.indices) {
        const Choice& family = BiasDecayGroup::families.at(static_cast<std::size_t>(index));
        readout.rows.push_back({std::string(in(style.language, family.label)),
                                number(in_step(variant, array_name(family.id), distance), 4), "",
                                colors.curves[family_color(index)]});
    }
}

void add_heads(const Variant& variant, std::int64_t distance, const Style& style, Readout& readout) {
    const Array* all = variant.data == nullptr ? nullptr : variant.data->find("head_bias_bias");
    const auto step = step_at(variant, distance);
    if (all == nullptr || !step) return;
    constexpr std::int64_t most_rows = 8;
    for (std::int64_t head = 0; head < std::min(all->shape[0], most_rows); ++head)
        readout.rows.push_back({Words(style.language)("head {}", head),
                                number((*all->data)[static_cast<std::size_t>(head * all->shape[1]) + *step], 3), "", no_swatch});
}

void add_key_bias(const Variant& variant, std::int64_t distance, const Style& style, Readout& readout) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const auto row = [&](Text label, std::string_view name, std::size_t color) {
        const Column weights = column_of(variant, name);
        const auto n = static_cast<std::size_t>(distance);
        readout.rows.push_back(
            {words(label), number(n < weights->size() ? (*weights)[n] : std::nan(""), 6), "", colors.curves[color]});
    };
    row("Without RoPE"_tr, "weight_unrotated", 0);
    row("with b"_tr, "weight_unrotated_key_bias", 1);
    row("With RoPE"_tr, "weight_rotated", 0);
    row("with b"_tr, "weight_rotated_key_bias", 1);
}

/// Angle and density under the pointer, or the sampled moments there.
void add_isotropy(const Variant& variant, const Cursor& cursor, const Style& style, Readout& readout) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    readout.where = words("samples"_tr);
    if (const auto n = sample_at(variant, cursor)) {
        readout.heads = {{"Δ", number((*column_of(variant, "sampled_distance"))[*n], 0), "", no_swatch}};
        for (const auto& [name, label, color] :
             {std::tuple{"sampled_content", "q·Rk", std::size_t{0}}, std::tuple{"sampled_bias_key", "a·Rk", std::size_t{2}},
              std::tuple{"sampled_query_bias", "q·Rb", std::size_t{3}}})
            readout.rows.push_back({label, number((*column_of(variant, name))[*n], 3),
                                    "± " + number((*column_of(variant, std::string(name) + "_sd"))[*n], 2), colors.curves[color]});
        return;
    }
    const Detail* detail = detail_of(variant);
    if (detail == nullptr || variant.data == nullptr) return;
    if (cursor.active && std::isfinite(cursor.x)) {
        constexpr double degrees = 180 / std::numbers::pi;
        readout.heads = {{words("angle"_tr.as("between")), number(cursor.x, 1), "°", no_swatch}};
        readout.rows.push_back({words("Density per degree"_tr),
                                number(angle_density(detail->model->dim, cursor.x / degrees) / degrees, 5), "", no_swatch});
    }
    readout.rows.push_back({words("Mean cosine"_tr), number(variant.data->number("mean_cosine"), 5), "", no_swatch});
    readout.rows.push_back({"1/√d", number(1 / std::sqrt(static_cast<double>(detail->model->dim)), 5), "", no_swatch});
}

void add_facts(const Variant& variant, const Words& words, Readout& readout) {
    if (variant.data == nullptr) return;
    const auto value = [&](std::string_view name) { return variant.data->number(name); };
    const std::string tokens = words("tokens"_tr);
    readout.rows.push_back({words("a·Rb half at Δ"_tr), number(value("half_distance"), 0), tokens, no_swatch});
    readout.rows.push_back({words("a·Rb negative at Δ"_tr), number(value("first_negative_distance"), 0), tokens, no_swatch});
    if (!std::isfinite(value("isotropy"))) return;
    readout.rows.push_back({words("Isotropy of q"_tr), number(value("isotropy"), 4), "", no_swatch});
    readout.rows.push_back({words("Isotropy of k"_tr), number(value("isotropy_keys"), 4), "", no_swatch});
}

void add_variants(std::span<const Variant> variants, std::int64_t distance, Readout& readout) {
    for (const Variant& variant : variants)
        if (const Detail* detail = detail_of(variant); detail != nullptr && distance < detail->model->length)
            readout.rows.push_back({variant.label, number(product_at(detail->model->fourth, distance), 4), "", no_swatch});
}

std::string localisation_note(const Variant& variant, const Words& words) {
    const double at_train = variant.data->number("entropy_bias_at_train_length"),
                 at_length = variant.data->number("entropy_bias_at_length"),
                 plain = variant.data->number("entropy_plain_at_length");
    if (!std::isfinite(at_train) || variant.params.lengths.train_length >= length_of(variant)) return {};
    return words(" With bias the entropy goes from {} nat at the trained length to {} at the whole length; without it is {}.",
                 number(at_train, 2), number(at_length, 2), number(plain, 2));
}

std::string notes(const Variant& variant, const Words& words) {
    const Detail* detail = detail_of(variant);
    if (detail == nullptr) return {};
    const BiasDecayGroup& group = variant.params.bias;
    const double start = detail->model->fourth.at_zero();
    std::string text;
    if (group.bias_vector == BiasChoice::zero)
        text = words("Without a bias the sum is the content term alone."_tr);
    else if (start <= 0)
        text = words("The fourth term is {} at Δ = 0, not positive: this pair of biases does not localise attention.",
                     number(start, 3));
    else if (!detail->fourth->falls)
        text = words(
            "This a and b do not point the same way, so the fourth term does not decay; aligned ones (Sandwich, constant) "
            "make "
            "it."_tr);
    else
        text = words("The fourth term falls from {} at Δ = 0, then oscillates: it is a sum of cosines, not monotone.",
                     number(start, 3));
    if (detail->model->drawn())
        text += words(" For isotropic vectors the second and third terms have mean 0 and deviations |a| and |b|."_tr);
    return text + localisation_note(variant, words);
}

std::vector<std::string> formula_lines(const Variant& variant, std::int64_t distance) {
    const Detail* detail = detail_of(variant);
    if (detail == nullptr) return {};
    const std::string value = live(product_at(detail->model->fourth, distance));
    return {fmt::format(R"(a^T R_{{-{}}} b &= {})", live(format_integer(distance)), value)};
}

}  // namespace

std::string formula_definition(const Params& params) {
    const BiasDecayGroup& group = params.bias;
    std::string text = R"((q+a)^T R_{-\Delta}(k+b) &= q^T R_{-\Delta}k + a^T R_{-\Delta}k + q^T R_{-\Delta}b + a^T R_{-\Delta}b)";
    if (group.bias_vector == BiasChoice::sandwich && group.bias_scale == 1)
        return text + R"( \\ a^T R_{-\Delta}b &= \lambda \sum_p \cos \Delta\theta_p)";
    if (group.bias_vector == BiasChoice::sandwich)
        return text + R"( \\ a^T R_{-\Delta}b &= \lambda \sigma^2 \sum_p \cos \Delta\theta_p)";
    return text + R"( \\ a^T R_{-\Delta}b &= \sum_p a_p \cdot b_p \cos \Delta\theta_p + a_p \times b_p \sin \Delta\theta_p)";
}

Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Variant& first = variants.front();
    const std::string& id = cursor.figure;
    Readout readout;
    const Place place = place_of(first, cursor);
    if (id == "key-bias" && !place.pointed)
        readout.where = words("nearest key"_tr);
    else
        readout.where = place.pointed ? words("pointer"_tr) : words("end of training"_tr);
    readout.heads = {{"Δ", format_integer(place.distance), "", no_swatch}};
    if (id == "softmax" || id == "weights" || id == "entropy")
        add_softmax(first, cursor, words, readout);
    else if (id == "isotropy")
        add_isotropy(first, cursor, style, readout);
    else if (id == "families")
        add_families(first, place.distance, style, readout);
    else if (id == "heads")
        add_heads(first, place.distance, style, readout);
    else if (id == "key-bias")
        add_key_bias(first, place.distance, style, readout);
    else if (variants.size() > 1)
        add_variants(variants, place.distance, readout);
    else
        add_terms(first, place.distance, style, readout);
    add_facts(first, words, readout);
    readout.formula = {formula_definition(first.params)};
    for (std::string& line : formula_lines(first, place.distance)) readout.formula.push_back(std::move(line));
    readout.notes = notes(first, words);
    if (first.data != nullptr)
        for (const Sentence& warning : first.data->warnings) readout.warnings.push_back(words(warning));
    return readout;
}

}  // namespace poslab::bias_decay
