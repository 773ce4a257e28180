#pragma once

#include "core/engine/attention_strips/problem.hpp"

#include <chrono>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <vector>

namespace poslab::attention_strips {

/// Of e = 2^(t - reference) over the keys of a row: sums of e, of e (t - reference), of e D, of e near and beyond the trained
/// positions; the largest t.
struct RowSums {
    double reference, weight, exponent, distance, near, beyond, largest;

    /// Whether weights are: the sum is a number above 0.
    [[nodiscard]] bool defined() const;
};

/// Where threads put what they have found: the field row by row, statistics and outputs in place.
class Outcome {
  public:
    explicit Outcome(const Problem& problem);
    Outcome(const Outcome&) = delete;
    Outcome& operator=(const Outcome&) = delete;

    AttentionResult result;

    /// What strip `strip` contributes to row a of the field: sums (or largest) of each column. The row is done with the last strip
    /// of it, and strips are added in order, so that the result does not depend on threads.
    void add_row(std::size_t a, std::size_t strip, std::span<const float> columns);
    /// Adds a thread's sums over distances, as long as weight_by_distance.
    void add_distances(std::span<const double> sums);
    /// Statistics of a row of request.rows that is visited with all of its keys.
    void set_statistics(const Row& visited, const RowSums& sums);
    /// After all strips.
    void finish();

  private:
    struct OutputRow {
        std::size_t strips = 0;  // still to come
        std::vector<std::pair<std::size_t, std::vector<float>>> parts;
    };

    template <class Number>
    void finish_row(std::size_t a, std::span<const Number> sums);
    [[nodiscard]] std::vector<double> combined(const std::vector<std::pair<std::size_t, std::vector<float>>>& parts) const;
    [[nodiscard]] std::vector<std::int64_t> counts(std::size_t a) const;
    void publish();

    const Problem& problem_;
    std::mutex rows_mutex_;
    std::shared_mutex field_mutex_;  // shared by those who write a row of the field
    std::vector<OutputRow> rows_;
    std::vector<char> finished_;
    std::chrono::steady_clock::time_point published_;
};

}  // namespace poslab::attention_strips
