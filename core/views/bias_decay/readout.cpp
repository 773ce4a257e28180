#include "core/base/formula_markup.hpp"
#include "core/views/bias_decay/arrays.hpp"

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
std::int64_t read_distance(Reading& reading, std::optional<std::int64_t> pointed, std::int64_t otherwise,
                           Text there) {
    reading.set_source(pointed.has_value(), there);
    reading.head("Δ", pointed.value_or(otherwise));
    return pointed.value_or(otherwise);
}
std::int64_t read_distance(Reading& reading, std::optional<std::int64_t> pointed) {
    return read_distance(reading, pointed, end_of_training(reading.first()), "last trained Δ"_tr);
}

void read_moments(Reading& reading, std::int64_t distance) {
    const Prepared* prepared = reading.first().prepared;
    if (prepared == nullptr) return;
    const IsotropicDeviations& isotropic = prepared->model->isotropic;
    const auto at = static_cast<std::size_t>(distance);
    const auto row = [&](std::string label, Moments TermMoments::*term, double mean, double sd, Color color) {
        const TermMoments* moments = prepared->moments.get();
        reading.row(std::move(label), readout_value(moments != nullptr ? (moments->*term).mean[at] : mean, 2),
                    "± " + number(moments != nullptr ? (moments->*term).sd[at] : sd, 2), color);
    };
    const double bias_bias = product_at(prepared->model->bias_bias, distance);
    row("1  q·Rk", &TermMoments::content, 0, isotropic.content, reading.colors.curves[0]);
    row("2  a·Rk", &TermMoments::bias_key, 0, isotropic.bias_key, reading.colors.curves[2]);
    row("3  q·Rb", &TermMoments::query_bias, 0, isotropic.query_bias, reading.colors.curves[3]);
    reading.row("4  a·Rb", readout_value(bias_bias, 2), reading.colors.curves[1]);
    row(reading.translate("Sum"_tr), &TermMoments::total, bias_bias, isotropic.total, no_swatch);
}

void read_bias_bias_of_variants(Reading& reading, std::int64_t distance) {
    for (const Variant& variant : reading.variants)
        if (const Prepared* prepared = variant.prepared;
            prepared != nullptr && distance < prepared->model->length)
            reading.row(variant.label, readout_value(product_at(prepared->model->bias_bias, distance), 4));
}

void read_facts(Reading& reading) {
    const Variant& first = reading.first();
    if (first.data == nullptr) return;
    reading.row("a·Rb half at Δ"_tr, readout_value(first[values::half_distance], 0),
                reading.translate("tokens"_tr));
    reading.row("a·Rb negative at Δ"_tr, readout_value(first[values::first_negative_distance], 0),
                reading.translate("tokens"_tr));
    if (!std::isfinite(first[values::isotropy])) return;
    reading.row("Isotropy of q"_tr, readout_value(first[values::isotropy], 4));
    reading.row("Isotropy of k"_tr, readout_value(first[values::isotropy_keys], 4));
}

std::string localisation_note(const Variant& variant, const Translator& translate) {
    const double at_train = variant[values::entropy_bias_at_train_length],
                 at_length = variant[values::entropy_bias_at_length],
                 plain = variant[values::entropy_plain_at_length];
    if (!std::isfinite(at_train) || variant.params.lengths.train_length >= length_of(variant)) return {};
    return translate(
        " With bias, the entropy is {} nats at the trained length and {} at the full length; without, {}.",
        number(at_train, 2), number(at_length, 2), number(plain, 2));
}

std::string notes(const Variant& variant, const Translator& translate) {
    const Prepared* prepared = variant.prepared;
    if (prepared == nullptr) return {};
    const BiasDecayGroup& group = variant.params.bias;
    const double start = prepared->model->bias_bias.at_zero();
    std::string text;
    if (group.bias_vector == BiasChoice::zero)
        text = translate("Without a bias the sum is the content term alone."_tr);
    else if (start <= 0)
        text = translate(
            "The fourth term is {} at Δ = 0, not positive: this pair of biases does not localise attention.",
            number(start, 3));
    else if (!prepared->bias_bias->falls)
        text = translate(
            "These a and b are not parallel, so the fourth term does not decay; with aligned ones (Sandwich, "
            "constant) "
            "it does."_tr);
    else
        text = translate(
            "The fourth term falls from {} at Δ = 0, then oscillates: it is a sum of cosines, not monotone.",
            number(start, 3));
    if (prepared->model->is_synthetic())
        text += translate(
            " For isotropic vectors the second and third terms have mean 0 and deviations |a| and |b|."_tr);
    return text + localisation_note(variant, translate);
}

