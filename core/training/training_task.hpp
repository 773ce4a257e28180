#pragma once

#include "core/base/text.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Where the bytes of a task come from.
struct TaskText {
    std::string_view text;  // the part of the file that is trained on, or that is held out
    std::uint64_t seed = 0;
    std::uint64_t stream = 0;  // training and what is held out draw apart
};

/// A piece that a model reads.
struct TaskPiece {
    std::vector<std::int32_t> tokens{};  // one more than are predicted from
    std::vector<char> recalled{};        // of each token, whether only looking back can tell it; empty: of none
};

/// What a model learns: it predicts each next byte of the pieces.
struct TrainingTask {
    std::string_view id;
    Text label{};
    std::string_view help{};  // in English, of the command line
    /// Number `index` of its pieces, of `length` + 1 tokens; the same for the same source and index.
    TaskPiece (*draw)(const TaskText& source, std::uint64_t index, std::int64_t length) = nullptr;

    [[nodiscard]] static std::span<const TrainingTask* const> all();
};

/// Where a piece of `length` + 1 bytes begins in `text`, which has as many.
[[nodiscard]] std::size_t drawn_offset(const TaskText& source, std::uint64_t index, std::int64_t length);

}  // namespace poslab
