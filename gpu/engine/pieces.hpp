#pragma once

#include "core/base/job.hpp"

#include <chrono>
#include <cstdint>
#include <functional>

namespace poslab::gpu {

/// How much work to hand to a device at once: what takes some 20 ms there. In between a job may be stopped, and no driver takes a
/// launch for one that hangs.
class PieceSize {
  public:
    /// `first` items at first, at most `most`; multiples of `unit` up to the last piece.
    PieceSize(std::int64_t first, std::int64_t most, std::int64_t unit = 1);

    [[nodiscard]] std::int64_t items() const { return items_; }
    /// So many took so long: the next piece follows, up to four times as many.
    void took(std::int64_t items, std::chrono::duration<double> time);

  private:
    std::int64_t items_, most_, unit_;
};

/// start(begin, end) asks a device for a part of the items 0 ... total - 1 and returns what waits for it and takes what comes of
/// it, which is called once the next part was started: so a part is computed while the one before is brought home. Looks at the job
/// before every part and tells it how far the work is after each. Throws Cancelled.
void run_in_pieces(const Job& job, std::int64_t total, PieceSize size,
                   const std::function<std::function<void()>(std::int64_t begin, std::int64_t end)>& start);

}  // namespace poslab::gpu