/// Returns the note that explains why a line differs from the value read at the pointer.
std::string drawn_note(const Variant& variant, const Translator& translate) {
    const Prepared* prepared = variant.prepared;
    if (prepared == nullptr) return {};
    if (variant.params.bias.distance_axis == AxisChoice::log) {
        const std::string half = number(std::exp(prepared->model->ripple / 2), 2);
        return translate(
            " Numbers are exact at Δ; lines are means over a full ripple, from Δ ÷ {} to Δ × {}.", half,
            half);
    }
    const Column steps = variant[arrays::step_distance];
    const double step = steps->size() < 2 ? 1 : steps->back() - (*steps)[steps->size() - 2];
    if (step <= 1) return {};
    return translate(" Numbers are exact at Δ; lines are means over {} neighbouring distances.",
                     number(step, 1));
}

/// Adds the values that hold at any distance, the formula with `distance` inserted, and the notes.
void finish(Reading& reading, std::int64_t distance) {
    read_facts(reading);
    reading.formula(formula_of_terms(reading));
    if (const Prepared* prepared = reading.first().prepared)
        reading.formula(fmt::format(R"(a^T R_{{-{}}} b &= {})", live(format_integer(distance)),
                                    live(product_at(prepared->model->bias_bias, distance))));
    reading.readout.notes = notes(reading.first(), reading.translate);
}

void read_terms_at(Reading& reading, std::optional<std::int64_t> pointed) {
    const std::int64_t distance = read_distance(reading, pointed);
    if (reading.single_variant())
        read_moments(reading, distance);
    else
        read_bias_bias_of_variants(reading, distance);
    finish(reading, distance);
    reading.readout.notes += drawn_note(reading.first(), reading.translate);
}

/// Reads the values at the length under the pointer, or at the whole length.
void read_length(Reading& reading) {
    const Variant& first = reading.first();
    const std::vector<std::int64_t>& lengths = first.prepared->bias_bias->lengths;
    auto at = lengths.end() - 1;
    if (const auto x = reading.x())
        at = std::min(std::lower_bound(lengths.begin(), lengths.end(), std::llround(*x)), at);
    const auto n = static_cast<std::size_t>(at - lengths.begin());
    reading.set_source(reading.cursor.active, "full length"_tr);
    reading.head("keys n"_tr, lengths[n]);
    reading.row("Entropy, with bias"_tr, readout_value(first.at(arrays::entropy_bias, n), 3), "nats");
    reading.row("without"_tr, readout_value(first.at(arrays::entropy_plain, n), 3), "nats");
    reading.row("equal content"_tr, readout_value(first.at(arrays::entropy_equal, n), 3), "nats");
    reading.row("ln n"_tr, readout_value(std::log(static_cast<double>(lengths[n])), 3), "nats");
    reading.row("Weight, with bias"_tr, readout_value(first.at(arrays::weight_bias, n), 6));
    reading.row("without"_tr, readout_value(first.at(arrays::weight_plain, n), 6));
}

/// Reads angle and density under the pointer.
void read_angle(Reading& reading) {
    const Prepared* prepared = reading.first().prepared;
    if (prepared == nullptr) return;
    if (const auto x = reading.x()) {
        constexpr double degrees = 180 / std::numbers::pi;
        reading.readout.heads.clear();
        reading.head(reading.translate("angle"_tr.as("between")), readout_value(*x, 1), "°");
        reading.row("Density per degree"_tr,
                    readout_value(angle_density(prepared->model->dim, *x / degrees) / degrees, 5));
    }
    reading.row("Mean cosine"_tr, readout_value(reading.first()[values::mean_cosine], 5));
    reading.row("1/√d", readout_value(1 / std::sqrt(static_cast<double>(prepared->model->dim)), 5));
}

}  // namespace

