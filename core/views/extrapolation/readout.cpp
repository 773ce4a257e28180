#include "core/views/extrapolation/showing.hpp"
#include "core/views/model_layer.hpp"

#include <numbers>

namespace poslab::extrapolation {
namespace {

std::string number(double value) { return std::isfinite(value) ? format_number(value, 3) : "–"; }

/// Returns the mean loss of a compared scheme beyond the trained length.
double mean_beyond(const Variant& variant, std::size_t scheme) {
    const Column losses = variant.row_of(arrays::losses, scheme);
    if (losses->empty()) return std::nan("");
    return mean_of(*losses, std::min<std::int64_t>(variant.params.lengths.train_length, std::ssize(*losses)),
                   std::ssize(*losses));
}

/// Returns the index of a map or scaling among the compared schemes; empty if it is not compared.
std::optional<std::size_t> place_among(const Params& params, std::string_view id) {
    const std::vector<const ComparedScheme*> schemes = compared(params);
    for (std::size_t n = 0; n < schemes.size(); ++n)
        if (schemes[n]->id == id) return n;
    return std::nullopt;
}

}  // namespace

AttentionSpec present_spec(const Params& params) {
    AttentionSpec spec;
    spec.map = params.map;
    spec.rotary = static_cast<const RotarySpec&>(params.rotary);
    spec.bias = params.bias;
    spec.log_n = params.extrapolation.log_n;
    return spec;
}

AttentionSpec compared_spec(const ComparedScheme& scheme, const Params& params) {
    AttentionSpec spec = present_spec(params);
    spec.rotary.scaling = "none";
    return scheme.applied(spec);
}

bool is_present(const ComparedScheme& scheme, const Params& params) {
    return identity_of(compared_spec(scheme, params)) == identity_of(present_spec(params));
}

std::string scheme_name(const ComparedScheme& scheme, const Translator& translate) {
    return scheme.bias != nullptr ? translate("Window"_tr.as("scheme")) : translate(scheme.label);
}

std::string present_name(const Params& params, const Translator& translate) {
    for (const ComparedScheme* scheme : compared(params))
        if (is_present(*scheme, params)) return scheme_name(*scheme, translate);
    return scheme_words(present_spec(params), translate);
}

double in_unit(double nats, LossUnit unit) {
    if (unit == LossUnit::bits) return nats / std::numbers::ln2;
    return unit == LossUnit::perplexity ? std::exp(nats) : nats;
}

std::string loss_unit(const Params& params, const Translator& translate) {
    switch (params.extrapolation.unit) {
        case LossUnit::bits:
            return translate("bits per token"_tr);
        case LossUnit::perplexity:
            return translate("perplexity"_tr);
        case LossUnit::nats:
            break;
    }
    return translate("nats per token"_tr);
}

Column in_unit(const Column& nats, const Params& params) {
    if (params.extrapolation.unit == LossUnit::nats) return nats;
    return mapped(nats, [&](double loss) { return in_unit(loss, params.extrapolation.unit); });
}

std::optional<std::size_t> token_at(const Showing& on) {
    const auto x = on.x();
    return x ? nearest_index(on.first()[arrays::position], *x) : std::nullopt;
}

std::string tell_of_losses(const Showing& on) {
    const Variant& first = on.first();
    const auto rope = place_among(first.params, "rope"), rerope = place_among(first.params, "rerope");
    if (!rope || !rerope) return {};
    const double plain = mean_beyond(first, *rope), other = mean_beyond(first, *rerope);
    if (!std::isfinite(plain) || !std::isfinite(other)) return {};
    const std::string length = format_integer(first.params.lengths.train_length);
    return on.translate("Mean loss beyond {} tokens: RoPE {} nats per token, ReRoPE {}", length,
                        fmt::format("{:.2f}", plain), fmt::format("{:.2f}", other));
}

std::string parameter_words(const Params& params) {
    return fmt::format("  ·  w {}, k {}, ×\u2009{}", format_integer(params.map.w),
                       format_number(params.map.k, 2), format_number(params.rotary.factor, 2));
}

std::string subtitle_of(const Showing& on) {
    const Params& params = on.first().params;
    std::string text = model_name(params.source, on.translate);
    const double numbers = on.first()[values::parameters], tokens = on.first()[values::tokens];
    if (std::isfinite(numbers))
        text += on.translate("  ·  {} parameters", format_integer(static_cast<std::int64_t>(numbers)));
    if (std::isfinite(tokens))
        text += on.translate("  ·  {} tokens", format_integer(static_cast<std::int64_t>(tokens)));
    const double pieces = on.first()[values::pieces];
    if (pieces > 1)
        text += on.translate(", mean of {} pieces", format_integer(static_cast<std::int64_t>(pieces)));
    return text + parameter_words(params);
}

void read_losses(Reading& reading) {
    const Variant& first = reading.first();
    const auto at = token_at(reading);
    reading.set_source(at.has_value(), "beyond the trained length"_tr);
    const LossUnit unit = first.params.extrapolation.unit;
    if (at) reading.head(reading.translate("Position"_tr), format_number(first.at(arrays::position, *at), 0));
    const auto value = [&](double loss) { return number(in_unit(loss, unit)); };
    for (std::size_t n = 0; n < reading.variants.size(); ++n) {
        const double loss =
            at ? reading.variants[n].at(arrays::smooth, *at) : reading.variants[n][values::beyond];
        reading.row(reading.label(n, reading.translate("current"_tr)), value(loss), reading.color(n));
    }
    if (!reading.single_variant()) return;
    const std::vector<const ComparedScheme*> schemes = compared(first.params);
    for (std::size_t n = 0; n < schemes.size(); ++n)
        reading.row(
            reading.translate(schemes[n]->label),
            value(at ? number_at(first.row_of(arrays::smoothed_losses, n), *at) : mean_beyond(first, n)));
}

void read_ranges(Reading& reading) {
    const Variant& first = reading.first();
    reading.set_source(false, "whole text"_tr);
    reading.row("Mean loss"_tr, number(first[values::mean]), reading.translate("nats"_tr));
    reading.row("Within the trained length"_tr, number(first[values::within]), reading.translate("nats"_tr));
    reading.row("Beyond it"_tr, number(first[values::beyond]), reading.translate("nats"_tr));
}

}  // namespace poslab::extrapolation
