#include "app/paint/pgfplots.hpp"
#include "core/base/utf8.hpp"

#include <algorithm>

namespace poslab {

namespace {

/// The LaTeX of a character: "$…$" is mathematics, "^…" and "_…" are an exponent and an index.
struct Replacement {
    char32_t from;
    std::string_view to;
};

// clang-format off
constexpr Replacement replacements[] = {
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
    {U'"', "''"},
    {U'`', "\\textasciigrave{}"},
    {U'‘', "`"},
    {U'’', "'"},
    {U'“', "``"},
    {U'”', "''"},
    {U'–', "--"},
    {U'…', "\\dots{}"},
    {U'‑', "-"},
    {U'\u2009', "\\,"},
    {U'⁄', "/"},
    {U'§', "\\S{}"},
    {U'Γ', "$\\Gamma$"},
    {U'Δ', "$\\Delta$"},
    {U'Θ', "$\\Theta$"},
    {U'Λ', "$\\Lambda$"},
    {U'Ξ', "$\\Xi$"},
    {U'Π', "$\\Pi$"},
    {U'Σ', "$\\Sigma$"},
    {U'Υ', "$\\Upsilon$"},
    {U'Φ', "$\\Phi$"},
    {U'Ψ', "$\\Psi$"},
    {U'Ω', "$\\Omega$"},
    {U'α', "$\\alpha$"},
    {U'β', "$\\beta$"},
    {U'γ', "$\\gamma$"},
    {U'δ', "$\\delta$"},
    {U'ε', "$\\varepsilon$"},
    {U'ζ', "$\\zeta$"},
    {U'η', "$\\eta$"},
    {U'θ', "$\\theta$"},
    {U'ι', "$\\iota$"},
    {U'κ', "$\\kappa$"},
    {U'λ', "$\\lambda$"},
    {U'μ', "$\\mu$"},
    {U'ν', "$\\nu$"},
    {U'ξ', "$\\xi$"},
    {U'π', "$\\pi$"},
    {U'ρ', "$\\rho$"},
    {U'σ', "$\\sigma$"},
    {U'τ', "$\\tau$"},
    {U'υ', "$\\upsilon$"},
    {U'φ', "$\\varphi$"},
    {U'χ', "$\\chi$"},
    {U'ψ', "$\\psi$"},
    {U'ω', "$\\omega$"},
    {U'ϕ', "$\\phi$"},
    {U'·', "$\\cdot$"},
    {U'×', "$\\times$"},
    {U'±', "$\\pm$"},
    {U'∓', "$\\mp$"},
    {U'÷', "$\\div$"},
    {U'≤', "$\\le$"},
    {U'≥', "$\\ge$"},
    {U'≪', "$\\ll$"},
    {U'≫', "$\\gg$"},
    {U'≈', "$\\approx$"},
    {U'≠', "$\\ne$"},
    {U'≡', "$\\equiv$"},
    {U'∼', "$\\sim$"},
    {U'∝', "$\\propto$"},
    {U'√', "$\\surd$"},
    {U'∞', "$\\infty$"},
    {U'∑', "$\\sum$"},
    {U'∏', "$\\prod$"},
    {U'∫', "$\\int$"},
    {U'∂', "$\\partial$"},
    {U'∇', "$\\nabla$"},
    {U'∈', "$\\in$"},
    {U'∉', "$\\notin$"},
    {U'∅', "$\\emptyset$"},
    {U'∗', "$\\ast$"},
    {U'∘', "$\\circ$"},
    {U'⊕', "$\\oplus$"},
    {U'⊗', "$\\otimes$"},
    {U'⊙', "$\\odot$"},
    {U'⊤', "$\\top$"},
    {U'→', "$\\to$"},
    {U'←', "$\\leftarrow$"},
    {U'↑', "$\\uparrow$"},
    {U'↓', "$\\downarrow$"},
    {U'↗', "$\\nearrow$"},
    {U'↘', "$\\searrow$"},
    {U'↖', "$\\nwarrow$"},
    {U'↙', "$\\swarrow$"},
    {U'↦', "$\\mapsto$"},
    {U'‖', "$\\Vert$"},
    {U'ℓ', "$\\ell$"},
    {U'⋯', "$\\cdots$"},
    {U'⌈', "$\\lceil$"},
    {U'⌉', "$\\rceil$"},
    {U'⌊', "$\\lfloor$"},
    {U'⌋', "$\\rfloor$"},
    {U'⟨', "$\\langle$"},
    {U'⟩', "$\\rangle$"},
    {U'−', "$-$"},
    {U'<', "$<$"},
    {U'>', "$>$"},
    {U'|', "$|$"},
    {U'′', "$'$"},
    {U'½', "$\\frac{1}{2}$"},
    {U'¼', "$\\frac{1}{4}$"},
    {U'¾', "$\\frac{3}{4}$"},
    {U'⅓', "$\\frac{1}{3}$"},
    {U'⅔', "$\\frac{2}{3}$"},
    {U'⅕', "$\\frac{1}{5}$"},
    {U'⅖', "$\\frac{2}{5}$"},
    {U'⅗', "$\\frac{3}{5}$"},
    {U'⅘', "$\\frac{4}{5}$"},
    {U'⅙', "$\\frac{1}{6}$"},
    {U'⅚', "$\\frac{5}{6}$"},
    {U'⅛', "$\\frac{1}{8}$"},
    {U'⅜', "$\\frac{3}{8}$"},
    {U'⅝', "$\\frac{5}{8}$"},
    {U'⅞', "$\\frac{7}{8}$"},
    {U'⁰', "^0"},
    {U'¹', "^1"},
    {U'²', "^2"},
    {U'³', "^3"},
    {U'⁴', "^4"},
    {U'⁵', "^5"},
    {U'⁶', "^6"},
    {U'⁷', "^7"},
    {U'⁸', "^8"},
    {U'⁹', "^9"},
    {U'⁻', "^-"},
    {U'⁺', "^+"},
    {U'ᵗ', "^t"},
    {U'ᵏ', "^k"},
    {U'ʳ', "^r"},
    {U'ᵖ', "^p"},
    {U'ⁿ', "^n"},
    {U'ᵐ', "^m"},
    {U'°', "^\\circ"},
    {U'ᵀ', "^\\mathsf{T}"},
    {U'₀', "_0"},
    {U'₁', "_1"},
    {U'₂', "_2"},
    {U'₃', "_3"},
    {U'₄', "_4"},
    {U'₅', "_5"},
    {U'₆', "_6"},
    {U'₇', "_7"},
    {U'₈', "_8"},
    {U'₉', "_9"},
    {U'₋', "_-"},
    {U'₊', "_+"},
    {U'ₙ', "_n"},
    {U'ᵢ', "_i"},
    {U'ⱼ', "_j"},
    {U'ₖ', "_k"},
    {U'ₘ', "_m"},
    {U'ₚ', "_p"},
    {U'ₓ', "_x"},
    {U'ₜ', "_t"},
};
// clang-format on

/// Appends an exponent or index, merging consecutive ones.
void append_script(std::string& out, std::string_view script) {
    const std::string open = std::string("$") + script.front() + "{", close = "}$";
    const std::size_t begin = out.rfind(open);
    const bool follows = begin != std::string::npos && out.find(close, begin) + close.size() == out.size();
    if (follows)
        out.resize(out.size() - close.size());
    else
        out += open;
    out += std::string(script.substr(1)) + close;
}

/// True if TeX's fonts draw these two characters as a different one, such as a dash or "¿".
bool is_ligature(char first, char second) {
    constexpr std::string_view doubled = "-'`,";
    return first == second ? doubled.find(first) != std::string_view::npos
                           : second == '`' && (first == '?' || first == '!');
}

void append_text(std::string& out, std::string_view text) {
    if (!out.empty() && is_ligature(out.back(), text.front())) out += "{}";
    out += text;
}

void append_character(std::string& out, char32_t c) {
    std::string utf8;
    append_utf8(utf8, c);
    append_text(out, utf8);
}

}  // namespace

bool needs_unicode_latex(std::string_view latex) {
    constexpr char32_t first_beyond_latin = 0x180;
    while (!latex.empty())
        if (next_code_point(latex) >= first_beyond_latin) return true;
    return false;
}

std::string latex_text(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const char32_t c = next_code_point(text);
        const auto* found =
            std::find_if(std::begin(replacements), std::end(replacements),
                         [&](const Replacement& replacement) { return replacement.from == c; });
        if (is_control(c))
            out += ' ';
        else if (found == std::end(replacements))
            append_character(out, c);
        else if (found->to.size() > 1 && (found->to.front() == '^' || found->to.front() == '_'))
            append_script(out, found->to);
        else
            append_text(out, found->to);
    }
    return out;
}

}  // namespace poslab
