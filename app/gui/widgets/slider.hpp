#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/parameter_help.hpp"
#include "app/state/play_range.hpp"
#include "core/params/descriptor.hpp"

#include <optional>

namespace poslab {

/// How a slider stands to being played.
struct SliderPlay {
    bool held = false;  // it is the one that runs or is paused: its range shows
    bool running = false;
    PlayRange range;
    double seconds = 4;
    PlayMode mode = PlayMode::bounce;
    PlayCourse course = PlayCourse::even;
    int steps = 8;
    bool along = false;  // it runs along with another one
    bool other = false;  // another one is held, which it could run along with
};

/// What the user did with a slider.
struct SliderTouch {
    std::optional<Value> value;
    bool typed = false;  // it was
    bool play = false;
    bool record = false;  // a film of it is to be made
    std::optional<PlayRange> range;
    int speed = 0;  // steps
    bool mode = false;
    bool course = false;
    bool join = false;  // it is to run along with the one that is held, or no longer
};

/// What a slider is about: the parameter as it is, and as its track has it (on_track()).
struct SliderParameter {
    const Descriptor& descriptor;
    const Descriptor& track;
};

/// A number: label, symbol and field on the first line; play, track and reset on the second. Everything comes from the
/// descriptor. `at` (left, top) and `width` give the column; the caller keeps the pitch (54, small 48). What is typed may be
/// anything that is allowed, also beyond the track. An optional number that is unset has its knob at the end.
SliderTouch slider(Ui& ui, const SliderParameter& parameter, Point at, double width, const Value& value,
                   const StandardValues& standard, Language language, const SliderPlay& play);

}  // namespace poslab
