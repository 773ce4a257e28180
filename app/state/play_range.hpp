#pragma once

namespace poslab {

enum class PlayMode { loop, bounce };

/// A piece of a slider's track: 0 is its left end, 1 its right.
struct PlayRange {
    double from = 0, to = 1;
    bool operator==(const PlayRange&) const = default;
};

}  // namespace poslab
