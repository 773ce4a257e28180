#pragma once

#include "core/figure/formula.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// What the parser of formulas makes, for their layout and for their text. Not for other code.

namespace poslab::formula_detail {

/// Decides the space to the neighbours, as in TeX.
enum class Atom { ordinary, operation, binary, relation, opening, closing, punctuation, inner };

struct Node;
using Row = std::vector<Node>;

/// A letter, number, operator, word.
struct Glyphs {
    std::string text;
    std::string latex;
    Font font = Font::math_upright;
    bool large = false;   // sums and products
    bool limits = false;  // scripts stand below and above
};
struct Fraction {
    Row above, below;
};
struct Root {
    Row inside;
};
struct Scripted {
    Row base, below, above;
    bool limits = false;
};
struct Table {
    enum class Kind { cases, matrix, parentheses, brackets } kind = Kind::matrix;
    std::vector<std::vector<Row>> rows;
};
struct Fenced {
    std::string left, right;  // as in the delimiters' text; empty for none
    Row inside;
};
struct Group {
    Row inside;
};
struct Space {
    double em = 0;
    std::string latex;
};

struct Node {
    Atom atom = Atom::ordinary;
    bool live = false;
    std::variant<Glyphs, Fraction, Root, Scripted, Table, Fenced, Group, Space> what;
};

struct Line {
    std::vector<Row> cells;  // what & separates
};

struct Tree {
    std::vector<Line> lines;
};

struct Symbol {
    std::string_view name;  // of the command, without backslash
    std::string_view text;
    Atom atom = Atom::ordinary;
    enum class Kind { italic, upright, large, function, limits } kind = Kind::upright;
};

/// x', x'': marks that are raised by themselves.
[[nodiscard]] bool is_primes(const Row& row);

/// Null if there is none.
[[nodiscard]] const Symbol* symbol_named(std::string_view name);
[[nodiscard]] const Symbol* symbol_written(std::string_view text);
/// For the texts that stand in Fenced.
[[nodiscard]] std::string delimiter_latex(std::string_view text);

/// The digit or sign that a raised or lowered Unicode character stands for.
struct SmallCharacter {
    char32_t plain = 0;
    bool raised = false;
};
[[nodiscard]] std::optional<SmallCharacter> small_character(char32_t c);
/// The other way; nothing if there is no such character.
[[nodiscard]] std::optional<char32_t> raised_or_lowered(char32_t plain, bool raised);

/// The atoms of a row as they act: an operator without a left neighbour is a sign. `before` is what stands left of the row.
[[nodiscard]] std::vector<Atom> acting_atoms(const Row& row, std::optional<Atom> before);

/// Space between two atoms, eighteenths of an em. In scripts only operations keep theirs.
[[nodiscard]] int space_between(Atom left, Atom right, bool script);

}  // namespace poslab::formula_detail
