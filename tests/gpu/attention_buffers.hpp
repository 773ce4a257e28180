#pragma once

#include "gpu/device.hpp"
#include "gpu/tasks.hpp"
#include "tests/gpu/attention_case.hpp"

#include <Eigen/Core>

#include <cstring>
#include <limits>
#include <memory>
#include <span>

namespace poslab::gpu {

struct StripsRequest {
    int pool = 1;
    int flags = 3;
    IndexRange window{0, 1 << 30};   // the keys of strips that do not visit all keys
    std::vector<double> known{};     // log2 of the sums of rows, if known
    std::size_t max_rows = 1 << 20;  // per strip
    std::uint32_t groups = 1;
    std::size_t strips_of_launch = 1 << 20;
};

/// Lays out the tables of AttentionTask for a case.
class AttentionBuffers {
  public:
    AttentionBuffers(const AttentionCase& attention, const StripsRequest& request, const DeviceInfo& info)
        : case_(attention), request_(request), padded_keys_((attention.key_tokens.size() + 63) / 64 * 64) {
        task.rows = narrow(attention.row_tokens.size());
        task.keys = narrow(padded_keys_);
        task.dims = narrow(attention.dims);
        task.pieces = narrow(attention.pieces.size());
        task.columns = attention.column_count;
        task.pool = request.pool;
        task.near = attention.near;
        add_strips(std::min(request.max_rows, static_cast<std::size_t>(info.strip_rows)));
        add_rows();
        add_cells();
        add_pieces();
        add_keys();
        task.known = request.known.empty() ? -1 : narrow(numbers.size());
        for (const double known : request.known) numbers.push_back(static_cast<float>(known));
        task.decay_block = attention.decay_block;
        task.decay = narrow(numbers.size());
        numbers.insert(numbers.end(), attention.decay.begin(), attention.decay.end());
        numbers.resize(static_cast<std::size_t>(task.decay) + attention.dims, 0);
        add_vectors(info.split_keys);
    }

    AttentionTask task{};
    std::vector<std::int32_t> integers;
    std::vector<float> numbers, queries, keys;
    std::vector<IndexRange> segment_rows, strips;

  private:
    template <class Number>
    static std::int32_t narrow(Number number) {
        return static_cast<std::int32_t>(number);
    }
    std::int32_t place() const { return narrow(integers.size()); }

    void add_strips(std::size_t most) {
        task.strips_at = place();
        std::vector<std::int32_t>& rows = segment_of_row_;
        for (std::size_t first = 0; first < case_.row_tokens.size(); first += most) {
            const std::size_t end = std::min(first + most, case_.row_tokens.size());
            strips.push_back({narrow(first), narrow(end)});
            integers.insert(integers.end(),
                            {narrow(first), narrow(end), narrow(segment_rows.size()), request_.flags});
            for (std::size_t row = first; row < end; ++row) {
                const std::int32_t segment = case_.segments[row];
                if (segment >= 0 && (row == first || case_.segments[row - 1] != segment))
                    segment_rows.push_back({narrow(row), narrow(row)});
                if (segment >= 0) ++segment_rows.back().end;
                rows.push_back(segment < 0 ? -1 : narrow(segment_rows.size()) - 1);
            }
        }
    }

    void add_rows() {
        task.rows_at = place();
        for (std::size_t row = 0; row < case_.row_tokens.size(); ++row)
            integers.insert(integers.end(), {case_.row_tokens[row], segment_of_row_[row]});
    }

    IndexRange keys_of(const PieceCase& piece, std::size_t row) const {
        IndexRange range = piece.keys[row];
        if ((request_.flags & 1) == 0) {
            range.begin = std::max(range.begin, request_.window.begin);
            range.end = std::min(range.end, request_.window.end);
        }
        return range.size() > 0 ? range : IndexRange{0, 0};
    }

    void add_cells() {
        task.cells_at = place();
        for (const PieceCase& piece : case_.pieces)
            for (std::size_t row = 0; row < case_.row_tokens.size(); ++row) {
                const IndexRange range = keys_of(piece, row);
                integers.insert(integers.end(),
                                {narrow(range.begin), narrow(range.end), piece.row_numbers[row]});
            }
        task.bounds_at = place();
        for (const IndexRange& strip : strips)
            for (const PieceCase& piece : case_.pieces) add_bounds(piece, strip);
    }

    void add_bounds(const PieceCase& piece, const IndexRange& strip) {
        constexpr std::int64_t far = std::numeric_limits<std::int32_t>::max();
        IndexRange begins{far, 0}, ends{far, 0};
        bool all = true;
        for (std::int64_t row = strip.begin; row < strip.end; ++row) {
            const IndexRange range = keys_of(piece, static_cast<std::size_t>(row));
            all = all && range.size() > 0;
            if (range.size() == 0) continue;
            begins = {std::min(begins.begin, range.begin), std::max(begins.end, range.begin)};
            ends = {std::min(ends.begin, range.end), std::max(ends.end, range.end)};
        }
        if (!all) begins.end = far;
        integers.insert(integers.end(),
                        {narrow(begins.begin), narrow(begins.end), narrow(ends.begin), narrow(ends.end)});
    }

