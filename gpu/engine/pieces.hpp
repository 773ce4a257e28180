#pragma once

#include "core/base/job.hpp"

#include <chrono>
#include <cstdint>
#include <functional>

namespace poslab::gpu {

/// Chooses how much work to queue on a device at a time: about 20 ms. A job can be cancelled in between, and
/// no driver mistakes a launch for a hang.
class PieceSize {
  public:
    /// Starts with `first` items, at most `most`; multiples of `unit` up to the last piece.
    PieceSize(std::int64_t first, std::int64_t most, std::int64_t unit = 1);

    [[nodiscard]] std::int64_t items() const { return items_; }
    /// Reports the time that `items` items took; the next piece is adapted, at most four times as large.
    void took(std::int64_t items, std::chrono::duration<double> time);

  private:
    std::int64_t items_, most_, unit_;
};

/// Calls start(begin, end) for consecutive parts of the items 0 ... total - 1. It queues a part on a device
/// and returns a function that waits for its results and stores them; that is called after the next part was
/// queued, so that a part is computed while the previous one is downloaded.
/// Checks the job before every part and reports progress after each. Throws Cancelled.
void run_in_pieces(const Job& job, std::int64_t total, PieceSize size,
                   const std::function<std::function<void()>(std::int64_t begin, std::int64_t end)>& start);

}  // namespace poslab::gpu
