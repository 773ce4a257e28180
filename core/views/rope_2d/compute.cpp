// Computes the arrays.

#include "core/base/errors.hpp"
#include "core/views/rope_2d/arrays.hpp"

#include <numbers>

namespace poslab::rope_2d {
namespace {

constexpr std::int64_t usual_points = 401, max_side = 1023;
constexpr int curve_parts = 720;

std::int64_t odd(std::int64_t n) { return n % 2 == 0 ? n - 1 : n; }

/// Returns ‖[B1, B2]‖ of encoded(x, y) over a square. Its square is a quadratic polynomial, but evaluating it
/// directly is cheap for a map.
template <class Encoded>
Numbers commutators(const SampleContext& context, const Square& square, const Encoded& encoded) {
    const PlaneWindow window = context.window(square);
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(window.points()));
    for (std::int64_t row = 0; row < window.height; ++row) {
        context.job.check();
        for (std::int64_t column = 0; column < window.width; ++column)
            values.push_back(commutator_norm(encoded(window.x(column), window.y(row))));
    }
    return matrix_of(window.height, std::move(values));
}

PlaneEncoding with_entries(const PlaneGroup& group, double d, double e) {
    PlaneEncoding of = encoding_of(group, Construction::matrix_exponential);
    of.d = d;
    of.e = e;
    return of;
}

Cut cut_through(const PlaneGroup& group) {
    constexpr int parts = 400;
    const Square square = second_generator_square(group);
    const PlanePosition first = first_of(group), second = second_of(group);
    Cut cut;
    for (int n = 0; n <= parts; ++n) {
        const double offset = square.half * (2.0 * n / parts - 1);
        const PlaneEncoding along_d = with_entries(group, square.x + 1 * offset, square.y + 0 * offset);
        cut.offsets.push_back(offset);
        cut.along_d.push_back(relativity_residual(along_d, first, second));
        cut.along_e.push_back(relativity_residual(
            with_entries(group, square.x + 0 * offset, square.y + 1 * offset), first, second));
        cut.commutators.push_back(commutator_norm(along_d));
    }
    return cut;
}

Sizes sizes_of_second(const SampleContext& context) {
    constexpr int parts = 160, directions = 12;
    const double largest = three_by_three_square(context.plane()).half;
    Sizes sizes;
    for (int n = 0; n <= parts; ++n) {
        context.job.check();
        sizes.size.push_back(largest * std::pow(10.0, 4.0 * n / parts - 4));
        const DirectionSearch found = search_directions(context.plane().theta, sizes.size.back(), directions);
        sizes.commutator.push_back(found.max_commutator);
        sizes.least.push_back(found.min_residual);
        sizes.most.push_back(found.max_residual);
    }
    return sizes;
}

/// Returns R of second − first, with exact coordinate differences.
Eigen::MatrixXd rotation_between(const PlaneEncoding& of, PlanePosition first, PlanePosition second) {
    const PlaneGenerators b = generators(of);
    const DoubleDouble x = DoubleDouble(second.x) - first.x, y = DoubleDouble(second.y) - first.y;
    const int size = size_of(of.construction);
    const Skew<DoubleDouble> exponent =
        (DoubleDouble(of.theta) * x) * b.x + (DoubleDouble(of.theta) * y) * b.y;
    return rotation_matrix(skew_exponential(exponent)).topLeftCorner(size, size);
}

/// Reduces the spread to at most `most` distances: the first half is unchanged, and of the others neighbours
/// are merged, with their smallest and largest values.
DistanceSpread joined(const DistanceSpread& spread, std::int64_t most) {
    const auto count = static_cast<std::int64_t>(spread.plane.size());
    if (count <= most) return spread;
    const std::int64_t retained = most / 2, rest = count - retained, parts = most - retained;
    DistanceSpread joined;
    for (std::int64_t n = 0; n < most; ++n) {
        const std::int64_t from = n < retained ? n : retained + (n - retained) * rest / parts,
                           to = n < retained ? n + 1 : retained + (n - retained + 1) * rest / parts;
        joined.plane.push_back(spread.plane[static_cast<std::size_t>(from)]);
        joined.least.push_back(*std::min_element(spread.least.begin() + from, spread.least.begin() + to));
        joined.most.push_back(*std::max_element(spread.most.begin() + from, spread.most.begin() + to));
    }
    return joined;
}

}  // namespace

PlaneWindow SampleContext::window(const Square& square) const {
    const Resolution& resolution = params.plane.resolution;
    if (resolution.set) return square.window(resolution.width, resolution.height);
    const std::int64_t most = request.arrays.empty() ? usual_points : max_side;
    const auto side = [&](std::int64_t requested) {
        return odd(std::clamp<std::int64_t>(requested, 1, most));
    };
    return square.window(side(request.width), side(request.height));
}

Numbers SampleContext::map(const ResidualPlan& plan, const Square& square) const {
    const PlaneWindow points = window(square);
    if (const Message reason = engine.unsupported_reason(Operation::rotation_residual, points.points());
        !reason.empty())
        throw TooLarge(reason);
    Field field = engine.run(operation::RotationResidual{plan, points}, job.quiet());
    return matrix_of(points.height, std::move(field.values));
}

