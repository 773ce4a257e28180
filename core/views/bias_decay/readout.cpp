#include "core/base/number_format.hpp"
#include "core/figure/formula_markup.hpp"
#include "core/views/bias_decay/arrays.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::bias_decay {

namespace {

std::string number(double value, int decimals = 3) {
    return std::isfinite(value) ? format_number(value, decimals, 9) : "–";
}
using poslab::live;

std::string live(double value, int decimals = 4) { return live(format_number(value, decimals, 9)); }

std::int64_t end_of_training(const Variant& variant) {
    return std::min(variant.params.lengths.train_length - 1, length_of(variant) - 1);
}

/// Returns the distance under the pointer; without a pointer `otherwise`, labelled `there`.
std::int64_t read_distance(Reading& to, std::optional<std::int64_t> pointed, std::int64_t otherwise,
                           Text there) {
    to.where(pointed.has_value(), there);
    to.head("Δ", exact(static_cast<double>(pointed.value_or(otherwise)),
                       format_integer(pointed.value_or(otherwise))));
    return pointed.value_or(otherwise);
}
std::int64_t read_distance(Reading& to, std::optional<std::int64_t> pointed) {
    return read_distance(to, pointed, end_of_training(to.first()), "last trained Δ"_tr);
}

void read_moments(Reading& to, std::int64_t distance) {
    const Detail* detail = detail_of(to.first());
    if (detail == nullptr) return;
    const IsotropicDeviations& isotropic = detail->model->isotropic;
    const auto at = static_cast<std::size_t>(distance);
    const auto row = [&](std::string label, Moments TermMoments::*term, double mean, double sd, Color color) {
        const TermMoments* moments = detail->moments.get();
        to.row(std::move(label),
               exact(moments != nullptr ? (moments->*term).mean[at] : mean,
                     number(moments != nullptr ? (moments->*term).mean[at] : mean, 2)),
               "± " + number(moments != nullptr ? (moments->*term).sd[at] : sd, 2), color);
    };
    const double fourth = product_at(detail->model->fourth, distance);
    row("1  q·Rk", &TermMoments::content, 0, isotropic.content, to.colors.curves[0]);
    row("2  a·Rk", &TermMoments::bias_key, 0, isotropic.bias_key, to.colors.curves[2]);
    row("3  q·Rb", &TermMoments::query_bias, 0, isotropic.query_bias, to.colors.curves[3]);
    to.row("4  a·Rb", exact(fourth, number(fourth, 2)), to.colors.curves[1]);
    row(to.translate("Sum"_tr), &TermMoments::total, fourth, isotropic.total, no_swatch);
}

void read_fourth_of_variants(Reading& to, std::int64_t distance) {
    for (const Variant& variant : to.variants)
        if (const Detail* detail = detail_of(variant); detail != nullptr && distance < detail->model->length)
            to.row(variant.label, exact(product_at(detail->model->fourth, distance),
                                        number(product_at(detail->model->fourth, distance), 4)));
}

void read_facts(Reading& to) {
    const Variant& first = to.first();
    if (first.data == nullptr) return;
    to.row("a·Rb half at Δ"_tr, exact(first[values::half_distance], number(first[values::half_distance], 0)),
           to.translate("tokens"_tr));
    to.row("a·Rb negative at Δ"_tr,
           exact(first[values::first_negative_distance], number(first[values::first_negative_distance], 0)),
           to.translate("tokens"_tr));
    if (!std::isfinite(first[values::isotropy])) return;
    to.row("Isotropy of q"_tr, exact(first[values::isotropy], number(first[values::isotropy], 4)));
    to.row("Isotropy of k"_tr, exact(first[values::isotropy_keys], number(first[values::isotropy_keys], 4)));
}

std::string localisation_note(const Variant& variant, const Translator& translate) {
    const double at_train = variant[values::entropy_bias_at_train_length],
                 at_length = variant[values::entropy_bias_at_length],
                 plain = variant[values::entropy_plain_at_length];
    if (!std::isfinite(at_train) || variant.params.lengths.train_length >= length_of(variant)) return {};
    return translate(
        " With bias, the entropy is {} nat at the trained length and {} at the full length; without, {}.",
        number(at_train, 2), number(at_length, 2), number(plain, 2));
}

std::string notes(const Variant& variant, const Translator& translate) {
    const Detail* detail = detail_of(variant);
    if (detail == nullptr) return {};
    const BiasDecayGroup& group = variant.params.bias;
    const double start = detail->model->fourth.at_zero();
    std::string text;
    if (group.bias_vector == BiasChoice::zero)
        text = translate("Without a bias the sum is the content term alone."_tr);
    else if (start <= 0)
        text = translate(
            "The fourth term is {} at Δ = 0, not positive: this pair of biases does not localise attention.",
            number(start, 3));
    else if (!detail->fourth->falls)
        text = translate(
            "These a and b are not parallel, so the fourth term does not decay; with aligned ones (Sandwich, "
            "constant) "
            "it does."_tr);
    else
        text = translate(
            "The fourth term falls from {} at Δ = 0, then oscillates: it is a sum of cosines, not monotone.",
            number(start, 3));
    if (detail->model->is_synthetic())
        text += translate(
            " For isotropic vectors the second and third terms have mean 0 and deviations |a| and |b|."_tr);
    return text + localisation_note(variant, translate);
}

/// Returns the note that explains why a line differs from the value read at the pointer.
std::string drawn_note(const Variant& variant, const Translator& translate) {
    const Detail* detail = detail_of(variant);
    if (detail == nullptr) return {};
    if (variant.params.bias.distance_axis == AxisChoice::log)
        return translate(
            " Numbers are exact at Δ; lines are means over a full ripple, from Δ ÷ {} to Δ × {}.",
            number(std::exp(ripple_spacing(detail->model->frequencies.inverse_frequency) / 2), 2),
            number(std::exp(ripple_spacing(detail->model->frequencies.inverse_frequency) / 2), 2));
    const Column steps = variant[arrays::step_distance];
    const double step = steps->size() < 2 ? 1 : steps->back() - (*steps)[steps->size() - 2];
    if (step <= 1) return {};
    return translate(" Numbers are exact at Δ; lines are means over {} neighbouring distances.",
                     number(step, 1));
}

/// Adds the values that hold at any distance, the formula with `distance` inserted, and the notes.
void finish(Reading& to, std::int64_t distance) {
    read_facts(to);
    to.formula(formula_of_terms(to));
    if (const Detail* detail = detail_of(to.first()))
        to.formula(fmt::format(R"(a^T R_{{-{}}} b &= {})", live(format_integer(distance)),
                               live(product_at(detail->model->fourth, distance))));
    to.readout.notes = notes(to.first(), to.translate);
}

void read_terms_at(Reading& to, std::optional<std::int64_t> pointed) {
    const std::int64_t distance = read_distance(to, pointed);
    if (to.alone())
        read_moments(to, distance);
    else
        read_fourth_of_variants(to, distance);
    finish(to, distance);
    to.readout.notes += drawn_note(to.first(), to.translate);
}

/// Reads the values at the length under the pointer, or at the whole length.
void read_length(Reading& to, const Detail& detail) {
    const std::vector<std::int64_t>& lengths = detail.fourth->lengths;
    auto at = lengths.end() - 1;
    if (const auto x = to.x())
        at = std::min(std::lower_bound(lengths.begin(), lengths.end(), std::llround(*x)), at);
    const auto n = static_cast<std::size_t>(at - lengths.begin());
    to.where(to.cursor.active, "full length"_tr);
    to.head("keys n"_tr, exact(static_cast<double>(lengths[n]), format_integer(lengths[n])));
    to.row("Entropy, with bias"_tr,
           exact(detail.softmax->entropy_bias[n], number(detail.softmax->entropy_bias[n], 3)), "nat");
    to.row("without"_tr, exact(detail.softmax->entropy_plain[n], number(detail.softmax->entropy_plain[n], 3)),
           "nat");
    to.row("equal content"_tr, exact(detail.fourth->entropy[n], number(detail.fourth->entropy[n], 3)), "nat");
    to.row("ln n"_tr,
           exact(std::log(static_cast<double>(lengths[n])),
                 number(std::log(static_cast<double>(lengths[n])), 3)),
           "nat");
    to.row("Weight, with bias"_tr,
           exact(detail.softmax->weight_bias[n], number(detail.softmax->weight_bias[n], 6)));
    to.row("without"_tr, exact(detail.softmax->weight_plain[n], number(detail.softmax->weight_plain[n], 6)));
}

/// Reads angle and density under the pointer.
void read_angle(Reading& to) {
    const Detail* detail = detail_of(to.first());
    if (detail == nullptr) return;
    if (const auto x = to.x()) {
        constexpr double degrees = 180 / std::numbers::pi;
        to.readout.heads.clear();
        to.head(to.translate("angle"_tr.as("between")), exact(*x, number(*x, 1)), "°");
        to.row("Density per degree"_tr,
               exact(angle_density(detail->model->dim, *x / degrees) / degrees,
                     number(angle_density(detail->model->dim, *x / degrees) / degrees, 5)));
    }
    to.row("Mean cosine"_tr,
           exact(to.first()[values::mean_cosine], number(to.first()[values::mean_cosine], 5)));
    to.row("1/√d", exact(1 / std::sqrt(static_cast<double>(detail->model->dim)),
                         number(1 / std::sqrt(static_cast<double>(detail->model->dim)), 5)));
}

}  // namespace

