#include "gpu/engine/operations.hpp"

#include "core/base/in_parallel.hpp"
#include "core/engine/flash_attention/attention_accumulator.hpp"
#include "gpu/engine/attention_sums.hpp"
#include "gpu/engine/attention_tables.hpp"
#include "gpu/engine/packed_vectors.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace poslab::gpu {
namespace {

using flash_attention::AttentionAccumulator;
using flash_attention::AttentionSchedule;
using flash_attention::RowSums;

constexpr std::size_t sums_of_row = 8;
constexpr double max_scratch = 0x1p30;  // bytes
constexpr double batch_seconds = 0.05;  // limits the delay of a cancellation
constexpr float undefined = std::numeric_limits<float>::quiet_NaN();

// Initial estimate of products per second: far below the real speed, but with tensor cores enough that a
// request of about 30,000 tokens is one launch, whose groups share it evenly.
double first_speed(const DeviceInfo& info) {
    if (info.software) return 0x1p28;
    return info.split_keys ? 0x1p35 * std::max(info.multiprocessors, 1) : 0x1p36;
}

/// One request being processed by a device.
class Attention {
  public:
    Attention(Device& device, const AttentionSchedule& schedule, Products products, VectorCache* retained,
              const Job& job)
        : device_(device),
          products_(products),
          schedule_(schedule),
          job_(job),
          tables_(schedule),
          integers_(device, tables_.integers, "tables of an attention"),
          numbers_(device, tables_.numbers, "tables of an attention"),
          vectors_(device, schedule, tables_, numbers_, retained, job),
          statistics_(device, schedule.rows.size() * sums_of_row, "statistics of rows"),
          segments_(device, tables_.segments.size() * schedule.columns.size(), "pooled rows"),
          groups_(group_count()),
          scratch_(device, groups_ * static_cast<std::size_t>(device.info().strip_rows) * numbers_of_row(),
                   "columns of strips") {
        find_known();
    }

    [[nodiscard]] AttentionResult run() {
        using Clock = std::chrono::steady_clock;
        double speed = first_speed(device_.info());
        std::optional<Batch> before;
        const auto take_before = [&] {
            // laying out a large field takes a while; the device is already busy
            if (!accumulator_) accumulator_.emplace(schedule_);
            if (!before) return;
            const auto begin = Clock::now();
            take(*before);
            // The device's time for the batch, whether it computes synchronously or not, like run_in_pieces.
            const std::chrono::duration<double> seconds = before->launch_time + (Clock::now() - begin);
            speed = std::max(products(before->first, before->end) / std::max(seconds.count(), 1e-6), 0x1p20);
        };
        for (std::size_t first = 0; first < schedule_.strips.size();) {
            job_.check();
            const auto begin = Clock::now();
            Batch batch = launch(first, batch_end(first, speed * batch_seconds));
            batch.launch_time = Clock::now() - begin;
            take_before();
            first = batch.end;
            before = std::move(batch);
        }
        take_before();
        if (schedule_.request.weight_by_distance || schedule_.input.values)
            add_attention_sums({device_, schedule_, tables_, integers_, numbers_, vectors_, sums_, job_},
                               *accumulator_);
        accumulator_->finish();
        return std::move(accumulator_->result);
    }

  private:
    /// Strips that were launched together, and their pending results.
    struct Batch {
        struct Rows {
            std::size_t begin, end;
            std::unique_ptr<Download> download;
        };
        std::size_t first, end;
        std::size_t first_segment, end_segment;
        std::unique_ptr<Download> columns;
        std::vector<Rows> statistics;
        std::chrono::steady_clock::duration launch_time{};
    };

    [[nodiscard]] std::size_t group_count() const {
        const double bytes =
            4.0 * device_.info().strip_rows * static_cast<double>(std::max<std::size_t>(numbers_of_row(), 1));
        const auto fitting = static_cast<std::size_t>(std::max(1.0, max_scratch / bytes));
        const auto together = static_cast<std::size_t>(std::max(device_.info().multiprocessors, 1));
        return std::clamp<std::size_t>(std::min(fitting, together), 1,
                                       std::max<std::size_t>(schedule_.strips.size(), 1));
    }

