#include "core/attention/pair_moments.hpp"

#include "core/attention/term_sums.hpp"
#include "core/engine/cosine_profile.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace poslab {
namespace {

// With R_-D = R_i^T R_j the terms of a pair are products of rows: content = q~_i k~_j, bias_key = a~_i k~_j,
// query_bias = q~_i b~_j, where x~_n = R_n x_n. Blocks of them are multiplied in float32, summing 128
// dimensions at a time: the error of a product is at most (128 + 3 + dim / 128) 2^-24 |x||y|, 8e-6 |x||y| for
// dim 128, and rarely a tenth of that.
// Means and deviations have no larger error, since they sum, in double precision, differences from a value at
// the same distance.
class Pairs {
  public:
    Pairs(const TokenVectors& queries, const TokenVectors& keys, std::span<const double> query_bias,
          std::span<const double> key_bias, const Rotary& rotary, const Job& job)
        : tokens_(static_cast<std::size_t>(queries.tokens())),
          dims_(static_cast<std::size_t>(queries.dim())),
          blocks_((tokens_ + block_rows - 1) / block_rows),
          work_((blocks_ + 1) * blocks_ / 2),
          rotary_(rotary),
          job_(job),
          queries_(tokens_, dims_, flash_attention::panel_rows),
          keys_(tokens_, dims_, flash_attention::tile_keys) {
        if (any(query_bias)) query_biases_ = PackedRows(tokens_, dims_, flash_attention::panel_rows);
        if (any(key_bias)) key_biases_ = PackedRows(tokens_, dims_, flash_attention::tile_keys);
        pack(queries, keys, query_bias, key_bias);
        factors_[0] = {&queries_, &keys_};
        if (!query_biases_.empty()) factors_[1] = {&query_biases_, &keys_};
        if (!key_biases_.empty()) factors_[2] = {&queries_, &key_biases_};
        choose_shifts();
    }
    Pairs(const Pairs&) = delete;
    Pairs& operator=(const Pairs&) = delete;

    /// One thread processes all blocks of cells on the same diagonal of blocks in order, and every distance
    /// gets its cells from two such diagonals, so the result does not depend on threads.
    [[nodiscard]] TermMoments moments(std::span<const double> constants) {
        own_ = TermSums(tokens_, factors_);
        next_ = TermSums(tokens_, factors_);
        oneapi::tbb::enumerable_thread_specific<BlockAdder> adders;
        oneapi::tbb::parallel_for(
            oneapi::tbb::blocked_range<std::size_t>(0, blocks_, 1),
            [&](const auto& range) {
                for (std::size_t diagonal = range.begin(); diagonal < range.end(); ++diagonal)
                    add_diagonal(diagonal, adders.local());
            },
            oneapi::tbb::simple_partitioner());
        return combined(constants);
    }

  private:
    template <class Work>
    void for_blocks(const Work& work) const {
        oneapi::tbb::parallel_for(std::size_t{0}, blocks_,
                                  [&](std::size_t block) { work(block * block_rows); });
    }

    void pack(const TokenVectors& queries, const TokenVectors& keys, std::span<const double> query_bias,
              std::span<const double> key_bias) {
        for_blocks([&](std::size_t first) {
            TokenRotation rotation(rotary_);
            std::vector<double> row(dims_), turned(dims_);
            const auto set = [&](PackedRows& rows, std::size_t token, std::span<const double> numbers) {
                if (rows.empty()) return;
                rotation.turn(numbers, 1, turned);
                rows.set(token, turned);
            };
            for (std::size_t token = first; token < first + block_rows; ++token) {
                job_.check();
                const auto position = static_cast<std::int64_t>(token);
                rotation.move_to(position);
                std::fill(row.begin(), row.end(), 0.0);
                if (token < tokens_) queries.read({position, position + 1}, row);
                set(queries_, token, row);
                if (token < tokens_) keys.read({position, position + 1}, row);
                set(keys_, token, row);
                set(query_biases_, token, query_bias);
                set(key_biases_, token, key_bias);
            }
        });
    }

    // Uses the value of the pair in the middle of each diagonal: the first tokens of a text are often unlike
    // all others.
    void choose_shifts() {
        for (std::size_t term = 0; term < term_count; ++term)
            if (factors_[term].lanes != nullptr) shifts_[term].resize((blocks_ + 2) * block_rows);
        for_blocks([&](std::size_t first) {
            job_.check();
            for (std::size_t distance = first; distance < std::min(first + block_rows, tokens_); ++distance) {
                const std::size_t key = (tokens_ - distance) / 2;
                for (std::size_t term = 0; term < term_count; ++term)
                    if (factors_[term].lanes != nullptr)
                        shifts_[term][distance + block_rows] = inner_product(
                            *factors_[term].lanes, key + distance, *factors_[term].columns, key);
            }
        });
    }