std::string formula_of_terms(const Showing& on) {
    const BiasDecayGroup& group = on.first().params.bias;
    std::string text =
        R"((q+a)^T R_{-\Delta}(k+b) &= q^T R_{-\Delta}k + a^T R_{-\Delta}k + q^T R_{-\Delta}b + a^T R_{-\Delta}b)";
    if (group.bias_vector == BiasChoice::sandwich && group.bias_scale == 1)
        return text + R"( \\ a^T R_{-\Delta}b &= \lambda \sum_p \cos \Delta\theta_p)";
    if (group.bias_vector == BiasChoice::sandwich)
        return text + R"( \\ a^T R_{-\Delta}b &= \lambda \sigma^2 \sum_p \cos \Delta\theta_p)";
    return text +
           R"( \\ a^T R_{-\Delta}b &= \sum_p a_p \cdot b_p \cos \Delta\theta_p + a_p \times b_p \sin \Delta\theta_p)";
}

void read_terms(Reading& to) { read_terms_at(to, distance_at(to)); }
void read_end_of_training(Reading& to) { read_terms_at(to, std::nullopt); }

void read_softmax(Reading& to) {
    const Detail* detail = detail_of(to.first());
    if (detail != nullptr && detail->softmax)
        read_length(to, *detail);
    else
        read_distance(to, std::nullopt);
    finish(to, end_of_training(to.first()));
}

