#pragma once

// Figures `steps` and `orders` of the view `memory`: how the errors of all methods fall, with smaller steps and with more numbers.

#include "core/views/memory/memory.hpp"

#include <array>

namespace poslab::memory {

inline constexpr double longest_comparison = 4;  // seconds, about, of all methods and sizes
inline constexpr double slow_comparison = 0.3;   // seconds: from there on a part is shown first
inline constexpr std::int64_t most_converging_samples = 1 << 22;

/// A method among those compared: its name, and what its errors and slopes are called.
struct ComparedMethod {
    Method method;
    Text name;
    std::string_view step_error, step_error_continuous, order_error;
    std::string_view slope, slope_continuous, order_slope;
};

/// In the order of Method. `alpha` is a half, where another α is not chosen.
inline constexpr std::array<ComparedMethod, 6> compared_methods{
    {{Method::forward, "forward"_tr, "step_error_forward", "step_error_continuous_forward", "order_error_forward", "slope_forward",
      "slope_continuous_forward", "order_slope_forward"},
     {Method::backward, "backward"_tr, "step_error_backward", "step_error_continuous_backward", "order_error_backward",
      "slope_backward", "slope_continuous_backward", "order_slope_backward"},
     {Method::alpha, "α"_tr, "step_error_alpha", "step_error_continuous_alpha", "order_error_alpha", "slope_alpha",
      "slope_continuous_alpha", "order_slope_alpha"},
     {Method::bilinear, "bilinear"_tr, "step_error_bilinear", "step_error_continuous_bilinear", "order_error_bilinear",
      "slope_bilinear", "slope_continuous_bilinear", "order_slope_bilinear"},
     {Method::bilinear_same_t, "bilinear, same t"_tr, "step_error_bilinear_same_t", "step_error_continuous_bilinear_same_t",
      "order_error_bilinear_same_t", "slope_bilinear_same_t", "slope_continuous_bilinear_same_t", "order_slope_bilinear_same_t"},
     {Method::exact, "exact"_tr, "step_error_exact", "step_error_continuous_exact", "order_error_exact", "slope_exact",
      "slope_continuous_exact", "order_slope_exact"}}};

[[nodiscard]] double compared_alpha(const MemoryGroup& group);
[[nodiscard]] std::string compared_name(const ComparedMethod& compared, const MemoryGroup& group, const Words& words);

[[nodiscard]] std::vector<FigureInfo> convergence_figures();
[[nodiscard]] std::vector<ArrayInfo> convergence_arrays();
[[nodiscard]] std::vector<ValueInfo> convergence_values();

/// step_sizes, step_error_… and slope_…, as far as they were named; slopes of others are null.
void add_step_errors(const Asked& asked);
/// order_sizes, order_error_… and order_slope_…, of the state at `moment`.
void add_order_errors(const Asked& asked, const Moment& moment);

/// 1, 2, 3, 4, 6, 8, 12, … up to `order`, which is the last; where these are more than 16, powers of two only.
[[nodiscard]] std::vector<std::int64_t> compared_orders(std::int64_t order);

/// Whether it is one of those here, and is made then.
bool add_convergence_figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor,
                            Figure& figure);
/// The same of the readout: the errors under the pointer, else the slopes.
bool add_convergence_readout(const Variant& variant, const Style& style, const Cursor& cursor, Readout& readout);

/// A panel of one of these figures: what stands along its axis, and which errors and slopes it has.
struct ConvergencePanel {
    std::string_view figure;
    std::size_t index = 0;
    std::string_view sizes;
    std::string_view ComparedMethod::*error;
    std::string_view ComparedMethod::*slope;
};
inline constexpr std::array<ConvergencePanel, 3> convergence_panels{
    {{"steps", 0, "step_sizes", &ComparedMethod::step_error, &ComparedMethod::slope},
     {"steps", 1, "step_sizes", &ComparedMethod::step_error_continuous, &ComparedMethod::slope_continuous},
     {"orders", 0, "order_sizes", &ComparedMethod::order_error, &ComparedMethod::order_slope}}};

/// The size nearest to the pointer of this figure on its logarithmic axis, as its index.
[[nodiscard]] std::optional<std::size_t> pointed_size(const Variant& variant, const ConvergencePanel& panel, const Cursor& cursor);
/// 1.0, −0.5: a slope is given to a tenth; empty where there is none.
[[nodiscard]] std::string slope_text(double slope);

}  // namespace poslab::memory
