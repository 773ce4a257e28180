// The norm of operators of several orders against its limit.

#include "core/base/number_format.hpp"
#include "core/hippo/decay_norm.hpp"
#include "core/views/memory_decay/memory_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory_decay {

namespace {

constexpr double least_gap = 1e-12;  // below it there is only rounding

/// √(m/n) less the norm; NaN where that is rounding.
Column gap_of(const Column& stretch, const Column& norms) {
    std::vector<double> gaps;
    for (std::size_t i = 0; i < std::min(stretch->size(), norms->size()); ++i) {
        const double gap = 1 / std::sqrt((*stretch)[i]) - (*norms)[i];
        gaps.push_back(gap > least_gap ? gap : std::nan(""));
    }
    return shared_column(std::move(gaps));
}

double norm_of(const Variant& variant, double stretch) {
    return decay_norms(variant.params.memory.order, std::array{1 / stretch}).front();
}

double stretch_to(const Variant& variant) {
    return static_cast<double>(variant.params.memory.to) / static_cast<double>(variant.params.memory.from);
}

/// Curves of all orders beside a single LegS; of several ones their own.
void add_orders(std::span<const Variant> variants, bool gaps, const Style& style, Panel& panel) {
    const Palette& colors = palette(style.theme);
    const bool alone = variants.size() == 1;
    for (std::size_t n = variants.size(); n-- > 0;) {
        const Variant& variant = variants[n];
        const std::vector<std::int64_t> orders = compared_orders(variant.params.memory.order);
        const Column x = column_of(variant, "stretch");
        for (std::size_t i = alone ? 0 : orders.size() - 1; i < orders.size(); ++i) {
            const bool own = i + 1 == orders.size();
            const Column norms = row_of(variant, "order_norm", i);
            LineMark line = curve_mark(x, gaps ? gap_of(x, norms) : norms, own ? variant_color(style, n) : colors.ghost,
                                       own ? Emphasis::chosen : Emphasis::other,
                                       alone ? fmt::format("N = {}", format_integer(orders[i])) : variant.label);
            panel.marks.emplace_back(std::move(line));
        }
    }
}

void add_operator_pointer(std::span<const Variant> variants, bool gaps, const Style& style, const Cursor& cursor, Panel& panel) {
    const auto stretch = stretch_at(variants.front(), cursor);
    if (!stretch) return;
    PointerMark pointer;
    pointer.x = *stretch;
    pointer.x_chip = format_number(*stretch, *stretch < 100 ? 2 : 0);
    for (std::size_t n = 0; n < variants.size(); ++n) {
        const double norm = norm_of(variants[n], *stretch), gap = 1 / std::sqrt(*stretch) - norm;
        const double value = gaps ? gap : norm;
        if (!gaps || gap > least_gap)
            pointer.dots.push_back({{*stretch, value}, variant_color(style, n), n == 0 ? format_number(value, 4) : "", n == 0});
    }
    panel.pointer = std::move(pointer);
}

/// Where `to` is.
void mark_end(const Variant& variant, bool gaps, const Style& style, Panel& panel) {
    const Facts* facts = facts_of(variant);
    if (facts == nullptr) return;
    const double stretch = stretch_to(variant), gap = 1 / std::sqrt(stretch) - facts->norm_at_to;
    if (gaps && !(gap > least_gap)) return;
    const double value = gaps ? gap : facts->norm_at_to;
    add_ring({stretch, value}, palette(style.theme).curves[1], format_number(value, gaps ? 3 : 5), gaps, panel);
}

Panel operator_panel(std::span<const Variant> variants, bool gaps, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = gaps ? words("How far below"_tr) : words("Norm of the operator"_tr);
    panel.quantity = gaps ? words("√(m/n) − ‖K(m/n)‖; what is below 10⁻¹² is rounding"_tr)
                          : words("‖K(m/n)‖ of several orders; dashed: the limit √(m/n)"_tr);
    double last = 1000;
    for (const Variant& variant : variants) last = std::max(last, stretch_to(variant));
    panel.x = {"n/m →", 1, last};
    panel.x.logarithmic = true;
    panel.y = {"", gaps ? least_gap : 1 / last, 1};
    panel.y.logarithmic = true;
    add_orders(variants, gaps, style, panel);
    if (!gaps) {
        LineMark limit = curve_mark(shared_column({1, last}), shared_column({1, 1 / std::sqrt(last)}), palette(style.theme).text,
                                    Emphasis::other, "√(m/n)");
        limit.dashes = {2, 3};
        panel.marks.emplace_back(std::move(limit));
    }
    if (variants.size() == 1) mark_end(first, gaps, style, panel);
    add_operator_pointer(variants, gaps, style, cursor, panel);
    return panel;
}

}  // namespace

std::optional<double> stretch_at(const Variant& variant, const Cursor& cursor) {
    if (!cursor.active || cursor.figure != "operator" || !std::isfinite(cursor.x)) return std::nullopt;
    return std::clamp(cursor.x, 1.0, std::max(1000.0, stretch_to(variant)));
}

void add_operator_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(operator_panel(variants, false, style, cursor));
    figure.main.back().shares_x_below = true;
    figure.main.push_back(operator_panel(variants, true, style, cursor));
}

}  // namespace poslab::memory_decay
