#pragma once

#include "core/base/text.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The source of a task's pieces.
struct TaskText {
    std::string_view text;  // the trained or the held-out part of the file
    std::uint64_t seed = 0;
    std::uint64_t stream = 0;  // training and held-out data use different streams
};

/// A piece that a model reads.
struct TaskPiece {
    std::vector<std::int32_t> tokens{};  // one more than the number of predictions
    std::vector<char> recalled{};        // per token: true if only looking back can predict it; empty: none
};

/// The data of a training: the model predicts each next byte of its pieces.
struct TrainingTask {
    std::string_view id;
    Text label{};
    std::string_view help{};  // English, for the command line
    /// Draws piece number `index`, of `length` + 1 tokens; deterministic for the same source and index.
    TaskPiece (*draw)(const TaskText& source, std::uint64_t index, std::int64_t length) = nullptr;

    [[nodiscard]] static std::span<const TrainingTask* const> all();
};

/// Returns the offset of a piece of `length` + 1 bytes in `text`, which must have at least as many.
[[nodiscard]] std::size_t drawn_offset(const TaskText& source, std::uint64_t index, std::int64_t length);

}  // namespace poslab
