#include "core/figure/formula_mathml.hpp"

#include "core/base/utf8.hpp"
#include "core/figure/formula_tree.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace poslab {

namespace formula_detail {
namespace {

std::string element(std::string_view name, const std::string& inside, std::string_view attributes = {}) {
    return fmt::format("<{}{}{}>{}</{}>", name, attributes.empty() ? "" : " ", attributes, inside, name);
}

bool is_one_character(std::string_view text) {
    if (text.empty()) return false;
    static_cast<void>(next_code_point(text));
    return text.empty();
}

bool is_number(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= '0' && c <= '9') || c == '.' || c == ','; }) &&
           text != "," && text != ".";
}

bool is_words(const Glyphs& glyphs) { return glyphs.latex.starts_with("\\text{"); }

/// True for function names (min, cos, softmax), which have a space of their own.
bool is_function(const Node& node) {
    if (const auto* scripted = std::get_if<Scripted>(&node.what))
        return !scripted->base.empty() && is_function(scripted->base.front());
    const auto* glyphs = std::get_if<Glyphs>(&node.what);
    return glyphs != nullptr && node.atom == Atom::operation && !glyphs->large;
}

std::string row(const Row& row, bool script = false, std::optional<Atom> before = {});
/// Wraps a row in a single element.
std::string one(const Row& what, bool script = false) {
    std::string inside = row(what, script);
    return what.size() == 1 && !std::holds_alternative<Space>(what.front().what) ? inside
                                                                                 : element("mrow", inside);
}

/// Replaces spaces at the ends of words, which would be lost.
std::string with_fixed_spaces(const std::string& text) {
    std::string retained;
    for (const char c : escaped_markup(text)) retained += c == ' ' ? "\u00A0" : std::string(1, c);
    return retained;
}

std::string sign(const Glyphs& glyphs, Atom written, Atom acting) {
    const std::string text = escaped_markup(glyphs.text);
    if (glyphs.large) return element("mo", text);
    if (written == Atom::binary && acting != Atom::binary) return element("mo", text, "form=\"prefix\"");
    if (written == Atom::opening || written == Atom::closing)
        return element("mo", text, "stretchy=\"false\"");
    if (acting == Atom::binary || acting == Atom::relation || acting == Atom::punctuation)
        return element("mo", text);
    return element("mo", text, "stretchy=\"false\" lspace=\"0\" rspace=\"0\"");
}

std::string letters(const Glyphs& glyphs, Atom written, Atom acting) {
    if (is_words(glyphs)) return element("mtext", with_fixed_spaces(glyphs.text));
    if (is_number(glyphs.text)) return element("mn", escaped_markup(glyphs.text));
    if (glyphs.font == Font::math) return element("mi", escaped_markup(glyphs.text));
    std::string_view rest = glyphs.text;
    const char32_t first = rest.empty() ? U' ' : next_code_point(rest);
    constexpr std::u32string_view signs = U"/|.?@‖′…⋯%#_&";
    const bool is_sign = written != Atom::ordinary || signs.find(first) != std::u32string_view::npos;
    if (written == Atom::operation && !glyphs.large) return element("mi", escaped_markup(glyphs.text));
    if (is_sign) return sign(glyphs, written, acting);
    // A single letter would be italic by default.
    return element("mi", escaped_markup(glyphs.text),
                   is_one_character(glyphs.text) ? "mathvariant=\"normal\"" : "");
}

std::string cell(const Row& what, bool left, std::optional<Atom> before) {
    return element("mtd", row(what, false, before),
                   left ? "style=\"text-align:left\"" : "style=\"text-align:right\"");
}

/// Writes rows of cells; with `aligned`, cells are right- and left-aligned in turn, as around &.
std::string table(const std::vector<std::vector<Row>>& rows, bool aligned, bool left) {
    std::string all;
    for (const std::vector<Row>& cells : rows) {
        std::string line;
        for (std::size_t n = 0; n < cells.size(); ++n) {
            if (aligned)
                line += cell(cells[n], n % 2 == 1, n % 2 == 1 ? std::optional(Atom::ordinary) : std::nullopt);
            else
                line += left ? cell(cells[n], true, {}) : element("mtd", row(cells[n]));
        }
        all += element("mtr", line);
    }
    return element("mtable", all, aligned ? "displaystyle=\"true\" class=\"aligned\"" : "");
}

