#include "core/base/errors.hpp"
#include "core/encoding/positions.hpp"
#include "core/views/extrapolation/arrays.hpp"
#include "core/views/position_map_words.hpp"
#include "core/views/thinning.hpp"

namespace poslab::extrapolation {
namespace {

std::vector<std::int32_t> repeated(const std::vector<std::int32_t>& piece, std::int64_t begins,
                                   std::int64_t period) {
    std::vector<std::int32_t> made = piece;
    for (std::size_t n = static_cast<std::size_t>(begins + period); n < made.size(); ++n)
        made[n] = made[n - static_cast<std::size_t>(period)];
    return made;
}

void add_share(const std::vector<double>& numbers, double share, std::vector<double>& sum) {
    sum.resize(numbers.size(), 0.0);
    for (std::size_t n = 0; n < numbers.size(); ++n) sum[n] += share * numbers[n];
}

/// Publishes the known predictions of the compared schemes, with the previous or empty ones for the others,
/// so that the current scheme follows a dragged slider before the others are ready.
void publish(const SampleContext& context, std::span<const ComparedScheme* const> schemes,
             const std::vector<Predicted>& known) {
    std::vector<double> curves;
    for (std::size_t n = 0; n < known.size(); ++n) {
        const Predicted predicted = known[n] ? known[n] : context.model().known.last(schemes[n]->id);
        const std::vector<double> curve =
            predicted ? smoothed(predicted->losses, context.params.extrapolation.smoothing)
                      : std::vector<double>(static_cast<std::size_t>(context.predicted()), std::nan(""));
        curves.insert(curves.end(), curve.begin(), curve.end());
    }
    Data partial = context.partial_data();
    add_array(arrays::smoothed_losses.name, arrays::smoothed_losses.axes, arrays::smoothed_losses.unit,
              matrix_of(std::ssize(known), std::move(curves)), partial);
    context.request.publish(std::move(partial));
}

}  // namespace

Predicted predictions_of(const SampleContext& context, const DecoderScheme& scheme, WhatIsRead what,
                         const Job& job) {
    const OpenedModel& model = context.model();
    const std::int64_t period = context.params.lengths.train_length;
    const bool again = what == WhatIsRead::repeated && period + model.begins < context.tokens();
    const std::string identity =
        identity_of(scheme.attention) + (again ? fmt::format(" | repeated {}", period) : "");
    if (Predicted known = model.known.find(identity)) return known;
    const std::size_t count = model.pieces_of_text.size();
    const double share = 1 / static_cast<double>(count);
    std::size_t done = 0;
    TokenPredictions mean;
    for (const std::vector<std::int32_t>& piece : model.pieces_of_text) {
        const Job part = job.step(done, count).repeated(static_cast<double>(count - done));
        const std::vector<std::int32_t> read = again ? repeated(piece, model.begins, period) : piece;
        const auto one = token_predictions(*model.decoder, read, std::span(&scheme, 1), context.engine, part);
        add_share(one.front().losses, share, mean.losses);
        add_share(one.front().right, share, mean.right);
        ++done;
    }
    auto made = std::make_shared<const TokenPredictions>(std::move(mean));
    model.known.keep(identity, made);
    return made;
}

const Predicted& SampleContext::present() {
    return present_made.get([&] {
        return predictions_of(*this, present_scheme(params, shape(), tokens()), WhatIsRead::text,
                              job.part(0, 0.1));
    });
}

const std::vector<Predicted>& SampleContext::each() {
    return each_made.get([&] {
        const std::vector<const ComparedScheme*> compared_with = compared(params);
        if (request.publish) present();  // the current scheme is shown first
        std::vector<DecoderScheme> schemes;
        std::vector<Predicted> all;
        for (const ComparedScheme* scheme : compared_with) {
            schemes.push_back(compared_scheme(*scheme, params, shape(), tokens()));
            all.push_back(model().known.find(identity_of(schemes.back().attention)));
        }
        // If most schemes are unknown, publish before each one; else only once, since drawing takes time as
        // well.
        const bool each_one = 2 * std::count(all.begin(), all.end(), nullptr) > std::ssize(all);
        for (std::ptrdiff_t n = 0, published = 0; n < std::ssize(all); ++n) {
            if (!all[n]) {
                if (request.publish && (each_one || published++ == 0)) publish(*this, compared_with, all);
                const double step = 0.9 / static_cast<double>(all.size()),
                             begin = 0.1 + step * static_cast<double>(n);
                const auto unknown = static_cast<double>(std::count(all.begin() + n, all.end(), nullptr));
                all[n] = predictions_of(*this, schemes[n], WhatIsRead::text,
                                        job.part(begin, begin + step).repeated(unknown));
            }
            model().known.keep_last(compared_with[n]->id, all[n]);
        }
        return all;
    });
}

std::vector<const ComparedScheme*> compared(const Params& params) {
    std::vector<const ComparedScheme*> list;
    for (const std::int32_t index : params.extrapolation.compare.indices)
        list.push_back(&ComparedScheme::all()[static_cast<std::size_t>(index)]);
    return list;
}

DecoderScheme present_scheme(const Params& params, const DecoderShape& shape, std::int64_t tokens) {
    AttentionSpec spec = own_attention(shape, tokens);
    const Pairing pairing = spec.pairing;
    const RotaryDims dims = spec.rope_dims;
    spec.map = position_map_spec(params.map, true);
    spec.rotary = rotary_spec(params.rotary, params.lengths.train_length, tokens);
    spec.rotary.dim = shape.head_dim;
    spec.rotary.rotary_fraction = shape.rope.rotary_fraction;
    spec.pairing = pairing;
    spec.rope_dims = dims;
    spec.bias = params.bias;
    spec.log_n = params.extrapolation.log_n;
    if (!shape.trained.rotates && (spec.rotary.is_scaled() || !has_no_positions(spec.map, tokens)))
        throw UsageError(
            tr("--map {}: the model was trained without RoPE; only its own scheme is possible: map rerope "
               "with --w 0 and no scaling",
               spec.map.map->id));
    return {spec, shape.trained.full_last};
}

DecoderScheme compared_scheme(const ComparedScheme& scheme, const Params& params, const DecoderShape& shape,
                              std::int64_t tokens) {
    if (!shape.trained.rotates)
        throw UsageError(
            tr("--compare {}: the model was trained without RoPE; its own scheme cannot be replaced",
               scheme.id));
    DecoderScheme made = present_scheme(params, shape, tokens);
    // the model's own scaling, independent of the current choice
    made.attention.rotary.scaling = shape.rope.scaling;
    made.attention = scheme.applied(made.attention);
    return made;
}

double mean_of(std::span<const double> losses, std::int64_t first, std::int64_t end) {
    double sum = 0;
    for (std::int64_t n = first; n < end; ++n) sum += losses[static_cast<std::size_t>(n)];
    return end > first ? sum / static_cast<double>(end - first) : std::nan("");
}

std::vector<double> smoothed(std::span<const double> losses, std::int64_t width) {
    std::vector<double> sums{0};
    for (const double loss : losses) sums.push_back(sums.back() + loss);
    std::vector<double> means;
    const std::int64_t count = std::ssize(losses);
    for (std::int64_t n = 0; n < count; ++n) {
        const std::int64_t first = std::max<std::int64_t>(0, n - (width - 1) / 2),
                           end = std::min(count, n + width / 2 + 1);
        means.push_back((sums[static_cast<std::size_t>(end)] - sums[static_cast<std::size_t>(first)]) /
                        static_cast<double>(end - first));
    }
    return means;
}

std::vector<std::int64_t> range_ends(std::int64_t predicted) {
    std::vector<std::int64_t> ends;
    for (std::int64_t end = 32; end < predicted; end *= 2) ends.push_back(end);
    ends.push_back(predicted);
    return ends;
}

std::vector<double> means_by_range(const std::vector<double>& losses) {
    std::vector<double> means;
    std::int64_t first = 0;
    for (const std::int64_t end : range_ends(std::ssize(losses))) {
        means.push_back(mean_of(losses, first, end));
        first = end;
    }
    return means;
}

Numbers logits_of(SampleContext& context) {
    const DecoderScheme scheme = present_scheme(context.params, context.shape(), context.tokens());
    DecoderPass pass(*context.model().decoder, context.model().pieces_of_text.front(), std::span(&scheme, 1),
                     context.engine, context.job);
    pass.run(context.shape().layers);
    const std::vector<float> logits = pass.logits(0);
    return matrix_of(context.tokens(), {logits.begin(), logits.end()});
}

std::vector<double> profile_distances(const SampleContext& context) {
    constexpr std::int64_t most = 1024;
    std::vector<double> distances;
    const std::int64_t step = std::max<std::int64_t>(1, context.tokens() / most);
    for (std::int64_t distance = 0; distance < context.tokens(); distance += step)
        distances.push_back(static_cast<double>(distance));
    return distances;
}

std::vector<double> profiles(const SampleContext& context) {
    std::vector<double> all;
    const std::vector<double> distances = profile_distances(context);
    const std::vector<std::int64_t> whole(distances.begin(), distances.end());
    for (const ComparedScheme* scheme : compared(context.params)) {
        const AttentionSpec spec =
            compared_scheme(*scheme, context.params, context.shape(), context.tokens()).attention;
        const std::vector<double> positions =
            position_profile(position_plan(spec.map), context.tokens() - 1, whole);
        for (std::size_t n = 0; n < positions.size(); ++n) {
            const bool hidden = spec.bias.bias->masks_from_w && whole[n] >= spec.map.w;
            all.push_back(hidden ? masked_value() : positions[n]);
        }
    }
    return all;
}

std::string scheme_words(const AttentionSpec& spec, const Translator& translate) {
    const Bias& bias = *spec.bias.bias;
    if (bias.masks_from_w)
        return translate("Window"_tr.as("scheme")) + fmt::format(", w {}", format_integer(spec.map.w));
    const PositionMap& map = *spec.map.map;
    constexpr std::int64_t far = 1 << 20;  // large enough: names do not depend on the length
    if (has_no_positions(spec.map, far))
        return translate(bias.id == "none" ? "NoPE"_tr : bias.label) + (spec.log_n ? " + log n" : "");
    std::string text = translate(map.label);
    if (map.divides_positions)
        text += fmt::format(", × {}", format_number(spec.map.k, 2));
    else if (const std::string used = used_parameters(spec.map); !used.empty())
        text += ", " + used;
    if (spec.rotary.is_scaled()) {
        const std::string scaled = translate(spec.rotary.scaling->label) +
                                   fmt::format(", × {}", format_number(spec.rotary.factor, 2));
        text = map.id == "rope" ? scaled : text + " + " + scaled;
    }
    if (bias.id != "none") text += " + " + translate(bias.label);
    return spec.log_n ? text + " + log n" : text;
}

}  // namespace poslab::extrapolation