std::string formula_of_terms(const Showing& showing) {
    const BiasDecayGroup& group = showing.first().params.bias;
    std::string text =
        R"((q+a)^T R_{-\Delta}(k+b) &= q^T R_{-\Delta}k + a^T R_{-\Delta}k + q^T R_{-\Delta}b + a^T R_{-\Delta}b)";
    if (group.bias_vector == BiasChoice::sandwich && group.bias_scale == 1)
        return text + R"( \\ a^T R_{-\Delta}b &= \lambda \sum_p \cos \Delta\theta_p)";
    if (group.bias_vector == BiasChoice::sandwich)
        return text + R"( \\ a^T R_{-\Delta}b &= \lambda \sigma^2 \sum_p \cos \Delta\theta_p)";
    return text +
           R"( \\ a^T R_{-\Delta}b &= \sum_p a_p \cdot b_p \cos \Delta\theta_p + a_p \times b_p \sin \Delta\theta_p)";
}

void read_terms(Reading& reading) { read_terms_at(reading, distance_at(reading)); }
void read_end_of_training(Reading& reading) { read_terms_at(reading, std::nullopt); }

void read_softmax(Reading& reading) {
    if (reading.first().find(arrays::entropy_bias) != nullptr)
        read_length(reading);
    else
        read_distance(reading, std::nullopt);
    finish(reading, end_of_training(reading.first()));
}

/// Reads the sampled moments under the pointer, or the angle.
void read_isotropy(Reading& reading) {
    const std::int64_t distance = end_of_training(reading.first());
    const Variant& first = reading.first();
    reading.readout.where = reading.translate("samples"_tr);
    if (const auto n = sample_at(reading)) {
        reading.head("Δ", readout_value((*first[arrays::sampled_distance])[*n], 0));
        for (const RandomTerm& term : random_terms)
            reading.row(term.name(), readout_value((*first[term.rows.sampled])[*n], 3),
                        "± " + number((*first[term.rows.sampled_sd])[*n], 2),
                        reading.colors.curves[term.color]);
    } else {
        reading.head("Δ", distance);
        read_angle(reading);
    }
    finish(reading, distance);
}

void read_families(Reading& reading) {
    const std::int64_t distance = read_distance(reading, distance_at(reading));
    const auto step = step_at(reading.first(), distance);
    const auto in_step = [&](const ArrayRow& row) {
        const Column values = reading.first()[row];
        const double value = step && *step < values->size() ? (*values)[*step] : std::nan("");
        return readout_value(value, 4);
    };
    reading.row("a·Rb", in_step(arrays::normalised_bias_bias), reading.colors.curves[1]);
    for (const std::int32_t index : reading.first().params.bias.compare.indices) {
        const auto family = static_cast<std::size_t>(index);
        reading.row(BiasDecayGroup::families.at(family).label, in_step(arrays::families[family]),
                    reading.colors.curves[family_color(index)]);
    }
    finish(reading, distance);
}

void read_heads(Reading& reading) {
    constexpr std::int64_t max_rows = 8;
    const std::int64_t distance = read_distance(reading, distance_at(reading));
    const Array* all = reading.first().find(arrays::head_bias_bias);
    const auto step = step_at(reading.first(), distance);
    for (std::int64_t head = 0; all != nullptr && step && head < std::min(all->shape[0], max_rows); ++head)
        reading.row(reading.translate("head {}", head),
                    readout_value((*all->data)[static_cast<std::size_t>(head * all->shape[1]) + *step], 3));
    finish(reading, distance);
}

void read_key_bias(Reading& reading) {
    const std::int64_t distance = read_distance(reading, key_at(reading), 0, "nearest key"_tr);
    const auto row = [&](Text label, const ArrayRow& array, std::size_t color) {
        const Column weights = reading.first()[array];
        const auto n = static_cast<std::size_t>(distance);
        reading.row(label, readout_value(n < weights->size() ? (*weights)[n] : std::nan(""), 6),
                    reading.colors.curves[color]);
    };
    row("Without RoPE"_tr, arrays::weight_unrotated, 0);
    row("with b"_tr, arrays::weight_unrotated_key_bias, 1);
    row("With RoPE"_tr, arrays::weight_rotated, 0);
    row("with b"_tr, arrays::weight_rotated_key_bias, 1);
    finish(reading, distance);
}

}  // namespace poslab::bias_decay
