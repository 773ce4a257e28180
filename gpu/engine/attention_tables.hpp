#pragma once

#include "core/engine/attention_strips/problem.hpp"
#include "gpu/tasks.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace poslab::gpu {

inline constexpr std::size_t key_unit = 128;         // keys are padded to a multiple of it
inline constexpr std::size_t decay_keys = key_unit;  // keys whose decay counts from the same token
inline constexpr std::size_t dimension_unit = 16;    // dimensions are padded to a multiple of it

/// Rows of one strip that make part of the same row of the window.
struct Segment {
    std::size_t strip;               // which of Problem::strips
    std::int32_t output;             // row of the window
    std::size_t first_row, end_row;  // of Problem::rows
};

/// A problem as the attention kernels read it (shaders/common/tasks.h): integers and numbers, one after the other.
struct AttentionTables {
    /// Throws DeviceFailure for a piece that no kernel has.
    explicit AttentionTables(const attention_strips::Problem& problem);

    std::vector<std::int32_t> integers;
    std::vector<float> numbers;
    std::vector<Segment> segments;  // in the order of strips
    std::size_t padded_keys, padded_dims, key_rotations;
    AttentionTask task{};  // but for the strips of a launch
    int sums_at = -1;      // in numbers: room for the log2 sums of rows, which the second pass takes

    /// Of the second pass.
    [[nodiscard]] AttentionSumsTask sums_task(std::int64_t tokens) const;

  private:
    void add_strips(const attention_strips::Problem& problem);
    void add_rows(const attention_strips::Problem& problem);
    void add_cells(const attention_strips::Problem& problem);
    void add_cells_of(const attention_strips::Problem& problem, std::size_t strip_index, std::size_t piece_index);
    void add_pieces(const attention_strips::Problem& problem);
    void add_keys(const attention_strips::Problem& problem);
    void add_known(const attention_strips::Problem& problem);
    void add_decay(const attention_strips::Problem& problem);
    [[nodiscard]] int place() const { return static_cast<int>(integers.size()); }
    [[nodiscard]] int number_place() const { return static_cast<int>(numbers.size()); }
};

}  // namespace poslab::gpu
