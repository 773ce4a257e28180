// What the QA seed claims on frequencies, pairings and NTK, beside what the present parameters give (docs/formulas.md §9).

#include "core/base/number_format.hpp"
#include "core/encoding/rotation_facts.hpp"
#include "core/views/claimed_frequencies.hpp"
#include "core/views/claims_table.hpp"
#include "core/views/frequencies/arrays.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::frequencies {

namespace {

struct Model {
    const Params& params;
    std::vector<double> theta;  // unscaled
    double trained, length;
    std::int64_t rotary;

    [[nodiscard]] std::size_t last() const { return theta.size() - 1; }
};

std::string text(double value, int decimals = 4) { return format_number(value, decimals, 6); }

Claim inner_products(const Model& n) {
    const double away = n.length + 1'000'000;
    const std::string near = text(inner_product(n.theta, 0, 100)), far = text(inner_product(n.theta, away, 100));
    return {alike("QA 1, 5"),
            "Beyond the trained length inner products of sinusoidal encodings leave the trained distribution and collapse to 0."_tr,
            tr("At distance 100, over d/2: {} from position 0, {} from position {}. They are Σ cos Δω, the same function as RoPE's "
               "S(Δ), at any position.",
               near, far, format_number(away, 0)),
            "bias-decay --figure families --compare sinusoidal,sandwich --length 8192"};
}

Claim direction(const Model&) {
    constexpr double m = 5, k = 2;
    return {alike("QA 1"), "R(m)^T R(n) = R(m − n)"_tr,
            tr("It is R(n − m). For m = 5, n = 2, θ = 1 the product differs from R(m − n) by {} (Frobenius norm), from R(n − "
               "m) by {}.",
               text(plane_gap(k - m, m - k)), text(plane_gap(k - m, k - m))),
            "rope-2d --x1 5 --y1 0 --x2 2 --y2 0 --figure matrices"};
}

Claim inverse(const Model& n) {
    return {alike("QA 2"), "The frequency is θ_i = base^(2i/d)."_tr,
            tr("That is its inverse: at pair {} it gives {}, the frequency is base^(−2p/d) = {} rad/token.", n.last(),
               text(1 / n.theta.back()), text(n.theta.back(), 8)),
            "frequencies --dim 16 --versus " + stated_inverse(1e4)};
}

Claim repeats(const Model& n) {
    const auto most = static_cast<std::int64_t>(std::min(n.length - 1, 16'384.0));
    const NearestRotation nearest = nearest_rotation(n.theta, std::max<std::int64_t>(most, 1));
    const std::string opens = "frequencies --dim 32 --figure map";
    const Text claim = "Once angles pass 2π, different positions get exactly the same rotation."_tr;
    if (nearest.angle < 1e-9)
        return {
            alike("QA 2, 6"), claim,
            tr("With these frequencies it is so, at distance {}; with RoPE's own it never is.", format_integer(nearest.distance)),
            opens};
    return {alike("QA 2, 6"), claim,
            tr("One pair repeats, the whole rotation never does. Up to distance {}, two positions come closest at {}: there the "
               "pair that differs most still differs by {} rad.",
               format_integer(most), format_integer(nearest.distance), text(nearest.angle)),
            opens};
}

Claim pairings(const Model& n) {
    const PairingGap gap = pairing_gap(n.theta, n.trained - 1);
    return {alike("QA 4"), "GPT-J and GPT-NeoX give equal outputs, element by element; NeoX pairs (2i, 2i+1)."_tr,
            tr("NeoX pairs (p, p + d/2). On a random vector elements differ by up to {}; after the permutation 2p → p, "
               "2p+1 → p + d/2 by {}.",
               text(gap.as_they_come), text(gap.permuted, 15)),
            "frequencies --preset llama-2-7b --pairing gpt-neox"};
}

Claim unseen(const Model& n) {
    const std::size_t late = pairs_without_turn(n.theta, n.trained);
    const std::string opens = "frequencies --preset llama-2-7b --length 16384 --figure turns";
    const std::string trained = format_number(n.trained, 0);
    const Text claim = "Beyond the trained length it is the high-frequency pairs that are out of distribution."_tr;
    if (late == 0)
        return {alike("QA 6"), claim, tr("Every pair completes a turn in {} tokens: no angle is new to any of them.", trained),
                opens};
    return {alike("QA 6"), claim,
            tr("High-frequency pairs have seen every angle. Unseen are angles of the slow ones, where T·θ < 2π: the last {} of {} "
               "pairs (T = {}).",
               late, n.theta.size(), trained),
            opens};
}

Claim ntk(const Model& n) {
    const double s = std::max(1.0, n.length / n.trained);
    const Text claim = "NTK-RoPE: base_new = base·(L/T)^(2i/d)"_tr;
    const std::string opens = "frequencies --dim 16 --length 2048 --scaling ntk --factor 4 --versus " + stated_ntk(1e4, 4);
    if (n.rotary <= 2) return {alike("QA 8"), claim, "NTK has no meaning for a single pair."_tr, opens};
    const auto d = static_cast<double>(n.rotary);
    const std::string ratio = text(s), right = text(n.params.rotary.base * std::pow(s, d / (d - 2)), 2),
                      low = text(n.params.rotary.base, 2),
                      high = text(n.params.rotary.base * std::pow(s, static_cast<double>(2 * n.last()) / d), 2);
    return {alike("QA 8"), claim,
            tr("NTK has one base for all pairs: base·s^(d/(d−2)) = {} at s = {}. The claim gives each pair its own, {} to {}: a "
               "different scheme.",
               right, ratio, low, high),
            opens};
}

Claim turns(const Model& n) {
    return {alike("QA 10"), "A small index means low frequency and many turns; high frequency rotates slowly."_tr,
            tr("A small index means a high frequency and many turns: pair 0 turns {} times in training, pair {} {} times.",
               text(n.trained * n.theta.front() / turn, 2), n.last(), text(n.trained * n.theta.back() / turn, 4)),
            "frequencies --preset llama-2-7b --figure turns"};
}

/// No claims without frequencies.
std::vector<Claim> claims_of(const Variant& variant) {
    const Column unscaled = variant[arrays::inverse_frequency_unscaled];
    std::vector<double> turning;
    std::copy_if(unscaled->begin(), unscaled->end(), std::back_inserter(turning), [](double theta) { return theta > 0; });
    if (turning.empty()) return {};
    const LengthsGroup& lengths = variant.params.lengths;
    const Model model{variant.params, turning, static_cast<double>(lengths.train_length), static_cast<double>(lengths.length),
                      2 * std::ssize(turning)};
    return {direction(model), inner_products(model), inverse(model), repeats(model),
            pairings(model),  unseen(model),         ntk(model),     turns(model)};
}

void draw_claims(Drawing& on) {
    Panel& panel =
        on.figure.main.emplace_back(claims_table("A widely copied text of questions and answers on RoPE (QA), and what is so"_tr,
                                                 {0.5, 2, 3.4}, claims_of(on.first()), on.words.language()));
    panel.quantity = on.words("for the parameters as they are"_tr);
}

}  // namespace

constexpr FigureRow claims_figure = with_notes("claims", "Claims"_tr, {&draw_claims}, &read_slowest);

}  // namespace poslab::frequencies
