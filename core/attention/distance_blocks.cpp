#include "core/attention/distance_blocks.hpp"

#include "core/engine/rotation_product.hpp"

#include <algorithm>

namespace poslab {
namespace {

constexpr std::size_t max_panels = 32;
// half a megabyte, which stays in the L2 cache
constexpr std::size_t table_rotations = std::size_t{1} << 15U;

std::size_t divide_up(std::size_t number, std::size_t divisor) { return (number + divisor - 1) / divisor; }

// Uses as few blocks as the table allows, and panels no longer than that number of blocks requires.
std::size_t panels_for(std::size_t frequencies, std::size_t count) {
    const std::size_t allowed = std::clamp<std::size_t>(
        table_rotations / rotation_panel / std::max<std::size_t>(frequencies, 1), 1, max_panels);
    const std::size_t blocks = divide_up(count, 2 * allowed * rotation_panel - 1);
    return divide_up(divide_up(count, std::max<std::size_t>(blocks, 1)) / 2 + 1, rotation_panel);
}

// Index of a row of pair p among the weights and seeds; the second member of both is rotation_rows later.
std::size_t seed_index(std::size_t row, std::size_t p, std::size_t frequencies) {
    return 2 * rotation_rows * (row / rotation_rows * frequencies + p) + row % rotation_rows;
}

}  // namespace

DistanceBlocks::DistanceBlocks(std::vector<Phase> frequencies, std::size_t count)
    : frequencies_(std::move(frequencies)),
      panels_(panels_for(frequencies_.size(), count)),
      reach_(panels_ * rotation_panel),
      blocks_(divide_up(count, 2 * reach_ - 1)),
      table_(rotation_table(frequencies_, panels_)) {
    steps_.reserve(std::min(run, blocks_) * frequencies_.size());
    for (std::size_t block = 0; block < std::min(run, blocks_); ++block)
        for (const Phase& frequency : frequencies_) steps_.push_back(rotation_at(block * size(), frequency));
}

Rotation DistanceBlocks::run_center(std::size_t block, std::size_t p) const {
    return rotation_at(block / run * run * size() + reach_ - 1, frequencies_[p]);
}

BlockProduct::BlockProduct(const DistanceBlocks& blocks, std::size_t rows)
    : blocks_(blocks),
      rows_(divide_up(rows, rotation_rows) * rotation_rows),
      centers_(blocks.frequencies().size()),
      weights_(2 * rows_ * centers_.size()),
      seeds_(weights_.size()) {}

void BlockProduct::set_row(std::size_t row, const CosineSum& sum, double factor) {
    for (std::size_t p = 0; p < centers_.size(); ++p) {
        double* const weights = weights_.data() + seed_index(row, p, centers_.size());
        weights[0] = factor * sum.cosine_weights[p];
        weights[rotation_rows] = factor * sum.sine_weight(p);
        zero_ = zero_ && weights[0] == 0 && weights[rotation_rows] == 0;
    }
}

void BlockProduct::compute(std::size_t block) {
    if (zero_) return;
    if (values_.empty()) {
        values_.resize(rows_ * blocks_.size());
        for (std::size_t row = 0; row < rows_; ++row)
            value_centers_.push_back(values_.data() + row * blocks_.size() + blocks_.reach() - 1);
    }
    seed(block);
    multiply_rotations({centers_.size(), blocks_.reach() / rotation_panel, blocks_.table().data(),
                        seeds_.data(), value_centers_});
}

std::span<const double> BlockProduct::row(std::size_t row) const {
    return zero_ ? std::span<const double>{}
                 : std::span(values_).subspan(row * blocks_.size(), blocks_.size());
}

void BlockProduct::seed(std::size_t block) {
    if (block / DistanceBlocks::run != seeded_run_) {
        for (std::size_t p = 0; p < centers_.size(); ++p) centers_[p] = blocks_.run_center(block, p);
        seeded_run_ = block / DistanceBlocks::run;
    }
    for (std::size_t p = 0; p < centers_.size(); ++p) {
        const Rotation center = compose(centers_[p], blocks_.within_run(block, p));
        for (std::size_t row = 0; row < rows_; ++row) {
            const std::size_t at = seed_index(row, p, centers_.size());
            const RotationSeed both = rotation_seed(weights_[at], weights_[at + rotation_rows], center);
            seeds_[at] = both.even;
            seeds_[at + rotation_rows] = both.odd;
        }
    }
}

}  // namespace poslab
