#include "core/base/index_range.hpp"
#include "core/engine/cosine_sum.hpp"

#include "gpu/engine/device_memory.hpp"
#include "gpu/engine/operations.hpp"
#include "gpu/engine/pieces.hpp"
#include "gpu/engine/tuples.hpp"
#include "gpu/tasks.hpp"

#include <array>

namespace poslab::gpu {

namespace {

constexpr std::int64_t group_distances = 1024;
constexpr std::int64_t max_distances = std::int64_t{1} << 22;  // per launch: 32 MiB of results

}  // namespace

template <>
NumberBuffer on_device(const HeldDevice& on, const operation::CosineProfile& request, const Job& job) {
    Device& device = on.device;
    const CosineSum& sum = request.sum;
    const IndexRange& distances = request.distances;
    job.check();
    const std::vector<Phase> frequencies = checked_frequencies(sum, distances);
    const auto count = static_cast<std::size_t>(distances.size());
    if (frequencies.empty() || count == 0) return NumberBuffer::filled(count, 0);
    NumberBuffer values = NumberBuffer::unwritten(count);

    std::vector<Uint2> phases;
    std::vector<Double2> weights;
    for (std::size_t p = 0; p < frequencies.size(); ++p) {
        phases.push_back({frequencies[p].high, frequencies[p].low});
        weights.push_back({sum.cosine_weights[p], sum.sine_weight(p)});
    }
    const DeviceArray<Uint2> phase_buffer(device, phases, "the frequencies of a profile");
    const DeviceArray<Double2> weight_buffer(device, weights, "the weights of a profile");
    const std::int64_t most =
        std::min({max_distances, max_elements(device.info(), sizeof(double)),
                  (distances.size() + group_distances - 1) / group_distances * group_distances});
    const std::array<DeviceArray<double>, 2> out{
        DeviceArray<double>(device, static_cast<std::size_t>(most), "a profile"),
        DeviceArray<double>(device, static_cast<std::size_t>(most), "a profile")};

    const auto terms = static_cast<std::int64_t>(frequencies.size());
    const PieceSize size((std::int64_t{1} << 20) / terms, most, group_distances);
    std::size_t turn = 0;
    run_in_pieces(job, distances.size(), size, [&](std::int64_t begin, std::int64_t end) {
        const DeviceArray<double>& of_piece = out[turn++ % out.size()];
        const CosineProfileTask task{static_cast<uint>(distances.begin + begin),
                                     static_cast<uint>(end - begin), static_cast<uint>(terms)};
        device.run({.kernel = Kernel::cosine_profile,
                    .groups_x = groups_of(end - begin, group_distances),
                    .task = task_bytes(task),
                    .buffers = {phase_buffer.buffer(), weight_buffer.buffer(), of_piece.buffer()}});
        return of_piece.later_to(std::span(values).subspan(static_cast<std::size_t>(begin),
                                                           static_cast<std::size_t>(end - begin)));
    });
    return values;
}

}  // namespace poslab::gpu
