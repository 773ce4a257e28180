#include "core/attention/term_sums.hpp"
#include "core/base/random.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>

namespace poslab {
namespace {

// Samples processed together: their weights fit a cache, and rotations are recomputed for each lot.
constexpr std::int64_t lot = 16 * static_cast<std::int64_t>(block_rows);

// x^T R_(-D) y is a row of weights (of x and y) times a row of cosines and sines (of D): lanes are distances,
// columns samples.
class Samples {
  public:
    Samples(std::int64_t samples, std::int64_t seed, std::span<const double> query_bias,
            std::span<const double> key_bias, const Rotary& rotary, std::span<const std::int64_t> distances,
            const Job& job)
        : samples_(samples),
          seed_(static_cast<std::uint64_t>(seed)),
          query_bias_(query_bias),
          key_bias_(key_bias),
          rotary_(rotary),
          distances_(distances),
          job_(job),
          strips_((distances.size() + block_rows - 1) / block_rows),
          bias_product_(rotated_product(query_bias, key_bias, rotary)),
          bias_bias_(distances.size()) {
        const auto most = static_cast<std::size_t>(std::min(samples, lot));
        const std::array<bool, term_count> present{true, any(query_bias), any(key_bias)};
        for (std::size_t term = 0; term < term_count; ++term) {
            if (!present[term]) continue;
            weights_[term] =
                PackedRows(most, 2 * rotary.inverse_frequency.size() + 1, flash_attention::tile_keys);
            factors_[term] = {&weights_[term], &weights_[term]};  // lanes are set where they are computed
            shifts_[term].resize(strips_ * block_rows);
        }
        sums_ = TermSums(distances.size(), factors_);
    }
    Samples(const Samples&) = delete;
    Samples& operator=(const Samples&) = delete;

    [[nodiscard]] TermMoments moments() {
        for (first_ = 0; first_ < samples_; first_ += lot) {
            draw();
            oneapi::tbb::enumerable_thread_specific<BlockAdder> adders;
            oneapi::tbb::parallel_for(
                oneapi::tbb::blocked_range<std::size_t>(0, strips_, 1),
                [&](const auto& range) {
                    for (std::size_t strip = range.begin(); strip < range.end(); ++strip)
                        add_strip(strip, adders.local());
                },
                oneapi::tbb::simple_partitioner());
        }
        TermMoments moments = zero_moments(distances_.size());
        for (std::size_t n = 0; n < distances_.size(); ++n) {
            TermDestination destination{n, static_cast<double>(samples_), bias_bias_[n], {}};
            for (std::size_t term = 0; term < term_count; ++term)
                if (!shifts_[term].empty()) destination.shifts[term] = shifts_[term][n];
            set_moments(sums_, destination, moments);
        }
        return moments;
    }

  private:
    [[nodiscard]] std::size_t held() const {
        return static_cast<std::size_t>(std::min(lot, samples_ - first_));
    }

    void draw() {
        const std::size_t rows = (held() + block_rows - 1) / block_rows;
        oneapi::tbb::parallel_for(std::size_t{0}, rows, [&](std::size_t block) {
            for (std::size_t row = block * block_rows; row < (block + 1) * block_rows; ++row) draw_pair(row);
        });
    }

    void draw_pair(std::size_t row) {
        job_.check();
        std::vector<double> query(query_bias_.size()), key(query.size());
        const auto first = (static_cast<std::uint64_t>(first_) + row) * query.size();
        if (row < held()) {
            random_normals(seed_, RandomStream::queries, first, query);
            random_normals(seed_, RandomStream::keys, first, key);
        }
        const std::array<std::pair<std::span<const double>, std::span<const double>>, term_count> terms{
            {{query, key}, {query_bias_, key}, {query, key_bias_}}};
        for (std::size_t term = 0; term < term_count; ++term) {
            if (weights_[term].empty()) continue;
            const RotatedProduct product = rotated_product(terms[term].first, terms[term].second, rotary_);
            std::vector<double> weights = product.sum.cosine_weights;
            weights.insert(weights.end(), product.sum.sine_weights.begin(), product.sum.sine_weights.end());
            weights.push_back(product.constant);
            weights_[term].set(row, weights);
        }
    }

    void add_strip(std::size_t strip, BlockAdder& adder) {
        const PackedRows basis = rotations(strip);
        Factors factors = factors_;
        CellBlock block;
        block.place = strip * block_rows;
        block.lane_count = std::min(block_rows, distances_.size() - block.place);
        for (std::size_t term = 0; term < term_count; ++term) {
            if (weights_[term].empty()) continue;
            factors[term].lanes = &basis;
            block.shifts[term] = shifts_[term].data() + block.place;
            for (std::size_t lane = 0; first_ == 0 && lane < block.lane_count; ++lane)
                shifts_[term][block.place + lane] = inner_product(basis, lane, weights_[term], 0);
        }
        for (std::size_t row = 0; row < held(); row += block_rows) {
            job_.check();
            block.columns = row / block_rows;
            block.column_count = std::min(block_rows, held() - row);
            adder.add(factors, block, sums_);
        }
        const double lots = static_cast<double>(samples_) / static_cast<double>(lot);
        const double done =
            static_cast<double>(++done_) / (static_cast<double>(strips_) * std::max(1.0, lots));
        job_.progress(std::min(1.0, done));
    }

    // Rows cos D theta_p, sin D theta_p, 1.
    [[nodiscard]] PackedRows rotations(std::size_t strip) {
        PackedRows basis(block_rows, 2 * rotary_.inverse_frequency.size() + 1, flash_attention::panel_rows);
        TokenRotation rotation(rotary_);
        for (std::size_t lane = 0; lane < block_rows; ++lane) {
            job_.check();
            const std::size_t n = strip * block_rows + lane;
            if (n < distances_.size()) {
                rotation.move_to(distances_[n]);
                bias_bias_[n] = value_at(bias_product_, rotation);
            }
            std::vector<double> row(rotation.cosines().begin(), rotation.cosines().end());
            row.insert(row.end(), rotation.sines().begin(), rotation.sines().end());
            row.push_back(1);
            basis.set(lane, row);
        }
        return basis;
    }

    std::int64_t samples_, first_ = 0;
    std::uint64_t seed_;
    std::span<const double> query_bias_, key_bias_;
    const Rotary& rotary_;
    std::span<const std::int64_t> distances_;
    const Job& job_;
    std::size_t strips_;
    RotatedProduct bias_product_;
    std::vector<double> bias_bias_;
    std::array<PackedRows, term_count> weights_;
    std::array<std::vector<double>, term_count> shifts_;
    Factors factors_;
    TermSums sums_;
    std::atomic<std::size_t> done_{0};
};

}  // namespace

TermMoments sampled_moments(std::int64_t samples, std::int64_t seed, std::span<const double> query_bias,
                            std::span<const double> key_bias, const Rotary& rotary,
                            std::span<const std::int64_t> distances, const Job& job) {
    job.check();
    return Samples(samples, seed, query_bias, key_bias, rotary, distances, job).moments();
}

}  // namespace poslab
