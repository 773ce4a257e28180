#pragma once

#include "core/hippo/signals.hpp"
#include "core/params/groups/shared_parameters.hpp"

#include <array>

namespace poslab {

/// What a memory is fed with (core/hippo/signals.hpp, core/files/signal_file.hpp).
struct SignalGroup {
    Signal signal = SignalSpec{}.signal;
    std::int64_t signal_length = SignalSpec{}.length;
    std::int64_t seed = SignalSpec{}.seed;
    double smoothness = SignalSpec{}.smoothness;
    double omega = SignalSpec{}.omega;
    NumberList points{};
    FileName file{};
    std::int64_t channel = 0;

    static constexpr auto signals = choices<Signal>({{Signal::sines, "sines", "Three sines"_tr},
                                                     {Signal::chirp, "chirp", "Chirp"_tr},
                                                     {Signal::steps, "steps", "Steps"_tr},
                                                     {Signal::spikes, "spikes", "Spikes"_tr},
                                                     {Signal::white, "white", "White noise"_tr},
                                                     {Signal::smooth, "smooth", "Smooth noise, AR(1)"_tr},
                                                     {Signal::text, "text", "Steps like text"_tr},
                                                     {Signal::drawn, "drawn", "Drawn by hand"_tr},
                                                     {Signal::file, "file", "File"_tr},
                                                     {Signal::cosine, "cosine", "Cosine"_tr}});

    static constexpr bool seeded(const SignalGroup& g) {
        return g.signal == Signal::steps || g.signal == Signal::spikes || g.signal == Signal::white || g.signal == Signal::smooth ||
               g.signal == Signal::text;
    }
    static constexpr bool from_file(const SignalGroup& g) { return g.signal == Signal::file; }

    static auto fields() {
        using G = SignalGroup;
        return std::tuple{
            parameter(&G::signal,
                      {.id = "signal",
                       .label = "Signal"_tr,
                       .help = "What is fed to the state: made, read from a file, or drawn with the mouse into the figure."_tr,
                       .domain = {.choices = signals},
                       .control = {.order = -5}}),
            parameter(&G::signal_length,
                      {.id = "signal-length",
                       .label = "Length"_tr,
                       .symbol = "L",
                       .unit = "samples"_tr,
                       .help = "How many samples the signal has; a file has its own length."_tr,
                       .domain = {.minimum = 1, .maximum = largest_signal_length},
                       .control = {.spacing = Spacing::logarithmic, .order = -2}},
                      [](const G& g) { return !from_file(g); }),
            parameter(&G::seed, shared_parameter::seed(), seeded),
            parameter(&G::smoothness, shared_parameter::smoothness(), [](const G& g) { return g.signal == Signal::smooth; }),
            parameter(&G::omega,
                      {.id = "omega",
                       .label = "Frequency"_tr,
                       .symbol = "ω",
                       .unit = "rad"_tr,
                       .help = "The signal is cos ωs, s from 0 to 1 over its length; with 0 it is constant."_tr,
                       .domain = {.minimum = 0, .maximum = 1000},
                       .control = {.order = -2}},
                      [](const G& g) { return g.signal == Signal::cosine; }),
            parameter(
                &G::points,
                {.id = "points",
                 .label = "Drawn line"_tr,
                 .help =
                     "The line of the signal `drawn`: place, value, place, value, … with places from 0 to 1 that never fall."_tr,
                 .domain = {.minimum = -1e6, .maximum = 1e6},
                 .control = {.listed = Listed::rare, .order = -2}},
                [](const G& g) { return g.signal == Signal::drawn; }),
            parameter(&G::file,
                      {.id = "file",
                       .label = "File"_tr,
                       .help = "Samples: .npy, .csv, .wav, .flac or .ogg. A dropped file is taken at once."_tr,
                       .control = {.order = -5},
                       .fills = signal_file_fills,
                       .accepts = holds_signal},
                      from_file),
            parameter(&G::channel,
                      {.id = "channel",
                       .label = "Channel"_tr,
                       .help = "Which channel or column of the file, from 0."_tr,
                       .domain = {.minimum = 0, .maximum = 1023},
                       .control = {.widget = Widget::buttons, .order = -5}},
                      from_file),
        };
    }
};

/// Of everything but files.
[[nodiscard]] SignalSpec signal_spec(const SignalGroup& group);
/// The list of a parameter as points, and back. A last place without a value is left out.
[[nodiscard]] std::vector<SignalPoint> signal_points(const NumberList& list);
/// At most as many points as a list holds: where there are more, those go that the line misses least.
[[nodiscard]] NumberList points_list(std::span<const SignalPoint> points);

}  // namespace poslab
