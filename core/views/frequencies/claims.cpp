// What the QA seed claims on frequencies, pairings and NTK, beside what the present parameters give (docs/formulas.md §9).

#include "core/views/frequencies/claims.hpp"
#include "core/base/number_format.hpp"
#include "core/base/random.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace poslab::frequencies {

namespace {

struct Numbers {
    const Params& params;
    std::vector<double> theta;  // unscaled
    double trained, length;
    std::int64_t rotary;

    [[nodiscard]] std::size_t last() const { return theta.size() - 1; }
};

std::string text(double value, int decimals = 4) { return format_number(value, decimals, 6); }

Claim inner_products(const Numbers& n) {
    const auto product = [&](double from) {
        double sum = 0;
        for (const double w : n.theta)
            sum += std::sin(from * w) * std::sin((from + 100) * w) + std::cos(from * w) * std::cos((from + 100) * w);
        return sum / static_cast<double>(n.theta.size());
    };
    const std::string near = text(product(0)), far = text(product(n.length + 1'000'000));
    const std::string at = format_number(n.length + 1'000'000, 0);
    return {
        alike("QA 1, 5"),
        {"Beyond the trained length inner products of sinusoidal encodings leave the trained distribution and collapse to 0.",
         "超过训练长度后，正弦编码的内积偏离训练分布、坍缩至 0。"},
        {fmt::format(
             "At distance 100, over d/2: {} from position 0, {} from position {}. They are Σ cos Δω, the same function as RoPE's "
             "S(Δ), at any position.",
             near, far, at),
         fmt::format(
             "距离 100 处除以 d/2：从位置 0 起为 {}，从位置 {} 起为 {}。它们即 Σ cos Δω，与 RoPE 的 S(Δ) 同一函数，与位置无关。",
             near, at, far)}};
}

Claim direction(const Numbers&) {
    constexpr double m = 5, k = 2;
    const auto apart = [](double a, double b) {  // Frobenius norm of R_a - R_b in one plane
        return std::sqrt(2 * (std::pow(std::cos(a) - std::cos(b), 2) + std::pow(std::sin(a) - std::sin(b), 2)));
    };
    const std::string claimed = text(apart(k - m, m - k)), right = text(apart(k - m, k - m));
    return {
        alike("QA 1"),
        {"R(m)^T R(n) = R(m − n)", "R(m)^T R(n) = R(m − n)"},
        {fmt::format("It is R(n − m). For m = 5, n = 2, θ = 1 the product differs from R(m − n) by {} (Frobenius norm), from R(n − "
                     "m) by {}.",
                     claimed, right),
         fmt::format("应为 R(n − m)。m = 5、n = 2、θ = 1 时，该乘积与 R(m − n) 相差 {}（Frobenius 范数），与 R(n − m) 相差 {}。",
                     claimed, right)}};
}

Claim inverse(const Numbers& n) {
    const std::string claimed = text(1 / n.theta.back()), right = text(n.theta.back(), 8);
    return {alike("QA 2"),
            {"The frequency is θ_i = base^(2i/d).", "核心频率为 θ_i = base^(2i/d)。"},
            {fmt::format("That is its inverse: at pair {} it gives {}, the frequency is base^(−2p/d) = {} rad/token.", n.last(),
                         claimed, right),
             fmt::format("那是频率的倒数：第 {} 对得 {}，频率是 base^(−2p/d) = {} 弧度/词元。", n.last(), claimed, right)}};
}

Claim repeats(const Numbers& n) {
    double closest = INFINITY;
    std::int64_t at = 1;
    const auto most = static_cast<std::int64_t>(std::min(n.length - 1, 16'384.0));
    for (std::int64_t distance = 1; distance <= most; ++distance) {
        double farthest = 0;
        for (const double w : n.theta) {
            farthest = std::max(farthest, std::abs(std::remainder(static_cast<double>(distance) * w, turn)));
            if (farthest >= closest) break;
        }
        if (farthest < closest) {
            closest = farthest;
            at = distance;
        }
    }
    const std::string d = format_integer(at), rad = text(closest), upto = format_integer(most);
    const Text claim{"Once angles pass 2π, different positions get exactly the same rotation.",
                     "角度超过 2π 后，不同位置得到完全相同的旋转结果。"};
    if (closest < 1e-9)
        return {alike("QA 2, 6"),
                claim,
                {fmt::format("With these frequencies it is so, at distance {}; with RoPE's own it never is.", d),
                 fmt::format("对于这些频率，距离 {} 处确实如此；RoPE 自身的频率则从不如此。", d)}};
    return {alike("QA 2, 6"),
            {"Once angles pass 2π, different positions get exactly the same rotation.",
             "角度超过 2π 后，不同位置得到完全相同的旋转结果。"},
            {fmt::format("One pair repeats, the whole rotation never does. Up to distance {}, two positions come closest at {}: "
                         "there the pair that "
                         "differs most still differs by {} rad.",
                         upto, d, rad),
             fmt::format("单独一对会重复，整个旋转不会。距离至 {} 为止，最接近的是距离 {}：相差最大的一对仍差 {} 弧度。", upto, d,
                         rad)}};
}

Claim pairings(const Numbers& n) {
    std::vector<double> x(static_cast<std::size_t>(n.rotary)), permuted(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(random_bits(1, 0, i) >> 11U) * 0x1p-52 - 1;
    const double position = n.trained - 1;
    const auto order = neox_order(n.rotary);
    for (std::size_t i = 0; i < x.size(); ++i) permuted[static_cast<std::size_t>(order[i])] = x[i];
    const auto gptj = rotated(x, position, n.theta, Pairing::gpt_j);
    const auto neox = rotated(x, position, n.theta, Pairing::gpt_neox);
    const auto neox_permuted = rotated(permuted, position, n.theta, Pairing::gpt_neox);
    double elements = 0, after = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        elements = std::max(elements, std::abs(gptj[i] - neox[i]));
        after = std::max(after, std::abs(gptj[i] - neox_permuted[static_cast<std::size_t>(order[i])]));
    }
    return {alike("QA 4"),
            {"GPT-J and GPT-NeoX give equal outputs, element by element; NeoX pairs (2i, 2i+1).",
             "GPT-J 与 GPT-NeoX 的输出逐元素相同；NeoX 配对 (2i, 2i+1)。"},
            {fmt::format("NeoX pairs (p, p + d/2). On a random vector elements differ by up to {}; after the permutation 2p → p, "
                         "2p+1 → p + d/2 by {}.",
                         text(elements), text(after, 15)),
             fmt::format("NeoX 配对 (p, p + d/2)。对一个随机向量，元素最大相差 {}；按 2p → p、2p+1 → p + d/2 置换后相差 {}。",
                         text(elements), text(after, 15))}};
}

Claim unseen(const Numbers& n) {
    std::size_t first = n.theta.size();
    while (first > 0 && n.trained * n.theta[first - 1] < turn) --first;
    const std::string trained = format_number(n.trained, 0);
    const Text claim{"Beyond the trained length it is the high-frequency pairs that are out of distribution.",
                     "超长文本下，是高频维度超出训练分布。"};
    if (first == n.theta.size())
        return {alike("QA 6"),
                claim,
                {fmt::format("Every pair completes a turn in {} tokens: no angle is new to any of them.", trained),
                 fmt::format("每一对在 {} 个词元内都转满一圈：没有新的角度。", trained)}};
    return {alike("QA 6"),
            claim,
            {fmt::format("High-frequency pairs have seen every angle. Unseen are angles of the slow ones, where T·θ < 2π: the last "
                         "{} of {} pairs (T = {}).",
                         n.theta.size() - first, n.theta.size(), trained),
             fmt::format("高频各对见过所有角度。未见过的是慢的各对（T·θ < 2π）：{} 对中的最后 {} 对（T = {}）。", n.theta.size(),
                         n.theta.size() - first, trained)}};
}

Claim ntk(const Numbers& n) {
    const double s = std::max(1.0, n.length / n.trained);
    const Text claim{"NTK-RoPE: base_new = base·(L/T)^(2i/d)", "NTK-RoPE：base_new = base·(L/T)^(2i/d)"};
    if (n.rotary <= 2) return {alike("QA 8"), claim, {"NTK has no meaning for a single pair.", "只有一对时 NTK 没有意义。"}};
    const auto d = static_cast<double>(n.rotary);
    const std::string ratio = text(s), right = text(n.params.rotary.base * std::pow(s, d / (d - 2)), 2),
                      low = text(n.params.rotary.base, 2),
                      high = text(n.params.rotary.base * std::pow(s, static_cast<double>(2 * n.last()) / d), 2);
    return {
        alike("QA 8"),
        claim,
        {fmt::format("NTK has one base for all pairs: base·s^(d/(d−2)) = {} at s = {}. The claim gives each pair its own, {} to "
                     "{}: a different scheme.",
                     right, ratio, low, high),
         fmt::format(
             "NTK 对所有维度对用同一个底数：s = {} 时 base·s^(d/(d−2)) = {}。所述公式使每一对各有底数，从 {} 到 {}：是另一种方法。",
             ratio, right, low, high)}};
}

Claim turns(const Numbers& n) {
    const std::string first = text(n.trained * n.theta.front() / turn, 2), last = text(n.trained * n.theta.back() / turn, 4);
    return {
        alike("QA 10"),
        {"A small index means low frequency and many turns; high frequency turns slowly.",
         "维度索引越小→频率越低→圈数越多；高频维度旋转慢。"},
        {fmt::format("A small index means a high frequency and many turns: pair 0 turns {} times in training, pair {} {} times.",
                     first, n.last(), last),
         fmt::format("索引小即频率高即圈数多：训练中第 0 对转 {} 圈，第 {} 对转 {} 圈。", first, n.last(), last)}};
}

}  // namespace

std::vector<Claim> claims_of(const Params& params, const std::vector<double>& unscaled) {
    std::vector<double> turning;
    std::copy_if(unscaled.begin(), unscaled.end(), std::back_inserter(turning), [](double theta) { return theta > 0; });
    if (turning.empty()) return {};
    const Numbers numbers{params, turning, static_cast<double>(params.lengths.train_length),
                          static_cast<double>(params.lengths.length), static_cast<std::int64_t>(turning.size()) * 2};
    return {direction(numbers), inner_products(numbers), inverse(numbers), repeats(numbers),
            pairings(numbers),  unseen(numbers),         ntk(numbers),     turns(numbers)};
}

void add_claims_figure(std::span<const Variant> variants, const Style& style, Figure& figure) {
    const Variant& first = variants.front();
    figure.main.push_back(claims_table(
        {"A widely copied text of questions and answers on RoPE (QA), and what is so", "一篇常见的 RoPE 问答文章：所述与实际"},
        {0.5, 2, 3.4}, claims_of(first.params, *column_of(first, "inverse_frequency_unscaled")), style.language));
    figure.main.back().quantity = chinese(style) ? "随当前参数而变" : "for the parameters as they are";
}

}  // namespace poslab::frequencies
