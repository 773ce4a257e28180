// Code shared by the figures.

#include "core/views/bias_decay/arrays.hpp"

#include <filesystem>

namespace poslab::bias_decay {
namespace {

std::string source_words(const Variant& variant, const Translator& translate) {
    const BiasDecayGroup& group = variant.params.bias;
    if (group.from_model)
        return model_name(variant.params.model, translate) + translate(", layer {}", group.layer);
    if (!BiasDecayGroup::has_files(group)) return translate("isotropic queries and keys"_tr);
    std::string text =
        std::filesystem::path(group.queries.path.empty() ? group.keys.path : group.queries.path)
            .filename()
            .string();
    if (group.layer > 0) text += translate(", layer {}", group.layer);
    return text;
}

}  // namespace

std::string subtitle_of(const Showing& showing) {
    const Variant& variant = showing.first();
    const Params& params = variant.params;
    std::string text =
        bias_words(params, showing.translate.language()) + "  ·  " + source_words(variant, showing.translate);
    const bool of_all = !params.bias.head.set && variant[values::heads] > 1;
    if (of_all || (params.bias.head.set && (params.bias.head.value > 0 || params.bias.from_model)))
        text += showing.translate(", head {}", format_number(of_all ? 0 : params.bias.head.value, 0));
    text += fmt::format("  ·  d = {}",
                        variant.data == nullptr ? params.rotary.dim : variant.prepared->model->dim);
    if (params.rotary.is_computed()) {
        text += showing.translate(", base {}", format_number(params.rotary.base, 7, 14));
        if (params.rotary.is_scaled()) text += ", " + showing.translate(params.rotary.scaling->label);
    }
    return text + showing.translate(", trained to {}, used to {}",
                                    format_integer(params.lengths.train_length),
                                    format_integer(length_of(variant)));
}

std::string bias_words(const Params& params, Language language) {
    const BiasDecayGroup& group = params.bias;
    std::string text(
        in(language, BiasDecayGroup::bias_vectors[static_cast<std::size_t>(group.bias_vector)].label));
    if (group.bias_vector == BiasChoice::zero) return Translator(language)("no bias"_tr);
    if (group.bias_vector == BiasChoice::file)
        text =
            std::filesystem::path(group.query_bias.path.empty() ? group.key_bias.path : group.query_bias.path)
                .filename()
                .string();
    if (group.bias_vector == BiasChoice::sandwich) text += ", λ = " + format_number(strength_of(params), 4);
    if (group.bias_vector == BiasChoice::gaussian)
        return text + ", σ = " + format_number(group.bias_scale, 4);
    return group.bias_scale == 1 ? text : text + " × " + format_number(group.bias_scale, 4);
}

std::int64_t length_of(const Variant& variant) {
    const Prepared* prepared = variant.prepared;
    return prepared != nullptr ? prepared->model->length : variant.params.lengths.length;
}

Axis distance_axis(const Showing& showing, const Variant& variant) {
    const bool logarithmic = variant.params.bias.distance_axis == AxisChoice::log;
    Axis axis{showing.translate("distance Δ, tokens →"_tr), logarithmic ? 1.0 : 0.0,
              static_cast<double>(std::max<std::int64_t>(length_of(variant) - 1, 2))};
    axis.logarithmic = logarithmic;
    axis.whole = !logarithmic;
    return axis;
}

Axis roomy_axis(const ValueRange& range) {
    const double room = 0.06 * (range.high - range.low);
    return {"", range.low - room, range.high + room};
}

std::optional<std::size_t> step_at(const Variant& variant, std::int64_t distance) {
    return nearest_index(variant[arrays::step_distance], static_cast<double>(distance));
}

namespace {

std::int64_t a_distance(const Showing& showing, double position) {
    return static_cast<std::int64_t>(
        std::clamp(position, 0.0, static_cast<double>(length_of(showing.first()) - 1)));
}

}  // namespace

std::optional<std::int64_t> distance_at(const Showing& showing) {
    const auto x = showing.x();
    return x ? std::optional(a_distance(showing, std::round(*x))) : std::nullopt;
}

std::optional<std::int64_t> key_at(const Showing& showing) {
    const auto x = showing.x();
    return x ? std::optional(a_distance(showing, std::floor(*x))) : std::nullopt;
}

}  // namespace poslab::bias_decay
