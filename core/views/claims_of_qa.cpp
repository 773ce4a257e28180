// Claims of a widely copied text of questions and answers on RoPE (QA) about frequencies, pairings and NTK
// (docs/formulas.md §9).

#include "core/views/claims_of_qa.hpp"

#include "core/base/number_format.hpp"
#include "core/encoding/rotation_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab {
namespace {

constexpr double full_turn = 2 * std::numbers::pi;

constexpr int pinned_pairs = 8;  // for 16 dimensions

/// Returns a pinned setting with frequency(2p/d) for each pair.
template <class Frequency>
std::string pinned(const Frequency& frequency) {
    std::string text = "'explicit-frequencies=";
    for (int p = 0; p < pinned_pairs; ++p)
        text += fmt::format("{}{:.8g}", p == 0 ? "" : ",",
                            frequency(static_cast<double>(p) / static_cast<double>(pinned_pairs)));
    return text + ",name=QA'";
}

/// base^(2p/d), the inverse of the frequency (question 2).
std::string stated_inverse(double base) {
    return pinned([&](double share) { return std::pow(base, share); });
}

/// One base per pair, base·s^(2p/d) (question 8).
std::string stated_ntk(double base, double s) {
    return pinned([&](double share) { return std::pow(base * std::pow(s, share), -share); });
}

std::string rounded(double value, int decimals = 4) { return format_number(value, decimals, 6); }

Claim inner_products(const QaModel& n) {
    const double away = n.length + 1'000'000;
    const double near = sinusoidal_product(n.theta, 0, 100), far = sinusoidal_product(n.theta, away, 100);
    return {
        alike("QA 1, 5"),
        "Beyond the trained length inner products of sinusoidal encodings leave the trained distribution and collapse to 0."_tr,
        tr("At distance 100, divided by d/2: {} from position 0, {} from position {}. They are Σ cos Δω, the "
           "same function as RoPE's S(Δ), at any position.",
           rounded(near), rounded(far), format_number(away, 0)),
        "bias-decay --figure families --compare sinusoidal,sandwich --length 8192",
        {near, far}};
}

Claim direction(const QaModel&) {
    constexpr double m = 5, k = 2;
    const double stated = plane_gap(k - m, m - k), right = plane_gap(k - m, k - m);
    return {alike("QA 1"),
            "R(m)^T R(n) = R(m − n)"_tr,
            tr("It is R(n − m). For m = 5, n = 2, θ = 1 the product differs from R(m − n) by {} (Frobenius "
               "norm), from R(n − m) by {}.",
               rounded(stated), rounded(right)),
            "rope-2d --x1 5 --y1 0 --x2 2 --y2 0 --figure matrices",
            {stated, right}};
}

Claim inverse(const QaModel& n) {
    return {alike("QA 2"),
            "The frequency is θ_i = base^(2i/d)."_tr,
            tr("That is its inverse: at pair {} it gives {}, the frequency is base^(−2p/d) = {} rad/token.",
               n.theta.size() - 1, rounded(1 / n.theta.back()), rounded(n.theta.back(), 8)),
            "frequencies --dim 16 --axes main/y1:log:0.001:100000 --versus " + stated_inverse(1e4),
            {1 / n.theta.back(), n.theta.back()}};
}

Claim repeats(const QaModel& n) {
    const auto most = static_cast<std::int64_t>(std::min(n.length - 1, 16'384.0));
    const NearestRotation nearest = nearest_rotation(n.theta, std::max<std::int64_t>(most, 1));
    const std::string opens = "frequencies --dim 32 --figure map";
    const Text claim = "Once angles pass 2π, different positions get exactly the same rotation."_tr;
    if (nearest.angle < 1e-9)
        return {alike("QA 2, 6"), claim,
                tr("True for these frequencies, at distance {}; never for RoPE's own.",
                   format_integer(nearest.distance)),
                opens};
    return {alike("QA 2, 6"),
            claim,
            tr("One pair repeats, the whole rotation never does. Up to distance {}, the two most similar "
               "positions are {} apart, and even there one pair differs by {} rad.",
               format_integer(most), format_integer(nearest.distance), rounded(nearest.angle)),
            opens,
            {static_cast<double>(nearest.distance), nearest.angle}};
}

Claim pairings(const QaModel& n) {
    const PairingGap gap = pairing_gap(n.theta, n.trained - 1);
    return {alike("QA 4"),
            "GPT-J and GPT-NeoX give equal outputs, element by element; NeoX pairs (2i, 2i+1)."_tr,
            tr("NeoX pairs (p, p + d/2). On a random vector elements differ by up to {}; after the "
               "permutation 2p → p, 2p+1 → p + d/2 by {}.",
               rounded(gap.as_they_come), rounded(gap.permuted, 15)),
            "frequencies --preset llama-2-7b --pairing gpt-neox",
            {gap.as_they_come, gap.permuted}};
}

Claim unseen(const QaModel& n) {
    const std::size_t late = pairs_without_turn(n.theta, n.trained);
    const std::string opens = "frequencies --preset llama-2-7b --length 16384 --figure turns";
    const std::string trained = format_number(n.trained, 0);
    const Text claim =
        "Beyond the trained length it is the high-frequency pairs that are out of distribution."_tr;
    if (late == 0)
        return {alike("QA 6"), claim,
                tr("Every pair completes a turn in {} tokens: no angle is new to any of them.", trained),
                opens};
    return {alike("QA 6"),
            claim,
            tr("High-frequency pairs have seen every angle. Slow ones, with T·θ < 2π, have unseen angles: "
               "the last {} of {} pairs (T = {}).",
               late, n.theta.size(), trained),
            opens,
            {static_cast<double>(late)}};
}

Claim ntk(const QaModel& n) {
    const double s = std::max(1.0, n.length / n.trained);
    const Text claim = "NTK-RoPE: base_new = base·(L/T)^(2i/d)"_tr;
    const std::string opens =
        "frequencies --dim 16 --length 2048 --scaling ntk --factor 4 --versus " + stated_ntk(1e4, 4);
    if (n.theta.size() < 2) return {alike("QA 8"), claim, "NTK has no meaning for a single pair."_tr, opens};
    const auto d = n.rotary();
    const double right = n.base * std::pow(s, d / (d - 2)), high = n.base * std::pow(s, (d - 2) / d);
    return {alike("QA 8"),
            claim,
            tr("NTK has one base for all pairs: base·s^(d/(d−2)) = {} at s = {}. The claim gives each pair "
               "its own, {} to {}: a different scheme.",
               rounded(right, 2), rounded(s), rounded(n.base, 2), rounded(high, 2)),
            opens,
            {right, high}};
}

Claim turns(const QaModel& n) {
    const double fast = n.trained * n.theta.front() / full_turn,
                 slow = n.trained * n.theta.back() / full_turn;
    return {alike("QA 10"),
            "A small index means low frequency and many turns; high frequency rotates slowly."_tr,
            tr("A small index means a high frequency and many turns: pair 0 turns {} times in training, pair "
               "{} {} times.",
               rounded(fast, 2), n.theta.size() - 1, rounded(slow, 4)),
            "frequencies --preset llama-2-7b --figure turns",
            {fast, slow}};
}

}  // namespace

std::vector<Claim> claims_of_qa(const QaModel& model) {
    if (model.theta.empty()) return {};
    return {direction(model), inner_products(model), inverse(model), repeats(model),
            pairings(model),  unseen(model),         ntk(model),     turns(model)};
}

}  // namespace poslab
