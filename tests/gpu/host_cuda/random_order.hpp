#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace host_cuda {

/// Numbers that depend only on a seed, a launch, a group and the number of previous draws, and thus not on
/// what else runs.
class RandomOrder {
  public:
    RandomOrder(std::uint64_t seed, std::uint64_t launch, std::uint64_t group)
        : key_(mixed(mixed(mixed(seed) + launch) + group)) {}

    [[nodiscard]] std::uint64_t draw() { return mixed(key_ + draws_++ * step); }
    /// Uniformly distributed below `end`.
    [[nodiscard]] std::uint64_t draw_below(std::uint64_t end) { return draw() % end; }

    template <class Value>
    void shuffle(std::span<Value> values) {
        for (std::size_t left = values.size(); left > 1; --left)
            std::swap(values[left - 1], values[draw_below(left)]);
    }

  private:
    // SplitMix64 (Steele, Lea and Flood 2014).
    static constexpr std::uint64_t step = 0x9E3779B97F4A7C15U;
    [[nodiscard]] static std::uint64_t mixed(std::uint64_t bits) {
        bits += step;
        bits = (bits ^ bits >> 30U) * 0xBF58476D1CE4E5B9U;
        bits = (bits ^ bits >> 27U) * 0x94D049BB133111EBU;
        return bits ^ bits >> 31U;
    }

    std::uint64_t key_;
    std::uint64_t draws_ = 0;
};

inline constexpr const char* seed_variable = "POSLAB_MACHINE_SEED";
inline constexpr const char* standard_seed = "1";

/// Returns the seed for the emulated machine's orders and delays: from an environment variable, or a
/// constant.
[[nodiscard]] std::uint64_t machine_seed();

}  // namespace host_cuda