    // Scratch numbers per row: its columns and, with decay, the row split again for each block of keys.
    [[nodiscard]] std::size_t numbers_of_row() const {
        const bool decayed = device_.info().split_keys && tables_.task.decay_block > 0;
        return schedule_.columns.size() + (decayed ? tables_.padded_dims : 0);
    }

    // Uses the given sums for rows whose keys are not all visited.
    void find_known() {
        sums_.resize(schedule_.rows.size());
        for (std::size_t row = 0; row < sums_.size(); ++row) {
            const double known = tables_.task.known < 0
                                     ? 0
                                     : tables_.numbers[static_cast<std::size_t>(tables_.task.known) + row];
            sums_[row] = {known, 1, 0, 0, 0, 0, 0};
        }
    }

    [[nodiscard]] double products(std::size_t first, std::size_t end) const {
        double cells = 0;
        for (std::size_t n = first; n < end; ++n) cells += schedule_.strips[n].cells;
        return cells * static_cast<double>(tables_.padded_dims);
    }

    // Adds whole rounds of groups, up to about `most` products.
    [[nodiscard]] std::size_t batch_end(std::size_t first, double most) const {
        std::size_t end = std::min(first + groups_, schedule_.strips.size());
        double done = products(first, end);
        while (end < schedule_.strips.size()) {
            const std::size_t next = std::min(end + groups_, schedule_.strips.size());
            done += products(end, next);
            if (done > most) break;
            end = next;
        }
        return end;
    }

    [[nodiscard]] Batch launch(std::size_t first, std::size_t end) {
        AttentionTask task = tables_.task;
        task.first_strip = static_cast<int>(first);
        task.strips = static_cast<int>(end - first);
        task.upper_alone = products_ == Products::upper_part ? 1 : 0;
        task.chunk = std::min(device_.info().chunk_dims, task.dims);
        device_.run({Kernel::flash_attention,
                     static_cast<std::uint32_t>(std::min(groups_, end - first)),
                     1,
                     task_bytes(task),
                     {integers_.buffer(), numbers_.buffer(), vectors_.queries.buffer(),
                      vectors_.keys.buffer(), scratch_.buffer(), statistics_.buffer(), segments_.buffer()}});
        const auto before = [](const Segment& segment, std::size_t strip) { return segment.strip < strip; };
        const auto place = [&](std::size_t strip) {
            return static_cast<std::size_t>(
                std::lower_bound(tables_.segments.begin(), tables_.segments.end(), strip, before) -
                tables_.segments.begin());
        };
        const std::size_t width = schedule_.columns.size(), from = place(first), to = place(end);
        return {first,
                end,
                from,
                to,
                segments_.start_download(from * width, (to - from) * width, std::max<std::size_t>(width, 1)),
                statistics_of(first, end),
                {}};
    }

    // Consecutive rows share one download.
    [[nodiscard]] std::vector<Batch::Rows> statistics_of(std::size_t first, std::size_t end) const {
        std::vector<std::pair<std::size_t, std::size_t>> ranges;
        for (std::size_t n = first; n < end; ++n)
            if (schedule_.strips[n].whole_rows)
                ranges.emplace_back(schedule_.strips[n].begin, schedule_.strips[n].end);
        std::sort(ranges.begin(), ranges.end());
        std::vector<Batch::Rows> all;
        for (std::size_t n = 0; n < ranges.size();) {
            auto [begin, last] = ranges[n];
            for (++n; n < ranges.size() && ranges[n].first == last; ++n) last = ranges[n].second;
            all.push_back(
                {begin, last,
                 statistics_.start_download(begin * sums_of_row, (last - begin) * sums_of_row, sums_of_row)});
        }
        return all;
    }