    /// Appends a table that begins at `least` and returns the offset of its entry 0; never -1.
    std::int32_t add_table(const std::vector<float>& table, std::int32_t least) {
        if (narrow(numbers.size()) - least == -1) numbers.push_back(0);
        const std::int32_t zero = narrow(numbers.size()) - least;
        numbers.insert(numbers.end(), table.begin(), table.end());
        return zero;
    }

    void add_pieces() {
        task.pieces_at = place();
        for (const PieceCase& piece : case_.pieces) {
            const std::int32_t bias = piece.bias.empty() ? -1 : add_table(piece.bias, piece.min_bias);
            integers.insert(integers.end(), {narrow(piece.rotation), narrow(piece.rotation), bias,
                                             narrow(piece.trained.begin), narrow(piece.trained.end)});
        }
        task.distance_bias =
            case_.distance_bias.empty() ? -1 : add_table(case_.distance_bias, 1 - case_.tokens);
    }

    void add_keys() {
        const std::size_t count = case_.key_tokens.size();
        task.keys_at = place();
        for (std::size_t key = 0; key < padded_keys_; ++key)
            integers.insert(integers.end(), {case_.key_tokens[std::min(key, count - 1)],
                                             key < count ? case_.columns[key] : -1});
        task.key_numbers_at = place();
        for (const PieceCase& piece : case_.pieces)
            for (std::size_t key = 0; key < padded_keys_; ++key)
                integers.push_back(piece.key_numbers[std::min(key, count - 1)]);
    }

    void add_vectors(bool split) {
        task.query_scales = narrow(numbers.size());
        for (const std::vector<float>& rotation : case_.queries) {
            for (auto row = rotation.begin(); row != rotation.end();
                 row += static_cast<std::ptrdiff_t>(case_.dims)) {
                std::vector<float> numbers_of_row(row, row + static_cast<std::ptrdiff_t>(case_.dims));
                if (split) numbers_of_row = split_row(numbers_of_row);
                queries.insert(queries.end(), numbers_of_row.begin(), numbers_of_row.end());
            }
        }
        task.scales = narrow(numbers.size());
        for (const std::vector<float>& rotation : case_.keys) {
            for (std::size_t key = 0; key < padded_keys_; ++key) {
                std::vector<float> row(case_.dims, 0);
                for (std::size_t d = 0; d < case_.dims && key < case_.key_tokens.size(); ++d) {
                    row[d] = rotation[key * case_.dims + d];
                    if (case_.decay_block > 0)
                        row[d] *=
                            std::exp2(-case_.decay[d] *
                                      static_cast<float>(key % static_cast<std::size_t>(case_.decay_block)));
                }
                if (split) row = split_row(row);
                keys.insert(keys.end(), row.begin(), row.end());
            }
        }
        numbers.resize(std::max(numbers.size(),
                                static_cast<std::size_t>(task.scales) + case_.keys.size() * padded_keys_),
                       1);
    }

    /// Splits a row as in PackTask.split, and records its scale.
    std::vector<float> split_row(const std::vector<float>& row) {
        float most = 0;
        for (const float number : row) most = std::max(most, std::abs(number));
        const float scale = most > 0 && std::isfinite(most) ? std::exp2(std::floor(std::log2(most))) : 1;
        numbers.push_back(scale);
        std::vector<std::uint16_t> halves(2 * row.size());
        for (std::size_t d = 0; d < row.size(); ++d) {
            const float number = row[d] / scale;
            const Eigen::half upper(number);
            const float left = number - static_cast<float>(upper);
            const Eigen::half rest(std::isfinite(left) ? 2048 * left : 0.0F);
            halves[d] = Eigen::numext::bit_cast<std::uint16_t>(upper);
            halves[row.size() + d] = Eigen::numext::bit_cast<std::uint16_t>(rest);
        }
        std::vector<float> packed(row.size());
        std::memcpy(packed.data(), halves.data(), packed.size() * sizeof(float));
        return packed;
    }

