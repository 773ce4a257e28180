#pragma once

// Internals of the view `extrapolation`: a language model's loss by position, beyond its trained length, with
// every scheme (article 9708's experiment).

#include "core/decoder/compared_schemes.hpp"
#include "core/decoder/decoder.hpp"
#include "core/decoder/forward.hpp"
#include "core/params/groups/axes.hpp"
#include "core/params/groups/bias.hpp"
#include "core/params/groups/decoder_source.hpp"
#include "core/params/groups/lengths.hpp"
#include "core/params/groups/position_map.hpp"
#include "core/params/groups/rotary.hpp"
#include "core/params/groups/shared_parameters.hpp"
#include "core/tokens/tokenizer.hpp"
#include "core/views/view_of.hpp"

#include <map>
#include <mutex>

namespace poslab::extrapolation {

enum class LossUnit { nats, bits, perplexity };
enum class AxisChoice { linear, log };

/// The compared schemes and the presentation of losses.
struct ExtrapolationGroup {
    bool log_n = false;
    ChoiceList compare = compared_by_default();
    std::int64_t pieces = 1;
    std::int64_t smoothing = 64;
    std::int64_t needles = 8;
    std::int64_t layer = 0;
    OptionalReal head{0, true};  // unset: all heads
    LossUnit unit = LossUnit::nats;
    AxisChoice position_axis = AxisChoice::linear;

