#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace host_cuda {

/// When a thread does something: how many barriers its group and its warp have passed, from 1 on.
struct Moment {
    std::uint32_t group_barriers = 0, warp_barriers = 0;
    int thread = 0;
};

/// Another thread's access to the same word that no barrier puts before or after this one's.
struct Conflict {
    std::size_t byte = 0;
    int thread = 0;
    const char* what = "";  // "read", "wrote", "copies to"
};

/// Who read and wrote each word of 32 bits of a group's shared memory last. Two accesses of different threads, one of which at
/// least writes, are in order only if a barrier of the group lies between them, or one of the warp that both belong to; nothing
/// else that a warp does together orders what it does to memory. Finds this out whichever of them comes first in time.
class SharedAccesses {
  public:
    explicit SharedAccesses(std::size_t bytes) : words_((bytes + word_bytes - 1) / word_bytes) {}

    [[nodiscard]] std::optional<Conflict> read(std::size_t first, std::size_t bytes, const Moment& now);
    [[nodiscard]] std::optional<Conflict> write(std::size_t first, std::size_t bytes, const Moment& now);
    /// A copy that goes on by itself: until it has landed, which its own thread waits for, nobody may touch the place.
    [[nodiscard]] std::optional<Conflict> begin_copy(std::size_t first, std::size_t bytes, const Moment& now);
    void land_copy(std::size_t first, std::size_t bytes, const Moment& now);

  private:
    static constexpr std::size_t word_bytes = 4;

    /// The last accesses of a kind; `when` is the latest. Group barriers 0: there was none.
    struct Trace {
        enum class Threads : std::uint8_t { one, several_of_a_warp, several_warps };

        Moment when{};
        Threads threads = Threads::one;
        bool on_its_way = false;

        [[nodiscard]] bool ordered_before(const Moment& now) const;
        void add(const Moment& now);
    };
    struct Word {
        Trace reads, writes;
    };

    template <class Action>
    std::optional<Conflict> each_word(std::size_t first, std::size_t bytes, const Action& action);
    static std::optional<Conflict> conflict(const Trace& trace, const Moment& now, const char* what);
    std::optional<Conflict> write_as(std::size_t first, std::size_t bytes, const Trace& trace);

    std::vector<Word> words_;
};

}  // namespace host_cuda
