#pragma once

#include "host_cuda/guarded_bytes.hpp"
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

/// Something that a machine does not define: a barrier that a thread misses, shared memory beyond its end ...
struct MachineError : std::logic_error {
    using std::logic_error::logic_error;
};

/// Where a kernel calls for a barrier or for its warp.
struct Spot {
    const char* file;
    int line;
    const char* what;
    [[nodiscard]] bool operator==(const Spot& other) const;
    [[nodiscard]] std::string text() const;
};

/// What the lanes of a warp hand to each other: ten words, as a matrix product takes 4 + 4 + 2.
using Words = std::array<std::uint32_t, 10>;
struct Lane {
    Words given{}, taken{};
    int from = 0;  // of shuffles
};
inline constexpr int lanes_of_warp = 32;
using Lanes = std::span<Lane, lanes_of_warp>;
/// What a warp does together once every lane has given its words.
using Collective = void (*)(Lanes);
inline void leave_alone(Lanes) {}

struct Thread {
    enum class State { ready, at_group_barrier, at_warp, left };
    struct Copy {
        std::byte* to;
        const std::byte* from;  // none: zeros
    };

    int index = 0;
    State state = State::ready;
    Spot spot{};
    std::vector<Copy> open;  // copies of no batch yet
    std::deque<std::vector<Copy>> batches;
    ThreadFiber fiber;
};

struct GroupPlace {
    int x, y, count_x;
};

/// A group of threads, each of them a fiber: one runs until it waits for others. Odd groups run their threads backwards, so that
/// nothing that needs an order goes unseen. Everything below but the constructor and run() is called by the kernel.
class Group {
  public:
    /// `threads` a multiple of 32. The shared memory begins as NaN.
    Group(GroupPlace place, int threads, std::size_t shared_bytes, const std::function<void()>& kernel);

    /// Runs the kernel in all threads. Throws what a thread throws, and MachineError.
    void run();

    [[nodiscard]] GroupPlace place() const { return place_; }
    [[nodiscard]] std::span<std::byte> shared() { return shared_.bytes(); }
    [[nodiscard]] Thread& thread() { return *running_; }

    void wait_for_group(const Spot& spot);
    /// Gives words to the warp, waits for all of its lanes and takes what `collective` left.
    [[nodiscard]] Words exchange(const Words& given, const Spot& spot, Collective collective, int from = 0);

    void copy_later(void* shared, const void* global);
    void commit_copies();
    void wait_for_copies(std::size_t latest);

    /// The place of 16 aligned bytes of shared memory; anything else is an error.
    [[nodiscard]] std::byte* shared_16(const void* address);

  private:
    struct Warp {
        std::array<Lane, lanes_of_warp> lanes{};
        int arrived = 0;
        Spot spot{};  // of those that have arrived
    };

    void run_thread(Thread& thread);
    void run_kernel(Thread& thread);
    void wait(Thread::State state);
    void stop();
    void check_spot(const Spot& first, const Spot& spot) const;
    [[nodiscard]] std::string who_waits() const;
    [[nodiscard]] std::string name() const;

    GroupPlace place_;
    const std::function<void()>* kernel_;
    GuardedBytes shared_;
    std::vector<Thread> threads_;
    std::vector<Warp> warps_;
    Thread* running_ = nullptr;
    int at_barrier_ = 0;
    Spot barrier_{};
    bool stopped_ = false;
    std::exception_ptr error_;
};

/// The group whose kernel runs on this thread of the processor.
[[nodiscard]] Group& current_group();
[[nodiscard]] inline Thread& current_thread() { return current_group().thread(); }

/// Instructions of a warp; fragments lie as the PTX ISA has them (Parallel Thread Execution ISA, "Matrix Fragments for
/// mma.m16n8k16 with floating point type" and "ldmatrix").
void load_matrices(std::uint32_t (&words)[4], const void* row, const Spot& spot);
void multiply_add(float (&sum)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2], const Spot& spot);
[[nodiscard]] Words take_from(const Words& given, int from, const Spot& spot);

}  // namespace host_cuda
