#pragma once

#include "app/cli/sweep_stages.hpp"
#include "app/state/play_range.hpp"
#include "core/views/view.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The film of one slider, as the export dialog asks for it.
struct AnimationChoice {
    static constexpr std::int64_t least_frames = 2;
    static constexpr double usual_fps = 20, least_fps = 0.1;

    std::size_t parameter = 0;  // place in the view's list
    Value from, to;
    /// A second slider, which runs at once with the first.
    struct Along {
        std::size_t parameter = 0;
        Value from, to;
        bool operator==(const Along&) const = default;
    };
    std::optional<Along> along{};
    bool eased = false;  // slow at both ends
    std::int64_t frames = 60;
    double fps = usual_fps;
    int format = 0;      // place in animation_endings
    bool fresh = false;  // frames of an earlier one are made anew
    bool operator==(const AnimationChoice&) const = default;

    /// As --over takes them: "w=64:4096:60".
    [[nodiscard]] std::vector<std::string> over(const View& view) const;
};

/// Of the three kinds of result; the last is a folder.
inline constexpr std::string_view gif_ending = "gif", mp4_ending = "mp4", frames_ending = "frames";
/// More a second no player shows.
[[nodiscard]] double most_fps(std::string_view ending);

/// The parameter, and the ends of what is played of its track; the rest is as in `before`.
[[nodiscard]] AnimationChoice with_slider(AnimationChoice before, const View& view, const Values& values, std::size_t parameter,
                                          PlayRange range);
/// The same for the one that runs along.
[[nodiscard]] AnimationChoice with_slider_along(AnimationChoice before, const View& view, const Values& values,
                                                std::size_t parameter, PlayRange range);

/// Facts of a film before it is made.
struct FilmFacts {
    std::int64_t steps = 0;  // frames
    std::string first;       // values of the first one: "w = 64"
    SweepStages stages{};    // of the work
};

}  // namespace poslab
