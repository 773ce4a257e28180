#include "app/state/animation_choice.hpp"

#include "core/controls/slider_scale.hpp"

#include <fmt/format.h>

namespace poslab {

std::vector<std::string> AnimationChoice::over(const View& view) const {
    const auto one = [&](std::size_t index, const Value& first, const Value& last) {
        const Descriptor& descriptor = view.parameters()[index];
        return fmt::format("{}={}:{}:{}{}", descriptor.id, to_string(descriptor, first),
                           to_string(descriptor, last), frames, eased ? ":ease" : "");
    };
    std::vector<std::string> all{one(parameter, from, to)};
    if (along) all.push_back(one(along->parameter, along->from, along->to));
    return all;
}

double max_fps(std::string_view ending) { return ending == gif_ending ? 50 : 120; }

AnimationChoice with_slider(AnimationChoice before, const View& view, const Values& values,
                            std::size_t parameter, PlayRange range) {
    const Descriptor track = on_track(view, values, parameter);
    before.parameter = parameter;
    before.from = slider_value(track, range.from, Rounding::plain);
    before.to = slider_value(track, range.to, Rounding::plain);
    if (before.along && before.along->parameter == parameter) before.along.reset();
    return before;
}

AnimationChoice with_slider_along(AnimationChoice before, const View& view, const Values& values,
                                  std::size_t parameter, PlayRange range) {
    const Descriptor track = on_track(view, values, parameter);
    before.along = AnimationChoice::Along{parameter, slider_value(track, range.from, Rounding::plain),
                                          slider_value(track, range.to, Rounding::plain)};
    return before;
}

}  // namespace poslab
