#pragma once

#include "core/params/groups/memory.hpp"
#include "core/params/groups/signal.hpp"

namespace poslab::memory {

/// When the state is looked at, and what is compared with it.
struct MomentGroup {
    OptionalReal time{};  // unset: after the last sample
    std::int64_t stretch = 2;

    static constexpr auto fields() {
        using G = MomentGroup;
        return std::tuple{
            parameter(&G::time,
                      {.id = "time",
                       .label = {"Time", "时刻"},
                       .symbol = "T",
                       .unit = {"samples", "样本"},
                       .help = {"How many samples have been taken in when the state is looked at. Play runs time forward.",
                                "查看状态时已取入的样本数。播放即令时间前进。"},
                       .stage = Stage::window,
                       .minimum = 1,
                       .maximum = largest_signal_length,
                       .whole = true,
                       .unset = {"all", {"all", "全部"}},
                       .plays_first = true,
                       .runs_through = true,
                       .track_end = "signal-length",
                       .order = -1}),
            parameter(&G::stretch, {.id = "stretch",
                                    .label = {"Slower by", "放慢"},
                                    .symbol = "c",
                                    .unit = {"times", "倍"},
                                    .help = {"Of the figure “Two speeds”: each sample is repeated as often.",
                                             "用于“两种速度”图：每个样本重复的次数。"},
                                    .minimum = 2,
                                    .maximum = 64,
                                    .rare = true,
                                    .order = 1}),
        };
    }
};

struct Params {
    MemoryGroup memory;
    SignalGroup signal;
    MomentGroup moment;
};

}  // namespace poslab::memory
