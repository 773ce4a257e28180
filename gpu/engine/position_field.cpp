#include "core/base/in_parallel.hpp"
#include "core/base/masked.hpp"
#include "core/engine/field.hpp"
#include "core/engine/pooled_field.hpp"
#include "gpu/engine/device_memory.hpp"
#include "gpu/engine/operations.hpp"
#include "gpu/engine/pieces.hpp"
#include "gpu/engine/tuples.hpp"
#include "gpu/tasks.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace poslab::gpu {

namespace {

constexpr std::int64_t group_side = 16;
constexpr std::int64_t first_cells = std::int64_t{1} << 16;  // per launch, initially
constexpr std::int64_t max_cells = std::int64_t{1} << 22;    // per launch: 32 MiB of results

Double2 parts(const DoubleDouble& number) { return {number.x[0], number.x[1]}; }

/// A field in bands of rows, one launch each.
class BandedField {
  public:
    BandedField(Device& device, const PositionPlan& plan, const FieldWindow& window, Field& field)
        : device_(device),
          pooled_(plan, window),
          field_(field),
          width_(static_cast<std::size_t>(window.width)),
          pieces_(separable_pieces()),
          runs_(device, 0, "runs of a position field"),
          row_terms_(device, 0, "rows of a position field"),
          column_terms_(device, column_terms(), "columns of a position field"),
          units_(device, units(), "pieces of a position field"),
          out_{DeviceArray<double>(device, 0, "a position field"),
               DeviceArray<double>(device, 0, "a position field")} {}

    /// Queues rows begin ... end - 1, and returns the function that stores them.
    [[nodiscard]] std::function<void()> start(std::size_t begin, std::size_t end) {
        std::function<void()> interior;
        if (pieces_.empty())
            std::fill(row(begin), row(begin) + (end - begin) * width_, masked_value());
        else
            interior = start_interior(begin, end);
        return [this, begin, end, interior] {
            std::vector<CrossedRow> crossed(end - begin);
            in_parallel(crossed.size(), crossed.size() * width_,
                        [&](std::size_t n) { crossed[n] = pooled_.crossed_row(begin + n); });
            if (interior) interior();
            for (std::size_t a = begin; a < end; ++a) crossed[a - begin].put(row(a));
        };
    }

  private:
    [[nodiscard]] double* row(std::size_t a) const { return field_.values.data() + a * width_; }

    // Pieces with two units have no interior: the processor computes all of their blocks.
    [[nodiscard]] std::vector<const PooledPiece*> separable_pieces() const {
        std::vector<const PooledPiece*> pieces;
        for (const PooledPiece& piece : pooled_.pieces())
            if (piece.separable()) pieces.push_back(&piece);
        return pieces;
    }

    [[nodiscard]] std::vector<Double2> column_terms() const {
        std::vector<Double2> terms;
        for (const PooledPiece* piece : pieces_)
            for (std::size_t b = 0; b < width_; ++b) terms.push_back(parts(piece->column_quotient(b)));
        return terms;
    }

    [[nodiscard]] std::vector<Double4> units() const {
        std::vector<Double4> units;
        for (const PooledPiece* piece : pieces_) {
            const PooledPiece::Unit unit = piece->unit();
            units.push_back({unit.offset, unit.scale, unit.divisor, 0});
        }
        return units;
    }

    std::function<void()> start_interior(std::size_t begin, std::size_t end) {
        std::vector<Int2> runs;
        std::vector<Double2> terms;
        for (const PooledPiece* piece : pieces_) {
            for (std::size_t a = begin; a < end; ++a) {
                const ColumnRun run = piece->interior(a);
                runs.push_back({static_cast<std::int32_t>(run.begin), static_cast<std::int32_t>(run.end)});
                terms.push_back(parts(piece->row_quotient(a)));
            }
        }
        runs_.replace(runs);
        row_terms_.replace(terms);
        DeviceArray<double>& out = out_[turn_++ % out_.size()];
        out.reserve((end - begin) * width_);
        const auto masked = std::bit_cast<std::uint64_t>(masked_value());
        const PositionFieldTask task{static_cast<int>(end - begin), static_cast<int>(width_),
                                     static_cast<int>(pieces_.size()), static_cast<uint>(masked),
                                     static_cast<uint>(masked >> 32U)};
        device_.run({.kernel = Kernel::position_field,
                     .groups_x = groups_of(task.width, group_side),
                     .groups_y = groups_of(task.height, group_side),
                     .task = task_bytes(task),
                     .buffers = {runs_.buffer(), row_terms_.buffer(), column_terms_.buffer(), units_.buffer(),
                                 out.buffer()}});
        return out.later_to(std::span(row(begin), (end - begin) * width_));
    }

    Device& device_;
    PooledField pooled_;
    Field& field_;
    std::size_t width_;
    std::vector<const PooledPiece*> pieces_;
    DeviceArray<Int2> runs_;
    DeviceArray<Double2> row_terms_, column_terms_;
    DeviceArray<Double4> units_;
    std::array<DeviceArray<double>, 2> out_;  // one is computed while the other is downloaded
    std::size_t turn_ = 0;
};

}  // namespace

/// The device computes runs of blocks that lie wholly inside a piece; meanwhile the processor computes blocks
/// that edges cross, like the CPU engine.
template <>
Field on_device(const HeldDevice& on, const operation::PositionField& request, const Job& job) {
    Device& device = on.device;
    const FieldWindow& window = request.window;
    job.check();
    Field field{window.height, window.width,
                NumberBuffer::unwritten(static_cast<std::size_t>(window.height * window.width))};
    BandedField bands(device, request.plan, window, field);
    const std::int64_t cells = std::min(max_cells, max_elements(device.info(), sizeof(double)));
    const PieceSize size(first_cells / window.width, std::max<std::int64_t>(1, cells / window.width));
    run_in_pieces(job, window.height, size, [&](std::int64_t begin, std::int64_t end) {
        return bands.start(static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
    });
    return field;
}

}  // namespace poslab::gpu
