#pragma once

#include "core/engine/flash_attention/attention_schedule.hpp"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <vector>

namespace poslab::flash_attention {

/// Sums over the keys of a row with e = 2^(t - reference): of e, e (t - reference), e D, and of e near and
/// beyond the trained positions; and the largest t. `reference` is the running maximum of an online softmax.
struct RowSums {
    double reference, weight, exponent, distance, near, beyond, largest;

    /// True if the weights are defined: the sum is a number above 0.
    [[nodiscard]] bool defined() const;
};

/// Collects the results of all threads: the field row by row, statistics and outputs directly.
class AttentionAccumulator {
  public:
    explicit AttentionAccumulator(const AttentionSchedule& schedule);
    AttentionAccumulator(const AttentionAccumulator&) = delete;
    AttentionAccumulator& operator=(const AttentionAccumulator&) = delete;

    AttentionResult result;

    /// Adds the part of strip `strip` to row a of the field: sums (or maxima) of each column. The row is
    /// complete with its last strip; strips are added in order, so that the result does not depend on
    /// threads.
    void add_row(std::size_t a, std::size_t strip, std::span<const float> columns);
    /// Adds a thread's sums over distances, of the length of weight_by_distance.
    void add_distances(std::span<const double> sums);
    /// Sets the statistics of a row of request.rows that was visited with all of its keys.
    void set_statistics(const Row& visited, const RowSums& sums);
    /// Call after all strips.
    void finish();

  private:
    struct OutputRow {
        std::size_t strips = 0;  // not yet added
        std::vector<std::pair<std::size_t, std::vector<float>>> parts;
    };

    template <class Number>
    void finish_row(std::size_t a, std::span<const Number> sums);
    [[nodiscard]] std::vector<double> combined(
        const std::vector<std::pair<std::size_t, std::vector<float>>>& parts) const;
    [[nodiscard]] std::vector<std::int64_t> counts(std::size_t a) const;
    void publish();

    const AttentionSchedule& schedule_;
    std::mutex rows_mutex_;
    std::shared_mutex field_mutex_;  // shared by threads that write a row of the field
    std::vector<OutputRow> rows_;
    std::vector<char> finished_;
    std::chrono::steady_clock::time_point published_;
};

}  // namespace poslab::flash_attention
