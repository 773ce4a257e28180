#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace host_cuda {

/// The time of an action: the number of barriers that its group and its warp have passed, from 1 on.
struct Moment {
    std::uint32_t group_barriers = 0, warp_barriers = 0;
    int thread = 0;
};

/// Another thread's access to the same word that no barrier orders before or after this one.
struct Conflict {
    std::size_t byte = 0;
    int thread = 0;
    const char* what = "";  // "read", "wrote", "copies to"
};

/// Records the last reads and writes of each 32-bit word of a group's shared memory. Two accesses by
/// different threads, at least one of them a write, are ordered only if a barrier of the group is between
/// them, or one of the warp if both belong to it; no other warp operation orders memory. Detects conflicts
/// whichever access comes first in time.
class SharedAccesses {
  public:
    explicit SharedAccesses(std::size_t bytes) : words_((bytes + word_bytes - 1) / word_bytes) {}

    [[nodiscard]] std::optional<Conflict> read(std::size_t first, std::size_t bytes, const Moment& now);
    [[nodiscard]] std::optional<Conflict> write(std::size_t first, std::size_t bytes, const Moment& now);
    /// Begins an asynchronous copy: until its own thread has waited for it, no other thread may access these
    /// bytes.
    [[nodiscard]] std::optional<Conflict> begin_copy(std::size_t first, std::size_t bytes, const Moment& now);
    void land_copy(std::size_t first, std::size_t bytes, const Moment& now);

  private:
    static constexpr std::size_t word_bytes = 4;

    /// The last accesses of a kind; `when` is the latest. Group barriers 0: no access yet.
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
