#include "core/views/memory/claims.hpp"

#include "core/views/claims_table.hpp"

#include "core/base/number_format.hpp"
#include "core/views/memory/comparisons.hpp"
#include "core/views/memory/convergence.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory {

namespace {

double number(const Variant& variant, std::string_view name) {
    return variant.data == nullptr ? std::nan("") : variant.data->number(name);
}

std::vector<Claim> claims_of(const Variant& variant) {
    const std::string miss10 = short_number(number(variant, "constant_miss_10")),
                      miss200 = short_number(number(variant, "constant_miss_200")),
                      miss1000 = short_number(number(variant, "constant_miss_1000"));
    return {
        {"LegS, bilinear"_tr, "Replacing the integral of u/s over a step by u ε/t does no harm."_tr,
         tr("A constant is no longer kept. Order 8, u = 1: the state misses e₀ by {} after 10 samples, {} after 200, {} "
            "after 1000; every other method keeps it. The order of convergence falls from 2 to below 1: see Error "
            "against step size.",
            miss10, miss200, miss1000)},
        {"LegS, exact"_tr, "The exact solution needs a new matrix exponential for every step, which is unfriendly to computing."_tr,
         "No matrix is needed: e^{A ln((k+1)/k)} presses the remembered function into [0, k/(k+1)], which N Gauss nodes do "
         "exactly in N² operations."_tr},
        {"LegS, diagonal form"_tr, "A has distinct eigenvalues, so it can be diagonalised and its powers followed."_tr,
         "True, but of no use in numbers: the eigenvectors have the condition 8.3×10¹⁰ at order 16 and 3.2×10⁴⁷ at 64 (view LegS "
         "decay)."_tr},
        {"Fourier-LegS"_tr, "Cutting the series at |n| = N does not matter."_tr,
         "It does at the ends: a signal with u(0) ≠ u(T) has a jump there. Of cos 3s with N = 32, the error is 0.030 on the "
         "middle "
         "half and of the size of the signal at the ends."_tr},
    };
}

constexpr double kept_below = 1e-12;

/// What a constant is missed by; methods that keep it to rounding are named, not drawn.
Panel constant_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    Panel panel;
    panel.title = words("Error on a constant, order {}", format_integer(variant.params.memory.order));
    const Column times = column_of(variant, "constant_time");
    panel.x = {words("time t, samples →"_tr), 1, times->empty() ? 1e4 : times->back()};
    panel.x.logarithmic = panel.y.logarithmic = true;
    panel.y.low = 1e-5;
    panel.y.high = 1;
    std::string kept;
    for (std::size_t n = 0; n < compared_methods.size(); ++n) {
        const ComparedMethod& compared = compared_methods[n];
        LineMark line;
        line.x = times;
        line.y = column_of(variant, method_array("constant_", compared.method));
        const std::string name = compared_name(compared, variant.params.memory, words);
        if (line.y->empty()) continue;
        if (line.y->size() > 1 && !(line.y->back() > kept_below)) {
            if (std::isfinite(line.y->back())) kept += (kept.empty() ? "" : words("; "_tr)) + name;
            continue;
        }
        for (const double value : *line.y) panel.y.high = std::max(panel.y.high, value < 1e3 ? value : 1e3);
        line.color = colors.curves[n];
        line.dashes = curve_dashes(n);
        line.emphasis = Emphasis::chosen;
        line.label = name;
        line.stroked = true;
        panel.marks.emplace_back(std::move(line));
    }
    panel.quantity = words("max |xₙ − e₀| where the signal is 1"_tr);
    if (!kept.empty()) panel.quantity += words("; kept by "_tr) + kept;
    if (cursor.active && cursor.figure == "constant" && !times->empty() && std::isfinite(cursor.x)) {
        PointerMark pointer;
        pointer.x = std::clamp(std::round(cursor.x), 1.0, times->back());
        pointer.x_chip = format_number(pointer.x, 0);
        panel.pointer = std::move(pointer);
    }
    return panel;
}

}  // namespace

void add_claims_figure(const Variant& variant, const Style& style, Figure& figure) {
    figure.formula.clear();
    figure.main.push_back(
        claims_table("Article 10137: what it says, and what is so"_tr, {0.7, 1.7, 2.9}, claims_of(variant), style.language));
}

void add_constant_figure(const Variant& variant, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(constant_panel(variant, style, cursor));
}

}  // namespace poslab::memory
