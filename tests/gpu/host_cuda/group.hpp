#pragma once

#include "host_cuda/guarded_bytes.hpp"
#include "host_cuda/random_order.hpp"
#include "host_cuda/shared_accesses.hpp"
#include "host_cuda/thread_fiber.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace host_cuda {

/// Behaviour that is undefined on the machine: a barrier that a thread misses, shared memory beyond its end
/// ...
struct MachineError : std::logic_error {
    using std::logic_error::logic_error;
};

/// The location of a barrier or a warp operation in a kernel.
struct Spot {
    const char* file;
    int line;
    const char* what;
    [[nodiscard]] bool operator==(const Spot& other) const;
    [[nodiscard]] std::string text() const;
};

/// The words that the lanes of a warp exchange: ten, since a matrix product takes 4 + 4 + 2.
using Words = std::array<std::uint32_t, 10>;
struct Lane {
    Words given{}, taken{};
    int from = 0;  // source lane of a shuffle
};
inline constexpr int lanes_of_warp = 32;
using Lanes = std::span<Lane, lanes_of_warp>;
/// The joint operation of a warp once every lane has given its words.
using Collective = void (*)(Lanes);

struct Thread {
    enum class State { ready, waits, left };
    struct Copy {
        std::byte* to;
        const std::byte* from;  // null: zeros
    };

    int index = 0;
    State state = State::ready;
    Spot spot{};
    std::vector<Copy> open;  // copies not yet in a batch
    std::deque<std::vector<Copy>> batches;
    ThreadFiber fiber;
};

struct GroupPlace {
    int x, y, count_x;
};

/// A group of threads, each of them a fiber that runs until it waits for others. Warps have random
/// precedence: one runs as far ahead as barriers permit while others have not started, until delays change
/// its precedence. The threads of a warp take turns at random. Everything below except the constructor and
/// run() is called by the kernel.
class Group {
  public:
    /// `threads` must be a multiple of 32. Shared memory is initialised with NaN.
    Group(GroupPlace place, int threads, std::size_t shared_bytes, const std::function<void()>& kernel,
          const RandomOrder& order);

    /// Runs the kernel in all threads. Throws any exception of a thread, and MachineError.
    void run();

    [[nodiscard]] GroupPlace place() const { return place_; }
    [[nodiscard]] std::byte* shared() { return shared_.bytes().data(); }
    [[nodiscard]] Thread& thread() { return *running_; }

    void wait_for_group(const Spot& spot);
    void wait_for_warp(const Spot& spot);
    /// Gives words to the warp, waits for all of its lanes and returns what `collective` has left.
    [[nodiscard]] Words exchange(const Words& given, const Spot& spot, Collective collective, int from = 0);

    void copy_later(void* shared, const void* global);
    void commit_copies();
    void wait_for_copies(std::size_t latest);

    /// Records that the running thread reads or writes bytes of shared memory. Throws if they are outside it
    /// or misaligned, or if another thread accesses them without a barrier in between.
    void read(const void* shared, std::size_t bytes, std::size_t alignment);
    void write(const void* shared, std::size_t bytes, std::size_t alignment);

  private:
    struct Warp {
        std::array<Lane, lanes_of_warp> lanes{};
        int arrived = 0;
        Spot spot{};  // of the threads that have arrived
        int ready = lanes_of_warp;
        std::uint64_t precedence = 0;
        std::uint32_t barriers = 1;  // passed, including those of the group
    };

    [[nodiscard]] Warp* next_warp();
    void run_warp(Warp& warp);
    void run_thread(Thread& thread);
    void run_kernel(Thread& thread);
    void suspend();
    void wait();
    void stop();
    void shuffle_precedence();
    void check_spot(const Spot& first, const Spot& spot) const;
    [[nodiscard]] Warp& warp_here() {
        return warps_[static_cast<std::size_t>(running_->index / lanes_of_warp)];
    }
    [[nodiscard]] std::span<Thread> threads_of(const Warp& warp);
    [[nodiscard]] Moment now() { return {barriers_, warp_here().barriers, running_->index}; }
    [[nodiscard]] std::size_t place_of(const void* shared, std::size_t bytes, std::size_t alignment) const;
    void check(const std::optional<Conflict>& conflict, const char* what) const;
    [[nodiscard]] std::string who_waits() const;
    [[nodiscard]] std::string name() const;

    GroupPlace place_;
    const std::function<void()>* kernel_;
    RandomOrder order_;
    GuardedBytes shared_;
    SharedAccesses accesses_;
    std::vector<Thread> threads_;
    std::vector<Warp> warps_;
    Thread* running_ = nullptr;
    int at_barrier_ = 0;
    std::uint32_t barriers_ = 1;  // passed
    Spot barrier_{};
    bool stopped_ = false;
    std::exception_ptr error_;
};

/// The group whose kernel runs on this thread of the processor.
[[nodiscard]] Group& current_group();
[[nodiscard]] inline Thread& current_thread() { return current_group().thread(); }

/// Instructions of a warp, with fragments laid out as in the PTX ISA (Parallel Thread Execution ISA, "Matrix
/// Fragments for mma.m16n8k16 with floating point type" and "ldmatrix").
void load_matrices(std::uint32_t (&words)[4], const void* row, const Spot& spot);
void multiply_add(float (&sum)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2],
                  const Spot& spot);
[[nodiscard]] Words take_from(const Words& given, int from, const Spot& spot);

}  // namespace host_cuda
