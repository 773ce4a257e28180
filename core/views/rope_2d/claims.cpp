// Claims of article 8397 and of common lore, next to the computed results.

#include "core/geometry/orthogonal_power.hpp"
#include "core/views/claims_table.hpp"
#include "core/views/rope_2d/arrays.hpp"

namespace poslab::rope_2d {
namespace {

std::string at(PlanePosition position) {
    return fmt::format("({}, {})", format_number(position.x, 3, 8), format_number(position.y, 3, 8));
}

Claim quaternions(const Variant& variant, const Prepared& facts) {
    const std::string here = residual_text(facts.quaternion_residual),
                      first = at(first_of(variant.params.plane)),
                      second = at(second_of(variant.params.plane));
    return {"8397, quaternions"_tr,
            "exp(p + q) = exp p · exp q does not hold for quaternions, so relativity is lost."_tr,
            tr("Residual {} between {} and {}. It is 0 where x₁y₂ = x₂y₁, on a line through the origin, and "
               "at isolated points where the three angles are multiples of π that sum to an even multiple.",
               here, first, second),
            "rope-2d --construction quaternion --versus construction=matrix-exponential"};
}

/// For θ = 0, where the search is meaningless.
Claim nothing_to_search() {
    return {"8397, 4×4 and 3×3"_tr, "Only generators that commute are relative."_tr,
            "With θ = 0 the residual is 0 for all generators: there is nothing to search."_tr,
            "rope-2d --figure valley"};
}

Claim valley(const Variant& variant, const Prepared& facts) {
    const PlaneGroup& group = variant.params.plane;
    return {"8397, 4×4"_tr, "B1 and B2 commute for d = cf, e = −bf."_tr,
            tr("A search that minimises only the residual ends at d = {}, e = {} with a residual of {}; cf ="
               " {}, −bf = {}.",
               number_text(facts.valley.first), number_text(facts.valley.second),
               residual_text(facts.valley.residual), number_text(group.c * group.f),
               number_text(-group.b * group.f)),
            "rope-2d --b 0.5 --c -1 --figure valley"};
}

Claim three(const Variant& variant, const Prepared& facts) {
    if (variant.params.plane.theta == 0) return nothing_to_search();
    const DirectionSearch unit = search_directions(variant.params.plane.theta, 1, 360);
    return {"8397, 3×3"_tr, "3×3 matrices commute only for B2 = 0."_tr,
            tr("On b² + c² = 1 the commutator's norm is {} to {} in 360 directions; the residual falls only "
               "with √(b² + c²), and a search ends at b = {}, c = {}.",
               residual_text(unit.min_commutator), residual_text(unit.max_commutator),
               number_text(facts.three.first), number_text(facts.three.second)),
            "rope-2d --b 0.6 --c 0.8 --figure three-by-three"};
}

Claim final_matrix(const Variant& variant, const Prepared& facts) {
    Message periodic;
    if (facts.periods.x)
        periodic = tr(" A single pair of planes is periodic: {} along x.", residual_text(*facts.periods.x));
    return {"8397, final matrix"_tr, "R is orthogonal and (x, y) can be solved for: nothing is lost."_tr,
            facts.recovered ? tr("Here its orthogonality error is {}, and {} is recovered from R at {}.{}",
                                 residual_text(facts.orthogonality), at(*facts.recovered),
                                 at(first_of(variant.params.plane)), periodic)
                            : Message("With these parameters it cannot be recovered."_tr),
            "rope-2d --figure reversibility --versus construction=quaternion"};
}

/// Tests any orthogonal O at powers of some hundreds.
Claim powers() {
    constexpr int size = 6;
    constexpr std::int64_t m = 321, n = -187;
    const Eigen::MatrixXd o = random_orthogonal(size, 1);
    const double residual =
        (orthogonal_power(o, m).transpose() * orthogonal_power(o, n) - orthogonal_power(o, n - m)).norm();
    return {"8397, one axis"_tr, "Rₙ = Oⁿ is relative for any orthogonal matrix O."_tr,
            tr("For a random 6×6 O, the residual between {} and {} is {}.", m, n, residual_text(residual)),
            "rope-2d --x1 321 --y1 0 --x2 -187 --y2 0 --figure matrices"};
}

Claim sum() {
    return {"8397, x + y"_tr, "Rotating by x + y preserves relativity but is lossy."_tr,
            "True: all positions on a line x + y = const have the same rotation, and these lines repeat "
            "every 2π/θ."_tr,
            "rope-2d --construction sum --figure reversibility --versus construction=matrix-exponential"};
}

Claim exponential(const Prepared& facts) {
    const bool finite = std::isfinite(facts.exponential_difference);
    return {"8397, computing it"_tr, "Libraries have expm for the matrix exponential."_tr,
            tr("Here its error is {} against the closed form (left and right unit quaternions). Each "
               "doubling of the angle adds a squaring, which loses a bit.",
               finite ? verbatim(residual_text(facts.exponential_difference)) : Message("large"_tr)),
            "rope-2d --theta 10 --x1 1000 --figure matrices"};
}

Claim erratum() {
    return {"8397, inner product"_tr, "⟨q exp(miθ), k q exp(niθ)⟩"_tr,
            "A slip: the second argument is k exp(niθ), as in the next step."_tr,
            "rope-2d --x1 5 --y1 0 --x2 2 --y2 0 --figure matrices"};
}

void draw_claims(Drawing& on) {
    const Variant& first = on.first();
    std::vector<Claim> claims;
    if (const Prepared* facts = first.prepared)
        claims = {quaternions(first, *facts),  valley(first, *facts),
                  three(first, *facts),        powers(),
                  final_matrix(first, *facts), sum(),
                  exponential(*facts),         erratum()};
    on.figure.main.push_back(claims_table("Article 8397: stated and computed"_tr, {0.85, 1.8, 3}, claims,
                                          on.translate.language()));
}

}  // namespace

constexpr FigureRow claims_figure{.id = "claims",
                                  .title = "Claims"_tr,
                                  .arrays = {arrays::rotation},
                                  .draw = {&draw_claims},
                                  .read = &read_relativity,
                                  .one_each = true,
                                  .idle = of_heads + of_patches + of_cells + IdList{"extent"},
                                  .formula = &no_formula,
                                  .warned = Warned::in_readout};

}  // namespace poslab::rope_2d
