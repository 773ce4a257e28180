#pragma once

namespace poslab {

enum class PlayMode { loop, bounce };

/// Motion through the range over time: constant, slow at both ends, or in steps.
enum class PlayCourse { even, eased, steps };

/// Returns 3t² − 2t³.
[[nodiscard]] inline double eased(double t) { return t * t * (3 - 2 * t); }

/// A part of a slider's track: 0 is its left end, 1 its right.
struct PlayRange {
    double from = 0, to = 1;
    bool operator==(const PlayRange&) const = default;
};

}  // namespace poslab
