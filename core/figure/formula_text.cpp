#include "core/base/utf8.hpp"
#include "core/figure/formula_tree.hpp"

#include <algorithm>
#include <utility>

namespace poslab {

namespace formula_detail {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// True if a space is needed between the two, as between "\Delta" and "x".
bool runs_together(const std::string& left, const std::string& right) {
    if (left.empty() || right.empty() || !is_letter(right.front())) return false;
    const auto last = std::find_if_not(left.rbegin(), left.rend(), is_letter);
    return last != left.rend() && *last == '\\' && last != left.rbegin();
}

/// Concatenates the written nodes of a row with their effective spaces. `before`: as in acting_atoms.
template <typename Write>
std::string joined(const Row& row, std::optional<Atom> before, bool everywhere, Write write) {
    const std::vector<Atom> atoms = acting_atoms(row, before);
    std::optional<Atom> left = before;
    std::string all;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const std::string text = write(row[i]);
        const bool spaced =
            left && (everywhere || atoms[i] == Atom::binary || atoms[i] == Atom::relation ||
                     *left == Atom::binary || *left == Atom::relation || *left == Atom::punctuation);
        const bool space = spaced && !std::holds_alternative<Space>(row[i].what) &&
                           space_between(*left, atoms[i], false) > 0 && !all.empty() && !all.ends_with(' ');
        if (space || runs_together(all, text)) all += ' ';
        all += text;
        if (!std::holds_alternative<Space>(row[i].what)) left = atoms[i];
    }
    return all;
}

std::string latex(const Row& row, std::optional<Atom> before = {});

std::string latex_cells(const std::vector<Row>& cells) {
    std::string all = latex(cells.front());
    for (std::size_t i = 1; i < cells.size(); ++i) {
        const bool relation = !cells[i].empty() && cells[i].front().atom == Atom::relation;
        all +=
            (all.empty() ? "&" : " &") + std::string(relation ? "" : " ") + latex(cells[i], Atom::ordinary);
    }
    return all;
}

std::string latex_lines(const std::vector<std::vector<Row>>& lines) {
    std::string all;
    for (std::size_t i = 0; i < lines.size(); ++i) all += (i > 0 ? R"( \\ )" : "") + latex_cells(lines[i]);
    return all;
}

struct LatexWriter {
    std::string operator()(const Glyphs& glyphs) const { return glyphs.latex; }
    std::string operator()(const Fraction& f) const {
        return "\\frac{" + latex(f.above) + "}{" + latex(f.below) + "}";
    }
    std::string operator()(const Root& root) const { return "\\sqrt{" + latex(root.inside) + "}"; }
    std::string operator()(const Scripted& s) const {
        std::string all = latex(s.base);
        if (all.empty()) all = "{}";
        if (!s.below.empty()) all += "_{" + latex(s.below) + "}";
        if (is_primes(s.above)) return all + std::string(s.above.size(), '\'');
        if (!s.above.empty()) all += "^{" + latex(s.above) + "}";
        return all;
    }
    std::string operator()(const Table& table) const {
        using enum Table::Kind;
        const std::string name = table.kind == cases         ? "cases"
                                 : table.kind == parentheses ? "pmatrix"
                                 : table.kind == brackets    ? "bmatrix"
                                                             : "matrix";
        return "\\begin{" + name + "} " + latex_lines(table.rows) + " \\end{" + name + "}";
    }
    std::string operator()(const Fenced& f) const {
        const auto side = [](const char* command, const std::string& text) {
            return command + delimiter_latex(text) + " ";
        };
        std::string right = side("\\right", f.right);
        right.pop_back();
        return side("\\left", f.left) + latex(f.inside) + " " + right;
    }
    std::string operator()(const Group& group) const { return "{" + latex(group.inside) + "}"; }
    std::string operator()(const Space& space) const { return space.latex; }
};

std::string latex(const Row& row, std::optional<Atom> before) {
    return joined(row, before, false, [](const Node& node) { return std::visit(LatexWriter{}, node.what); });
}

std::string plain(const Row& row, std::optional<Atom> before = {});

bool is_single(const Row& row) {
    return row.size() == 1 &&
           (std::holds_alternative<Glyphs>(row[0].what) || std::holds_alternative<Scripted>(row[0].what) ||
            std::holds_alternative<Fenced>(row[0].what));
}
std::string in_parentheses(const Row& row) { return is_single(row) ? plain(row) : "(" + plain(row) + ")"; }

std::string plain_script(const Row& row, bool raised) {
    if (row.empty()) return {};
    const std::string text = plain(row);
    std::string small;
    for (std::string_view rest = text; !rest.empty();) {
        const auto other = raised_or_lowered(next_code_point(rest), raised);
        if (!other) return is_primes(row) ? text : (raised ? "^" : "_") + in_parentheses(row);
        append_utf8(small, *other);
    }
    return small;
}

std::string plain_cells(const std::vector<Row>& cells, std::string_view between) {
    std::string all;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::string cell = plain(cells[i], i > 0 ? std::optional(Atom::ordinary) : std::nullopt);
        if (cell.empty()) continue;
        all += (all.empty() ? "" : std::string(between)) + cell;
    }
    return all;
}

