#pragma once

#include "core/engine/flash_attention/attention_accumulator.hpp"
#include "core/engine/flash_attention/panel.hpp"

#include <atomic>
#include <cstdint>
#include <vector>

namespace poslab::flash_attention {

/// Processes strips one after the other; belongs to one thread.
class StripWorker {
  public:
    StripWorker(const AttentionSchedule& schedule, AttentionAccumulator& accumulator, const Job& job,
                std::atomic<std::uint64_t>& cells_done);
    /// Processes strip `n` of the problem.
    void run(std::size_t n);
    /// Call after the last strip.
    void finish();

  private:
    void init_running_max(Panel& panel);
    void visit_block(std::size_t first_tile, std::size_t last_tile);
    void visit_panel(Panel& panel, std::size_t first_tile, std::size_t last_tile);
    void list_runs(std::size_t first_key, std::size_t last_key);
    void fill_before(Panel& panel, std::size_t begin, std::size_t end, float number) const;
    void pool_logits(Panel& panel, std::size_t begin, std::size_t end, const float* logits);
    void add_block(Panel& panel, std::size_t first, std::size_t begin, std::size_t end, float* logits);
    void add_part(Panel& panel, std::size_t first, std::size_t begin, std::size_t end, float* logits,
                  int classes);
    [[nodiscard]] int classes_of(const Panel& panel, std::size_t first_tile, std::size_t last_tile) const;
    void add_near(Panel& panel, std::size_t first, std::size_t begin, std::size_t end,
                  const float* weights) const;
    void add_beyond(Panel& panel, std::size_t first, std::size_t begin, std::size_t end,
                    const float* weights) const;
    void add_output(Panel& panel, std::size_t first, std::size_t begin, std::size_t end,
                    const float* weights);
    void read_values(std::size_t first_key, std::size_t last_key);

    void finish_panel(Panel& panel);
    void finish_statistics(Panel& panel);
    void finish_output(Panel& panel, std::size_t lane, std::size_t row);
    void finish_distances(Panel& panel, const Lanes<float>& scale);
    void finish_columns(Panel& panel, const Lanes<float>& scale);
    void mark_undefined(Panel& panel);
    float* row_sums(std::int32_t a);

    const AttentionSchedule& schedule_;
    AttentionAccumulator& accumulator_;
    const Job& job_;
    std::atomic<std::uint64_t>& cells_done_;
    RowRotator rotator_;
    std::vector<Panel> panels_;
    std::size_t active_ = 0;
    Strip strip_{};
    bool weights_wanted_ = false;
    Floats logits_, scratch_, diagonal_scratch_;
    std::vector<ColumnSlice> runs_;
    WeightSums sums_{};
    Lanes<char> undefined_{};
    // The columns of the output rows that contain the strip.
    std::int32_t first_output_ = -1;
    std::size_t padded_width_;
    std::vector<float> row_sums_;
    std::vector<double> distances_;
    Floats values_;
    std::vector<float> read_values_;
    std::size_t value_columns_ = 0;
    bool values_finite_ = true;
};

}  // namespace poslab::flash_attention
