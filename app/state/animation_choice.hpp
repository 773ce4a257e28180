#pragma once

#include "app/cli/sweep.hpp"
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

/// Settings of an animation of one slider in the export dialog.
struct AnimationChoice {
    static constexpr std::int64_t min_frames = 2;
    static constexpr double usual_fps = default_fps, min_fps = 0.1;

    std::size_t parameter = 0;  // index in the view's list
    Value from, to;
    /// A second slider that moves together with the first.
    struct Along {
        std::size_t parameter = 0;
        Value from, to;
        bool operator==(const Along&) const = default;
    };
    std::optional<Along> along{};
    bool eased = false;  // slow at both ends
    std::int64_t frames = 60;
    double fps = usual_fps;
    int format = 0;      // index in the list of animation formats
    bool fresh = false;  // recompute frames that an earlier run left
    bool operator==(const AnimationChoice&) const = default;

    /// Returns the arguments of --over: "w=64:4096:60".
    [[nodiscard]] std::vector<std::string> over(const View& view) const;
};

/// The endings of the three kinds of animations; "frames" is a folder.
inline constexpr std::string_view gif_ending = "gif", mp4_ending = "mp4", frames_ending = "frames";
/// Returns the maximum frames per second that players show.
[[nodiscard]] double max_fps(std::string_view ending);

/// Returns `before` with another parameter and the ends of its played range.
[[nodiscard]] AnimationChoice with_slider(AnimationChoice before, const View& view, const Values& values,
                                          std::size_t parameter, PlayRange range);
/// The same for the second slider.
[[nodiscard]] AnimationChoice with_slider_along(AnimationChoice before, const View& view,
                                                const Values& values, std::size_t parameter, PlayRange range);

/// Facts about an animation before it is made.
struct FilmFacts {
    std::int64_t steps = 0;  // number of frames
    std::string first;       // values of the first frame: "w = 64"
    SweepStages stages{};    // stages of the computation
};

}  // namespace poslab
