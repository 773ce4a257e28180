#include "gpu/engine/attention_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace poslab::gpu {
namespace {

using flash_attention::AttentionAccumulator;
using flash_attention::Row;

constexpr std::size_t rows_of_group = 16;
constexpr double max_diagonals = 0x1p28;  // bytes of sums by distance, one set per group
constexpr std::size_t max_groups = 512;

// log2 of the sum of each row of request.rows, in float32 for the kernels; NaN if undefined, and for other
// rows.
std::vector<float> known_sums(const FirstPass& first) {
    std::vector<float> known(first.sums.size(), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t row = 0; row < known.size(); ++row)
        if (first.schedule.rows[row].statistics_index >= 0 && first.sums[row].defined())
            known[row] = static_cast<float>(first.sums[row].reference + std::log2(first.sums[row].weight));
    return known;
}

std::vector<float> padded_values(const FirstPass& first) {
    if (!first.schedule.input.values) return {};
    const TokenVectors& values = *first.schedule.input.values;
    const auto dim = static_cast<std::size_t>(values.dim());
    const std::size_t count = first.schedule.keys->size();
    std::vector<float> numbers(first.tables.padded_keys * dim, 0);
    const std::int64_t token = first.schedule.keys->token(0);
    values.read({token, token + static_cast<std::int64_t>(count)}, std::span(numbers).first(count * dim));
    return numbers;
}

class SecondPass {
  public:
    explicit SecondPass(const FirstPass& first)
        : first_(first),
          diagonals_wanted_(first.schedule.request.weight_by_distance),
          diagonal_count_(2 * static_cast<std::size_t>(first.schedule.tokens) - 1),
          value_dim_(
              first.schedule.input.values ? static_cast<std::size_t>(first.schedule.input.values->dim()) : 0),
          groups_(group_count()),
          values_(first.device, padded_values(first), "values"),
          diagonals_(first.device, diagonals_wanted_ ? groups_ * diagonal_count_ : 0, "sums by distance"),
          output_(first.device, first.schedule.rows.size() * value_dim_, "outputs") {
        diagonals_.clear();
    }

    void run(int known) {
        AttentionSumsTask task = first_.tables.sums_task(first_.schedule.tokens);
        task.known = known;
        task.diagonals = diagonals_wanted_ ? 1 : 0;
        task.value_dim = static_cast<int>(value_dim_);
        const auto [begin, last] = counted_rows();
        const std::size_t batch = groups_ * rows_of_group;
        for (std::size_t row = begin; row < last; row += batch) {
            first_.job.check();
            const std::size_t end = std::min(row + batch, last);
            task.first_row = static_cast<int>(row);
            task.end_row = static_cast<int>(end);
            first_.device.run(
                {Kernel::attention_sums,
                 static_cast<std::uint32_t>((end - row + rows_of_group - 1) / rows_of_group),
                 1,
                 task_bytes(task),
                 {first_.integers.buffer(), first_.numbers.buffer(), first_.vectors.queries.buffer(),
                  first_.vectors.keys.buffer(), values_.buffer(), diagonals_.buffer(), output_.buffer()}});
            first_.device.finish();
        }
    }

    void take(AttentionAccumulator& accumulator) const {
        if (diagonals_wanted_) take_diagonals(accumulator);
        if (value_dim_ > 0) take_outputs(accumulator);
    }

  private:
    // The rows of request.rows, which are consecutive.
    [[nodiscard]] std::pair<std::size_t, std::size_t> counted_rows() const {
        const std::vector<Row>& rows = first_.schedule.rows;
        const auto counted = [](const Row& row) { return row.statistics_index >= 0; };
        const auto begin = std::find_if(rows.begin(), rows.end(), counted);
        const auto end = std::find_if_not(begin, rows.end(), counted);
        return {static_cast<std::size_t>(begin - rows.begin()), static_cast<std::size_t>(end - rows.begin())};
    }

    [[nodiscard]] std::size_t group_count() const {
        const double set = 4.0 * static_cast<double>(diagonal_count_);
        const auto fitting =
            diagonals_wanted_ ? static_cast<std::size_t>(std::max(1.0, max_diagonals / set)) : max_groups;
        const std::size_t requested = (first_.schedule.rows.size() + rows_of_group - 1) / rows_of_group;
        const std::size_t at_once = first_.device.info().software ? 4 : max_groups;
        return std::max<std::size_t>(std::min({fitting, requested, at_once}), 1);
    }

    void take_diagonals(AttentionAccumulator& accumulator) const {
        std::vector<double> sums(diagonal_count_, 0);
        for (std::size_t group = 0; group < groups_; ++group) {
            const std::vector<float> part = diagonals_.read(group * diagonal_count_, diagonal_count_);
            for (std::size_t n = 0; n < part.size(); ++n) sums[n] += static_cast<double>(part[n]);
        }
        const std::size_t skipped =
            first_.schedule.plan.positions.causal ? static_cast<std::size_t>(first_.schedule.tokens) - 1 : 0;
        accumulator.add_distances(std::span<const double>(sums).subspan(skipped));
    }

    void take_outputs(AttentionAccumulator& accumulator) const {
        const std::vector<float> numbers = output_.read();
        for (std::size_t row = 0; row < first_.schedule.rows.size(); ++row) {
            const std::int32_t index = first_.schedule.rows[row].statistics_index;
            if (index < 0 || accumulator.result.rows.keys[static_cast<std::size_t>(index)] == 0) continue;
            const bool defined = first_.sums[row].defined();
            for (std::size_t n = 0; n < value_dim_; ++n)
                accumulator.result.output[static_cast<std::size_t>(index) * value_dim_ + n] =
                    defined ? numbers[row * value_dim_ + n] : std::numeric_limits<double>::quiet_NaN();
        }
    }

    const FirstPass& first_;
    bool diagonals_wanted_;
    std::size_t diagonal_count_;
    std::size_t value_dim_;
    std::size_t groups_;
    DeviceArray<float> values_, diagonals_, output_;
};

}  // namespace

void add_attention_sums(const FirstPass& first, AttentionAccumulator& accumulator) {
    SecondPass pass(first);
    first.numbers.write(known_sums(first), static_cast<std::size_t>(first.tables.sums_at));
    pass.run(first.tables.sums_at);
    pass.take(accumulator);
}

}  // namespace poslab::gpu
