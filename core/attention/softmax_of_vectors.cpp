#include "core/attention/packed_rows.hpp"
#include "core/attention/pair_moments.hpp"
#include "core/attention/softmax_sums.hpp"
#include "core/attention/spread.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

namespace poslab {
namespace {

using flash_attention::block_keys;
using flash_attention::block_tiles;
using flash_attention::panel_rows;

// Sums of a lane's logits from key - 1 down: those of the next distances, at most one block.
SoftmaxSums sums_of(const float* logits, std::size_t key, std::size_t count, double scale) {
    std::array<double, block_keys> next{};
    for (std::size_t n = 0; n < count; ++n) next[n] = static_cast<double>(logits[(key - 1 - n) * panel_rows]);
    return softmax_sums({}, std::span(next).first(count), scale);
}

// The softmax of one query at rising lengths; logits arrive by distance.
class QuerySoftmax {
  public:
    QuerySoftmax(std::int64_t keys, std::span<const std::int64_t> lengths)
        : end_(std::min(keys, lengths.back())), lengths_(lengths) {}

    /// Adds logits of keys first ... first + count - 1 of a lane; `keys` is the number of keys up to the
    /// query's own.
    void add(const float* logits, std::int64_t first, std::int64_t count, std::int64_t keys, double scale) {
        while (distance_ < end_) {
            const std::int64_t key = keys - distance_ - first;  // one past the next key, within the block
            if (key <= 0 || key > count) return;
            const std::int64_t stop = std::min(lengths_[entropies_.size()], end_);
            const std::int64_t number = std::min(key, stop - distance_);
            bin_.add(sums_of(logits, static_cast<std::size_t>(key), static_cast<std::size_t>(number), scale));
            distance_ += number;
            if (distance_ == lengths_[entropies_.size()]) close_bin();
        }
    }

    [[nodiscard]] bool finished() const { return distance_ == end_; }
    /// Entropies at the lengths for which there are enough keys.
    [[nodiscard]] const std::vector<double>& entropies() const { return entropies_; }
    /// Mean weight, among all keys, of a key between the previous length and this one.
    [[nodiscard]] double weight(std::size_t length) const {
        const std::int64_t keys = lengths_[length] - (length == 0 ? 0 : lengths_[length - 1]);
        const SoftmaxSums& bin = bins_[length];
        return bin.weight * std::exp(bin.maximum - all_.maximum) / all_.weight / static_cast<double>(keys);
    }

  private:
    void close_bin() {
        all_.add(bin_);
        entropies_.push_back(all_.entropy());
        bins_.push_back(bin_);
        bin_ = {};
    }

    std::int64_t distance_ = 0, end_;
    std::span<const std::int64_t> lengths_;
    SoftmaxSums all_, bin_;
    std::vector<double> entropies_;
    std::vector<SoftmaxSums> bins_;
};

class VectorSoftmax {
  public:
    VectorSoftmax(const TokenVectors& queries, const TokenVectors& keys, const SampledSoftmaxSpec& spec,
                  std::span<const std::int64_t> lengths, const Job& job)
        : source_(queries),
          spec_(spec),
          lengths_(lengths),
          job_(job),
          tokens_(queries.tokens()),
          samples_(std::min(spec.samples, tokens_)),
          panels_((static_cast<std::size_t>(samples_) + panel_rows - 1) / panel_rows),
          biased_(any(spec.query_bias) || any(spec.key_bias)),
          plain_keys_(turned_keys(keys, {})) {
        if (any(spec.key_bias)) biased_keys_ = turned_keys(keys, spec.key_bias);
        plain_.resize(static_cast<std::size_t>(samples_), QuerySoftmax(0, lengths));
        bias_ = plain_;
    }
    VectorSoftmax(const VectorSoftmax&) = delete;
    VectorSoftmax& operator=(const VectorSoftmax&) = delete;

    [[nodiscard]] SoftmaxByLength compute() {
        oneapi::tbb::parallel_for(std::size_t{0}, panels_, [&](std::size_t panel) {
            visit(panel, {}, plain_keys_, plain_);
            if (biased_)
                visit(panel, spec_.query_bias, biased_keys_.empty() ? plain_keys_ : biased_keys_, bias_);
        });
        return combined();
    }

  private:
    // Number of keys of a query: those up to its own position. Positions are evenly spaced and include the
    // last token.
    [[nodiscard]] std::int64_t keys_of(std::size_t sample) const {
        const auto place = static_cast<std::int64_t>(sample) + 1;
        return place * (tokens_ / samples_) + place * (tokens_ % samples_) / samples_;
    }

