// What article 8397 and common lore say, beside what is computed.

#include "core/base/number_format.hpp"
#include "core/geometry/orthogonal_power.hpp"
#include "core/views/claims_table.hpp"
#include "core/views/rope_2d/rope_2d.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab::rope_2d {

namespace {

std::string at(PlanePosition position) {
    return fmt::format("({}, {})", format_number(position.x, 3, 8), format_number(position.y, 3, 8));
}

Claim quaternions(const Variant& variant, const Facts& facts) {
    const std::string here = residual_text(facts.quaternion_residual), first = at(first_of(variant.params.plane)),
                      second = at(second_of(variant.params.plane));
    return {
        {"8397, quaternions", "8397 四元数"},
        {"exp(p + q) = exp p · exp q does not hold for quaternions, so relativity is lost.",
         "四元数一般不满足 exp(p + q) = exp p · exp q，相对性因而丧失。"},
        {fmt::format("Residual {} between {} and {}. It is 0 where x₁y₂ = x₂y₁, on a line through the origin, and at isolated "
                     "points where the three angles are whole multiples of π that sum to an even one.",
                     here, first, second),
         fmt::format(
             "{} 与 {} 之间残差为 {}。仅在 x₁y₂ = x₂y₁（过原点的直线）上以及三个角都是 π 的整数倍且倍数之和为偶数的孤立点处为 0。",
             first, second, here)}};
}

/// Where nothing turns there is nothing to search.
Claim nothing_to_search() {
    return {{"8397, 4×4 and 3×3", "8397 4×4 与 3×3"},
            {"Only generators that commute are relative.", "只有可交换的生成元才有相对性。"},
            {"With θ = 0 the residual is 0 whatever they are: there is nothing to search.",
             "θ = 0 时无论生成元如何残差都为 0，无从搜索。"}};
}

Claim valley(const Variant& variant, const Facts& facts) {
    const PlaneGroup& group = variant.params.plane;
    return {{"8397, 4×4", "8397 4×4"},
            {"B1 and B2 commute for d = cf, e = −bf.", "d = cf、e = −bf 时 B1、B2 可交换。"},
            {fmt::format("A search that sees only the residual ends at d = {}, e = {} with a residual of {}; cf = {}, −bf = {}.",
                         number_text(facts.valley.first), number_text(facts.valley.second), residual_text(facts.valley.residual),
                         number_text(group.c * group.f), number_text(-group.b * group.f)),
             fmt::format("只看残差的搜索止于 d = {}、e = {}，残差 {}；cf = {}，−bf = {}。", number_text(facts.valley.first),
                         number_text(facts.valley.second), residual_text(facts.valley.residual), number_text(group.c * group.f),
                         number_text(-group.b * group.f))}};
}

Claim three(const Variant& variant, const Facts& facts) {
    if (variant.params.plane.theta == 0) return nothing_to_search();
    const DirectionSearch unit = search_directions(variant.params.plane.theta, 1, 360);
    return {
        {"8397, 3×3", "8397 3×3"},
        {"3×3 matrices commute only for B2 = 0.", "3×3 矩阵只有 B2 = 0 时可交换。"},
        {fmt::format(
             "On b² + c² = 1 the commutator's norm is {} to {} in 360 directions; the residual falls with √(b² + c²) alone, "
             "and a search ends at b = {}, c = {}.",
             residual_text(unit.least_commutator), residual_text(unit.most_commutator), number_text(facts.three.first),
             number_text(facts.three.second)),
         fmt::format("在 b² + c² = 1 上，360 个方向的交换子范数为 {} 至 {}；残差只随 √(b² + c²) 下降，搜索止于 b = {}、c = {}。",
                     residual_text(unit.least_commutator), residual_text(unit.most_commutator), number_text(facts.three.first),
                     number_text(facts.three.second))}};
}

Claim final_matrix(const Variant& variant, const Facts& facts) {
    Sentence periodic;
    if (facts.periods.x)
        periodic = {fmt::format(" A single pair of planes is periodic: {} along x.", residual_text(*facts.periods.x)),
                    fmt::format("单独一组平面是周期的：沿 x 为 {}。", residual_text(*facts.periods.x))};
    return {{"8397, final matrix", "8397 最终矩阵"},
            {"R is orthogonal and (x, y) can be solved for: nothing is lost.", "R 正交，且可反解出 (x, y)：编码无损。"},
            facts.recovered ? Sentence{fmt::format("Here it is {} off orthogonal, and {} is read off R of {}.{}",
                                                   residual_text(facts.orthogonality), at(*facts.recovered),
                                                   at(first_of(variant.params.plane)), periodic.en),
                                       fmt::format("此处偏离正交 {}，由 {} 的 R 读出 {}。{}", residual_text(facts.orthogonality),
                                                   at(first_of(variant.params.plane)), at(*facts.recovered), periodic.zh)}
                            : Sentence{"With these parameters it cannot be recovered.", "按当前参数无法还原。"}};
}

/// Any orthogonal O at powers of some hundreds.
Claim powers() {
    constexpr int size = 6;
    constexpr std::int64_t m = 321, n = -187;
    const Eigen::MatrixXd o = random_orthogonal(size, 1);
    const double residual = (orthogonal_power(o, m).transpose() * orthogonal_power(o, n) - orthogonal_power(o, n - m)).norm();
    return {{"8397, one axis", "8397 一维通解"},
            {"Rₙ = Oⁿ is relative for any orthogonal matrix O.", "对任意正交矩阵 O，Rₙ = Oⁿ 都满足相对性。"},
            {fmt::format("Of a random 6×6 O the residual between {} and {} is {}.", m, n, residual_text(residual)),
             fmt::format("对随机 6×6 的 O，{} 与 {} 之间残差为 {}。", m, n, residual_text(residual))}};
}

Claim sum() {
    return {{"8397, x + y", "8397 x + y"},
            {"Rotating by x + y keeps relativity but is lossy.", "以 x + y 旋转满足相对性，但有损。"},
            {"So it is: all positions of a line x + y = const have one rotation, and these lines repeat every 2π/θ.",
             "确实如此：直线 x + y = 常数 上各点旋转相同，且这些直线每隔 2π/θ 重复。"}};
}

Claim exponential(const Facts& facts) {
    const bool finite = std::isfinite(facts.exponential_difference);
    return {{"8397, computing it", "8397 计算"},
            {"Libraries have expm for the matrix exponential.", "矩阵指数可用现成的 expm 计算。"},
            {fmt::format("Here it is {} off the closed form, unit quaternions from both sides. It squares as often as the angle "
                         "doubles and loses a "
                         "bit each time.",
                         finite ? residual_text(facts.exponential_difference) : "far"),
             fmt::format("此处它与闭式（左右两侧各乘一个单位四元数）相差 {}。角度每翻一倍便多平方一次，损失一个二进制位。",
                         finite ? residual_text(facts.exponential_difference) : "极大")}};
}

Claim erratum() {
    return {
        {"8397, inner product", "8397 内积"},
        {"⟨q exp(miθ), k q exp(niθ)⟩", "内积写作 ⟨q exp(miθ), k q exp(niθ)⟩"},
        {"A slip: the second argument is k exp(niθ), as the next step has it.", "笔误：第二个变量应为 k exp(niθ)，下一步即如此。"}};
}

}  // namespace

void add_claims_figure(Variants variants, const Style& style, Figure& figure) {
    const Variant& first = variants.front();
    std::vector<Claim> claims;
    if (const Facts* facts = facts_of(first))
        claims = {quaternions(first, *facts),  valley(first, *facts),
                  three(first, *facts),        powers(),
                  final_matrix(first, *facts), sum(),
                  exponential(*facts),         erratum()};
    figure.main.push_back(
        claims_table({"Article 8397: stated and computed", "文章 8397：所述与所算"}, {0.85, 1.8, 3}, claims, style.language));
}

}  // namespace poslab::rope_2d
