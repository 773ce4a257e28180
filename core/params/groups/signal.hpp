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

    static constexpr std::array<Choice, 10> signals{{{"sines", {"Three sines", "三个正弦"}},
                                                     {"chirp", {"Chirp", "啁啾"}},
                                                     {"steps", {"Steps", "阶跃"}},
                                                     {"spikes", {"Spikes", "尖峰"}},
                                                     {"white", {"White noise", "白噪声"}},
                                                     {"smooth", {"Smooth noise, AR(1)", "平滑噪声，AR(1)"}},
                                                     {"text", {"Steps like text", "如文字的阶跃"}},
                                                     {"drawn", {"Drawn by hand", "手绘"}},
                                                     {"file", {"File", "文件"}},
                                                     {"cosine", {"Cosine", "余弦"}}}};

    static constexpr bool seeded(const SignalGroup& g) {
        return g.signal == Signal::steps || g.signal == Signal::spikes || g.signal == Signal::white || g.signal == Signal::smooth ||
               g.signal == Signal::text;
    }
    static constexpr bool from_file(const SignalGroup& g) { return g.signal == Signal::file; }

    static constexpr auto fields() {
        using G = SignalGroup;
        return std::tuple{
            parameter(&G::signal,
                      {.id = "signal",
                       .label = {"Signal", "信号"},
                       .help = {"What is fed to the state: made, read from a file, or drawn with the mouse into the figure.",
                                "送入状态的内容：生成的、取自文件的，或用鼠标在图中画出的。"},
                       .choices = signals,
                       .order = -5}),
            parameter(
                &G::signal_length,
                {.id = "signal-length",
                 .label = {"Length", "长度"},
                 .symbol = "L",
                 .unit = {"samples", "样本"},
                 .help = {"How many samples the signal has; a file has its own length.", "信号的样本数；文件有其自身的长度。"},
                 .minimum = 1,
                 .maximum = largest_signal_length,
                 .spacing = Spacing::logarithmic,
                 .order = -2},
                [](const G& g) { return !from_file(g); }),
            parameter(&G::seed, shared_parameter::seed(), seeded),
            parameter(&G::smoothness, shared_parameter::smoothness(), [](const G& g) { return g.signal == Signal::smooth; }),
            parameter(&G::omega,
                      {.id = "omega",
                       .label = {"Frequency", "频率"},
                       .symbol = "ω",
                       .unit = {"rad", "rad"},
                       .help = {"The signal is cos ωs, s from 0 to 1 over its length; with 0 it is constant.",
                                "信号为 cos ωs，s 在其长度上自 0 至 1；取 0 则为常数。"},
                       .minimum = 0,
                       .maximum = 1000,
                       .order = -2},
                      [](const G& g) { return g.signal == Signal::cosine; }),
            parameter(
                &G::points,
                {.id = "points",
                 .label = {"Drawn line", "手绘线"},
                 .help = {"The line of the signal `drawn`: place, value, place, value, … with places from 0 to 1 that never fall.",
                          "信号 drawn 的折线：位置, 值, 位置, 值……，位置在 0 至 1 之间且不下降。"},
                 .minimum = -1e6,
                 .maximum = 1e6,
                 .rare = true,
                 .order = -2},
                [](const G& g) { return g.signal == Signal::drawn; }),
            parameter(&G::file,
                      {.id = "file",
                       .label = {"File", "文件"},
                       .help = {"Samples: .npy, .csv, .wav, .flac or .ogg. A dropped file is taken at once.",
                                "样本：.npy、.csv、.wav、.flac 或 .ogg。拖入的文件立即采用。"},
                       .order = -5,
                       .fills = signal_file_fills,
                       .accepts = holds_signal},
                      from_file),
            parameter(&G::channel,
                      {.id = "channel",
                       .label = {"Channel", "声道"},
                       .help = {"Which channel or column of the file, from 0.", "文件的第几个声道或第几列，自 0 起。"},
                       .minimum = 0,
                       .maximum = 1023,
                       .stepped = true,
                       .order = -5},
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
