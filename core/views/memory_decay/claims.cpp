// What article 10137 and common practice say of the decay, beside what is so.

#include "core/base/number_format.hpp"
#include "core/views/claims_table.hpp"
#include "core/views/memory_decay/memory_decay.hpp"

#include <fmt/format.h>
#include <cmath>

namespace poslab::memory_decay {

namespace {

constexpr Text tail{"10137, long-tail decay", "10137 长尾衰减"};

Claim diagonalised(const Variant& variant) {
    const Detail* detail = static_cast<const Detail*>(variant.data->detail.get());
    const double log10 = detail->log10_condition.value_or(0);
    const std::string condition = condition_text(log10), rounding = condition_text(std::max(0.0, log10 - 15.95));
    const std::int64_t order = variant.params.memory.order;
    Sentence is{fmt::format("True on paper. At N = {} the eigenvectors have condition number {}", order, condition),
                fmt::format("理论上成立。N = {} 时特征向量矩阵的条件数为 {}", order, condition)};
    if (log10 > 15.95) {
        is.en += fmt::format(": in float64 a rounding may come back {} times as large as the result. ", rounding);
        is.zh += fmt::format("：以 float64 计算，舍入误差可放大到结果的 {} 倍。", rounding);
    } else {
        is.en += fmt::format(": in float64 {} of 16 digits may go. ", format_number(std::ceil(log10), 0));
        is.zh += fmt::format("：以 float64 计算，16 位有效数字中可能损失 {} 位。", format_number(std::ceil(log10), 0));
    }
    is.en += "Here K(r)_jk = ∫₀ʳ p_j(s) p_k(s/r) ds is used, which Gauss nodes give exactly.";
    is.zh += "此处改用 K(r)_jk = ∫₀ʳ p_j(s) p_k(s/r) ds，由高斯节点精确求得。";
    return {tail, {"e^(A ln(n/m)) = P⁻¹ diag(m/n, …, (m/n)^d) P", "e^(A ln(n/m)) = P⁻¹ diag(m/n, …, (m/n)^d) P"}, std::move(is)};
}

Claim combination(const Variant& variant, const Facts& facts) {
    const MemoryDecayGroup& group = variant.params.memory;
    const double r = static_cast<double>(group.from) / static_cast<double>(group.to);
    return {
        tail,
        {"The decay is a linear combination of the powers 1 … d of 1/n: polynomial at most.",
         "衰减函数是 1/n 的 1 … d 次函数的线性组合，至多是多项式衰减。"},
        {fmt::format("So it is, but the combination decays slower than each of its terms: A is far from normal. At m/n = {} the "
                     "slowest term is {}, the norm {}, its limit √(m/n) {}.",
                     format_number(r, 6), format_number(r, 6), format_number(facts.norm_at_to, 6), format_number(std::sqrt(r), 6)),
         fmt::format("确实如此，但组合比其中每一项都衰减得慢，因为 A 远非正规矩阵。m/n = {} 时最慢的一项为 {}，范数为 {}，其极限 "
                     "√(m/n) 为 {}。",
                     format_number(r, 6), format_number(r, 6), format_number(facts.norm_at_to, 6),
                     format_number(std::sqrt(r), 6))}};
}

Claim longer(const Variant& variant, const Facts& facts) {
    const std::string gamma = format_number(variant.params.memory.gamma, 9), steps = steps_text(facts.ahead_from);
    Sentence is{
        fmt::format("From {} steps on it keeps more than γ = {}, and for good; before that the RNN keeps more. ", steps, gamma),
        fmt::format("自第 {} 步起它一直多于 γ = {}；在此之前 RNN 保留得更多。", steps, gamma)};
    if (facts.ahead_from == 0)
        is = {fmt::format("Here it keeps more than γ = {} from the start. ", gamma),
              fmt::format("当前参数下一开始就多于 γ = {}。", gamma)};
    is.en += fmt::format("Its half-life is {} steps and grows with m; the RNN's is {} whatever m is.",
                         steps_text(facts.norm_half_life), steps_text(facts.rnn_half_life));
    is.zh += fmt::format("其半衰期为 {} 步，随 m 增长；RNN 的恒为 {} 步。", steps_text(facts.norm_half_life),
                         steps_text(facts.rnn_half_life));
    return {tail,
            {"Slower than the exponential decay of an RNN: in theory it remembers a longer history.",
             "比常规 RNN 的指数衰减更缓慢，理论上能记忆更长的历史。"},
            std::move(is)};
}

Claim exact_step() {
    return {
        {"10137, LegS", "10137 LegS 版本"},
        {"The exact step needs the matrix exponential again and again; one generally uses the bilinear one.",
         "精确解需要反复计算矩阵指数，一般只用双线性格式来离散化。"},
        {"K(m/n) of a vector takes O(N²) by N nodes, without a matrix exponential; what one sample leaves and the norm take O(N).",
         "K(m/n) 乘向量由 N 个节点以 O(N²) 求得，无需矩阵指数；单个样本所留与范数只需 O(N)。"}};
}

Claim half() {
    return {
        {"common", "常见说法"},
        {"A state that holds the whole history weighs all of it alike.", "记住全部历史的状态对各处一视同仁。"},
        {"What came up to m is squeezed into [0, m/n] of [0, 1]: √(m/n) of its norm is left, half at n = 4m. N below about √(n/m) "
         "keeps less than that.",
         "m 处的内容被压缩到 [0, 1] 中的 [0, m/n]：范数余 √(m/n)，n = 4m 时余一半。N 小于约 √(n/m) 时余下更少。"}};
}

Claim saturated() {
    return {{"common", "常见做法"},
            {"A float64 SVD of the eigenvectors at N = 64 answers about 10²⁰.",
             "以 float64 的 SVD 求 N = 64 时特征向量矩阵的条件数，答案约为 10²⁰。"},
            {"It is 3.2×10⁴⁷ (8.3×10¹⁰ at 16, 1.2×10²³ at 32): it does not see below 10⁻¹⁶ of the largest singular "
             "value. The closed form of V and V⁻¹ does.",
             "应为 3.2×10⁴⁷（16 阶 8.3×10¹⁰，32 阶 1.2×10²³）：它分辨不了最大奇异值 10⁻¹⁶ 以下的部分，而 V 与 V⁻¹ "
             "的闭式可以。"}};
}

}  // namespace

void add_claims_figure(std::span<const Variant> variants, const Style& style, Figure& figure) {
    const Variant& first = variants.front();
    std::vector<Claim> claims;
    if (const Facts* facts = facts_of(first))
        claims = {diagonalised(first), combination(first, *facts), longer(first, *facts), exact_step(), half(), saturated()};
    figure.main.push_back(
        claims_table({"Article 10137: stated and computed", "文章 10137：所述与所算"}, {0.85, 1.8, 3}, claims, style.language));
}

}  // namespace poslab::memory_decay
