#pragma once

namespace poslab {

enum class PlayMode { loop, bounce };

/// How the place in the range follows the time of a run: evenly, slowly at both ends, or resting on a number of places.
enum class PlayCourse { even, eased, steps };

/// 3t² − 2t³.
[[nodiscard]] inline double eased(double t) { return t * t * (3 - 2 * t); }

/// A piece of a slider's track: 0 is its left end, 1 its right.
struct PlayRange {
    double from = 0, to = 1;
    bool operator==(const PlayRange&) const = default;
};

}  // namespace poslab
