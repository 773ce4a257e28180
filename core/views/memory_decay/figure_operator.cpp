// The norm of operators of several orders against its limit.

#include "core/views/memory_decay/arrays.hpp"

namespace poslab::memory_decay {
namespace {

constexpr double min_gap = 1e-12;  // smaller gaps are rounding

/// Returns √(m/n) minus the norm; NaN if that is only rounding.
Column gap_of(const Column& stretch, const Column& norms) {
    std::vector<double> gaps;
    for (std::size_t i = 0; i < std::min(stretch->size(), norms->size()); ++i) {
        const double gap = 1 / std::sqrt((*stretch)[i]) - (*norms)[i];
        gaps.push_back(gap > min_gap ? gap : std::nan(""));
    }
    return shared_column(std::move(gaps));
}

double stretch_to(const Variant& variant) {
    return static_cast<double>(variant.params.memory.to) / static_cast<double>(variant.params.memory.from);
}

/// Adds the curves of all compared orders for a single variant, else only each variant's own.
void add_orders(const Drawing& on, bool gaps, Panel& panel) {
    on.each_from_last([&](std::size_t n, const Variant& variant) {
        const std::vector<std::int64_t> orders = compared_orders(variant.params.memory.order);
        const Column x = variant[arrays::stretch];
        for (std::size_t i = on.single_variant() ? 0 : orders.size() - 1; i < orders.size(); ++i) {
            const bool own = i + 1 == orders.size();
            const Column norms = variant.row_of(arrays::order_norm, i);
            add(panel, Curve(x, gaps ? gap_of(x, norms) : norms, own ? on.color(n) : on.colors.ghost)
                           .emphasised(own)
                           .variant(n)
                           .dashed(own ? curve_dashes(n) : std::vector<double>())
                           .named(on.single_variant() ? fmt::format("N = {}", format_integer(orders[i]))
                                                      : variant.label));
        }
    });
}

void add_operator_pointer(const Drawing& on, bool gaps, Panel& panel) {
    const auto stretch = stretch_at(on);
    if (!stretch) return;
    PointerMark& pointer = point_at(panel, *stretch, format_number(*stretch, *stretch < 100 ? 2 : 0));
    for (std::size_t n = 0; n < on.variants.size(); ++n) {
        const double norm = decay_norms(on.variants[n].params.memory.order, std::array{1 / *stretch}).front();
        const double gap = 1 / std::sqrt(*stretch) - norm, value = gaps ? gap : norm;
        if (!gaps || gap > min_gap) add_dot(pointer, n, value, on.color(n), format_number(value, 4));
    }
}

/// Marks n = to.
void mark_end(const Drawing& on, bool gaps, Panel& panel) {
    const Prepared* facts = on.first().prepared;
    if (facts == nullptr) return;
    const double stretch = stretch_to(on.first()), gap = 1 / std::sqrt(stretch) - facts->norm_at_to;
    if (gaps && !(gap > min_gap)) return;
    const double value = gaps ? gap : facts->norm_at_to;
    add_ring({stretch, value}, on.colors.curves[1], format_number(value, gaps ? 3 : 5), gaps, panel);
}

template <bool gaps>
void draw_orders(Drawing& on, Panel& panel) {
    panel.quantity = gaps ? on.translate("√(m/n) − ‖K(m/n)‖; below 10⁻¹² only rounding"_tr)
                          : on.translate("‖K(m/n)‖ for several orders; dashed: the limit √(m/n)"_tr);
    double last = 1000;
    for (const Variant& variant : on.variants) last = std::max(last, stretch_to(variant));
    panel.x = logarithmic_axis("n/m →", 1, last);
    panel.y = logarithmic_axis("", gaps ? min_gap : 1 / last, 1);
    add_orders(on, gaps, panel);
    if (!gaps)
        add(panel, Curve(shared_column({1, last}), shared_column({1, 1 / std::sqrt(last)}), on.colors.text)
                       .named("√(m/n)")
                       .dashed(dots_of_line));
    if (on.single_variant()) mark_end(on, gaps, panel);
    add_operator_pointer(on, gaps, panel);
}

constexpr Part norms_part{
    .title = "Norm of the operator"_tr, .draw = &draw_orders<false>, .shares_x_below = true};
constexpr Part gaps_part{.title = "Gap to the limit"_tr, .draw = &draw_orders<true>};

}  // namespace

constexpr FigureRow operator_figure{.id = "operator",
                                    .title = "Order"_tr,
                                    .arrays = {arrays::stretch, arrays::order_norm},
                                    .draw = {norms_part, gaps_part},
                                    .read = &read_orders,
                                    .idle = {"later"}};

std::optional<double> stretch_at(const Showing& on) {
    const auto x = on.x();
    if (!x) return std::nullopt;
    return std::clamp(*x, 1.0, std::max(1000.0, stretch_to(on.first())));
}

}  // namespace poslab::memory_decay
