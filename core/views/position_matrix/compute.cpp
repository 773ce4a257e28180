#include "core/engine/engine.hpp"
#include "core/views/position_matrix/position_matrix.hpp"
#include "core/views/thinning.hpp"

#include <algorithm>
#include <cmath>

namespace poslab::position_matrix {

namespace {

std::shared_ptr<const std::vector<double>> shared(std::vector<double> values) {
    return std::make_shared<const std::vector<double>>(std::move(values));
}

Array positions_array(const Params& params, const FieldWindow& window, const PositionPlan& plan, const Engine& engine,
                      const Job& job) {
    Field field = engine.run(operation::PositionField{plan, window}, job);
    return {"positions", {field.height, field.width},    {"rows", "cols"}, {visible_rows(params), visible_columns(params)},
            "tokens",    shared(std::move(field.values))};
}

/// The whole at a low resolution, with the pool of the rest; a slow engine shows one cell of each block instead.
Array overview_array(const Params& params, const PositionPlan& plan, const Engine& engine, const Job& job) {
    constexpr std::int64_t most = 128;
    const std::int64_t length = params.lengths.length;
    const std::int64_t size = std::min(length, most);
    FieldWindow window{{0, length}, {0, length}, size, size, params.window.pool};
    const double cells = static_cast<double>(length) * static_cast<double>(length);
    if (engine.is_slow(Operation::position_field, cells)) window.pool = Pool::sample;
    Field field = engine.run(operation::PositionField{plan, window}, job);
    return {"overview", {field.height, field.width},    {"rows", "cols"}, {window.rows, window.columns},
            "tokens",   shared(std::move(field.values))};
}

std::vector<std::int64_t> profile_distances(const Params& params, std::int64_t most) {
    const std::int64_t w = params.map.w;
    const std::int64_t trained = params.lengths.train_length;
    const std::array<std::int64_t, 4> breaks{w - 1, w, trained - 1, trained};
    return thinned_indices(params.lengths.length, most, breaks);
}

Array curve(std::string name, std::int64_t length, std::vector<double> values) {
    const auto n = static_cast<std::int64_t>(values.size());
    return {std::move(name), {n}, {"distance"}, {{0, length}}, "tokens", shared(std::move(values))};
}

Array profiles_array(const Params& params, const std::vector<std::int64_t>& distances) {
    const auto maps = static_cast<std::int64_t>(PositionMap::all().size());
    std::vector<double> all;
    all.reserve(distances.size() * PositionMap::all().size());
    for (const PositionMap* map : PositionMap::all()) {
        Params other = params;
        other.map = fitting(other.map);
        other.map.map = *map;
        const auto values = position_profile(plan_of(other), params.lengths.length - 1, distances);
        all.insert(all.end(), values.begin(), values.end());
    }
    return {"profiles",
            {maps, static_cast<std::int64_t>(distances.size())},
            {"map", "distance"},
            {{0, maps}, {0, params.lengths.length}},
            "tokens",
            shared(std::move(all))};
}

Scalar scalar(const std::optional<double>& value) { return value ? Scalar{*value} : Scalar{}; }

}  // namespace

Prepared prepare(const Params& params) {
    Prepared prepared;
    prepared.plan = plan_of(params);
    const std::int64_t length = params.lengths.length;
    prepared.max_position = max_position(prepared.plan, length);
    prepared.out_of_range_fraction = out_of_range_fraction(prepared.plan, length, params.lengths.train_length);
    prepared.first_out_of_range_length = first_out_of_range_length(prepared.plan, params.lengths.train_length);
    if (has_window(params)) prepared.inside_window_fraction = near_fraction(prepared.plan, length, params.map.w);
    return prepared;
}

Data sample(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine, const Job& job) {
    Data data;
    data.engine = engine.name();
    data.values = {{"max_position", prepared.max_position},
                   {"out_of_range_fraction", prepared.out_of_range_fraction},
                   {"first_out_of_range_length", scalar(prepared.first_out_of_range_length)},
                   {"inside_window_fraction", scalar(prepared.inside_window_fraction)}};
    if (request.wants("distance") || request.wants("profile") || request.wants("profiles")) {
        const auto distances = profile_distances(params, request.curve_points);
        const std::int64_t length = params.lengths.length;
        if (request.wants("distance")) data.arrays.push_back(curve("distance", length, {distances.begin(), distances.end()}));
        if (request.wants("profile"))
            data.arrays.push_back(curve("profile", length, position_profile(prepared.plan, length - 1, distances)));
        if (request.wants("profiles")) data.arrays.push_back(profiles_array(params, distances));
    }
    const bool named = !request.arrays.empty() && request.wants("overview");
    if (named || (request.arrays.empty() && !shows_whole(params)))
        data.arrays.push_back(overview_array(params, prepared.plan, engine, job));
    if (!request.wants("positions")) return data;
    const FieldWindow window = field_window(params.window, params.lengths.length, request);
    const double covered = static_cast<double>(window.rows.size()) * static_cast<double>(window.columns.size());
    if (request.publish && engine.is_slow(Operation::position_field, covered) && window.height > 32 && window.width > 32) {
        FieldWindow coarse = window;  // one cell per block answers at once while the exact means are still being summed
        coarse.height = window.height / 8;
        coarse.width = window.width / 8;
        coarse.pool = Pool::sample;
        Data partial = data;
        partial.partial = true;
        partial.arrays.insert(partial.arrays.begin(), positions_array(params, coarse, prepared.plan, engine, job));
        request.publish(std::move(partial));
    }
    data.arrays.insert(data.arrays.begin(), positions_array(params, window, prepared.plan, engine, job));
    return data;
}

}  // namespace poslab::position_matrix
