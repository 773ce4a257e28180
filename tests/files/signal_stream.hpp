#pragma once

#include "core/base/job.hpp"
#include "core/files/signal_file.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

namespace poslab::test {

/// Receives samples `first`, first + 1, ...
using SignalBlock = std::function<void(std::int64_t first, std::span<const double> samples)>;

/// Passes the samples to `hand_on` in order, in blocks of at most signal_block_samples. Throws as read()
/// does; Cancelled.
inline void stream_signal(SignalFile& file, std::int64_t channel, const IndexRange& samples,
                          const SignalBlock& hand_on, const Job& job = {}) {
    file.check_channel(channel);
    std::vector<double> block;
    for (std::int64_t at = samples.begin; at < samples.end;) {
        job.check();
        const std::int64_t end =
            std::min((at / signal_block_samples + 1) * signal_block_samples, samples.end);
        block.resize(static_cast<std::size_t>(end - at));
        file.read(channel, at, block);
        hand_on(at, block);
        at = end;
        job.progress(static_cast<double>(at - samples.begin) / static_cast<double>(samples.size()));
    }
}

}  // namespace poslab::test
