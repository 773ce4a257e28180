#include "core/figure/formula_tree.hpp"

#include <algorithm>
#include <array>

namespace poslab::formula_detail {

namespace {

using enum Atom;
using Kind = Symbol::Kind;

// If a character has several names, the first is the one that latex_of writes.
constexpr auto symbols = std::to_array<Symbol>({
    {"alpha", "α", ordinary, Kind::italic},
    {"beta", "β", ordinary, Kind::italic},
    {"gamma", "γ", ordinary, Kind::italic},
    {"delta", "δ", ordinary, Kind::italic},
    {"varepsilon", "ε", ordinary, Kind::italic},
    {"epsilon", "ε", ordinary, Kind::italic},
    {"zeta", "ζ", ordinary, Kind::italic},
    {"eta", "η", ordinary, Kind::italic},
    {"theta", "θ", ordinary, Kind::italic},
    {"iota", "ι", ordinary, Kind::italic},
    {"kappa", "κ", ordinary, Kind::italic},
    {"lambda", "λ", ordinary, Kind::italic},
    {"mu", "μ", ordinary, Kind::italic},
    {"nu", "ν", ordinary, Kind::italic},
    {"xi", "ξ", ordinary, Kind::italic},
    {"pi", "π", ordinary, Kind::italic},
    {"rho", "ρ", ordinary, Kind::italic},
    {"sigma", "σ", ordinary, Kind::italic},
    {"tau", "τ", ordinary, Kind::italic},
    {"upsilon", "υ", ordinary, Kind::italic},
    {"varphi", "φ", ordinary, Kind::italic},
    {"phi", "ϕ", ordinary, Kind::italic},
    {"chi", "χ", ordinary, Kind::italic},
    {"psi", "ψ", ordinary, Kind::italic},
    {"omega", "ω", ordinary, Kind::italic},
    {"ell", "ℓ", ordinary, Kind::italic},
    {"Gamma", "Γ"},
    {"Delta", "Δ"},
    {"Theta", "Θ"},
    {"Lambda", "Λ"},
    {"Xi", "Ξ"},
    {"Pi", "Π"},
    {"Sigma", "Σ"},
    {"Upsilon", "Υ"},
    {"Phi", "Φ"},
    {"Psi", "Ψ"},
    {"Omega", "Ω"},
    {"infty", "∞"},
    {"partial", "∂"},
    {"prime", "′"},
    {"nabla", "∇"},
    {"dots", "…", inner},
    {"ldots", "…", inner},
    {"cdots", "⋯", inner},
    {"top", "⊤"},
    {"|", "‖"},
    {"Vert", "‖"},
    {"vert", "|"},
    {"%", "%"},
    {"#", "#"},
    {"_", "_"},
    {"&", "&"},
    {"times", "×", binary},
    {"cdot", "·", binary},
    {"pm", "±", binary},
    {"mp", "∓", binary},
    {"ast", "∗", binary},
    {"circ", "∘", binary},
    {"oplus", "⊕", binary},
    {"otimes", "⊗", binary},
    {"odot", "⊙", binary},
    {"le", "≤", relation},
    {"leq", "≤", relation},
    {"ge", "≥", relation},
    {"geq", "≥", relation},
    {"ne", "≠", relation},
    {"neq", "≠", relation},
    {"ll", "≪", relation},
    {"gg", "≫", relation},
    {"approx", "≈", relation},
    {"equiv", "≡", relation},
    {"sim", "∼", relation},
    {"propto", "∝", relation},
    {"in", "∈", relation},
    {"notin", "∉", relation},
    {"to", "→", relation},
    {"rightarrow", "→", relation},
    {"mapsto", "↦", relation},
    {"{", "{", opening},
    {"lbrace", "{", opening},
    {"lfloor", "⌊", opening},
    {"lceil", "⌈", opening},
    {"langle", "⟨", opening},
    {"}", "}", closing},
    {"rbrace", "}", closing},
    {"rfloor", "⌋", closing},
    {"rceil", "⌉", closing},
    {"rangle", "⟩", closing},
    {"sum", "∑", operation, Kind::large},
    {"prod", "∏", operation, Kind::large},
    {"int", "∫", operation, Kind::large},
    {"min", "min", operation, Kind::limits},
    {"max", "max", operation, Kind::limits},
    {"sup", "sup", operation, Kind::limits},
    {"inf", "inf", operation, Kind::limits},
    {"lim", "lim", operation, Kind::limits},
    {"det", "det", operation, Kind::limits},
    {"log", "log", operation, Kind::function},
    {"ln", "ln", operation, Kind::function},
    {"exp", "exp", operation, Kind::function},
    {"cos", "cos", operation, Kind::function},
    {"sin", "sin", operation, Kind::function},
    {"tan", "tan", operation, Kind::function},
    {"arg", "arg", operation, Kind::function},
    {"bmod", "mod", binary, Kind::function},
    {"mod", "mod", binary, Kind::function},
});

struct Small {
    char32_t plain, raised, lowered;
};
constexpr std::array<Small, 12> smalls{{{U'0', U'⁰', U'₀'},
                                        {U'1', U'¹', U'₁'},
                                        {U'2', U'²', U'₂'},
                                        {U'3', U'³', U'₃'},
                                        {U'4', U'⁴', U'₄'},
                                        {U'5', U'⁵', U'₅'},
                                        {U'6', U'⁶', U'₆'},
                                        {U'7', U'⁷', U'₇'},
                                        {U'8', U'⁸', U'₈'},
                                        {U'9', U'⁹', U'₉'},
                                        {U'−', U'⁻', U'₋'},
                                        {U'+', U'⁺', U'₊'}}};

constexpr int thin = 3, medium = 4, thick = 5;
// Rows: left atom. Negative: not in scripts.
constexpr std::array<std::array<int, 8>, 8> spaces{{
    {0, thin, -medium, -thick, 0, 0, 0, -thin},              // ordinary
    {thin, thin, 0, -thick, 0, 0, 0, -thin},                 // operation
    {-medium, -medium, 0, 0, -medium, 0, 0, -medium},        // binary
    {-thick, -thick, 0, 0, -thick, 0, 0, -thick},            // relation
    {0, 0, 0, 0, 0, 0, 0, 0},                                // opening
    {0, thin, -medium, -thick, 0, 0, 0, -thin},              // closing
    {-thin, -thin, 0, -thin, -thin, -thin, -thin, -thin},    // punctuation
    {-thin, thin, -medium, -thick, -thin, 0, -thin, -thin},  // inner
}};

bool makes_a_sign(Atom left) {
    return left == binary || left == operation || left == relation || left == opening || left == punctuation;
}

}  // namespace

bool is_primes(const Row& row) {
    return !row.empty() && std::ranges::all_of(row, [](const Node& node) {
        const auto* const glyphs = std::get_if<Glyphs>(&node.what);
        return glyphs != nullptr && glyphs->text == "′";
    });
}

const Symbol* symbol_named(std::string_view name) {
    const auto* const found = std::ranges::find(symbols, name, &Symbol::name);
    return found == symbols.end() ? nullptr : &*found;
}

const Symbol* symbol_written(std::string_view text) {
    const auto* const found = std::ranges::find(symbols, text, &Symbol::text);
    return found == symbols.end() ? nullptr : &*found;
}

std::string delimiter_latex(std::string_view text) {
    if (text.empty()) return ".";
    const Symbol* const symbol = text == "|" ? nullptr : symbol_written(text);
    return symbol == nullptr ? std::string(text) : "\\" + std::string(symbol->name);
}

std::optional<SmallCharacter> small_character(char32_t c) {
    for (const Small& small : smalls) {
        if (small.raised == c) return SmallCharacter{small.plain, true};
        if (small.lowered == c) return SmallCharacter{small.plain, false};
    }
    return std::nullopt;
}

std::optional<char32_t> raised_or_lowered(char32_t plain, bool raised) {
    const auto* const found = std::ranges::find(smalls, plain, &Small::plain);
    if (found == smalls.end()) return std::nullopt;
    return raised ? found->raised : found->lowered;
}

std::vector<Atom> acting_atoms(const Row& row, std::optional<Atom> before) {
    std::vector<Atom> atoms;
    std::optional<Atom> left = before;
    std::optional<std::size_t> operator_at;  // the last operator, while it may still lack a right neighbour
    for (const Node& node : row) {
        Atom atom = node.atom;
        if (!std::holds_alternative<Space>(node.what)) {
            if (atom == binary && (!left || makes_a_sign(*left))) atom = ordinary;
            const bool ends = atom == relation || atom == closing || atom == punctuation;
            if (ends && operator_at) atoms[*operator_at] = ordinary;
            operator_at = atom == binary ? std::optional(atoms.size()) : std::nullopt;
            left = atom;
        }
        atoms.push_back(atom);
    }
    if (operator_at) atoms[*operator_at] = ordinary;
    return atoms;
}

int space_between(Atom left, Atom right, bool script) {
    const int space = spaces.at(static_cast<std::size_t>(left)).at(static_cast<std::size_t>(right));
    return space < 0 ? (script ? 0 : -space) : space;
}

}  // namespace poslab::formula_detail
