#include "gpu/engine/pieces.hpp"

#include <algorithm>
#include <utility>

namespace poslab::gpu {

namespace {

constexpr std::chrono::duration<double> piece_time{0.02};
constexpr double max_growth = 4;

std::int64_t whole_units(double items, std::int64_t most, std::int64_t unit) {
    const double fitting = std::min(items, static_cast<double>(most));
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(fitting) / unit) * unit;
}

}  // namespace

PieceSize::PieceSize(std::int64_t first, std::int64_t most, std::int64_t unit)
    : items_(whole_units(static_cast<double>(first), most, unit)), most_(most), unit_(unit) {}

void PieceSize::took(std::int64_t items, std::chrono::duration<double> time) {
    const double growth = time.count() > 0 ? std::min(piece_time / time, max_growth) : max_growth;
    items_ = whole_units(growth * static_cast<double>(items), most_, unit_);
}

void run_in_pieces(const Job& job, std::int64_t total, PieceSize size,
                   const std::function<std::function<void()>(std::int64_t begin, std::int64_t end)>& start) {
    using Clock = std::chrono::steady_clock;
    struct Piece {
        std::int64_t begin = 0, end = 0;
        std::function<void()> take{};
        Clock::duration start_time{};
    } before;
    // Synchronous devices spend the time in `start`, others in `take`: the sum is the time of a piece in both
    // cases.
    const auto take = [&] {
        if (!before.take) return;
        const auto begin = Clock::now();
        before.take();
        size.took(before.end - before.begin, before.start_time + (Clock::now() - begin));
        job.progress(static_cast<double>(before.end) / static_cast<double>(total));
    };
    for (std::int64_t begin = 0; begin < total;) {
        job.check();
        const std::int64_t end = std::min(total, begin + size.items());
        const auto now = Clock::now();
        Piece piece{begin, end, start(begin, end), {}};
        piece.start_time = Clock::now() - now;
        take();
        before = std::move(piece);
        begin = end;
    }
    take();
}

}  // namespace poslab::gpu