std::string fence(std::string_view text, std::string_view form) {
    if (text.empty()) return {};
    return element("mo", escaped_markup(text), fmt::format("form=\"{}\" stretchy=\"true\"", form));
}

std::string fenced(std::string_view left, const std::string& inside, std::string_view right) {
    return element("mrow", fence(left, "prefix") + inside + fence(right, "postfix"));
}

struct MathmlWriter {
    Atom written, acting;
    bool script;

    std::string operator()(const Glyphs& glyphs) const { return letters(glyphs, written, acting); }
    std::string operator()(const Fraction& f) const { return element("mfrac", one(f.above) + one(f.below)); }
    std::string operator()(const Root& root) const { return element("msqrt", row(root.inside)); }
    std::string operator()(const Scripted& s) const {
        const std::string base = one(s.base, script);
        const std::string below = s.below.empty() ? "" : one(s.below, true),
                          above = s.above.empty() ? "" : one(s.above, true);
        if (below.empty()) return element(s.limits ? "mover" : "msup", base + above);
        if (above.empty()) return element(s.limits ? "munder" : "msub", base + below);
        return element(s.limits ? "munderover" : "msubsup", base + below + above);
    }
    std::string operator()(const Table& t) const {
        using enum Table::Kind;
        const std::string inside = table(t.rows, false, t.kind == cases);
        if (t.kind == cases) return fenced("{", inside, "");
        if (t.kind == parentheses) return fenced("(", inside, ")");
        return t.kind == brackets ? fenced("[", inside, "]") : inside;
    }
    std::string operator()(const Fenced& f) const { return fenced(f.left, row(f.inside), f.right); }
    std::string operator()(const Group& group) const { return one(group.inside, script); }
    std::string operator()(const Space& space) const {
        return element("mspace", {}, fmt::format("width=\"{:.4g}em\"", space.em));
    }
};

std::string row(const Row& row, bool script, std::optional<Atom> before) {
    const std::vector<Atom> atoms = acting_atoms(row, before);
    std::string all;
    const Node* last = nullptr;
    for (std::size_t n = 0; n < row.size(); ++n) {
        const Node& node = row[n];
        const bool is_space = std::holds_alternative<Space>(node.what);
        // Operators bring their own spaces; function names have none in MathML.
        const auto brings_space = [](Atom atom) {
            return atom == Atom::binary || atom == Atom::relation || atom == Atom::punctuation;
        };
        if (last != nullptr && !is_space && (is_function(node) || is_function(*last))) {
            const Atom left = atoms[static_cast<std::size_t>(last - row.data())];
            const int space = space_between(left, atoms[n], script);
            if (space > 0 && !brings_space(left) && !brings_space(atoms[n]))
                all += MathmlWriter{Atom::ordinary, Atom::ordinary, script}(Space{space / 18.0, {}});
        }
        std::string text = std::visit(MathmlWriter{node.atom, atoms[n], script}, node.what);
        all += node.live ? element("mrow", text, "class=\"live\"") : text;
        if (!is_space) last = &node;
    }
    return all;
}

}  // namespace
}  // namespace formula_detail

std::string mathml_of(std::string_view markup, bool display) {
    using namespace formula_detail;
    const Formula formula = parse_formula(markup);
    const std::vector<Line>& lines = formula.tree().lines;
    std::string inside;
    if (lines.size() > 1 || lines.front().cells.size() > 1) {
        std::vector<std::vector<Row>> cells;
        cells.reserve(lines.size());
        for (const Line& line : lines) cells.push_back(line.cells);
        inside = table(cells, true, false);
    } else {
        inside = row(lines.front().cells.front());
    }
    return element("math", inside, display ? "display=\"block\"" : "");
}

std::string escaped_markup(std::string_view text) {
    constexpr char32_t double_quote = 0x22;
    std::string out;
    while (!text.empty()) {
        const char32_t c = next_code_point(text);
        if (c == U'&')
            out += "&amp;";
        else if (c == U'<')
            out += "&lt;";
        else if (c == U'>')
            out += "&gt;";
        else if (c == double_quote)
            out += "&quot;";
        else if (c == U'\n' || c == U'\t')
            out += ' ';
        else if (!is_control(c))
            append_utf8(out, c);
    }
    return out;
}

}  // namespace poslab
