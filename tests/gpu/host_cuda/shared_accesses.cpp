#include "host_cuda/shared_accesses.hpp"

namespace host_cuda {
namespace {

constexpr int threads_of_warp = 32;

bool same_warp(const Moment& a, const Moment& b) {
    return a.thread / threads_of_warp == b.thread / threads_of_warp;
}

}  // namespace

bool SharedAccesses::Trace::ordered_before(const Moment& now) const {
    if (on_its_way) return false;
    if (when.group_barriers < now.group_barriers) return true;
    if (threads == Threads::several_warps || !same_warp(when, now)) return false;
    return when.warp_barriers < now.warp_barriers || (threads == Threads::one && when.thread == now.thread);
}

// Accesses before the group's latest barrier are ordered before all later ones, and for its own warp so are
// those before the warp's latest barrier. For other warps, any access since the group's barrier is a
// conflict, so the latest one is enough.
void SharedAccesses::Trace::add(const Moment& now) {
    if (when.group_barriers < now.group_barriers) {
        *this = {now, Threads::one, false};
    } else if (!same_warp(when, now)) {
        threads = Threads::several_warps;
    } else if (threads != Threads::several_warps) {
        if (when.warp_barriers < now.warp_barriers)
            *this = {now, Threads::one, false};
        else if (when.thread != now.thread)
            threads = Threads::several_of_a_warp;
    }
}

std::optional<Conflict> SharedAccesses::conflict(const Trace& trace, const Moment& now, const char* what) {
    if (trace.ordered_before(now)) return std::nullopt;
    return Conflict{0, trace.when.thread, trace.on_its_way ? "copies to" : what};
}

template <class Action>
std::optional<Conflict> SharedAccesses::each_word(std::size_t first, std::size_t bytes,
                                                  const Action& action) {
    for (std::size_t n = first / word_bytes; n * word_bytes < first + bytes; ++n) {
        if (std::optional<Conflict> found = action(words_[n])) {
            found->byte = n * word_bytes;
            return found;
        }
    }
    return std::nullopt;
}

std::optional<Conflict> SharedAccesses::read(std::size_t first, std::size_t bytes, const Moment& now) {
    return each_word(first, bytes, [&](Word& word) {
        const std::optional<Conflict> found = conflict(word.writes, now, "wrote");
        if (!found) word.reads.add(now);
        return found;
    });
}

std::optional<Conflict> SharedAccesses::write_as(std::size_t first, std::size_t bytes, const Trace& trace) {
    return each_word(first, bytes, [&](Word& word) {
        std::optional<Conflict> found = conflict(word.writes, trace.when, "wrote");
        if (!found) found = conflict(word.reads, trace.when, "read");
        if (!found) word.writes = trace;
        return found;
    });
}

std::optional<Conflict> SharedAccesses::write(std::size_t first, std::size_t bytes, const Moment& now) {
    return write_as(first, bytes, {now, Trace::Threads::one, false});
}

std::optional<Conflict> SharedAccesses::begin_copy(std::size_t first, std::size_t bytes, const Moment& now) {
    return write_as(first, bytes, {now, Trace::Threads::one, true});
}

void SharedAccesses::land_copy(std::size_t first, std::size_t bytes, const Moment& now) {
    (void)each_word(first, bytes, [&](Word& word) {
        word.writes = {now, Trace::Threads::one, false};
        return std::optional<Conflict>();
    });
}

}  // namespace host_cuda