const Cut& SampleContext::cut() {
    return cut_made.get([&] { return cut_through(plane()); });
}
const Sizes& SampleContext::sizes() {
    return sizes_made.get([&] { return sizes_of_second(*this); });
}
const Relative& SampleContext::relative() {
    return relative_made.get([&] {
        const Eigen::MatrixXd turned = rotation_at(encoding(), second());
        return Relative{turned, rotation_at(encoding(), first()).transpose() * turned,
                        rotation_between(encoding(), first(), second())};
    });
}
const DistanceSpread& SampleContext::spread() {
    return spread_made.get([&] {
        return joined(distance_spread(head().rows(), head().columns()),
                      std::max<std::int64_t>(2, request.curve_points));
    });
}

std::vector<double> column_places(const PlaneWindow& window) {
    std::vector<double> places;
    for (std::int64_t n = 0; n < window.width; ++n) places.push_back(window.x(n));
    return places;
}
std::vector<double> row_places(const PlaneWindow& window) {
    std::vector<double> places;
    for (std::int64_t n = 0; n < window.height; ++n) places.push_back(window.y(n));
    return places;
}

Numbers numbers_of_matrix(const Eigen::MatrixXd& matrix) {
    std::vector<double> entries;
    entries.reserve(static_cast<std::size_t>(matrix.size()));
    for (Eigen::Index row = 0; row < matrix.rows(); ++row)
        for (Eigen::Index column = 0; column < matrix.cols(); ++column)
            entries.push_back(matrix(row, column));
    return matrix_of(matrix.rows(), std::move(entries));
}

Eigen::MatrixXd generator_matrix(const SampleContext& context, bool of_x) {
    const int size = size_of(context.plane().construction);
    const PlaneGenerators b = generators(context.encoding());
    return skew_matrix(narrow(of_x ? b.x : b.y)).topLeftCorner(size, size);
}

std::vector<double> circle_degrees() {
    std::vector<double> degrees;
    for (int n = 0; n <= curve_parts; ++n) degrees.push_back(360.0 * n / curve_parts - 180);
    return degrees;
}
std::vector<double> round_circle(const SampleContext& context, const PlaneEncoding& of) {
    const double radius = std::hypot(context.plane().x2, context.plane().y2);
    std::vector<double> values;
    for (const double degrees : circle_degrees()) {
        const double angle = degrees * std::numbers::pi / 180;
        values.push_back(
            relativity_residual(of, context.first(), {radius * std::cos(angle), radius * std::sin(angle)}));
    }
    return values;
}

std::vector<double> line_places(const SampleContext& context) {
    return column_places(positions_square(context.plane()).window(2 * curve_parts + 1, 1));
}
std::vector<double> read_along(const SampleContext& context, bool along_x) {
    const PlaneEncoding of = context.encoding();
    std::vector<double> values;
    for (const double place : line_places(context)) {
        const PlanePosition at =
            along_x ? PlanePosition{place, context.plane().y1} : PlanePosition{context.plane().x1, place};
        const auto position = recovered(of, rotation_at(of, at));
        values.push_back(!position ? std::nan("") : along_x ? position->x : position->y);
    }
    return values;
}

std::vector<double> column_line(const SampleContext& context) {
    return column_places(positions_square(context.plane()).window(curve_parts + 1, 1));
}
Numbers first_columns(const SampleContext& context) {
    const PlaneEncoding of = context.encoding();
    const std::vector<double> places = column_line(context);
    const int size = size_of(of.construction);
    std::vector<double> entries(static_cast<std::size_t>(size) * places.size());
    for (std::size_t n = 0; n < places.size(); ++n) {
        const Eigen::MatrixXd rotation = rotation_at(of, {places[n], context.plane().y1});
        for (int row = 0; row < size; ++row)
            entries[static_cast<std::size_t>(row) * places.size() + n] = rotation(row, 0);
    }
    return matrix_of(size, std::move(entries));
}

Numbers valley_commutators(const SampleContext& context) {
    return commutators(context, second_generator_square(context.plane()),
                       [&](double d, double e) { return with_entries(context.plane(), d, e); });
}
Numbers three_commutators(const SampleContext& context) {
    const double theta = context.plane().theta;
    return commutators(context, three_by_three_square(context.plane()), [&](double b, double c) {
        return PlaneEncoding{Construction::three_by_three, theta, b, c};
    });
}

Numbers all_similarities(const SampleContext& context) {
    std::vector<double> all;
    for (std::size_t layout = 0; layout < head_layouts; ++layout) {
        const std::vector<double> own =
            similarity_of(context.head(), static_cast<HeadLayout>(layout), context.job);
        all.insert(all.end(), own.begin(), own.end());
        context.job.progress(static_cast<double>(layout + 1) / head_layouts);
    }
    return {std::move(all),
            {static_cast<std::int64_t>(head_layouts), context.head().rows(), context.head().columns()}};
}

Numbers pair_frequencies(const SampleContext& context) {
    const std::optional<HeadFrequencies> head = frequencies_of(context.head(), context.head().layout);
    if (!head) return Column();
    const auto pairs = static_cast<std::size_t>(head->pairs());
    std::vector<double> by_axis(picture_axes * pairs);
    for (std::size_t p = 0; p < pairs; ++p) {
        const std::span<const double> omega = head->of_pair(static_cast<std::int64_t>(p));
        if (head->axes == 3) by_axis[p] = omega[0];
        by_axis[pairs + p] = omega[1];
        by_axis[2 * pairs + p] = omega[x_axis_of(*head)];
    }
    return matrix_of(static_cast<std::int64_t>(picture_axes), std::move(by_axis));
}

Numbers angles(const SampleContext& context, bool rows) {
    if (context.head().layout == HeadLayout::directions) return Column();
    return matrix_of(rows ? context.head().rows() : context.head().columns(),
                     angles_along(context.head(), rows));
}

}  // namespace poslab::rope_2d
