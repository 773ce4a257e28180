#include "app/state/animation_choice.hpp"

#include "app/state/slider_scale.hpp"

#include <fmt/format.h>

namespace poslab {

std::string AnimationChoice::over(const View& view) const {
    const Descriptor& descriptor = view.parameters()[parameter];
    return fmt::format("{}={}:{}:{}", descriptor.id, to_string(descriptor, from), to_string(descriptor, to), frames);
}

double most_fps(std::string_view ending) { return ending == gif_ending ? 50 : 120; }

AnimationChoice with_slider(AnimationChoice before, const View& view, const Values& values, std::size_t parameter, PlayRange range) {
    const Descriptor track = on_track(view, values, parameter);
    before.parameter = parameter;
    before.from = slider_value(track, range.from, Rounding::plain);
    before.to = slider_value(track, range.to, Rounding::plain);
    return before;
}

}  // namespace poslab
