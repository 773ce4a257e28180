#include "core/attention/sampled_softmax.hpp"

#include "core/attention/distance_blocks.hpp"
#include "core/attention/softmax_sums.hpp"
#include "core/attention/spread.hpp"
#include "core/base/random.hpp"
#include "core/engine/cosine_sum.hpp"
#include "core/engine/rotation_product.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>

namespace poslab {
namespace {

// enough to reuse a panel of the table while it is cached
constexpr std::size_t group_samples = 2 * rotation_rows;
// Samples processed before their records are summed: enough for many threads, but limited by the memory for
// records.
constexpr std::size_t min_at_once = 16 * group_samples;
constexpr std::size_t max_at_once = 512 * group_samples;
constexpr std::size_t records_at_once = std::size_t{1} << 20U;
constexpr unsigned distance_bits = 24;

// Results of one sample at one length.
struct Record {
    double entropy_plain = 0;
    double entropy_bias = 0;
    double step_maximum = 0;  // of the biased logits since the previous length, and their
    double step_weight = 0;   // weight relative to it; finally the mean weight of a key among all
};

// Softmax of all logits so far: those up to the previous length, and those after it.
struct Running {
    SoftmaxSums before, step;

    double entropy_at_step_end() {
        before.add(step);
        step = {};
        return before.entropy();
    }
};

struct Sample {
    double slope_plain = 0, slope_bias = 0;  // scale |M q|, scale |M (q + a)|
    Running plain, bias;
};

// Euclidean length of M x.
double length_of_product(std::span<const double> x, const SampledSoftmaxSpec& spec) {
    const std::size_t rotated = 2 * spec.rotary.inverse_frequency.size();
    double square = 0;
    for (std::size_t n = 0; n < x.size(); ++n) {
        const double component = n < rotated ? spec.attention_factor_squared * x[n] : x[n];
        square += component * component;
    }
    return std::sqrt(square);
}

// group_samples samples with their own keys, processed over all distances.
class SampleGroup {
  public:
    SampleGroup(const SampledSoftmaxSpec& spec, const DistanceBlocks& blocks,
                std::span<const std::int64_t> lengths, std::size_t first_sample, std::size_t samples)
        : spec_(spec),
          blocks_(blocks),
          lengths_(lengths),
          first_sample_(first_sample),
          product_(blocks, group_samples),
          normals_(blocks.size()),
          samples_(samples) {
        for (std::size_t row = 0; row < samples; ++row) draw_query(row);
    }

    // Call with blocks in order; `records` [samples, lengths].
    void add_block(std::size_t block, std::span<Record> records) {
        product_.compute(block);
        std::size_t next = next_length_;
        for (std::size_t row = 0; row < samples_.size(); ++row)
            next = add_row(row, block, records.subspan(row * lengths_.size(), lengths_.size()));
        next_length_ = next;
    }

    // Call after the last block.
    void relate_steps_to_all(std::span<Record> records) const {
        for (std::size_t n = 0; n < records.size(); ++n) {
            const SoftmaxSums& all = samples_[n / lengths_.size()].bias.before;
            const std::size_t i = n % lengths_.size();
            const auto keys = static_cast<double>(lengths_[i] - (i > 0 ? lengths_[i - 1] : 0));
            records[n].step_weight *= std::exp(records[n].step_maximum - all.maximum) / (all.weight * keys);
        }
    }

  private:
    void draw_query(std::size_t row) {
        const std::size_t dim = spec_.query_bias.size();
        std::vector<double> x(dim);
        random_normals(seed(), RandomStream::queries, sample_number(row) * dim, x);
        samples_[row].slope_plain = spec_.scale * length_of_product(x, spec_);
        for (std::size_t n = 0; n < dim; ++n) x[n] += spec_.query_bias[n];
        samples_[row].slope_bias = spec_.scale * length_of_product(x, spec_);
        // Dimensions that pass through add the same to every logit, which does not affect the softmax.
        product_.set_row(row, rotated_product(x, spec_.key_bias, spec_.rotary).sum,
                         spec_.scale * spec_.attention_factor_squared);
    }

    // Returns the first length beyond the block.
    std::size_t add_row(std::size_t row, std::size_t block, std::span<Record> records) {
        const auto begin = static_cast<std::int64_t>(block * blocks_.size());
        const std::int64_t end = std::min(begin + static_cast<std::int64_t>(blocks_.size()), lengths_.back());
        const std::span<double> normals = std::span(normals_).first(static_cast<std::size_t>(end - begin));
        random_normals(seed(), RandomStream::keys,
                       (sample_number(row) << distance_bits) + static_cast<std::uint64_t>(begin), normals);
        const std::span<const double> cosines = product_.row(row);
        Sample& sample = samples_[row];
        std::size_t next = next_length_;
        for (std::int64_t from = begin; from < end;) {
            const std::int64_t to = std::min(lengths_[next], end);
            const auto first = static_cast<std::size_t>(from - begin),
                       count = static_cast<std::size_t>(to - from);
            const std::span<const double> z = normals.subspan(first, count);
            sample.plain.step.add(softmax_sums({}, z, sample.slope_plain));
            sample.bias.step.add(softmax_sums(cosines.empty() ? cosines : cosines.subspan(first, count), z,
                                              sample.slope_bias));
            if (to == lengths_[next]) {
                Record& record = records[next++];
                record.step_maximum = sample.bias.step.maximum;
                record.step_weight = sample.bias.step.weight;
                record.entropy_plain = sample.plain.entropy_at_step_end();
                record.entropy_bias = sample.bias.entropy_at_step_end();
            }
            from = to;
        }
        return next;
    }