struct PlainWriter {
    std::string operator()(const Glyphs& glyphs) const { return glyphs.text; }
    std::string operator()(const Fraction& f) const {
        return in_parentheses(f.above) + "/" + in_parentheses(f.below);
    }
    std::string operator()(const Root& root) const { return "√" + in_parentheses(root.inside); }
    std::string operator()(const Scripted& s) const {
        return plain(s.base) + plain_script(s.below, false) + plain_script(s.above, true);
    }
    std::string operator()(const Table& table) const {
        const bool cases = table.kind == Table::Kind::cases;
        std::string all;
        for (const auto& row : table.rows) all += (all.empty() ? "" : "; ") + plain_cells(row, ", ");
        return (cases ? "{" : "(") + all + (cases ? "}" : ")");
    }
    std::string operator()(const Fenced& f) const { return f.left + plain(f.inside) + f.right; }
    std::string operator()(const Group& group) const { return plain(group.inside); }
    std::string operator()(const Space& space) const { return space.em > 0 ? " " : ""; }
};

std::string plain(const Row& row, std::optional<Atom> before) {
    return joined(row, before, true, [](const Node& node) { return std::visit(PlainWriter{}, node.what); });
}

bool begins_with_relation(const Line& line) {
    const auto first = std::ranges::find_if(line.cells, [](const Row& row) { return !row.empty(); });
    return first != line.cells.end() && first->front().atom == Atom::relation;
}

}  // namespace
}  // namespace formula_detail

std::string joined_lines(std::span<const std::string> lines) {
    std::string all;
    for (const std::string& line : lines) all += (all.empty() ? "" : R"( \\ )") + line;
    return all;
}

std::string latex_of(std::string_view markup) {
    using namespace formula_detail;
    const Formula formula = parse_formula(markup);
    const std::vector<Line>& lines = formula.tree().lines;
    const bool aligned = lines.size() > 1 || lines.front().cells.size() > 1;
    std::vector<std::vector<Row>> cells;
    cells.reserve(lines.size());
    for (const Line& line : lines) cells.push_back(line.cells);
    const std::string text = latex_lines(cells);
    return aligned ? "\\begin{aligned} " + text + " \\end{aligned}" : text;
}

std::string plain_text_of(std::string_view markup) {
    using namespace formula_detail;
    const Formula formula = parse_formula(markup);
    std::string all;
    for (const Line& line : formula.tree().lines) {
        const std::string text = plain_cells(line.cells, " ");
        if (text.empty()) continue;
        all += (all.empty() ? "" : begins_with_relation(line) ? " " : "; ") + text;
    }
    return all;
}

}  // namespace poslab
