#pragma once

#include "core/base/job.hpp"
#include "core/training/training_settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The evaluation of a model during training: its losses on held-out text of several times the trained
/// length, under the scheme that it is trained with and, for RoPE, under its substitutes
/// (usual_comparison()).
struct Extrapolation {
    std::int64_t length = 0, pieces = 0;  // tokens per piece, up to the whole held-out text
    std::int64_t w = 0, group = 0;        // of the schemes that use them
    double k = 0, factor = 0;
    std::vector<std::string> schemes{};  // ids; the first is the model's own
    /// Ranges of positions: 0 up to the trained length, twice, four and eight times that.
    std::vector<std::int64_t> ends{};

    [[nodiscard]] std::size_t numbers() const { return schemes.size() * ends.size(); }
    bool operator==(const Extrapolation&) const = default;
};

/// The evaluation of a model after `step` steps.
struct Checkpoint {
    std::int64_t step = 0;
    double held_out = 0;               // mean loss of pieces of the trained length, nats per token
    std::optional<double> recalled{};  // task `recall`: accuracy on tokens that require looking back
    std::vector<double> losses{};      // [scheme][range], means, nats
};

/// Returns the evaluation for a model and a number of held-out tokens: eight times the trained length, w half
/// of it, default k and group.
[[nodiscard]] Extrapolation extrapolation_of(const ModelSettings& model, std::int64_t held_out_tokens);

/// Evaluates the model in `folder` on evenly spaced pieces from the beginning of `held_out`, bytes that it
/// was not trained on. Throws as DecoderPass does.
[[nodiscard]] std::vector<double> extrapolated_losses(const std::string& folder,
                                                      const Extrapolation& extrapolation,
                                                      std::string_view held_out, const Job& job);

}  // namespace poslab