    const AttentionCase& case_;
    const StripsRequest& request_;
    std::size_t padded_keys_;
    std::vector<std::int32_t> segment_of_row_;
};

template <class Number>
std::unique_ptr<DeviceBuffer> buffer_with(Device& device, const std::vector<Number>& numbers) {
    auto buffer = device.allocate(std::max<std::size_t>(numbers.size(), 4) * sizeof(Number), "a test");
    if (!numbers.empty()) device.upload(*buffer, std::as_bytes(std::span(numbers)));
    return buffer;
}

template <class Number>
std::vector<Number> numbers_of(Device& device, const DeviceBuffer& buffer, std::size_t count) {
    std::vector<Number> numbers(count);
    device.download(buffer, std::as_writable_bytes(std::span(numbers)));
    return numbers;
}

struct StripsOutcome {
    std::vector<double> statistics;        // [rows, 8]
    std::vector<float> segments;           // [segments, columns]
    std::vector<IndexRange> segment_rows;  // per segment
};

/// Marks results of flash_attention that the kernel did not write.
inline constexpr float untouched = -12345;
inline StripsOutcome run_strips(Device& device, const AttentionCase& attention,
                                const StripsRequest& request) {
    const AttentionBuffers tables(attention, request, device.info());
    const auto held = device.hold();
    const auto columns = static_cast<std::size_t>(attention.column_count);
    const std::size_t decayed = device.info().split_keys && attention.decay_block > 0 ? attention.dims : 0;
    const std::size_t scratch_size =
        request.groups * static_cast<std::size_t>(device.info().strip_rows) * (columns + decayed);
    const std::size_t rows = attention.row_tokens.size(), segment_count = tables.segment_rows.size();
    const auto integers = buffer_with(device, tables.integers);
    const auto numbers = buffer_with(device, tables.numbers);
    const auto queries = buffer_with(device, tables.queries);
    const auto keys = buffer_with(device, tables.keys);
    const auto scratch = buffer_with(device, std::vector<float>(scratch_size, NAN));
    const auto statistics =
        buffer_with(device, std::vector<double>(8 * rows, static_cast<double>(untouched)));
    const auto segments = buffer_with(device, std::vector<float>(segment_count * columns, untouched));
    for (std::size_t first = 0; first < tables.strips.size(); first += request.strips_of_launch) {
        AttentionTask task = tables.task;
        task.first_strip = static_cast<int>(first);
        task.chunk = std::min(device.info().chunk_dims, task.dims);
        task.strips = static_cast<int>(std::min(request.strips_of_launch, tables.strips.size() - first));
        device.run({Kernel::flash_attention,
                    request.groups,
                    1,
                    std::as_bytes(std::span(&task, 1)),
                    {integers.get(), numbers.get(), queries.get(), keys.get(), scratch.get(),
                     statistics.get(), segments.get()}});
    }
    return {numbers_of<double>(device, *statistics, 8 * rows),
            numbers_of<float>(device, *segments, segment_count * columns), tables.segment_rows};
}

struct SumsOutcome {
    std::vector<double> diagonals;  // for D = 1 - tokens ... tokens - 1
    std::vector<float> output;      // [rows, value_dim]
};

/// Runs attention_sums over rows first ... end - 1 in launches of `groups` groups.
inline SumsOutcome run_sums(Device& device, const AttentionCase& attention, const std::vector<double>& known,
                            const std::vector<float>& values, std::size_t value_dim, std::size_t groups) {
    StripsRequest request;
    request.known = known;
    const AttentionBuffers tables(attention, request, device.info());
    const auto held = device.hold();
    const std::size_t rows = attention.row_tokens.size(),
                      keys_count = static_cast<std::size_t>(tables.task.keys);
    const std::size_t distances = 2 * static_cast<std::size_t>(attention.tokens) - 1;
    std::vector<float> padded = values;
    padded.resize(keys_count * value_dim, 0);
    const auto integers = buffer_with(device, tables.integers);
    const auto numbers = buffer_with(device, tables.numbers);
    const auto queries = buffer_with(device, tables.queries);
    const auto keys = buffer_with(device, tables.keys);
    const auto value_buffer = buffer_with(device, padded);
    const auto diagonals = buffer_with(device, std::vector<float>(groups * distances, 0));
    const auto output = buffer_with(device, std::vector<float>(rows * value_dim, untouched));
    const AttentionTask& of = tables.task;
    for (std::size_t row = 0; row < rows; row += 16 * groups) {
        const std::size_t end = std::min(row + 16 * groups, rows);
        const AttentionSumsTask task{static_cast<int>(row),
                                     static_cast<int>(end),
                                     of.rows,
                                     of.keys,
                                     of.dims,
                                     of.pieces,
                                     attention.tokens,
                                     1,
                                     static_cast<int>(value_dim),
                                     of.decay_block,
                                     of.rows_at,
                                     of.cells_at,
                                     of.pieces_at,
                                     of.keys_at,
                                     of.key_numbers_at,
                                     of.distance_bias,
                                     of.known,
                                     of.decay,
                                     of.scales,
                                     of.query_scales};
        device.run({Kernel::attention_sums,
                    static_cast<std::uint32_t>((end - row + 15) / 16),
                    1,
                    std::as_bytes(std::span(&task, 1)),
                    {integers.get(), numbers.get(), queries.get(), keys.get(), value_buffer.get(),
                     diagonals.get(), output.get()}});
    }
    SumsOutcome outcome{std::vector<double>(distances, 0),
                        numbers_of<float>(device, *output, rows * value_dim)};
    const std::vector<float> parts = numbers_of<float>(device, *diagonals, groups * distances);
    for (std::size_t n = 0; n < parts.size(); ++n)
        outcome.diagonals[n % distances] += static_cast<double>(parts[n]);
    return outcome;
}

}  // namespace poslab::gpu
