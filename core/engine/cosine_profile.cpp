#include "core/engine/cosine_profile.hpp"

#include "core/base/numbers_by_pieces.hpp"
#include "core/engine/exact_rotations.hpp"
#include "core/engine/rotation_product.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>

namespace poslab {
namespace {

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

    [[nodiscard]] std::size_t band_size() const { return cached_blocks * block_size(); }
    [[nodiscard]] std::size_t bands() const { return (count_ + band_size() - 1) / band_size(); }

    // Computes distances band_size() * band and following; `out` is the whole profile.
    void compute_band(std::size_t band, double* out) const {
        const std::size_t first = band * band_size();
        const std::size_t distances = std::min(band_size(), count_ - first);
        const std::size_t rows = rows_of(distances);
        const std::vector<double> seeds = band_seeds(begin_ + first, rows);
        const std::size_t whole = distances / block_size(), rest = distances % block_size();
        // Blocks that end beyond the profile are computed separately.
        std::vector<double> beyond((rows - whole) * block_size());
        std::vector<double*> centers(rows);
        for (std::size_t row = 0; row < rows; ++row) {
            double* const block =
                row < whole ? out + first + row * block_size() : beyond.data() + (row - whole) * block_size();
            centers[row] = block + (reach_ - 1);
        }
        multiply_rotations({frequencies_.size(), panels_, offsets_.data(), seeds.data(), centers});
        std::copy_n(beyond.begin(), rest, out + first + distances - rest);
    }

  private:
    // About as many offsets in a block as there are blocks, so that both tables have a similar size.
    static std::size_t panels_for(std::size_t count) {
        const auto half_side = static_cast<std::size_t>(std::sqrt(static_cast<double>(count)) / 2);
        return std::clamp<std::size_t>(half_side / rotation_panel, 1, cached_panels);
    }
    [[nodiscard]] std::size_t block_size() const { return 2 * reach_ - 1; }
    // The blocks of these distances, up to a multiple of rotation_rows.
    [[nodiscard]] std::size_t rows_of(std::size_t distances) const {
        const std::size_t group = rotation_rows * block_size();
        return (distances + group - 1) / group * rotation_rows;
    }

    // Rotations from the first centre of a band to the other centres, as RotationProduct::seeds.
    void tabulate_blocks() {
        constexpr std::size_t group = rotation_rows;
        const std::size_t count = frequencies_.size();
        const std::size_t rows = rows_of(std::min(band_size(), count_));
        blocks_.resize(2 * rows * count);
        std::vector<double> cosines(group * count), sines(group * count);
        for (std::size_t block = 0; block < rows; block += group) {
            for (std::size_t p = 0; p < count; ++p)
                for (std::size_t row = 0; row < group; ++row)
                    cosines[group * p + row] = rotation_angle((block + row) * block_size(), frequencies_[p]);
            cosines_and_sines(cosines, sines);
            double* entry = blocks_.data() + 2 * block * count;
            for (std::size_t n = 0; n < group * count; n += group) {
                entry = std::copy_n(cosines.data() + n, group, entry);
                entry = std::copy_n(sines.data() + n, group, entry);
            }
        }
    }

    // The seeds of rotation_rows centres from the first centre's and their rotations from it.
    static void rotate_seeds(const RotationSeed& start, const double* rotations, double* seeds) {
        for (std::size_t row = 0; row < rotation_rows; ++row) {
            const RotationSeed rotated =
                rotation_seed(start.even, start.odd, {rotations[row], rotations[rotation_rows + row]});
            seeds[row] = rotated.even;
            seeds[rotation_rows + row] = rotated.odd;
        }
    }

    // The seeds of a centre are those of the band's first centre, rotated.
    [[nodiscard]] std::vector<double> band_seeds(std::size_t first_distance, std::size_t rows) const {
        const std::size_t count = frequencies_.size();
        std::vector<double> cosines(count), sines(count);
        for (std::size_t p = 0; p < count; ++p)
            cosines[p] = rotation_angle(first_distance + reach_ - 1, frequencies_[p]);
        cosines_and_sines(cosines, sines);
        std::vector<RotationSeed> starts(count);
        for (std::size_t p = 0; p < count; ++p)
            starts[p] = rotation_seed(sum_.cosine_weights[p], sum_.sine_weight(p), {cosines[p], sines[p]});
        std::vector<double> seeds(2 * rows * count);
        for (std::size_t block = 0; block < rows; block += rotation_rows)
            for (std::size_t p = 0; p < count; ++p) {
                const std::size_t at = 2 * (block * count + rotation_rows * p);
                rotate_seeds(starts[p], blocks_.data() + at, seeds.data() + at);
            }
        return seeds;
    }

    const CosineSum& sum_;
    std::vector<Phase> frequencies_;
    std::size_t begin_;
    std::size_t count_;
    std::size_t panels_;
    std::size_t reach_;
    AlignedNumbers offsets_;
    std::vector<double> blocks_;
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