    // Stores the results of the strips of a batch.
    void take(const Batch& batch) {
        for (const Batch::Rows& rows : batch.statistics) {
            rows.download->take([&](std::size_t first, std::span<const std::byte> part) {
                take_rows(rows.begin + first / (sums_of_row * sizeof(double)), numbers_of<double>(part));
            });
        }
        const std::size_t bytes_of_segment = schedule_.columns.size() * sizeof(float);
        batch.columns->take([&](std::size_t first, std::span<const std::byte> part) {
            take_columns(batch.first_segment + first / bytes_of_segment, numbers_of<float>(part));
        });
        done_ += products(batch.first, batch.end);
        job_.progress(
            std::min(1.0, done_ / std::max(schedule_.cells * static_cast<double>(tables_.padded_dims), 1.0)));
    }

    // Bytes from a device are aligned like all memory of its driver.
    template <class Number>
    static std::span<const Number> numbers_of(std::span<const std::byte> bytes) {
        return {reinterpret_cast<const Number*>(bytes.data()), bytes.size() / sizeof(Number)};
    }

    void take_rows(std::size_t begin, std::span<const double> sums) {
        const auto set = [&](std::size_t n) {
            const double* const of = sums.data() + n * sums_of_row;
            const std::size_t row = begin + n;
            sums_[row] = {of[0], of[1], of[2], of[3], of[4], of[5], of[6]};
            if (schedule_.rows[row].statistics_index >= 0)
                accumulator_->set_statistics(schedule_.rows[row], sums_[row]);
        };
        in_parallel(sums.size() / sums_of_row, sums.size(), set);
    }

    void take_columns(std::size_t first, std::span<const float> columns) {
        const std::size_t width = schedule_.columns.size();
        in_parallel(columns.size() / width, columns.size(), [&](std::size_t n) {
            const Segment& segment = tables_.segments[first + n];
            const std::span<const float> row = columns.subspan(n * width, width);
            const auto place = static_cast<std::size_t>(segment.output);
            const std::size_t strip = schedule_.strips[segment.strip].begin;
            if (!schedule_.shows_weights() || all_defined(segment))
                return accumulator_->add_row(place, strip, row);
            std::vector<float> marked(row.begin(), row.end());
            mark_undefined(segment, marked);
            accumulator_->add_row(place, strip, marked);
        });
    }

    [[nodiscard]] bool all_defined(const Segment& segment) const {
        const auto first = sums_.begin() + static_cast<std::ptrdiff_t>(segment.first_row);
        return std::all_of(first, first + static_cast<std::ptrdiff_t>(segment.end_row - segment.first_row),
                           [](const RowSums& sums) { return sums.defined(); });
    }

    // All weights of a row without a finite sum are NaN; masked cells remain masked.
    void mark_undefined(const Segment& segment, std::span<float> columns) const {
        for (std::size_t row = segment.first_row; row < segment.end_row; ++row) {
            if (sums_[row].defined()) continue;
            for (const flash_attention::PieceTables& piece : schedule_.pieces) {
                const IndexRange touched =
                    schedule_.columns_with(schedule_.keys_of(piece, schedule_.rows[row].token, false));
                std::fill(columns.begin() + touched.begin, columns.begin() + touched.end, undefined);
            }
        }
    }

    Device& device_;
    Products products_;
    const AttentionSchedule& schedule_;
    const Job& job_;
    AttentionTables tables_;
    DeviceArray<std::int32_t> integers_;
    DeviceArray<float> numbers_;
    PackedVectors vectors_;
    DeviceArray<double> statistics_;
    DeviceArray<float> segments_;
    std::size_t groups_;
    DeviceArray<float> scratch_;
    std::optional<AttentionAccumulator> accumulator_;
    std::vector<RowSums> sums_;  // of the rows
    double done_ = 0;
};

}  // namespace

/// Strips of rows against tiles of keys, pooled immediately; a whole row of cells is never stored. Throws
/// DeviceFailure for plans whose axes count in different units, which only the CPU supports.
template <>
AttentionResult on_device(const HeldDevice& on, const operation::Attention& attention, const Job& job) {
    Device& device = on.device;
    const AttentionInput& input = attention.input;
    const AttentionRequest& request = attention.request;
    check_attention(input, request);
    job.check();
    const AttentionSchedule schedule(input, request, job, static_cast<std::size_t>(device.info().strip_rows));
    schedule.check_memory();
    return Attention(device, schedule, on.products, on.vector_cache, job).run();
}

}  // namespace poslab::gpu
