#pragma once

#include "core/engine/flash_attention/attention_schedule.hpp"
#include "gpu/tasks.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace poslab::gpu {

inline constexpr std::size_t key_unit = 128;         // keys are padded to a multiple of this
inline constexpr std::size_t decay_keys = key_unit;  // keys that share the reference token of decay
inline constexpr std::size_t dimension_unit = 16;    // dimensions are padded to a multiple of this

/// Rows of one strip that belong to the same row of the window.
struct Segment {
    std::size_t strip;               // index into Problem::strips
    std::int32_t output;             // row of the window
    std::size_t first_row, end_row;  // indices into Problem::rows
};

/// A problem in the layout of the attention kernels (shaders/common/tasks.h): integers and numbers,
/// concatenated.
struct AttentionTables {
    /// Throws DeviceFailure for a piece that kernels do not support.
    explicit AttentionTables(const flash_attention::AttentionSchedule& schedule);

    std::vector<std::int32_t> integers;
    std::vector<float> numbers;
    std::vector<Segment> segments;  // in the order of strips
    std::size_t padded_keys, padded_dims, key_rotations;
    AttentionTask task{};  // complete except for the strips of a launch
    int sums_at = -1;      // offset in numbers of the log2 sums of rows, which the second pass uses

    /// Returns the task of the second pass.
    [[nodiscard]] AttentionSumsTask sums_task(std::int64_t tokens) const;

  private:
    void add_strips(const flash_attention::AttentionSchedule& schedule);
    void add_rows(const flash_attention::AttentionSchedule& schedule);
    void add_cells(const flash_attention::AttentionSchedule& schedule);
    void add_cells_of(const flash_attention::AttentionSchedule& schedule, std::size_t strip_index,
                      std::size_t piece_index);
    void add_pieces(const flash_attention::AttentionSchedule& schedule);
    void add_keys(const flash_attention::AttentionSchedule& schedule);
    void add_known(const flash_attention::AttentionSchedule& schedule);
    void add_decay(const flash_attention::AttentionSchedule& schedule);
    [[nodiscard]] int place() const { return static_cast<int>(integers.size()); }
    [[nodiscard]] int number_place() const { return static_cast<int>(numbers.size()); }
};

}  // namespace poslab::gpu
