// Entries of the matrices as handwritten formulas: letters, with numbers where b, c, f are 0 or 1.

#include "core/views/rope_2d/rope_2d.hpp"

namespace poslab::rope_2d {

namespace {

/// A product with its sign: "−b²h". Factors of 1 are omitted; a product with 0 is empty.
struct Term {
    int sign = 1;  // 0: the term is 0
    std::string factors;

    [[nodiscard]] Term times(const std::string& letter, int power = 1) const {
        return {sign, factors + letter + (power == 2 ? "²" : "")};
    }
    /// Multiplies by a number given as a letter; 0 and 1 are not written as letters.
    [[nodiscard]] Term times(double number, const std::string& letter, int power = 1) const {
        if (power == 0 || number == 1) return *this;
        return number == 0 ? Term{0, {}} : times(letter, power);
    }
};

Term negated(const Term& term) { return {-term.sign, term.factors}; }

std::string text_of(const std::vector<Term>& terms) {
    std::string text;
    for (const Term& term : terms) {
        if (term.sign == 0) continue;
        if (text.empty())
            text = term.sign < 0 ? "−" : "";
        else
            text += term.sign < 0 ? " − " : " + ";
        text += term.factors.empty() ? "1" : term.factors;
    }
    return text.empty() ? "0" : text;
}

std::string text_of(const Term& term) { return text_of(std::vector{term}); }

using EntryTexts = std::vector<std::string>;

/// gen(a, b, c, d, e, f), its upper left part for fewer than six entries.
EntryTexts skew_entries(const std::vector<Term>& below) {
    const int size = below.size() == 1 ? 2 : below.size() == 3 ? 3 : 4;
    EntryTexts entries;
    for (int row = 0; row < size; ++row)
        for (int column = 0; column < size; ++column) {
            const auto at = [&](int low, int left) {
                return below.at(static_cast<std::size_t>(low) * static_cast<std::size_t>(low - 1) / 2 +
                                static_cast<std::size_t>(left));
            };
            if (row == column)
                entries.emplace_back("0");
            else
                entries.push_back(text_of(row > column ? at(row, column) : negated(at(column, row))));
        }
    return entries;
}

const Term one{1, {}}, nothing{0, {}};

Term letter(double number, const std::string& name) { return one.times(number, name); }

EntryTexts first_generator(const PlaneGroup& group) {
    switch (group.construction) {
        case Construction::matrix_exponential:
            return skew_entries({one, letter(group.b, "b"), letter(group.c, "c"), nothing, nothing, nothing});
        case Construction::quaternion:
            return skew_entries({one, nothing, nothing, nothing, nothing, one});
        case Construction::sum:
            return skew_entries({one});
        case Construction::three_by_three:
            break;
    }
    return skew_entries({one, nothing, nothing});
}

EntryTexts second_generator_entries(const PlaneGroup& group) {
    const Term d = group.d.set ? letter(group.d.value, "d") : letter(group.c, "c").times(group.f, "f");
    const Term e =
        group.e.set ? letter(group.e.value, "e") : negated(letter(group.b, "b").times(group.f, "f"));
    switch (group.construction) {
        case Construction::matrix_exponential:
            return skew_entries({nothing, nothing, nothing, d, e, letter(group.f, "f")});
        case Construction::quaternion:
            return skew_entries({nothing, one, nothing, nothing, {-1, {}}, nothing});
        case Construction::sum:
            return skew_entries({one});
        case Construction::three_by_three:
            break;
    }
    return skew_entries({nothing, letter(group.b, "b"), letter(group.c, "c")});
}

/// The rotation of a plane by an angle: cos, −sin, sin, cos.
std::array<std::string, 4> turn(const std::string& angle) {
    return {"cos " + angle, "−sin " + angle, "sin " + angle, "cos " + angle};
}

bool aligned(const PlaneGroup& group) { return group.b == 0 && group.c == 0; }

/// The article's final matrix, with y rotating f times as fast.
EntryTexts separate_planes(const PlaneGroup& group) {
    const auto x = turn("xθ");
    const auto y =
        group.f == 0 ? std::array<std::string, 4>{"1", "0", "0", "1"} : turn(group.f == 1 ? "yθ" : "fyθ");
    return {x[0], x[1], "0", "0", x[2], x[3], "0", "0", "0", "0", y[0], y[1], "0", "0", y[2], y[3]};
}

/// cos α I + h v vᵀ + p B1 with v = (c, −b, 1), bordered by ∓q v, cos β in the corner; p = sin α/s, q = sin
/// β/s.
EntryTexts tilted_planes(const PlaneGroup& group) {
    const auto product = [&](int sign, int b, int c, const std::string& name) {
        return Term{sign, {}}.times(group.b, "b", b).times(group.c, "c", c).times(name);
    };
    const Term cosine{1, "cos α"};
    const bool still = group.f == 0;  // y does not rotate
    const auto q = [&](int sign, int b, int c) {
        return text_of(still ? nothing : product(sign, b, c, "q"));
    };
    return {text_of({cosine, product(1, 0, 2, "h")}),
            text_of({product(-1, 0, 0, "p"), product(-1, 1, 1, "h")}),
            text_of({product(1, 0, 1, "h"), product(-1, 1, 0, "p")}),
            q(-1, 0, 1),
            text_of({product(1, 0, 0, "p"), product(-1, 1, 1, "h")}),
            text_of({cosine, product(1, 2, 0, "h")}),
            text_of({product(-1, 1, 0, "h"), product(-1, 0, 1, "p")}),
            q(1, 1, 0),
            text_of({product(1, 0, 1, "h"), product(1, 1, 0, "p")}),
            text_of({product(-1, 1, 0, "h"), product(1, 0, 1, "p")}),
            text_of({cosine, product(1, 0, 0, "h")}),
            q(-1, 0, 0),
            q(1, 0, 1),
            q(-1, 1, 0),
            q(1, 0, 0),
            still ? "1" : "cos β"};
}

EntryTexts quaternion_entries() {
    const std::string a = "cos r", x = "(x/ρ) sin r", y = "(y/ρ) sin r", minus = "−";
    return {a, minus + x, minus + y, "0", x, a, "0", y, y, "0", a, minus + x, "0", minus + y, x, a};
}

/// cos r I + k a aᵀ + p [a]×, k = 1 − cos r, p = sin r, for the axis a = (u, v, w).
EntryTexts axis_entries(const PlaneGroup& group) {
    if (aligned(group)) {
        const auto x = turn("xθ");
        return {x[0], x[1], "0", x[2], x[3], "0", "0", "0", "1"};
    }
    const Term u = group.c == 0 ? nothing : Term{1, "u"}, v = group.b == 0 ? nothing : Term{1, "v"},
               w{1, "w"}, cosine{1, "cos r"};
    const auto square = [](const Term& of) { return Term{of.sign, of.factors + "²k"}; };
    const auto pair = [](const Term& a, const Term& b) {
        return Term{a.sign * b.sign, a.factors + b.factors + "k"};
    };
    const auto turned = [](int sign, const Term& of) { return Term{sign * of.sign, of.factors + "p"}; };
    return {text_of({cosine, square(u)}),         text_of({pair(u, v), turned(-1, w)}),
            text_of({pair(u, w), turned(1, v)}),  text_of({pair(u, v), turned(1, w)}),
            text_of({cosine, square(v)}),         text_of({pair(v, w), turned(-1, u)}),
            text_of({pair(u, w), turned(-1, v)}), text_of({pair(v, w), turned(1, u)}),
            text_of({cosine, square(w)})};
}

EntryTexts rotation_entries(const PlaneGroup& group) {
    switch (group.construction) {
        case Construction::matrix_exponential:
            if (!encoding_of(group).commutes()) return EntryTexts(16);
            return aligned(group) ? separate_planes(group) : tilted_planes(group);
        case Construction::quaternion:
            return quaternion_entries();
        case Construction::sum: {
            const auto entries = turn("(x+y)θ");
            return {entries.begin(), entries.end()};
        }
        case Construction::three_by_three:
            break;
    }
    return axis_entries(group);
}

/// "b² + c²" from the nonzero entries.
std::vector<Term> squares(const PlaneGroup& group) {
    return {group.b == 0 ? nothing : Term{1, "b²"}, group.c == 0 ? nothing : Term{1, "c²"}};
}

std::vector<std::string> plane_meanings(const PlaneGroup& group) {
    const bool still = group.f == 0;
    std::vector<std::string> meanings{"α = xθs"};
    if (!still) meanings.push_back("β = " + text_of(Term{1, "yθ"}.times(group.f, "f").times("s")));
    meanings.push_back("s = √(1 + " + text_of(squares(group)) + ")");
    meanings.emplace_back(still ? "h = (1 − cos α)/s²" : "h = (cos β − cos α)/s²");
    meanings.emplace_back("p = sin α/s");
    if (!still) meanings.emplace_back("q = sin β/s");
    return meanings;
}

std::vector<std::string> axis_meanings(const PlaneGroup& group) {
    const std::string sum = text_of(squares(group));
    const bool both = group.b != 0 && group.c != 0;
    std::vector<std::string> meanings{"r = θρ", "ρ = √(x² + " + (both ? "(" + sum + ")" : sum) + "y²)"};
    if (group.c != 0) meanings.push_back("u = " + text_of(one.times(group.c, "c").times("y/ρ")));
    if (group.b != 0) meanings.push_back("v = " + text_of(negated(one.times(group.b, "b").times("y/ρ"))));
    meanings.insert(meanings.end(), {"w = x/ρ", "k = 1 − cos r", "p = sin r"});
    return meanings;
}

}  // namespace

std::vector<std::string> symbolic_entries(const PlaneGroup& group, MatrixName name) {
    switch (name) {
        case MatrixName::generator_x:
            return first_generator(group);
        case MatrixName::generator_y:
            return second_generator_entries(group);
        case MatrixName::rotation:
            break;
    }
    return rotation_entries(group);
}

std::vector<std::string> symbol_meanings(const PlaneGroup& group) {
    switch (group.construction) {
        case Construction::matrix_exponential:
            return aligned(group) || !encoding_of(group).commutes() ? std::vector<std::string>{}
                                                                    : plane_meanings(group);
        case Construction::quaternion:
            return {"r = θρ", "ρ = √(x² + y²)"};
        case Construction::sum:
            return {};
        case Construction::three_by_three:
            break;
    }
    return aligned(group) ? std::vector<std::string>{} : axis_meanings(group);
}

}  // namespace poslab::rope_2d
