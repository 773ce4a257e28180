#include "core/geometry/flattened_distance.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

#include <algorithm>

namespace poslab::rope_2d {

namespace {

constexpr std::array<std::string_view, 2> patch_axes{"patch row", "patch column"};

/// All layouts, in the order of the choices. [layouts, h, w]
Array similarities(const HeadGroup& group, const Job& job) {
    std::vector<double> all;
    for (std::size_t layout = 0; layout < head_layouts; ++layout) {
        const std::vector<double> own = similarity_of(group, static_cast<HeadLayout>(layout), job);
        all.insert(all.end(), own.begin(), own.end());
        job.progress(static_cast<double>(layout + 1) / head_layouts);
    }
    const auto layouts = static_cast<std::int64_t>(head_layouts);
    return {"similarities",
            {layouts, group.grid, group.grid},
            {"layout", std::string(patch_axes[0]), std::string(patch_axes[1])},
            {{0, layouts}, {0, group.grid}, {0, group.grid}},
            "",
            shared_column(std::move(all))};
}

void add_distances(const Asked& asked, std::string_view name, std::vector<double> distances) {
    const std::int64_t side = asked.params.head.grid;
    asked.data.arrays.push_back({std::string(name),
                                 {side, side},
                                 {std::string(patch_axes[0]), std::string(patch_axes[1])},
                                 {{0, side}, {0, side}},
                                 "patches",
                                 shared_column(std::move(distances))});
}

/// At most `most` distances: the first half as they are, of the others neighbours together, whose least is the least of them.
DistanceSpread joined(const DistanceSpread& spread, std::int64_t most) {
    const auto count = static_cast<std::int64_t>(spread.plane.size());
    if (count <= most) return spread;
    const std::int64_t kept = most / 2, rest = count - kept, parts = most - kept;
    DistanceSpread joined;
    for (std::int64_t n = 0; n < most; ++n) {
        const std::int64_t from = n < kept ? n : kept + (n - kept) * rest / parts,
                           to = n < kept ? n + 1 : kept + (n - kept + 1) * rest / parts;
        joined.plane.push_back(spread.plane[static_cast<std::size_t>(from)]);
        joined.least.push_back(*std::min_element(spread.least.begin() + from, spread.least.begin() + to));
        joined.most.push_back(*std::max_element(spread.most.begin() + from, spread.most.begin() + to));
    }
    return joined;
}

void add_spread(const Asked& asked) {
    if (!asked.add.names_any({"spread_plane", "spread_least", "spread_most"})) return;
    asked.job.check();
    const DistanceSpread spread =
        joined(distance_spread(asked.params.head.grid), std::max<std::int64_t>(2, asked.request.curve_points));
    asked.add.vector("spread_plane", "distance", "patches", [&] { return spread.plane; });
    asked.add.vector("spread_least", "distance", "patches", [&] { return spread.least; });
    asked.add.vector("spread_most", "distance", "patches", [&] { return spread.most; });
}

}  // namespace

void add_head_arrays(const Asked& asked) {
    const HeadGroup& group = asked.params.head;
    const auto [column, row] = patch_of(group);
    if (asked.add.wants("similarity"))
        asked.add.matrix("similarity", patch_axes, group.grid, similarity_of(group, group.layout, asked.job));
    if (asked.add.named("similarities")) asked.data.arrays.push_back(similarities(group, asked.job));
    if (asked.add.named("plane_distance")) add_distances(asked, "plane_distance", plane_distances(group.grid, row, column));
    if (asked.add.named("line_distance")) add_distances(asked, "line_distance", flattened_distances(group.grid, row, column));
    add_spread(asked);
}

}  // namespace poslab::rope_2d
