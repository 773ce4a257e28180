#include "core/engine/cosine_profile.hpp"

#include "core/base/in_parallel.hpp"
#include "core/base/numbers_by_pieces.hpp"
#include "core/engine/exact_rotations.hpp"
#include "core/engine/rotation_product.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>

namespace poslab {
namespace {

constexpr std::size_t max_panels = 32;   // a table of 512 distances by 64 frequencies fits the L2 cache
constexpr std::size_t band_blocks = 32;  // their seeds stay in the L1 cache; a multiple of rotation_rows
// Below this many terms one thread finishes before others have started.
constexpr double min_parallel_terms = 0x1p22;

class BlockedProfile {
  public:
    BlockedProfile(const CosineSum& sum, const IndexRange& distances)
        : sum_(sum),
          frequencies_(checked_frequencies(sum, distances)),
          begin_(static_cast<std::size_t>(distances.begin)),
          count_(static_cast<std::size_t>(distances.size())),
          panels_(panels_for(count_)),
          reach_(panels_ * rotation_panel),
          offsets_(rotation_table(frequencies_, panels_)) {
        tabulate_blocks();
    }

    [[nodiscard]] std::size_t band_size() const { return band_blocks * block_size(); }
    [[nodiscard]] std::size_t bands() const { return (count_ + band_size() - 1) / band_size(); }

    // Computes distances band_size() * band and following; `out` is the whole profile.
    void compute_band(std::size_t band, double* out) const {
        const std::size_t first = band * band_size();
        const std::size_t blocks = std::min(band_blocks, (count_ - first + block_size() - 1) / block_size());
        const std::size_t rows = (blocks + rotation_rows - 1) / rotation_rows * rotation_rows;
        const std::vector<double> seeds = band_seeds(begin_ + first, rows);
        // Blocks that end beyond the profile are computed separately.
        std::vector<double> beyond;
        std::vector<double*> centers(rows);
        const std::size_t whole = std::min(blocks, (count_ - first) / block_size());
        beyond.resize((rows - whole) * block_size());
        for (std::size_t row = 0; row < rows; ++row) {
            double* const block =
                row < whole ? out + first + row * block_size() : beyond.data() + (row - whole) * block_size();
            centers[row] = block + (reach_ - 1);
        }
        multiply_rotations({frequencies_.size(), panels_, offsets_.data(), seeds.data(), centers});
        const std::size_t rest = whole < blocks ? count_ - first - whole * block_size() : 0;
        std::copy_n(beyond.begin(), rest, out + count_ - rest);
    }

  private:
    // About as many offsets in a block as there are blocks, so that both tables have a similar size.
    static std::size_t panels_for(std::size_t count) {
        const auto half_side = static_cast<std::size_t>(std::sqrt(static_cast<double>(count)) / 2);
        return std::clamp<std::size_t>(half_side / rotation_panel, 1, max_panels);
    }
    [[nodiscard]] std::size_t block_size() const { return 2 * reach_ - 1; }

    // Rotations from the first centre of a band to the other centres.
    void tabulate_blocks() {
        const std::size_t blocks = std::min(band_blocks, (count_ + block_size() - 1) / block_size());
        const std::size_t count = frequencies_.size();
        blocks_.resize(blocks * count);
        in_parallel(blocks, steps_per_rotation * blocks * count, [&](std::size_t block) {
            for (std::size_t p = 0; p < count; ++p)
                blocks_[block * count + p] = rotation_at(block * block_size(), frequencies_[p]);
        });
    }

    [[nodiscard]] std::vector<double> band_seeds(std::size_t first_distance, std::size_t rows) const {
        const std::size_t count = frequencies_.size();
        std::vector<double> seeds(2 * rows * count);
        for (std::size_t p = 0; p < count; ++p) {
            const Rotation start = rotation_at(first_distance + reach_ - 1, frequencies_[p]);
            const double w = sum_.cosine_weights[p];
            const double s = sum_.sine_weight(p);
            for (std::size_t row = 0; row < rows && row * count < blocks_.size(); ++row) {
                const RotationSeed both = rotation_seed(w, s, compose(start, blocks_[row * count + p]));
                double* const seed = seeds.data() + 2 * rotation_rows * (row / rotation_rows * count + p) +
                                     row % rotation_rows;
                seed[0] = both.even;
                seed[rotation_rows] = both.odd;
            }
        }
        return seeds;
    }

    const CosineSum& sum_;
    std::vector<Phase> frequencies_;
    std::size_t begin_;
    std::size_t count_;
    std::size_t panels_;
    std::size_t reach_;
    std::vector<double> offsets_;
    std::vector<Rotation> blocks_;
};

}  // namespace

NumberBuffer cosine_profile_by_blocks(const CosineSum& sum, const IndexRange& distances, const Job& job) {
    job.check();
    const BlockedProfile profile(sum, distances);
    std::atomic<std::size_t> done{0};
    return numbers_by_pieces(
        static_cast<std::size_t>(distances.size()), profile.band_size(),
        terms_of(sum, distances) >= min_parallel_terms, [&](std::size_t band, double* values) {
            job.check();
            profile.compute_band(band, values);
            job.progress(static_cast<double>(++done) / static_cast<double>(profile.bands()));
        });
}

}  // namespace poslab
