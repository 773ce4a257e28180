#pragma once

#include "core/figure/formula.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// The formula parser's result, used by layout and text output. Internal.

namespace poslab::formula_detail {

/// Atom types, which determine the space to the neighbours, as in TeX.
enum class Atom { ordinary, operation, binary, relation, opening, closing, punctuation, inner };

struct Node;
using Row = std::vector<Node>;

/// A letter, number, operator or word.
struct Glyphs {
    std::string text;
    std::string latex;
    Font font = Font::math_upright;
    bool large = false;   // sums and products
    bool limits = false;  // scripts are placed below and above
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
    std::vector<Row> cells;  // separated by &
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

/// True if the row consists of primes (x', x''), which are raised without ^.
[[nodiscard]] bool is_primes(const Row& row);

/// Find a symbol by its command name or by its text; null if there is none.
[[nodiscard]] const Symbol* symbol_named(std::string_view name);
[[nodiscard]] const Symbol* symbol_written(std::string_view text);
/// Returns the LaTeX of a delimiter text in Fenced.
[[nodiscard]] std::string delimiter_latex(std::string_view text);

/// The plain digit or sign of a raised or lowered Unicode character.
struct SmallCharacter {
    char32_t plain = 0;
    bool raised = false;
};
[[nodiscard]] std::optional<SmallCharacter> small_character(char32_t c);
/// Inverse of small_character(); empty if there is no such character.
[[nodiscard]] std::optional<char32_t> raised_or_lowered(char32_t plain, bool raised);

/// Returns the effective atoms of a row: an operator without a left neighbour is a sign. `before`: the row's
/// left neighbour.
[[nodiscard]] std::vector<Atom> acting_atoms(const Row& row, std::optional<Atom> before);

/// Returns the space between two atoms, in eighteenths of an em. In scripts only operations have space.
[[nodiscard]] int space_between(Atom left, Atom right, bool script);

}  // namespace poslab::formula_detail
