#include "core/engine/rotation_residual.hpp"
#include "core/engine/field.hpp"

#include "gpu/engine/device_memory.hpp"
#include "gpu/engine/operations.hpp"
#include "gpu/engine/pieces.hpp"
#include "gpu/engine/tuples.hpp"
#include "gpu/tasks.hpp"

#include <array>

namespace poslab::gpu {

namespace {

constexpr std::int64_t group_points = 64;
constexpr std::int64_t first_points = 4096;                 // per launch, initially
constexpr std::int64_t max_points = std::int64_t{1} << 22;  // per launch: 32 MiB of results
constexpr std::int64_t max_group_rows = 65535;              // maximum number of groups

std::vector<Double2> exponents_of(const ResidualPlan& plan) {
    std::vector<Double2> numbers;
    for (const AffineExponent* exponent : {&plan.first, &plan.second, &plan.third}) {
        for (const Skew<DoubleDouble>* part : {&exponent->constant, &exponent->along_x, &exponent->along_y}) {
            for (const DoubleDouble& entry : {part->a, part->b, part->c, part->d, part->e, part->f})
                numbers.push_back({entry.x[0], entry.x[1]});
        }
    }
    return numbers;
}

}  // namespace

template <>
Field on_device(const HeldDevice& on, const operation::RotationResidual& request, const Job& job) {
    Device& device = on.device;
    const ResidualPlan& plan = request.plan;
    const PlaneWindow& window = request.window;
    check_plane_window(window);
    job.check();
    Field field{window.height, window.width,
                NumberBuffer::unwritten(static_cast<std::size_t>(window.width * window.height))};
    std::vector<double> x, y;
    for (std::int64_t column = 0; column < window.width; ++column) x.push_back(window.x(column));
    for (std::int64_t row = 0; row < window.height; ++row) y.push_back(window.y(row));

    const std::int64_t points = std::min(max_points, max_elements(device.info(), sizeof(double)));
    const std::int64_t rows =
        std::clamp(points / window.width, std::int64_t{1}, std::min(window.height, max_group_rows));
    const DeviceArray<Double2> exponents(device, exponents_of(plan), "exponents of a plane");
    const DeviceArray<double> columns(device, x, "columns of a plane");
    DeviceArray<double> lines(device, static_cast<std::size_t>(rows), "rows of a plane");
    const auto cells = static_cast<std::size_t>(rows * window.width);
    const std::array<DeviceArray<double>, 2> out{DeviceArray<double>(device, cells, "residuals of a plane"),
                                                 DeviceArray<double>(device, cells, "residuals of a plane")};
    const PieceSize size(first_points / window.width, rows);
    std::size_t turn = 0;
    run_in_pieces(job, window.height, size, [&](std::int64_t begin, std::int64_t end) {
        const DeviceArray<double>& of_piece = out[turn++ % out.size()];
        const auto first = static_cast<std::size_t>(begin), count = static_cast<std::size_t>(end - begin);
        const auto width = static_cast<std::size_t>(window.width);
        lines.write(std::span<const double>(y).subspan(first, count));
        const ResidualTask task{static_cast<int>(window.width), 0, static_cast<int>(count)};
        device.run({.kernel = Kernel::rotation_residual,
                    .groups_x = groups_of(window.width, group_points),
                    .groups_y = static_cast<std::uint32_t>(count),
                    .task = task_bytes(task),
                    .buffers = {exponents.buffer(), columns.buffer(), lines.buffer(), of_piece.buffer()}});
        return of_piece.later_to(std::span(field.values).subspan(first * width, count * width));
    });
    return field;
}

}  // namespace poslab::gpu
