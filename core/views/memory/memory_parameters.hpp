#pragma once

#include "core/params/groups/axes.hpp"
#include "core/params/groups/memory.hpp"
#include "core/params/groups/signal.hpp"

namespace poslab::memory {

/// The time at which the state is shown, and the slowdown that it is compared with.
struct MomentGroup {
    OptionalReal time{};  // unset: after the last sample
    std::int64_t stretch = 2;

    static auto fields() {
        using G = MomentGroup;
        return std::tuple{
            parameter(&G::time,
                      {.id = "time",
                       .label = "Time"_tr,
                       .symbol = "T",
                       .unit = "samples"_tr,
                       .help = "Number of samples read when the state is shown. Play runs time forward."_tr,
                       .stage = Stage::sample,
                       .domain = {.minimum = 1,
                                  .maximum = largest_signal_length,
                                  .whole = true,
                                  .unset = {"all", "all"_tr}},
                       .control = {.maximum_parameter = "signal-length",
                                   .play = {.first = true, .run = Play::Run::through},
                                   .order = -1}}),
            parameter(&G::stretch, {.id = "stretch",
                                    .label = "Slowdown"_tr,
                                    .symbol = "c",
                                    .unit = "times"_tr,
                                    .help = "Repetitions of each sample in the figure “Two speeds”."_tr,
                                    .source = untranslated("HiPPO, arXiv 2008.07669"),
                                    .domain = {.minimum = 2, .maximum = 64},
                                    .control = {.listed = Listed::rare, .order = 1}}),
        };
    }
};

struct Params {
    MemoryGroup memory;
    SignalGroup signal;
    MomentGroup moment;
    AxesGroup axes;
};

}  // namespace poslab::memory
