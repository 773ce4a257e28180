// Eigenvalues of A and the condition number of its eigenvectors: why the operator is not computed by diagonalisation.

#include "core/base/number_format.hpp"
#include "core/views/memory_decay/memory_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab::memory_decay {

namespace {

Panel eigenvalue_panel(std::span<const Variant> variants, const Style& style) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    Panel panel;
    panel.title = words("Eigenvalues of A"_tr);
    panel.quantity = words("−1 … −N, all different: A can be diagonalised"_tr);
    std::int64_t order = 2;
    for (std::size_t n = variants.size(); n-- > 0;) {
        const Column y = column_of(variants[n], "eigenvalue");
        std::vector<double> x;
        for (std::size_t k = 1; k <= y->size(); ++k) x.push_back(static_cast<double>(k));
        order = std::max(order, variants[n].params.memory.order);
        LineMark line = curve_mark(shared_column(std::move(x)), y, variants.size() == 1 ? colors.text2 : variant_color(style, n),
                                   Emphasis::other, variants.size() == 1 ? "" : variants[n].label);
        if (y->size() <= 64) line.dot_every = 1;
        panel.marks.emplace_back(std::move(line));
    }
    panel.x = {"k →", 0, static_cast<double>(order) + 1};
    panel.x.whole = true;
    panel.y = {"", -static_cast<double>(order) - 1, 0};
    panel.weight = 0.6;
    return panel;
}

void add_levels(double high, const Style& style, Panel& panel) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const double epsilon = -std::log10(std::numeric_limits<double>::epsilon());
    const auto level = [&](double y, std::string label) {
        if (y > high) return;
        LineMark line = curve_mark(shared_column({panel.x.low, panel.x.high}), shared_column({y, y}), colors.edge, Emphasis::other,
                                   std::move(label));
        line.dashes = {4, 3};
        line.label_place = LabelPlace::along;
        line.label_near = panel.x.high;
        panel.marks.emplace_back(std::move(line));
    };
    level(epsilon, words("1/ε: above it float64 keeps no digit"_tr));
    level(20, words("a float64 SVD answers 10²⁰ at most"_tr));
}

Panel condition_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    Panel panel;
    panel.title = words("Condition number of the diagonalisation"_tr);
    panel.quantity = words("log₁₀ cond(V), A = V diag(−1 … −N) V⁻¹: rounding comes back up to that much larger"_tr);
    double high = 20, last = 64;
    const Variant* longest = &variants.front();
    for (const Variant& variant : variants)
        if (variant.params.memory.order > longest->params.memory.order) longest = &variant;
    const Column x = column_of(*longest, "condition_order"), y = column_of(*longest, "condition_log10");
    if (!x->empty()) {
        last = x->back();
        high = std::max(high, y->back());
    }
    panel.x = {words("order N →"_tr), 0, last};
    panel.x.whole = true;
    panel.y = {"", 0, 1.1 * high};
    add_levels(high, style, panel);
    LineMark line = curve_mark(x, y, colors.curves[1], Emphasis::chosen);
    panel.marks.emplace_back(std::move(line));
    const auto own = [&](std::int64_t order) {
        return std::any_of(variants.begin(), variants.end(), [&](const Variant& v) { return v.params.memory.order == order; });
    };
    for (std::size_t i = 0; i < x->size(); ++i) {
        const auto order = static_cast<std::int64_t>((*x)[i]);
        const bool chosen = own(order), named = order == 16 || order == 32 || order == 64;
        if (!chosen && !(named && last <= 128)) continue;
        std::string label = fmt::format("{} · N = {}", condition_text((*y)[i]), format_integer(order));
        add_ring({(*x)[i], (*y)[i]}, chosen ? colors.curves[1] : colors.text2, std::move(label), true, panel);
    }
    if (const auto place = condition_place_at(*longest, cursor)) {
        PointerMark pointer;
        pointer.x = (*x)[*place];
        pointer.x_chip = format_number(pointer.x, 0);
        pointer.dots.push_back({{pointer.x, (*y)[*place]}, colors.accent, condition_text((*y)[*place]), true});
        panel.pointer = std::move(pointer);
    }
    return panel;
}

}  // namespace

std::string condition_text(double log10) {
    if (log10 < 4) return format_number(std::pow(10, log10), log10 < 2 ? 2 : 0);
    double exponent = std::floor(log10), mantissa = std::pow(10, log10 - exponent);
    if (mantissa >= 9.95) {
        mantissa = 1;
        ++exponent;
    }
    return fmt::format("{:.1f}×{}", mantissa, power_of_ten(static_cast<int>(exponent)));
}

std::optional<std::size_t> condition_place_at(const Variant& variant, const Cursor& cursor) {
    const Column x = column_of(variant, "condition_order");
    if (!cursor.active || cursor.figure != "eigenvalues" || cursor.panel != 1 || !std::isfinite(cursor.x) || x->empty())
        return std::nullopt;
    const auto nearest =
        std::min_element(x->begin(), x->end(), [&](double a, double b) { return std::abs(a - cursor.x) < std::abs(b - cursor.x); });
    return static_cast<std::size_t>(nearest - x->begin());
}

void add_eigenvalues_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(eigenvalue_panel(variants, style));
    figure.main.push_back(condition_panel(variants, style, cursor));
}

}  // namespace poslab::memory_decay