/// Reads the sampled moments under the pointer, or the angle.
void read_isotropy(Reading& to) {
    const std::int64_t distance = end_of_training(to.first());
    const Variant& first = to.first();
    to.readout.where = to.translate("samples"_tr);
    if (const auto n = sample_at(to)) {
        to.head("Δ", exact((*first[arrays::sampled_distance])[*n],
                           number((*first[arrays::sampled_distance])[*n], 0)));
        for (const SampledTerm& term : sampled_terms)
            to.row(std::string(term.label),
                   exact((*first[*term.mean])[*n], number((*first[*term.mean])[*n], 3)),
                   "± " + number((*first[*term.deviation])[*n], 2), to.colors.curves[term.color]);
    } else {
        to.head("Δ", exact(static_cast<double>(distance), format_integer(distance)));
        read_angle(to);
    }
    finish(to, distance);
}

void read_families(Reading& to) {
    const std::int64_t distance = read_distance(to, distance_at(to));
    const auto step = step_at(to.first(), distance);
    const auto in_step = [&](const ArrayRow& row) {
        const Column values = to.first()[row];
        const double value = step && *step < values->size() ? (*values)[*step] : std::nan("");
        return exact(value, number(value, 4));
    };
    to.row("a·Rb", in_step(arrays::normalised_bias_bias), to.colors.curves[1]);
    for (const std::int32_t index : to.first().params.bias.compare.indices) {
        const auto family = static_cast<std::size_t>(index);
        to.row(BiasDecayGroup::families.at(family).label, in_step(arrays::families[family]),
               to.colors.curves[family_color(index)]);
    }
    finish(to, distance);
}

void read_heads(Reading& to) {
    constexpr std::int64_t max_rows = 8;
    const std::int64_t distance = read_distance(to, distance_at(to));
    const Array* all = to.first().find(arrays::head_bias_bias);
    const auto step = step_at(to.first(), distance);
    for (std::int64_t head = 0; all != nullptr && step && head < std::min(all->shape[0], max_rows); ++head)
        to.row(to.translate("head {}", head),
               exact((*all->data)[static_cast<std::size_t>(head * all->shape[1]) + *step],
                     number((*all->data)[static_cast<std::size_t>(head * all->shape[1]) + *step], 3)));
    finish(to, distance);
}

void read_key_bias(Reading& to) {
    const std::int64_t distance = read_distance(to, key_at(to), 0, "nearest key"_tr);
    const auto row = [&](Text label, const ArrayRow& array, std::size_t color) {
        const Column weights = to.first()[array];
        const auto n = static_cast<std::size_t>(distance);
        to.row(label,
               exact(n < weights->size() ? (*weights)[n] : std::nan(""),
                     number(n < weights->size() ? (*weights)[n] : std::nan(""), 6)),
               to.colors.curves[color]);
    };
    row("Without RoPE"_tr, arrays::weight_unrotated, 0);
    row("with b"_tr, arrays::weight_unrotated_key_bias, 1);
    row("With RoPE"_tr, arrays::weight_rotated, 0);
    row("with b"_tr, arrays::weight_rotated_key_bias, 1);
    finish(to, distance);
}

}  // namespace poslab::bias_decay
