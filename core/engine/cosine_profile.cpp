#include "core/engine/cosine_profile.hpp"

#include "core/engine/rotation_product.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>

namespace poslab {
namespace {

constexpr std::size_t most_panels = 32;  // a table of 512 distances by 64 frequencies fits the second cache
constexpr std::size_t band_blocks = 32;  // whose seeds stay in the first cache; a multiple of rotation_rows
// Below this many terms one thread is done before others have started.
constexpr double least_parallel_terms = 0x1p22;

struct Rotation {
    double cosine = 1;
    double sine = 0;
};

Rotation rotation_at(std::size_t position, const Phase& frequency) {
    const double angle = signed_angle(phase_at(static_cast<std::uint32_t>(position), frequency));
    return {std::cos(angle), std::sin(angle)};
}

Rotation compose(const Rotation& a, const Rotation& b) {
    return {a.cosine * b.cosine - a.sine * b.sine, a.sine * b.cosine + a.cosine * b.sine};
}

class BlockedProfile {
  public:
    BlockedProfile(const CosineSum& sum, const IndexRange& distances)
        : sum_(sum),
          frequencies_(checked_frequencies(sum, distances)),
          begin_(static_cast<std::size_t>(distances.begin)),
          count_(static_cast<std::size_t>(distances.size())),
          panels_(panels_for(count_)),
          reach_(panels_ * rotation_panel) {
        tabulate_offsets();
        tabulate_blocks();
    }

    [[nodiscard]] std::size_t bands() const { return (count_ + band_size() - 1) / band_size(); }

    // Distances band_size() * band and those after it; `out` is the whole profile.
    void compute_band(std::size_t band, std::vector<double>& out) const {
        const std::size_t first = band * band_size();
        const std::size_t blocks = std::min(band_blocks, (count_ - first + block_size() - 1) / block_size());
        const std::size_t rows = (blocks + rotation_rows - 1) / rotation_rows * rotation_rows;
        const std::vector<double> seeds = band_seeds(begin_ + first, rows);
        // Blocks that end beyond the profile are computed aside.
        std::vector<double> beyond;
        std::vector<double*> centers(rows);
        const std::size_t whole = std::min(blocks, (count_ - first) / block_size());
        beyond.resize((rows - whole) * block_size());
        for (std::size_t row = 0; row < rows; ++row) {
            double* const block =
                row < whole ? out.data() + first + row * block_size() : beyond.data() + (row - whole) * block_size();
            centers[row] = block + (reach_ - 1);
        }
        multiply_rotations({frequencies_.size(), panels_, offsets_.data(), seeds.data(), centers});
        const std::size_t rest = whole < blocks ? count_ - first - whole * block_size() : 0;
        std::copy_n(beyond.begin(), rest, out.end() - static_cast<std::ptrdiff_t>(rest));
    }

  private:
    // As many offsets in a block as there are blocks, so that neither table outgrows the other.
    static std::size_t panels_for(std::size_t count) {
        const auto half_side = static_cast<std::size_t>(std::sqrt(static_cast<double>(count)) / 2);
        return std::clamp<std::size_t>(half_side / rotation_panel, 1, most_panels);
    }
    [[nodiscard]] std::size_t block_size() const { return 2 * reach_ - 1; }
    [[nodiscard]] std::size_t band_size() const { return band_blocks * block_size(); }

    // Cosines and sines of m theta_p, m < reach_, each composed of two exact ones.
    void tabulate_offsets() {
        offsets_.resize(2 * reach_ * frequencies_.size());
        for (std::size_t p = 0; p < frequencies_.size(); ++p) {
            std::array<Rotation, rotation_panel> fine;
            for (std::size_t m = 0; m < rotation_panel; ++m) fine[m] = rotation_at(m, frequencies_[p]);
            for (std::size_t panel = 0; panel < panels_; ++panel) {
                const Rotation coarse = rotation_at(panel * rotation_panel, frequencies_[p]);
                double* const entry = offsets_.data() + 2 * rotation_panel * (panel * frequencies_.size() + p);
                for (std::size_t m = 0; m < rotation_panel; ++m) {
                    const Rotation rotation = compose(coarse, fine[m]);
                    entry[m] = rotation.cosine;
                    entry[rotation_panel + m] = rotation.sine;
                }
            }
        }
    }

    // Rotations from the first centre of a band to its others.
    void tabulate_blocks() {
        const std::size_t blocks = std::min(band_blocks, (count_ + block_size() - 1) / block_size());
        blocks_.reserve(blocks * frequencies_.size());
        for (std::size_t block = 0; block < blocks; ++block)
            for (const Phase& frequency : frequencies_) blocks_.push_back(rotation_at(block * block_size(), frequency));
    }

    // With a centre's rotation (C, S) and weights (w, s): f(c +- m) = sum of (w C + s S) cos +- (s C - w S) sin.
    [[nodiscard]] std::vector<double> band_seeds(std::size_t first_distance, std::size_t rows) const {
        const std::size_t count = frequencies_.size();
        std::vector<double> seeds(2 * rows * count);
        for (std::size_t p = 0; p < count; ++p) {
            const Rotation start = rotation_at(first_distance + reach_ - 1, frequencies_[p]);
            const double w = sum_.cosine_weights[p];
            const double s = sum_.sine_weight(p);
            for (std::size_t row = 0; row < rows && row * count < blocks_.size(); ++row) {
                const Rotation center = compose(start, blocks_[row * count + p]);
                double* const seed = seeds.data() + 2 * rotation_rows * (row / rotation_rows * count + p) + row % rotation_rows;
                seed[0] = w * center.cosine + s * center.sine;
                seed[rotation_rows] = s * center.cosine - w * center.sine;
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

std::vector<double> cosine_profile_by_blocks(const CosineSum& sum, const IndexRange& distances, const Job& job) {
    job.check();
    const BlockedProfile profile(sum, distances);
    std::vector<double> values(static_cast<std::size_t>(distances.size()));
    std::atomic<std::size_t> done{0};
    const auto compute_bands = [&](std::size_t begin, std::size_t end) {
        for (std::size_t band = begin; band < end; ++band) {
            job.check();
            profile.compute_band(band, values);
            job.progress(static_cast<double>(++done) / static_cast<double>(profile.bands()));
        }
    };
    if (terms_of(sum, distances) < least_parallel_terms)
        compute_bands(0, profile.bands());
    else
        oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, profile.bands()),
                                  [&](const auto& range) { compute_bands(range.begin(), range.end()); });
    return values;
}

}  // namespace poslab