    [[nodiscard]] std::uint64_t seed() const { return static_cast<std::uint64_t>(spec_.seed); }
    [[nodiscard]] std::uint64_t sample_number(std::size_t row) const {
        return static_cast<std::uint64_t>(first_sample_ + row);
    }

    const SampledSoftmaxSpec& spec_;
    const DistanceBlocks& blocks_;
    std::span<const std::int64_t> lengths_;
    std::size_t first_sample_;
    BlockProduct product_;
    std::vector<double> normals_;
    std::vector<Sample> samples_;
    std::size_t next_length_ = 0;
};

class SampledSoftmax {
  public:
    SampledSoftmax(const SampledSoftmaxSpec& spec, std::span<const std::int64_t> lengths, const Job& job)
        : spec_(spec),
          lengths_(lengths),
          job_(job),
          blocks_(checked_frequencies(rotated_product(spec.query_bias, spec.key_bias, spec.rotary).sum,
                                      {0, lengths.back()}),
                  static_cast<std::size_t>(lengths.back())),
          total_(static_cast<double>(divide_up(static_cast<std::size_t>(spec.samples), group_samples) *
                                     blocks_.blocks())),
          plain_(lengths.size()),
          bias_(lengths.size()),
          weight_(lengths.size()) {}

    [[nodiscard]] SoftmaxByLength compute() {
        const auto samples = static_cast<std::size_t>(spec_.samples);
        const std::size_t fitting = std::clamp(records_at_once / lengths_.size(), min_at_once, max_at_once);
        const std::size_t at_once = fitting / group_samples * group_samples;
        for (std::size_t first = 0; first < samples; first += at_once)
            walk(first, std::min(at_once, samples - first));
        return result();
    }

  private:
    static std::size_t divide_up(std::size_t number, std::size_t divisor) {
        return (number + divisor - 1) / divisor;
    }

    void walk(std::size_t first, std::size_t samples) {
        std::vector<Record> records(samples * lengths_.size());
        oneapi::tbb::parallel_for(
            oneapi::tbb::blocked_range<std::size_t>(0, divide_up(samples, group_samples), 1),
            [&](const auto& range) {
                for (std::size_t group = range.begin(); group < range.end(); ++group) {
                    const std::size_t begin = group * group_samples;
                    const std::size_t count = std::min(group_samples, samples - begin);
                    walk_group(first + begin, count,
                               std::span(records).subspan(begin * lengths_.size(), count * lengths_.size()));
                }
            });
        for (std::size_t sample = 0; sample < samples; ++sample)
            add_sample(std::span<const Record>(records).subspan(sample * lengths_.size(), lengths_.size()));
    }

    void walk_group(std::size_t first, std::size_t samples, std::span<Record> records) {
        SampleGroup group(spec_, blocks_, lengths_, first, samples);
        for (std::size_t block = 0; block < blocks_.blocks(); ++block) {
            job_.check();
            group.add_block(block, records);
            job_.progress(static_cast<double>(++done_) / total_);
        }
        group.relate_steps_to_all(records);
    }

    // Call in the order of the samples, so that the number of threads does not matter.
    void add_sample(std::span<const Record> records) {
        ++added_;
        for (std::size_t i = 0; i < records.size(); ++i) {
            plain_[i].add(records[i].entropy_plain);
            bias_[i].add(records[i].entropy_bias);
            weight_[i] += records[i].step_weight;
        }
    }

    [[nodiscard]] SoftmaxByLength result() const {
        SoftmaxByLength result;
        const auto samples = static_cast<double>(added_);
        for (std::size_t i = 0; i < lengths_.size(); ++i) {
            result.entropy_plain.push_back(plain_[i].mean());
            result.entropy_plain_sd.push_back(plain_[i].sd());
            result.entropy_bias.push_back(bias_[i].mean());
            result.entropy_bias_sd.push_back(bias_[i].sd());
            result.weight_plain.push_back(1 / static_cast<double>(lengths_.back()));
            result.weight_bias.push_back(weight_[i] / samples);
        }
        result.samples = added_;
        return result;
    }

    const SampledSoftmaxSpec& spec_;
    std::span<const std::int64_t> lengths_;
    const Job& job_;
    DistanceBlocks blocks_;
    double total_;
    std::atomic<std::int64_t> done_{0};
    std::vector<Spread> plain_, bias_;
    std::vector<double> weight_;
    std::int64_t added_ = 0;
};

}  // namespace

SoftmaxByLength sampled_softmax(const SampledSoftmaxSpec& spec, std::span<const std::int64_t> lengths,
                                const Job& job) {
    job.check();
    if (lengths.empty()) return {};
    return SampledSoftmax(spec, lengths, job).compute();
}

}  // namespace poslab