    // Sets a row, as part of a panel or tile, to the rotated vector plus `bias`.
    void set_row(PackedRows& rows, std::size_t n, const TokenVectors& vectors, std::int64_t token,
                 std::span<const double> bias, double attention_factor_squared,
                 TokenRotation& rotation) const {
        std::vector<double> row(rows.dims()), turned(rows.dims());
        if (token < tokens_) vectors.read({token, token + 1}, row);
        for (std::size_t c = 0; c < bias.size(); ++c) row[c] += bias[c];
        rotation.move_to(token);
        rotation.turn(row, attention_factor_squared, turned);
        rows.set(n, turned);
    }

    [[nodiscard]] PackedRows turned_keys(const TokenVectors& keys, std::span<const double> bias) const {
        PackedRows rows(static_cast<std::size_t>(tokens_), static_cast<std::size_t>(keys.dim()),
                        flash_attention::tile_keys);
        oneapi::tbb::parallel_for(std::size_t{0}, rows.rows() / block_rows, [&](std::size_t block) {
            TokenRotation rotation(spec_.rotary);
            for (std::size_t row = block * block_rows; row < (block + 1) * block_rows; ++row) {
                job_.check();
                set_row(rows, row, keys, static_cast<std::int64_t>(row), bias, 1, rotation);
            }
        });
        return rows;
    }

    // Visits blocks of keys from the last one down, so that every lane gets its logits by distance.
    void visit(std::size_t panel, std::span<const double> bias, const PackedRows& keys,
               std::vector<QuerySoftmax>& softmax) {
        const std::size_t first = panel * panel_rows;
        const std::size_t lanes = std::min(panel_rows, static_cast<std::size_t>(samples_) - first);
        PackedRows queries(panel_rows, keys.dims(), panel_rows);
        TokenRotation rotation(spec_.rotary);
        for (std::size_t lane = 0; lane < panel_rows; ++lane) {
            const std::int64_t own = keys_of(first + std::min(lane, lanes - 1));
            set_row(queries, lane, source_, own - 1, bias, spec_.attention_factor_squared, rotation);
            if (lane < lanes) softmax[first + lane] = QuerySoftmax(own, lengths_);
        }
        flash_attention::Floats logits(block_keys * panel_rows);
        const auto last = static_cast<std::size_t>(keys_of(first + lanes - 1));
        for (std::size_t block = (last + block_keys - 1) / block_keys; block-- > 0;) {
            job_.check();
            const auto begin = softmax.begin() + static_cast<std::ptrdiff_t>(first);
            if (std::all_of(begin, begin + static_cast<std::ptrdiff_t>(lanes),
                            [](const auto& one) { return one.finished(); }))
                break;
            flash_attention::multiply_tiles(keys.dims(), queries.from(0), keys.from(block * block_keys),
                                            block_tiles, logits.data());
            for (std::size_t lane = 0; lane < lanes; ++lane)
                softmax[first + lane].add(logits.data() + lane, static_cast<std::int64_t>(block * block_keys),
                                          static_cast<std::int64_t>(block_keys), keys_of(first + lane),
                                          spec_.scale);
        }
        const double visits = biased_ ? 2 : 1;
        job_.progress(static_cast<double>(++done_) / (visits * static_cast<double>(panels_)));
    }

    [[nodiscard]] SoftmaxByLength combined() const {
        const std::vector<QuerySoftmax>& bias = biased_ ? bias_ : plain_;
        SoftmaxByLength result;
        result.samples = samples_;
        for (std::size_t length = 0; length < lengths_.size(); ++length) {
            Spread plain, with_bias, plain_weight, weight;
            for (std::size_t sample = 0; sample < plain_.size(); ++sample) {
                if (plain_[sample].entropies().size() <= length) continue;
                plain.add(plain_[sample].entropies()[length]);
                with_bias.add(bias[sample].entropies()[length]);
                if (bias[sample].entropies().size() < lengths_.size()) continue;
                plain_weight.add(plain_[sample].weight(length));
                weight.add(bias[sample].weight(length));
            }
            result.entropy_plain.push_back(plain.mean());
            result.entropy_plain_sd.push_back(plain.sd());
            result.entropy_bias.push_back(with_bias.mean());
            result.entropy_bias_sd.push_back(with_bias.sd());
            result.weight_plain.push_back(plain_weight.mean());
            result.weight_bias.push_back(weight.mean());
        }
        return result;
    }

    const TokenVectors& source_;
    const SampledSoftmaxSpec& spec_;
    std::span<const std::int64_t> lengths_;
    const Job& job_;
    std::int64_t tokens_, samples_;
    std::size_t panels_;
    bool biased_;
    PackedRows plain_keys_, biased_keys_;
    std::vector<QuerySoftmax> plain_, bias_;
    std::atomic<std::size_t> done_{0};
};

}  // namespace

SoftmaxByLength softmax_of_vectors(const TokenVectors& queries, const TokenVectors& keys,
                                   const SampledSoftmaxSpec& spec, std::span<const std::int64_t> lengths,
                                   const Job& job) {
    job.check();
    if (lengths.empty()) return {};
    return VectorSoftmax(queries, keys, spec, lengths, job).compute();
}

}  // namespace poslab
