// Generators and rotations of the two positions, entry by entry.

#include "core/views/rope_2d/rope_2d.hpp"

namespace poslab::rope_2d {

namespace {

std::vector<double> rows_of(const Eigen::MatrixXd& matrix) {
    std::vector<double> entries;
    entries.reserve(static_cast<std::size_t>(matrix.size()));
    for (Eigen::Index row = 0; row < matrix.rows(); ++row)
        for (Eigen::Index column = 0; column < matrix.cols(); ++column) entries.push_back(matrix(row, column));
    return entries;
}

void add(const Asked& asked, std::string_view name, const Eigen::MatrixXd& matrix) {
    asked.add.matrix(name, {"row", "column"}, matrix.rows(), rows_of(matrix));
}

/// R of second − first, whose coordinates are not rounded.
Eigen::MatrixXd rotation_between(const PlaneEncoding& of, PlanePosition first, PlanePosition second) {
    const PlaneGenerators b = generators(of);
    const DoubleDouble x = DoubleDouble(second.x) - first.x, y = DoubleDouble(second.y) - first.y;
    const int size = size_of(of.construction);
    const Skew<DoubleDouble> exponent = (DoubleDouble(of.theta) * x) * b.x + (DoubleDouble(of.theta) * y) * b.y;
    return rotation_matrix(skew_exponential(exponent)).topLeftCorner(size, size);
}

void add_relative(const Asked& asked, const PlaneEncoding& of) {
    if (!asked.add.names_any({"rotation_second", "relative", "rotation_difference", "residual_matrix"})) return;
    const PlanePosition first = first_of(asked.params.plane), second = second_of(asked.params.plane);
    const Eigen::MatrixXd turned = rotation_at(of, second);
    const Eigen::MatrixXd relative = rotation_at(of, first).transpose() * turned, between = rotation_between(of, first, second);
    if (asked.add.wants("rotation_second")) add(asked, "rotation_second", turned);
    if (asked.add.wants("relative")) add(asked, "relative", relative);
    if (asked.add.wants("rotation_difference")) add(asked, "rotation_difference", between);
    if (asked.add.wants("residual_matrix")) add(asked, "residual_matrix", relative - between);
}

}  // namespace

void add_matrix_arrays(const Asked& asked) {
    asked.job.check();
    const PlaneEncoding of = encoding_of(asked.params.plane);
    const PlanePosition first = first_of(asked.params.plane);
    const int size = size_of(of.construction);
    const PlaneGenerators b = generators(of);
    if (asked.add.wants("generator_x")) add(asked, "generator_x", skew_matrix(narrow(b.x)).topLeftCorner(size, size));
    if (asked.add.wants("generator_y")) add(asked, "generator_y", skew_matrix(narrow(b.y)).topLeftCorner(size, size));
    if (asked.add.wants("rotation")) add(asked, "rotation", rotation_at(of, first));
    if (asked.add.wants("closed_form")) add(asked, "closed_form", closed_form_at(of, first));
    add_relative(asked, of);
}

}  // namespace poslab::rope_2d
