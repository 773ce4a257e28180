// Entries of the matrices as handwritten formulas: letters, with numbers where b, c, f are 0 or 1.

#include "core/views/rope_2d/rope_2d.hpp"

namespace poslab::rope_2d {
namespace {

double number_of(const PlaneGroup& group, char letter) {
    return letter == 'b'   ? group.b
           : letter == 'c' ? group.c
           : letter == 'd' ? group.d.value
           : letter == 'e' ? group.e.value
                           : group.f;
}

/// Writes a sum of products, which `;` separates. In braces are factors that the parameters give, such as
/// {bc2} for bc²: those of 1 are omitted, and so are products with 0. {b0} is not written, either, but 0
/// where b is 0.
std::string written(std::string_view sum, const PlaneGroup& group) {
    constexpr std::string_view minus = "−";
    std::string text;
    while (!sum.empty()) {
        std::string_view product = sum.substr(0, sum.find(';'));
        sum.remove_prefix(std::min(product.size() + 1, sum.size()));
        const bool negative = product.starts_with(minus);
        if (negative) product.remove_prefix(minus.size());
        const std::size_t open = std::min(product.find('{'), product.size()),
                          close = std::min(product.find('}'), product.size() - 1);
        std::string factors(product.substr(0, open));
        bool is_zero = false;
        for (std::size_t n = open + 1; n < close; ++n) {
            const double number = number_of(group, product[n]);
            const char power = product[n + 1];
            is_zero = is_zero || number == 0;
            if (power != '0' && number != 1) factors += product[n] + std::string(power == '2' ? "²" : "");
            if (power == '0' || power == '2') ++n;
        }
        if (open < product.size()) factors += product.substr(close + 1);
        if (is_zero) continue;
        text += text.empty() ? (negative ? "−" : "") : (negative ? " − " : " + ");
        text += factors.empty() ? "1" : factors;
    }
    return text.empty() ? "0" : text;
}

using EntryTexts = std::vector<std::string>;

/// Returns gen(a, b, c, d, e, f), its upper left part for fewer than six entries.
EntryTexts skew_entries(const std::vector<std::string>& below, const PlaneGroup& group) {
    const std::size_t size = below.size() == 1 ? 2 : below.size() == 3 ? 3 : 4;
    EntryTexts entries;
    for (std::size_t row = 0; row < size; ++row)
        for (std::size_t column = 0; column < size; ++column) {
            const auto [left, low] = std::minmax(row, column);
            const std::string entry = row == column ? "0" : written(below[low * (low - 1) / 2 + left], group);
            const bool flipped = row < column && entry != "0";
            entries.push_back(!flipped                 ? entry
                              : entry.starts_with("−") ? entry.substr(std::string_view("−").size())
                                                       : "−" + entry);
        }
    return entries;
}

EntryTexts first_generator(const PlaneGroup& group) {
    switch (group.construction) {
        case Construction::matrix_exponential:
            return skew_entries({"1", "{b}", "{c}", "", "", ""}, group);
        case Construction::quaternion:
            return skew_entries({"1", "", "", "", "", "1"}, group);
        case Construction::sum:
            return skew_entries({"1"}, group);
        case Construction::three_by_three:
            break;
    }
    return skew_entries({"1", "", ""}, group);
}

EntryTexts second_generator_entries(const PlaneGroup& group) {
    switch (group.construction) {
        case Construction::matrix_exponential:
            return skew_entries(
                {"", "", "", group.d.set ? "{d}" : "{cf}", group.e.set ? "{e}" : "−{bf}", "{f}"}, group);
        case Construction::quaternion:
            return skew_entries({"", "1", "", "", "−1", ""}, group);
        case Construction::sum:
            return skew_entries({"1"}, group);
        case Construction::three_by_three:
            break;
    }
    return skew_entries({"", "{b}", "{c}"}, group);
}

bool aligned(const PlaneGroup& group) { return group.b == 0 && group.c == 0; }

EntryTexts rotation_entries(const PlaneGroup& group) {
    const auto all = [&](EntryTexts entries) {
        for (std::string& entry : entries) entry = written(entry, group);
        return entries;
    };
    switch (group.construction) {
        case Construction::matrix_exponential: {
            if (!encoding_of(group).commutes()) return EntryTexts(16);
            const bool still = group.f == 0;  // y does not rotate
            // The article's final matrix, with y rotating f times as fast.
            if (aligned(group)) {
                const std::string y = still ? "1" : "cos {f}yθ", sine = "sin {f}yθ";
                return all({"cos xθ", "−sin xθ", "", "", "sin xθ", "cos xθ", "", "", "", "", y, "−" + sine,
                            "", "", sine, y});
            }
            // cos α I + h v vᵀ + p B1 with v = (c, −b, 1), bordered by ∓q v, cos β in the corner; p = sin
            // α/s, q = sin β/s.
            return all({"cos α;{c2}h", "−p;−{bc}h", "{c}h;−{b}p", "−{f0c}q", "p;−{bc}h", "cos α;{b2}h",
                        "−{b}h;−{c}p", "{f0b}q", "{c}h;{b}p", "−{b}h;{c}p", "cos α;h", "−{f0}q", "{f0c}q",
                        "−{f0b}q", "{f0}q", still ? "1" : "cos β"});
        }
        case Construction::quaternion:
            return {"cos r", "−(x/ρ) sin r", "−(y/ρ) sin r", "0",    "(x/ρ) sin r", "cos r",
                    "0",     "(y/ρ) sin r",  "(y/ρ) sin r",  "0",    "cos r",       "−(x/ρ) sin r",
                    "0",     "−(y/ρ) sin r", "(x/ρ) sin r",  "cos r"};
        case Construction::sum:
            return {"cos (x+y)θ", "−sin (x+y)θ", "sin (x+y)θ", "cos (x+y)θ"};
        case Construction::three_by_three:
            break;
    }
    if (aligned(group)) return {"cos xθ", "−sin xθ", "0", "sin xθ", "cos xθ", "0", "0", "0", "1"};
    // cos r I + k a aᵀ + p [a]×, k = 1 − cos r, p = sin r, for the axis a = (u, v, w).
    return all({"cos r;{c0}u²k", "{c0b0}uvk;−wp", "{c0}uwk;{b0}vp", "{c0b0}uvk;wp", "cos r;{b0}v²k",
                "{b0}vwk;−{c0}up", "{c0}uwk;−{b0}vp", "{b0}vwk;{c0}up", "cos r;w²k"});
}

/// "b² + c²" from the nonzero entries.
std::string squares(const PlaneGroup& group) { return written("{b0}b²;{c0}c²", group); }

std::vector<std::string> plane_meanings(const PlaneGroup& group) {
    if (group.f == 0)
        return {"α = xθs", "s = √(1 + " + squares(group) + ")", "h = (1 − cos α)/s²", "p = sin α/s"};
    return {"α = xθs",
            "β = " + written("yθ{f}s", group),
            "s = √(1 + " + squares(group) + ")",
            "h = (cos β − cos α)/s²",
            "p = sin α/s",
            "q = sin β/s"};
}

std::vector<std::string> axis_meanings(const PlaneGroup& group) {
    const bool both = group.b != 0 && group.c != 0;
    std::vector<std::string> meanings{
        "r = θρ", "ρ = √(x² + " + (both ? "(" + squares(group) + ")" : squares(group)) + "y²)"};
    if (group.c != 0) meanings.push_back("u = " + written("{c}y/ρ", group));
    if (group.b != 0) meanings.push_back("v = " + written("−{b}y/ρ", group));
    meanings.insert(meanings.end(), {"w = x/ρ", "k = 1 − cos r", "p = sin r"});
    return meanings;
}

}  // namespace

std::vector<std::string> symbolic_entries(const PlaneGroup& group, MatrixName name) {
    return name == MatrixName::generator_x   ? first_generator(group)
           : name == MatrixName::generator_y ? second_generator_entries(group)
                                             : rotation_entries(group);
}

std::vector<std::string> symbol_meanings(const PlaneGroup& group) {
    const bool matrix = group.construction == Construction::matrix_exponential;
    if (group.construction == Construction::quaternion) return {"r = θρ", "ρ = √(x² + y²)"};
    if (group.construction == Construction::sum || aligned(group)) return {};
    if (matrix) return encoding_of(group).commutes() ? plane_meanings(group) : std::vector<std::string>{};
    return axis_meanings(group);
}

}  // namespace poslab::rope_2d