    static ChoiceList compared_by_default();
    static std::span<const Choice> schemes();
    static constexpr auto units = choices<LossUnit>({{LossUnit::nats, "nats", "Nats"_tr},
                                                     {LossUnit::bits, "bits", "Bits"_tr},
                                                     {LossUnit::perplexity, "perplexity", "Perplexity"_tr}});
    static constexpr auto axes = choices<AxisChoice>(
        {{AxisChoice::linear, "linear", "Linear"_tr}, {AxisChoice::log, "log", "Log"_tr}});
    static auto fields();
};

inline auto ExtrapolationGroup::fields() {
    using G = ExtrapolationGroup;
    return std::tuple{
        parameter(&G::log_n, shared_parameter::log_n()),
        parameter(&G::compare,
                  {.id = "compare",
                   .label = "Compare"_tr,
                   .help = "Schemes that replace the model's own, with the w, k and factor above."_tr,
                   .source = untranslated("9706; 9708"),
                   .stage = Stage::sample,
                   .domain = {.choices_of = schemes},
                   .control = {.listed = Listed::prominent, .order = 2}}),
        parameter(&G::pieces, {.id = "pieces",
                               .label = "Pieces"_tr,
                               .help = "More consecutive pieces of text make the mean losses less noisy."_tr,
                               .domain = {.minimum = 1, .maximum = 4096},
                               .control = {.spacing = Spacing::logarithmic, .order = 1}}),
        parameter(&G::smoothing, {.id = "smoothing",
                                  .label = "Smoothing"_tr,
                                  .unit = "tokens"_tr,
                                  .help = "A running mean over more positions makes curves smoother."_tr,
                                  .stage = Stage::sample,
                                  .domain = {.minimum = 1, .maximum = 65'536},
                                  .control = {.spacing = Spacing::logarithmic, .order = 7}}),
        parameter(&G::needles, {.id = "needles",
                                .label = "Needles"_tr,
                                .help = "More needles per distance and length make accuracies less noisy."_tr,
                                .stage = Stage::sample,
                                .domain = {.minimum = 1, .maximum = 1024},
                                .control = {.spacing = Spacing::logarithmic, .order = 7}}),
        parameter(&G::layer, shared_parameter::layer()),
        parameter(&G::head, shared_parameter::head()),
        parameter(&G::unit,
                  {.id = "loss-unit",
                   .label = "Loss unit"_tr,
                   .help = "Nats, bits (per byte for byte-level models), or perplexity, e to the nats."_tr,
                   .stage = Stage::style,
                   .domain = {.choices = units},
                   .control = {.order = 7}}),
        parameter(&G::position_axis, {.id = "position-axis",
                                      .label = "Positions"_tr,
                                      .help = "Linear or logarithmic axis of positions."_tr,
                                      .stage = Stage::style,
                                      .domain = {.choices = axes},
                                      .control = {.order = 7}}),
    };
}

struct Params {
    DecoderSourceGroup source;
    PositionMapSpec map = default_map();
    RotaryGroup rotary = default_rotary();
    LengthsGroup lengths = default_lengths();
    BiasSpec bias;
    ExtrapolationGroup extrapolation;
    AxesGroup axes;

    // Defaults for the first built-in model: ReRoPE with half of its trained length, its own frequencies, and
    // eight times its length.
    static PositionMapSpec default_map();
    static RotaryGroup default_rotary();
    static LengthsGroup default_lengths();
};

using Variant = TypedVariant<Params>;
using Showing = ShowingOf<Params>;
using Drawing = DrawingOf<Params>;
using Reading = ReadingOf<Params>;
using Part = PartOf<Params>;

/// Predictions with a scheme, mean over the pieces: losses in nats [tokens - 1], and the share of correct
/// predictions.
using Predicted = std::shared_ptr<const TokenPredictions>;

/// A cache of predictions by the identity of their scheme, so that a changed parameter recomputes only the
/// schemes that depend on it. Thread-safe.
class KnownPredictions {
  public:
    [[nodiscard]] Predicted find(const std::string& scheme) const;
    void keep(const std::string& scheme, Predicted predicted) const;

    /// Returns the latest predictions of a compared scheme, for any parameters; null if none.
    [[nodiscard]] Predicted last(std::string_view compared) const;
    void keep_last(std::string_view compared, Predicted predicted) const;

  private:
    static constexpr std::size_t max_numbers = std::size_t{1} << 24U;
    mutable std::mutex mutex_;
    mutable std::map<std::string, Predicted> known_;
    mutable std::map<std::string, Predicted, std::less<>> last_;
    mutable std::size_t numbers_ = 0;
};

/// A model and the text that it reads: everything that does not depend on the scheme.
struct OpenedModel {
    DecoderSourceGroup source;
    std::int64_t length = 0, pieces = 1;  // as requested
    std::string engine;
    std::vector<std::optional<FileIdentity>> files;  // at the time of opening: training may change them later
    std::shared_ptr<const Decoder> decoder;
    std::shared_ptr<const Tokenizer> tokenizer;             // null: token ids were given
    std::vector<std::vector<std::int32_t>> pieces_of_text;  // pieces of equal length
    std::vector<std::int32_t> all_tokens;                   // of the whole text
    std::int64_t begins = 0;                                // tokens that precede the text in each piece
    std::vector<Message> warnings;
    KnownPredictions known;
};

struct Prepared {
    std::shared_ptr<const OpenedModel> model;
};
/// Opens the model and its text. Reuses `retained` if nothing that it depends on has changed. Throws
/// InputError, UsageError.
[[nodiscard]] Prepared prepare(const Params& params, const Engine& engine, const Job& job,
                               const Prepared* retained = nullptr);

/// Returns the scheme that the parameters define, and the compared ones in the order of the list. Throws
/// UsageError for a scheme that rotates if the model was trained without RoPE.
[[nodiscard]] DecoderScheme present_scheme(const Params& params, const DecoderShape& shape,
                                           std::int64_t tokens);
[[nodiscard]] std::vector<const ComparedScheme*> compared(const Params& params);
[[nodiscard]] DecoderScheme compared_scheme(const ComparedScheme& scheme, const Params& params,
                                            const DecoderShape& shape, std::int64_t tokens);

/// "RoPE", "Leaky ReRoPE, w = 64, k = 16": a scheme with its parameters.
[[nodiscard]] std::string scheme_words(const AttentionSpec& spec, const Translator& translate);

}  // namespace poslab::extrapolation
