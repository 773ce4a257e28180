// Eigenvalues of A and the condition number of its eigenvectors, which rules out computing the operator by
// diagonalisation.

#include "core/views/memory_decay/arrays.hpp"

namespace poslab::memory_decay {
namespace {

void draw_eigenvalues(Drawing& on, Panel& panel) {
    panel.quantity = on.translate("−1 … −N, all different: A can be diagonalised"_tr);
    std::int64_t order = 2;
    on.each_from_last([&](std::size_t n, const Variant& variant) {
        order = std::max(order, variant.params.memory.order);
        add(panel, curve_of_modes(on, n, arrays::eigenvalue));
    });
    panel.x = whole_axis("k →", 0, static_cast<double>(order) + 1);
    panel.y = {"", -static_cast<double>(order) - 1, 0};
}

void add_levels(const Drawing& on, double high, Panel& panel) {
    const auto level = [&](double y, Text label) {
        if (y <= high)
            add(panel, Curve(panel.x, y, on.colors.edge)
                           .named(on.translate(label))
                           .dashed(middle_dashes)
                           .along(panel.x.high));
    };
    level(-std::log10(std::numeric_limits<double>::epsilon()), "1/ε: above it, no float64 digit remains"_tr);
    level(20, "a float64 SVD gives 10²⁰ at most"_tr);
}

void draw_conditions(Drawing& on, Panel& panel) {
    panel.quantity = on.translate(
        "log₁₀ cond(V), A = V diag(−1 … −N) V⁻¹: the factor by which rounding errors may grow"_tr);
    double high = 20, last = 64;
    const Variant* longest = &on.first();
    for (const Variant& variant : on.variants)
        if (variant.params.memory.order > longest->params.memory.order) longest = &variant;
    const Column x = (*longest)[arrays::condition_order], y = (*longest)[arrays::condition_log10];
    if (!x->empty()) {
        last = x->back();
        high = std::max(high, y->back());
    }
    panel.x = whole_axis(on.translate("order N →"_tr), 0, last);
    panel.y = {"", 0, 1.1 * high};
    add_levels(on, high, panel);
    add(panel, Curve(x, y, on.colors.curves[1]).emphasised());
    for (std::size_t i = 0; i < x->size(); ++i) {
        const auto order = static_cast<std::int64_t>((*x)[i]);
        const bool chosen = std::any_of(on.variants.begin(), on.variants.end(), [&](const Variant& variant) {
            return variant.params.memory.order == order;
        });
        const bool named = order == 16 || order == 32 || order == 64;
        if (!chosen && !(named && last <= 128)) continue;
        std::string label = fmt::format("{} · N = {}", condition_text((*y)[i]), format_integer(order));
        add_ring({(*x)[i], (*y)[i]}, chosen ? on.colors.curves[1] : on.colors.text2, std::move(label), true,
                 panel);
    }
    if (const auto found = condition_place_at(on, *longest))
        add_dot(point_at(panel, (*x)[*found], format_number((*x)[*found], 0)), (*y)[*found], on.colors.accent,
                condition_text((*y)[*found]));
}

constexpr Part eigenvalues_part{.title = "Eigenvalues of A"_tr, .draw = &draw_eigenvalues, .weight = 0.6};

}  // namespace

constexpr Part condition_part{.title = "Condition number of the diagonalisation"_tr,
                              .draw = &draw_conditions};

constexpr FigureRow eigenvalues_figure{
    .id = "eigenvalues",
    .title = "Eigenvalues"_tr,
    .arrays = {arrays::eigenvalue, arrays::condition_order, arrays::condition_log10},
    .draw = {eigenvalues_part, condition_part},
    .read = &read_conditions,
    .idle = {"later"}};

std::string condition_text(double log10) {
    if (log10 < 4) return format_number(std::pow(10, log10), log10 < 2 ? 2 : 0);
    double exponent = std::floor(log10), mantissa = std::pow(10, log10 - exponent);
    if (mantissa >= 9.95) {
        mantissa = 1;
        ++exponent;
    }
    return fmt::format("{:.1f}×{}", mantissa, power_of_ten(static_cast<int>(exponent)));
}

std::optional<std::size_t> condition_place_at(const Showing& on, const Variant& variant) {
    const Column orders = variant[arrays::condition_order];
    const auto x = on.x_over(condition_part);
    if (!x || orders->empty()) return std::nullopt;
    const auto nearest = std::min_element(orders->begin(), orders->end(), [&](double a, double b) {
        return std::abs(a - *x) < std::abs(b - *x);
    });
    return static_cast<std::size_t>(nearest - orders->begin());
}

}  // namespace poslab::memory_decay
