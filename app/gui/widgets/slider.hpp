#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/parameter_help.hpp"
#include "app/state/play_range.hpp"
#include "core/params/descriptor.hpp"

#include <optional>

namespace poslab {

/// The state of a slider's playback.
struct SliderPlay {
    bool active = false;  // this slider is playing or paused: its range is shown
    bool running = false;
    PlayRange range;
    double seconds = 4;
    PlayMode mode = PlayMode::bounce;
    PlayCourse course = PlayCourse::even;
    int steps = 8;
    bool along = false;  // it plays along with another slider
    bool other = false;  // another slider is active, with which this one could play along
};

/// The user's input on a slider.
struct SliderResult {
    std::optional<Value> value;
    bool typed = false;  // the value was typed
    bool play = false;
    bool record = false;  // the user requested a film of it
    std::optional<PlayRange> range;
    int speed = 0;  // change in steps
    bool mode = false;
    bool course = false;
    bool join = false;  // start or stop playing along with the active slider
};

/// The parameter of a slider, and its variant with the track's domain (on_track()).
struct SliderParameter {
    const Descriptor& descriptor;
    const Descriptor& track;
};

/// The control for a number, from its descriptor: label, symbol and field on the first line; play, track and
/// reset on the second. `at` (left, top) and `width` give the column; the pitch is 54 (small: 48). Typed
/// values may lie beyond the track; an unset optional number has its knob at the end.
SliderResult slider(Ui& ui, const SliderParameter& parameter, Point at, double width, const Value& value,
                    const StandardValues& standard, Language language, const SliderPlay& play);

}  // namespace poslab
