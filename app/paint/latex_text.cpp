#include "app/paint/pgfplots.hpp"
#include "core/base/utf8.hpp"

#include <array>

namespace poslab {

namespace {

struct Replacement {
    char32_t from;
    std::string_view to;
};

constexpr std::array<Replacement, 62> replacements{{
    {U'\\', "\\textbackslash{}"},
    {U'{', "\\{"},
    {U'}', "\\}"},
    {U'$', "\\$"},
    {U'&', "\\&"},
    {U'#', "\\#"},
    {U'%', "\\%"},
    {U'_', "\\_"},
    {U'^', "\\^{}"},
    {U'~', "\\~{}"},
    {U'Δ', "$\\Delta$"},
    {U'θ', "$\\theta$"},
    {U'α', "$\\alpha$"},
    {U'β', "$\\beta$"},
    {U'γ', "$\\gamma$"},
    {U'λ', "$\\lambda$"},
    {U'π', "$\\pi$"},
    {U'σ', "$\\sigma$"},
    {U'Σ', "$\\Sigma$"},
    {U'ε', "$\\varepsilon$"},
    {U'·', "$\\cdot$"},
    {U'×', "$\\times$"},
    {U'−', "$-$"},
    {U'±', "$\\pm$"},
    {U'≤', "$\\le$"},
    {U'≥', "$\\ge$"},
    {U'√', "$\\surd$"},
    {U'∞', "$\\infty$"},
    {U'→', "$\\to$"},
    {U'←', "$\\leftarrow$"},
    {U'↑', "$\\uparrow$"},
    {U'↓', "$\\downarrow$"},
    {U'↗', "$\\nearrow$"},
    {U'↘', "$\\searrow$"},
    {U'‖', "$\\|$"},
    {U'∑', "$\\sum$"},
    {U'°', "$^\\circ$"},
    {U'…', "\\dots{}"},
    {U'÷', "$\\div$"},
    {U'½', "$\\frac12$"},
    {U'⁰', "$^0$"},
    {U'¹', "$^1$"},
    {U'²', "$^2$"},
    {U'³', "$^3$"},
    {U'⁴', "$^4$"},
    {U'⁵', "$^5$"},
    {U'⁶', "$^6$"},
    {U'⁷', "$^7$"},
    {U'⁸', "$^8$"},
    {U'⁹', "$^9$"},
    {U'⁻', "$^-$"},
    {U'₀', "$_0$"},
    {U'₁', "$_1$"},
    {U'₂', "$_2$"},
    {U'₃', "$_3$"},
    {U'₄', "$_4$"},
    {U'ₙ', "$_n$"},
    {U'ᵗ', "$^t$"},
    {U'ᵏ', "$^k$"},
    {U'∫', "$\\int$"},
    {U'–', "--"},
    {U'∈', "$\\in$"},
}};

}  // namespace

std::string latex_text(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const char32_t c = next_code_point(text);
        const auto found =
            std::find_if(replacements.begin(), replacements.end(), [&](const Replacement& one) { return one.from == c; });
        if (found != replacements.end())
            out += found->to;
        else
            append_utf8(out, c);
    }
    return out;
}

}  // namespace poslab
