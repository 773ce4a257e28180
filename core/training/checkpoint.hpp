#pragma once

#include "core/base/job.hpp"
#include "core/training/training_settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// What is asked of a model while it is trained: its losses on held-out text of several times the trained length, under the scheme
/// that it is trained with and, where that is RoPE, under those that may take its place (usual_comparison()).
struct Extrapolation {
    std::int64_t length = 0, pieces = 0;  // tokens of a piece, which may be as long as the held-out text
    std::int64_t w = 0, group = 0;        // of the schemes that have them
    double k = 0, factor = 0;
    std::vector<std::string> schemes{};  // ids; the first is the model's own
    std::vector<std::int64_t> ends{};    // ranges of positions: 0 up to the trained length, to twice, four, eight times as far

    [[nodiscard]] std::size_t numbers() const { return schemes.size() * ends.size(); }
    bool operator==(const Extrapolation&) const = default;
};

/// How a model does after so many steps.
struct Checkpoint {
    std::int64_t step = 0;
    double held_out = 0;               // mean loss of pieces of the trained length, nats a token
    std::optional<double> recalled{};  // of the task `recall`: the share of what only looking back can tell
    std::vector<double> losses{};      // [scheme][range], means, nats
};

/// For this model and so many held-out tokens: eight times the trained length, w half of it, k and group as they are by default.
[[nodiscard]] Extrapolation extrapolation_of(const ModelSettings& model, std::int64_t held_out_tokens);

/// `held_out`: bytes that the model has not seen, from whose beginning evenly spaced pieces are taken. The model is that in
/// `folder`. Throws as DecoderPass does.
[[nodiscard]] std::vector<double> extrapolated_losses(const std::string& folder, const Extrapolation& asked,
                                                      std::string_view held_out, const Job& job);

}  // namespace poslab