    // Sums of a diagonal of blocks: index n is distance (diagonal - 1) * block_rows + n.
    void add_diagonal(std::size_t diagonal, BlockAdder& adder) {
        TermSums sums(2 * block_rows, factors_);
        for (std::size_t block = diagonal; block < blocks_; ++block) {
            job_.check();
            CellBlock cells;
            cells.lanes = block;
            cells.lane_count = std::min(block_rows, tokens_ - block * block_rows);
            cells.columns = block - diagonal;
            cells.step = 1;
            cells.place = block_rows;
            cells.below_zero = diagonal > 0;
            for (std::size_t term = 0; term < term_count; ++term)
                if (!shifts_[term].empty())
                    cells.shifts[term] = shifts_[term].data() + (diagonal + 1) * block_rows;
            adder.add(factors_, cells, sums);
            if (const std::size_t done = ++done_; done % 16 == 0)
                job_.progress(static_cast<double>(done) / static_cast<double>(work_));
        }
        const std::size_t first = diagonal * block_rows;
        store(sums, block_rows, first, std::min(block_rows, tokens_ - first), own_);
        if (diagonal > 0) store(sums, 0, first - block_rows, block_rows, next_);
    }

    static void store(const TermSums& from, std::size_t first, std::size_t index, std::size_t count,
                      TermSums& to) {
        const auto copy = [&](const std::vector<double>& numbers, std::vector<double>& out) {
            if (!numbers.empty())
                std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(first), count,
                            out.begin() + static_cast<std::ptrdiff_t>(index));
        };
        for (std::size_t term = 0; term < term_count; ++term) {
            copy(from.sums[term], to.sums[term]);
            copy(from.squares[term], to.squares[term]);
        }
        copy(from.total_squares, to.total_squares);
    }

    [[nodiscard]] TermMoments combined(std::span<const double> constants) {
        const auto add = [](const std::vector<double>& numbers, std::vector<double>& to) {
            for (std::size_t n = 0; n < numbers.size(); ++n) to[n] += numbers[n];
        };
        for (std::size_t term = 0; term < term_count; ++term) {
            add(next_.sums[term], own_.sums[term]);
            add(next_.squares[term], own_.squares[term]);
        }
        add(next_.total_squares, own_.total_squares);
        TermMoments moments = zero_moments(tokens_);
        for (std::size_t distance = 0; distance < tokens_; ++distance) {
            TermDestination destination{
                distance, static_cast<double>(tokens_ - distance), constants[distance], {}};
            for (std::size_t term = 0; term < term_count; ++term)
                if (!shifts_[term].empty()) destination.shifts[term] = shifts_[term][distance + block_rows];
            set_moments(own_, destination, moments);
        }
        return moments;
    }

    std::size_t tokens_, dims_, blocks_, work_;
    const Rotary& rotary_;
    const Job& job_;
    PackedRows queries_, keys_, query_biases_, key_biases_;
    Factors factors_;
    // with a block before distance 0 and one after the last
    std::array<std::vector<double>, term_count> shifts_;
    // from the diagonal of a distance's own block, and from the next one
    TermSums own_, next_;
    std::atomic<std::size_t> done_{0};
};

}  // namespace

TermMoments pair_moments(const TokenVectors& queries, const TokenVectors& keys,
                         std::span<const double> query_bias, std::span<const double> key_bias,
                         const Rotary& rotary, const Job& job) {
    job.check();
    const RotatedProduct product = rotated_product(query_bias, key_bias, rotary);
    NumberBuffer bias_bias = cosine_profile_by_blocks(product.sum, {0, queries.tokens()}, job.quiet());
    for (double& value : bias_bias) value += product.constant;
    return Pairs(queries, keys, query_bias, key_bias, rotary, job).moments(bias_bias);
}

double isotropy(const TokenVectors& vectors) {
    const auto dims = static_cast<std::size_t>(vectors.dim());
    std::vector<double> row(dims), sums(dims);
    double squares = 0;
    for (std::int64_t token = 0; token < vectors.tokens(); ++token) {
        vectors.read({token, token + 1}, row);
        for (std::size_t n = 0; n < dims; ++n) {
            sums[n] += row[n];
            squares += row[n] * row[n];
        }
    }
    double square_of_sum = 0;
    for (const double sum : sums) square_of_sum += sum * sum;
    return std::max(1 - square_of_sum / (static_cast<double>(vectors.tokens()) * squares), 0.0);
}

}  // namespace poslab
