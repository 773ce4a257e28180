// What article 9577 states, beside what is so (docs/formulas.md §9).

#include "core/attention/softmax_sums.hpp"
#include "core/base/number_format.hpp"
#include "core/views/bias_decay/bias_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace poslab::bias_decay {

namespace {

constexpr double slope = 0.1;  // of the article's example

std::string text(double value, int decimals = 4) { return format_number(value, decimals, 7); }

/// 10⁻¹⁶.
std::string order(double value) { return value == 0 ? "0" : power_of_ten(static_cast<int>(std::floor(std::log10(value)))); }

/// Section 7: two pairs with theta = 0.1 and 0.01, lambda = 1.
double example_sum(double distance) { return std::cos(0.1 * distance) + std::cos(0.01 * distance); }

/// Eq. 40-41: weight of key n among the keys 1 ... 10 for the query m = 5 and a bias -0.1 |m - n|.
double example_weight(int key) {
    double sum = 0;
    for (int n = 1; n <= 10; ++n) sum += std::exp(-slope * std::abs(5 - n));
    return std::exp(-slope * std::abs(5 - key)) / sum;
}

double slope_entropy(int length) {
    std::vector<double> distances(static_cast<std::size_t>(length));
    std::iota(distances.begin(), distances.end(), 0.0);
    return softmax_sums({}, distances, -slope).entropy();
}

double norm(std::span<const double> x) {
    double sum = 0;
    for (const double component : x) sum += component * component;
    return std::sqrt(sum);
}

/// Over the components that y has.
double difference(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<double> apart(y);
    for (std::size_t n = 0; n < apart.size(); ++n) apart[n] -= x[n];
    return norm(apart);
}

constexpr std::size_t most_components = 64;

/// Central differences of s(b) = x^T R_(-D) (k + b) by the first components of b, through the terms themselves; k does not matter.
std::vector<double> finite_differences(std::span<const double> x, std::int64_t distance, const Rotary& rotary) {
    constexpr double step = 1e-3;
    std::vector<double> gradient, b(x.size(), 0.0);
    for (std::size_t n = 0; n < std::min(b.size(), most_components); ++n) {
        b[n] = step;
        const double above = product_at(rotated_product(x, b, rotary), distance);
        b[n] = -step;
        const double below = product_at(rotated_product(x, b, rotary), distance);
        b[n] = 0;
        gradient.push_back((above - below) / (2 * step));
    }
    return gradient;
}

void add_gradients(const Params& params, const Model& model, ClaimValues& values) {
    constexpr std::int64_t distance = 3;
    std::vector<double> x = first_query(params, model);
    for (std::size_t n = 0; n < x.size(); ++n) x[n] += model.bias.query[n];
    const std::vector<double> numeric = finite_differences(x, distance, model.rotary);
    const double size = std::max(norm(numeric), 1e-300);
    values.gradient_error = difference(key_bias_gradient(x, distance, model.rotary), numeric) / size;
    values.gradient_error_as_stated = difference(key_bias_gradient(x, -distance, model.rotary), numeric) / size;
}

Claim decay_example(const ClaimValues& v) {
    return {alike("§7"),
            {"θ = (0.1, 0.01), λ = 1: the fourth term is 0.595 at Δ = 50 and −0.304 at Δ = 100.",
             "θ = (0.1, 0.01)、λ = 1：第四项在 Δ = 50 处约为 0.595，在 Δ = 100 处约为 −0.304。"},
            {fmt::format("{} and {}. (The article's 2 at Δ = 0 and {} at Δ = 10 hold.)", text(v.sum_50), text(v.sum_100),
                         text(v.sum_10)),
             fmt::format("应为 {} 与 {}。（文中 Δ = 0 处的 2 与 Δ = 10 处的 {} 无误。）", text(v.sum_50), text(v.sum_100),
                         text(v.sum_10))}};
}

Claim monotone(const Variant& variant) {
    const Detail* detail = detail_of(variant);
    const auto first = detail != nullptr ? detail->fourth->first_negative : std::nullopt;
    const std::string at = first ? format_integer(*first) : std::string();
    Sentence is{"It falls, then oscillates: it is a sum of cosines and not monotone.",
                "它先下降，随后振荡：它是余弦之和，并不单调。"};
    if (first == 0) {
        is.en += " Here it is negative from the start.";
        is.zh += "当前参数下从一开始就为负。";
    } else if (first) {
        is.en += fmt::format(" Here it is first negative at Δ = {}.", at);
        is.zh += fmt::format("当前参数下首次为负：Δ = {}。", at);
    }
    return {alike("§7"), {"The fourth term decays as the distance grows.", "第四项随相对距离增大而衰减。"}, std::move(is)};
}

Claim weights(const ClaimValues& v) {
    return {alike("§11, 40–41"),
            {"Keys 1 … 10, m = 5, bias −0.1|m − n|: α₅₅ ≈ 0.135, α₅₁ ≈ 0.073.",
             "键 1 … 10、m = 5、偏置 −0.1|m − n|：α₅₅ ≈ 0.135，α₅₁ ≈ 0.073。"},
            {fmt::format("With all ten keys α₅₅ = {}, α₅₁ = {}; with the nine terms that the article writes 0.13756 and 0.09221.",
                         text(v.alpha_55, 5), text(v.alpha_51, 5)),
             fmt::format("计入全部十个键，α₅₅ = {}，α₅₁ = {}；按文中所写九项则为 0.13756 与 0.09221。", text(v.alpha_55, 5),
                         text(v.alpha_51, 5))}};
}

Claim entropies(const ClaimValues& v) {
    return {alike("§12"),
            {"With bias the entropy at 2048 tokens is about 6.5, near that of training (6.2 at 512).",
             "有偏置时长度 2048 处的熵约为 6.5，接近训练时的熵（512 处 6.2）。"},
            {fmt::format("6.5 cannot be derived: with the article's own slope 0.1 the entropy is {} nat at 512 and {} nat at 2048.",
                         text(v.entropy_512, 3), text(v.entropy_2048, 3)),
             fmt::format("6.5 无从推出：按文章自己的斜率 0.1，熵在 512 处为 {} nat，在 2048 处为 {} nat。", text(v.entropy_512, 3),
                         text(v.entropy_2048, 3))}};
}

Claim gradient(const ClaimValues& v) {
    return {
        alike("§20, 63"),
        {"∂s/∂b = R(m)^T R(n) (a + q)", "∂s/∂b = R(m)^T R(n) (a + q)"},
        {fmt::format("It is the transpose, R(m − n)(q + a). At m − n = 3 finite differences agree with that to {} of its length; "
                     "the article's is off by {}.",
                     order(v.gradient_error), text(v.gradient_error_as_stated, 3)),
         fmt::format("应为其转置 R(m − n) (q + a)。m − n = 3 时与有限差分之差为其长度的 {}，文中之式则为 {}。",
                     order(v.gradient_error), text(v.gradient_error_as_stated, 3))}};
}

Claim general() {
    return {alike("§10–12"),
            {"A bias of queries and keys gives RoPE better length extrapolation.", "Q、K 的偏置使 RoPE 有更好的长度外推性。"},
            {"The article's own closing note: repeated tests found the result to reproduce unreliably.",
             "文章自己的附注：反复测试发现结果的可复现性不稳定。"}};
}

}  // namespace

ClaimValues claim_values(const Params& params, const Model& model) {
    ClaimValues values;
    values.sum_10 = example_sum(10);
    values.sum_50 = example_sum(50);
    values.sum_100 = example_sum(100);
    values.alpha_55 = example_weight(5);
    values.alpha_51 = example_weight(1);
    values.entropy_512 = slope_entropy(512);
    values.entropy_2048 = slope_entropy(2048);
    add_gradients(params, model, values);
    return values;
}

std::vector<Claim> claims_of(const Variant& variant) {
    const Detail* detail = detail_of(variant);
    if (detail == nullptr) return {};
    const ClaimValues& values = *detail->claims;
    return {decay_example(values), monotone(variant), weights(values), entropies(values), gradient(values), general()};
}

void add_claims_figure(std::span<const Variant> variants, const Style& style, Figure& figure) {
    figure.main.push_back(claims_table({"Article 9577: stated and computed", "文章 9577：所述与所算"}, {0.55, 2, 3},
                                       claims_of(variants.front()), style.language));
}

}  // namespace poslab::bias_decay
