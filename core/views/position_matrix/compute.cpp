#include "core/views/position_matrix/arrays.hpp"
#include "core/views/thinning.hpp"

namespace poslab::position_matrix {
namespace {

bool is_slow(const SampleContext& context, const FieldWindow& window) {
    const double covered =
        static_cast<double>(window.rows.size()) * static_cast<double>(window.columns.size());
    return context.engine.is_slow(Operation::position_field, covered);
}

Numbers field_in(const SampleContext& context, const FieldWindow& window, const Job& job) {
    Field field = context.engine.run(operation::PositionField{context.prepared.plan, window}, job);
    return {std::move(field.values), {field.height, field.width}, {window.rows, window.columns}};
}

void publish_coarse(const SampleContext& context) {
    Data partial = context.partial_data();
    SampleContext early(context.params, context.prepared, context.request, context.engine, context.job,
                        partial);
    early.coarse = true;
    add_arrays(early, arrays::all);
    add_values(early, values::all);
    context.request.publish(std::move(partial));
}

}  // namespace

bool SampleContext::wants(const ArrayRow& row) const {
    return SamplingOf::wants(row) ||
           (&row == &arrays::overview && request.arrays.empty() && !shows_whole(params));
}

Numbers SampleContext::positions() const {
    FieldWindow window = field_window(params.window, length(), request);
    if (coarse) {
        window.height /= 8;
        window.width /= 8;
        window.pool = Pool::sample;
    } else if (request.publish && is_slow(*this, window) && window.height > 32 && window.width > 32) {
        publish_coarse(*this);
    }
    return field_in(*this, window, job);
}

Numbers SampleContext::overview() const {
    constexpr std::int64_t most = 128;
    const std::int64_t size = std::min(length(), most);
    FieldWindow window{{0, length()}, {0, length()}, size, size, params.window.pool};
    if (is_slow(*this, window)) window.pool = Pool::sample;
    return field_in(*this, window, job.quiet());
}

const std::vector<std::int64_t>& SampleContext::distances() {
    const std::int64_t w = params.map.w, trained = params.lengths.train_length;
    return distances_made.get([&] {
        return thinned_indices(length(), request.curve_points, std::array{w - 1, w, trained - 1, trained});
    });
}

Numbers SampleContext::over_distances(std::vector<double> values) const {
    return {std::move(values), {}, {{0, length()}}};
}

Numbers SampleContext::profiles() {
    const std::int64_t maps = std::ssize(PositionMap::all());
    std::vector<double> all;
    for (const PositionMap* map : PositionMap::all()) {
        Params other = params;
        other.map = nearest_valid(other.map);
        other.map.map = *map;
        const auto profile = position_profile(plan_of(other), length() - 1, distances());
        all.insert(all.end(), profile.begin(), profile.end());
    }
    return {std::move(all), {maps, std::ssize(distances())}, {{0, maps}, {0, length()}}};
}

Prepared prepare(const Params& params, const Engine& /*engine*/, const Job& /*job*/) {
    const std::int64_t length = params.lengths.length, trained = params.lengths.train_length;
    Prepared prepared;
    prepared.plan = plan_of(params);
    prepared.max_position = max_position(prepared.plan, length);
    prepared.out_of_range_fraction = out_of_range_fraction(prepared.plan, length, trained);
    prepared.first_out_of_range_length = first_out_of_range_length(prepared.plan, trained);
    if (has_window(params))
        prepared.inside_window_fraction = near_fraction(prepared.plan, length, params.map.w);
    return prepared;
}

}  // namespace poslab::position_matrix
