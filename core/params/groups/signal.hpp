#pragma once

#include "core/hippo/signals.hpp"
#include "core/params/groups/shared_parameters.hpp"

#include <array>

namespace poslab {

/// The input of a memory (core/hippo/signals.hpp, core/files/signal_file.hpp).
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
                                                     {Signal::text, "text", "Text-like steps"_tr},
                                                     {Signal::hand_drawn, "drawn", "Drawn by hand"_tr},
                                                     {Signal::file, "file", "File"_tr},
                                                     {Signal::cosine, "cosine", "Cosine"_tr}});

    static constexpr bool seeded(const SignalGroup& g) {
        return g.signal == Signal::steps || g.signal == Signal::spikes || g.signal == Signal::white ||
               g.signal == Signal::smooth || g.signal == Signal::text;
    }
    static constexpr bool from_file(const SignalGroup& g) { return g.signal == Signal::file; }

    static auto fields() {
        using G = SignalGroup;
        return std::tuple{
            parameter(&G::signal, {.id = "signal",
                                   .label = "Signal"_tr,
                                   .help = "Input of the state: generated, read from a "
                                           "file, or drawn in the figure with the mouse."_tr,
                                   .domain = {.choices = signals},
                                   .control = {.order = -5}}),
            parameter(&G::signal_length,
                      {.id = "signal-length",
                       .label = "Length"_tr,
                       .symbol = "L",
                       .unit = "samples"_tr,
                       .help = "Number of samples of the signal; a file has its own length."_tr,
                       .domain = {.minimum = 1, .maximum = largest_signal_length},
                       .control = {.spacing = Spacing::logarithmic, .order = -2}},
                      [](const G& g) { return !from_file(g); }),
            parameter(&G::seed, shared_parameter::seed(), seeded),
            parameter(&G::smoothness, shared_parameter::smoothness(),
                      [](const G& g) { return g.signal == Signal::smooth; }),
            parameter(&G::omega,
                      {.id = "omega",
                       .label = "Frequency"_tr,
                       .symbol = "ω",
                       .unit = "rad"_tr,
                       .help = "The signal is cos ωs, s from 0 to 1 over its length; ω = 0: constant."_tr,
                       .domain = {.minimum = 0, .maximum = 1000},
                       .control = {.order = -2}},
                      [](const G& g) { return g.signal == Signal::cosine; }),
            parameter(&G::points,
                      {.id = "points",
                       .label = "Drawn line"_tr,
                       .help = "Points of the signal `drawn`: x, value, x, "
                               "value, … with x from 0 to 1, never decreasing."_tr,
                       .domain = {.minimum = -1e6, .maximum = 1e6},
                       .control = {.listed = Listed::rare, .order = -2}},
                      [](const G& g) { return g.signal == Signal::hand_drawn; }),
            parameter(&G::file,
                      {.id = "file",
                       .label = "File"_tr,
                       .help = "Samples: .npy, .csv, .wav, .flac or .ogg; or drop a file on the window."_tr,
                       .control = {.order = -5},
                       .expand_preset = signal_file_fills,
                       .accepts = holds_signal},
                      from_file),
            parameter(&G::channel,
                      {.id = "channel",
                       .label = "Channel"_tr,
                       .help = "Channel or column of the file, from 0."_tr,
                       .domain = {.minimum = 0, .maximum = 1023},
                       .control = {.widget = Widget::buttons, .order = -5}},
                      from_file),
        };
    }
};

/// Returns the signal's specification, without files.
[[nodiscard]] SignalSpec signal_spec(const SignalGroup& group);
/// Converts the list of a parameter to points. A last x without a value is ignored.
[[nodiscard]] std::vector<SignalPoint> signal_points(const NumberList& list);
/// Returns the points as a list of a parameter. If there are more than it can hold, those that change the
/// line least are removed.
[[nodiscard]] NumberList points_list(std::span<const SignalPoint> points);

}  // namespace poslab
