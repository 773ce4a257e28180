#pragma once

// Helpers shared by figures and readouts of the view `extrapolation`.

#include "core/views/extrapolation/arrays.hpp"

namespace poslab::extrapolation {

/// Schemes from the parameters alone, without a model: for their names and for comparing them.
[[nodiscard]] AttentionSpec present_spec(const Params& params);
[[nodiscard]] AttentionSpec compared_spec(const ComparedScheme& scheme, const Params& params);
[[nodiscard]] bool is_present(const ComparedScheme& scheme, const Params& params);

/// Short names for curves; the subtitle shows the parameters.
[[nodiscard]] std::string scheme_name(const ComparedScheme& scheme, const Translator& translate);
[[nodiscard]] std::string present_name(const Params& params, const Translator& translate);

/// "nats per token".
[[nodiscard]] std::string loss_unit(const Params& params, const Translator& translate);
[[nodiscard]] double in_unit(double nats, LossUnit unit);
[[nodiscard]] Column in_unit(const Column& nats, const Params& params);

/// Returns the index in `position` under the pointer.
[[nodiscard]] std::optional<std::size_t> token_at(const Showing& on);

[[nodiscard]] std::string tell_of_losses(const Showing& on);
/// "  ·  w 64, k 16, × 8", the end of a subtitle.
[[nodiscard]] std::string parameter_words(const Params& params);
[[nodiscard]] std::string subtitle_of(const Showing& on);
void read_losses(Reading& reading);
void read_ranges(Reading& reading);

void read_parameters(Reading& reading);
void read_reported(Reading& reading);
void read_recall(Reading& reading);
void read_training(Reading& reading);
void read_maps(Reading& reading);

/// A scheme has the same colour and dashes in all comparisons.
[[nodiscard]] Color color_of(const Drawing& on, const ComparedScheme& scheme);
[[nodiscard]] std::vector<double> dashes_of(const ComparedScheme& scheme);

extern const FigureRow main_figure, ranges_figure, parameters_figure, recall_figure, reported_figure,
    training_figure, attention_figure;

}  // namespace poslab::extrapolation
