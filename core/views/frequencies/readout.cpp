#include "core/base/formula_markup.hpp"
#include "core/views/frequencies/arrays.hpp"

namespace poslab::frequencies {
namespace {

std::string number(double value) {
    return std::isfinite(value) ? format_number(value, value < 10 ? 4 : (value < 1000 ? 2 : 0), 10) : "∞";
}

std::string precision_name(const Variant& variant) {
    return std::string(PairGroup::precisions.at(static_cast<std::size_t>(variant.params.pair.precision)).id);
}

/// Returns the slowest pair that completes a turn in training, near the middle of the scaling's transition.
std::size_t slowest_with_a_turn(const Variant& variant) {
    const Column turns = variant[arrays::rotations_train];
    std::size_t pair = turns->size();
    while (pair > 0 && !((*turns)[pair - 1] >= 1)) --pair;
    return pair == 0 ? 0 : pair - 1;
}

/// Reads the values of a pair; `at` is the position for its angle.
void read_pair_of(Reading& reading, const Variant& variant, std::size_t pair, std::int64_t at) {
    const Params& params = variant.params;
    const std::string tokens = reading.translate("tokens"_tr), turns = reading.translate("turns"_tr),
                      rad = reading.translate("rad"_tr);
    const auto row = [&](Text label, const ArrayRow& array, const std::string& unit) {
        reading.row(label, readout_value(variant.at(array, pair), number), unit);
    };
    row("Wavelength"_tr, arrays::wavelength, tokens);
    if (is_scaled(params)) {
        row("before scaling"_tr, arrays::wavelength_unscaled, tokens);
        row("Ratio"_tr, arrays::ratio, "");
    }
    row("Turns in training"_tr, arrays::rotations_train, turns);
    row("Turns at target"_tr, arrays::rotations_target, turns);
    const double angle =
        std::fmod(static_cast<double>(at) * variant.at(arrays::inverse_frequency, pair), turn);
    reading.row(reading.translate("Angle at "_tr) + format_integer(at), readout_value(angle, number), rad);
    const std::int64_t turned = rotary_dim(spec_of(params));
    const auto [first, second] =
        dimensions_of_pair(params.rotary.pairing, static_cast<std::int64_t>(pair), turned);
    const std::int64_t begin = first_rotary_dimension(params.rotary.rope_dims, params.rotary.dim, turned);
    reading.row("Dimensions"_tr, reading.translate("{} and {}", begin + first, begin + second));
    if (const ArrayRow* error = chosen_error(variant))
        reading.row(reading.translate("Error in "_tr) + precision_name(variant),
                    readout_value(variant.at(*error, pair), short_text), rad);
    const std::vector<int> sections = sections_of_pairs(params.pair, pairs_of(variant));
    if (pair < sections.size())
        reading.row("M-RoPE axis"_tr, reading.translate(section_name(sections[pair])));
}

std::string unseen_note(const Variant& variant, const Translator& translate) {
    const Column unseen = variant[arrays::unseen_angle_fraction];
    if (unseen->empty()) return {};
    const auto has_unseen = [](double share) { return share > 0; };
    const auto count = std::count_if(unseen->begin(), unseen->end(), has_unseen);
    const auto first = std::find_if(unseen->begin(), unseen->end(), has_unseen) - unseen->begin();
    const auto last = std::ssize(*unseen) - 1;
    const std::int64_t tokens = variant.params.lengths.length;
    const std::string length = format_integer(tokens);
    if (count == 0)
        return translate.plural("Within {1} token every pair uses only angles seen in training.",
                                "Within {1} tokens every pair uses only angles seen in training.", tokens,
                                length);
    const std::string which = first == last               ? translate("pair {}", last)
                              : count == last - first + 1 ? translate("pairs {}–{}", first, last)
                                                          : translate("{} pairs", count);
    return translate.plural(
        "At {1} token some angles of {2} were not seen in training; all other pairs use only seen angles.",
        "At {1} tokens some angles of {2} were not seen in training; all other pairs use only seen angles.",
        tokens, length, which);
}

std::string notes(const Variant& variant, const Translator& translate) {
    std::string text = unseen_note(variant, translate);
    const double negative = variant[values::first_negative_distance];
    if (std::isfinite(negative))
        text += translate(" The similarity first goes negative at distance {}.", format_number(negative, 0));
    if (const ArrayRow* row = chosen_error(variant)) {
        double largest = 0;
        const Column errors = variant[*row];
        for (const double error : *errors) largest = std::max(largest, error);
        text += translate(" Frequencies rounded to {} are off by up to {} rad at position {}.",
                          precision_name(variant), short_text(largest),
                          format_integer(variant.params.lengths.length - 1));
    }
    return text;
}

/// Adds the notes and the JSON snippets to copy, independent of the pointer.
void finish(Reading& reading) {
    reading.readout.notes = notes(reading.first(), reading.translate);
    const auto snippet = [&](const ValueRow& row, const RopeExportText& text) {
        if (text.json) reading.readout.snippets.push_back({std::string(row.name), *text.json});
    };
    const RopeConfig config = rope_config(reading.first().params);
    snippet(values::rope_scaling, rope_scaling_json(config));
    snippet(values::rope_parameters, rope_parameters_json(config));
}

/// Adds the scaling's formula, followed by the numbers of one pair.
void read_formula(Reading& reading, std::size_t index) {
    const Variant& variant = reading.first();
    const RotarySpec& spec = variant.params.rotary;
    const double scaled = variant.at(arrays::inverse_frequency, index);
    reading.formula(formula_of_scaling(reading));
    if (index >= pairs_of(variant)) return;
    const std::string pair = live(static_cast<std::int64_t>(index));
    if (!spec.is_computed())
        return reading.formula(fmt::format(R"(\theta_{{{}}} &= {})", pair, live_number(scaled)));
    const double unscaled = variant.at(arrays::inverse_frequency_unscaled, index);
    if (spec.scaling->with_numbers == nullptr)
        return reading.formula(fmt::format(R"(\theta_{{{}}} &= {}, \quad \theta_{{{}}}' = {})", pair,
                                           live_number(unscaled), pair, live_number(scaled)));
    const RotarySpec whole = spec_of(variant.params);
    for (std::string& line : spec.scaling->with_numbers(
             whole, {static_cast<std::int64_t>(index), unscaled, scaled, rotary_dim(whole),
                     variant[values::effective_base], variant[values::ramp_low], variant[values::ramp_high]}))
        reading.formula(std::move(line));
}

/// Reads a pair of every variant at `position`, or at the dials' position.
void read_pair_at(Reading& reading, std::size_t pair, std::optional<std::int64_t> position) {
    reading.readout.where = reading.translate("pair {}", pair);
    for (const Variant& variant : reading.variants) {
        if (!reading.single_variant()) reading.row(variant.label, "");
        read_pair_of(reading, variant, pair, position.value_or(variant.params.pair.position));
    }
    read_formula(reading, pair);
    finish(reading);
}

}  // namespace

std::string formula_of_scaling(const Showing& on) {
    const RotarySpec& spec = on.first().params.rotary;
    return spec.is_computed() ? std::string(spec.scaling->definition)
                              : R"(\lambda_p &= \frac{2\pi}{\theta_p})";
}

void read_slowest(Reading& reading) {
    read_pair_at(reading, slowest_with_a_turn(reading.first()), std::nullopt);
}

void read_pair(Reading& reading) {
    const auto pair = pair_at(reading);
    read_pair_at(reading, pair ? *pair : slowest_with_a_turn(reading.first()), std::nullopt);
}

void read_map(Reading& reading) {
    const auto cell = map_cell_at(reading, reading.first());
    if (!cell) return read_slowest(reading);
    read_pair_at(reading, cell->pair, cell->position);
}

void read_distance(Reading& reading) {
    const Variant& first = reading.first();
    const std::int64_t distance = distance_at(reading).value_or(first.params.lengths.train_length - 1);
    reading.readout.where = fmt::format("Δ = {}", format_integer(distance));
    const auto similarity = [&](const Variant& variant, const ArrayRow& frequencies) {
        return similarity_at(variant, frequencies, static_cast<double>(distance));
    };
    for (std::size_t n = 0; n < reading.variants.size(); ++n)
        reading.row(
            reading.label(n, std::string("S(Δ)")),
            readout_value(similarity(reading.variants[n], arrays::inverse_frequency), format_number, 6, 12));
    if (reading.single_variant()) {
        if (is_scaled(first.params))
            reading.row("unscaled"_tr, readout_value(similarity(first, arrays::inverse_frequency_unscaled),
                                                     format_number, 6, 12));
        reading.row("f²·S(Δ)",
                    readout_value(logit_factor(first) * similarity(first, arrays::inverse_frequency),
                                  format_number, 6, 12));
        const double bound = upper_bound(*first[arrays::inverse_frequency], std::array{distance}).front();
        reading.row("RoFormer's bound"_tr, readout_value(bound, format_number, 4, 12));
    }
    const double negative = first[values::first_negative_distance];
    reading.row("First negative at"_tr, readout_value(negative, 0, 12), reading.translate("tokens"_tr));
    reading.formula(R"(S(\Delta) &= \frac{2}{d} \sum_p \cos \Delta\theta_p)");
    finish(reading);
}

}  // namespace poslab::frequencies
