// The maps over (x2, y2), the values, and the list of what is computed.

#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "core/engine/field.hpp"
#include "core/engine/rotation_residual.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace poslab::rope_2d {

namespace {

constexpr std::int64_t usual_points = 401, most_side = 1023;

std::int64_t odd(std::int64_t n) { return n % 2 == 0 ? n - 1 : n; }

Scalar optional_scalar(const std::optional<double>& value) { return value ? Scalar{*value} : Scalar{}; }
Scalar finite_scalar(double value) { return std::isfinite(value) ? Scalar{value} : Scalar{}; }

void add_values(const Asked& asked) {
    const Facts& facts = asked.facts;
    const auto coordinate = [&](double PlanePosition::*member) {
        return facts.recovered ? Scalar{(*facts.recovered).*member} : Scalar{};
    };
    // Where nothing turns there is nothing to search.
    const auto found = [&](double value) { return asked.params.plane.theta == 0 ? Scalar{} : Scalar{value}; };
    asked.data.values = {{"commutator_norm", facts.commutator},
                         {"relativity_residual", facts.residual},
                         {"quaternion_relativity_residual", facts.quaternion_residual},
                         {"orthogonality_residual", facts.orthogonality},
                         {"recoverable", facts.recoverable},
                         {"recovered_x", coordinate(&PlanePosition::x)},
                         {"recovered_y", coordinate(&PlanePosition::y)},
                         {"period_x", optional_scalar(facts.periods.x)},
                         {"period_y", optional_scalar(facts.periods.y)},
                         {"closed_form_difference", facts.closed_form_difference},
                         {"exponential_difference", finite_scalar(facts.exponential_difference)},
                         {"search_d", found(facts.valley.first)},
                         {"search_e", found(facts.valley.second)},
                         {"search_residual", found(facts.valley.residual)},
                         {"search_b", found(facts.three.first)},
                         {"search_c", found(facts.three.second)}};
}

/// Where sections are longer than every third pair, those of time are more than was asked for.
void add_interleaving_warning(const HeadGroup& head, std::vector<Sentence>& warnings) {
    const std::vector<double>& sections = head.mrope_sections.numbers;
    const std::vector<int> axes = axes_of_sections(sections, head.dim / 2, true);
    const auto count = [&](int axis) { return std::count(axes.begin(), axes.end(), axis); };
    if (axes.empty() || static_cast<double>(count(0)) == sections[0]) return;
    const std::string so = fmt::format("{}, {}, {}", count(0), count(1), count(2));
    warnings.push_back(tr("Interleaved, each axis has at most every third pair: t, h, w turn {} pairs.", so));
}

void add_warnings(const Asked& asked) {
    const PlaneGroup& group = asked.params.plane;
    std::vector<Sentence>& warnings = asked.data.warnings;
    if (group.theta == 0)
        warnings.push_back("θ = 0: every position has the unit matrix, so no position can be recovered."_tr);
    else if (group.f == 0 && encoding_of(group).commutes())
        warnings.push_back("f = 0: y turns nothing, so it cannot be recovered."_tr);
    const bool of_construction = asked.add.wants_any({"residual", "look_alike", "column", "rotation"});
    if (of_construction && group.construction == Construction::three_by_three && group.b == 0 && group.c == 0)
        warnings.push_back("b = c = 0: B₂ is zero, so y turns nothing; relativity is kept, but y is lost."_tr);
    const HeadGroup& head = asked.params.head;
    if (head.layout == HeadLayout::mrope && head.mrope_interleaved) add_interleaving_warning(head, warnings);
    const double step = 2 * group.extent / usual_points * std::abs(group.theta) * plane_speed(encoding_of(group)) *
                        std::max(1.0, std::abs(group.f));
    if (step > 1 && asked.add.wants_any({"residual", "quaternion_residual", "compared_residual", "look_alike", "sum_look_alike"}))
        warnings.push_back("The residual turns faster than a map has points: make the plane smaller."_tr);
}

}  // namespace

std::array<std::int64_t, 2> map_size(const Asked& asked) {
    const Resolution& resolution = asked.params.plane.resolution;
    if (resolution.set) return {resolution.width, resolution.height};
    const bool all = asked.request.arrays.empty();
    const auto side = [&](std::int64_t wanted) { return odd(std::clamp<std::int64_t>(wanted, 1, all ? usual_points : most_side)); };
    return {side(asked.request.width), side(asked.request.height)};
}

std::vector<double> column_places(const PlaneWindow& window) {
    std::vector<double> places;
    for (std::int64_t n = 0; n < window.width; ++n) places.push_back(window.x(n));
    return places;
}

void add_coordinates(const Asked& asked, std::array<std::string_view, 2> names, std::array<std::string_view, 2> axes,
                     const Square& square) {
    const auto [width, height] = map_size(asked);
    const PlaneWindow window = square.window(width, height);
    asked.add.vector(names[0], axes[1], "", [&] { return column_places(window); });
    asked.add.vector(names[1], axes[0], "", [&] {
        std::vector<double> places;
        for (std::int64_t n = 0; n < window.height; ++n) places.push_back(window.y(n));
        return places;
    });
}

void add_map(const Asked& asked, std::string_view name, std::array<std::string_view, 2> axes, const ResidualPlan& plan,
             const Square& square) {
    if (!asked.add.wants(name)) return;
    const auto [width, height] = map_size(asked);
    const PlaneWindow window = square.window(width, height);
    if (const Sentence reason = asked.engine.unsupported(Operation::rotation_residual, window.points()); !reason.empty())
        throw TooLarge(reason);
    Field field = asked.engine.run(operation::RotationResidual{plan, window}, Job(asked.job.stop_token()));
    asked.add.matrix(name, axes, height, std::move(field.values));
}

Data sample(const Params& params, const Prepared& prepared, const SampleRequest& request, const Engine& engine, const Job& job) {
    job.check();
    Data data;
    data.engine = engine.name();
    const Asked asked{params, prepared.facts, request, engine, job, data, ArrayAdder(data, request)};
    add_values(asked);
    add_warnings(asked);
    add_matrix_arrays(asked);
    add_position_arrays(asked);
    job.progress(0.5);
    add_generator_arrays(asked);
    job.progress(0.8);
    add_head_arrays(asked);
    data.detail = std::make_shared<const Detail>(prepared.facts);
    return data;
}

}  // namespace poslab::rope_2d
