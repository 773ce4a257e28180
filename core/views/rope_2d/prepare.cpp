#include "core/views/rope_2d/rope_2d.hpp"

#include <unsupported/Eigen/MatrixFunctions>

namespace poslab::rope_2d {
namespace {

double largest_entry(const Eigen::MatrixXd& matrix) { return matrix.cwiseAbs().maxCoeff(); }

/// Returns Eigen's matrix exponential of the exponent rounded to double.
Eigen::MatrixXd by_scaling_and_squaring(const PlaneEncoding& of, PlanePosition at) {
    const int size = size_of(of.construction);
    const Eigen::MatrixXd exponent = skew_matrix(narrow(exponent_at(of, at))).topLeftCorner(size, size);
    return exponent.exp();
}

}  // namespace

Prepared prepare(const Params& params, const Engine& /*engine*/, const Job& job) {
    job.check();
    const PlaneGroup& group = params.plane;
    const PlaneEncoding of = encoding_of(group);
    const PlanePosition first = first_of(group), second = second_of(group);
    const Eigen::MatrixXd rotation = rotation_at(of, first);
    Prepared facts;
    facts.commutator = commutator_norm(of);
    facts.residual = relativity_residual(of, first, second);
    facts.compared_residual = relativity_residual(compared_encoding(group), first, second);
    facts.quaternion_residual =
        relativity_residual(encoding_of(group, Construction::quaternion), first, second);
    facts.orthogonality = orthogonality_residual(rotation);
    facts.closed_form_difference = largest_entry(rotation - closed_form_at(of, first));
    facts.exponential_difference = largest_entry(rotation - by_scaling_and_squaring(of, first));
    facts.recoverable = recoverable(of, first);
    if (facts.recoverable) facts.recovered = recovered(of, rotation);
    facts.periods = periods(of);
    facts.valley = search_second_generator(encoding_of(group, Construction::matrix_exponential));
    facts.three = search_three_by_three(of);
    return facts;
}

}  // namespace poslab::rope_2d
