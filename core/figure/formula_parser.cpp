#include "core/base/utf8.hpp"
#include "core/figure/formula_lexer.hpp"
#include "core/figure/formula_tree.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace poslab {

namespace formula_detail {
namespace {

constexpr std::size_t longest_markup = 16384, deepest = 24;

struct NamedSpace {
    std::string_view name;
    double em;
};
constexpr std::array<NamedSpace, 7> named_spaces{{{",", 3 / 18.0},
                                                  {":", 4 / 18.0},
                                                  {";", 5 / 18.0},
                                                  {"!", -3 / 18.0},
                                                  {" ", 0.25},
                                                  {"quad", 1},
                                                  {"qquad", 2}}};

class Parser {
  public:
    explicit Parser(std::string_view markup) : lexer_(markup) {}

    Tree parse() {
        Tree tree;
        for (auto& cells : lines()) tree.lines.push_back({std::move(cells)});
        if (lexer_.peek().kind != Token::Kind::end) fail("unmatched end");
        return tree;
    }

  private:
    [[noreturn]] void fail(const std::string& reason) const { throw FormulaError(lexer_.peek().at, reason); }

    [[nodiscard]] bool at_command(std::string_view name) const {
        return lexer_.peek().kind == Token::Kind::command && lexer_.peek().text == name;
    }

    std::vector<std::vector<Row>> lines() {
        std::vector<std::vector<Row>> all(1);
        for (;;) {
            all.back().push_back(row());
            const Token::Kind kind = lexer_.peek().kind;
            if (kind != Token::Kind::align && kind != Token::Kind::line) break;
            lexer_.take();
            if (kind == Token::Kind::line) all.emplace_back();
        }
        const auto blank = [](const std::vector<Row>& cells) {
            return cells.size() == 1 && cells.front().empty();
        };
        while (all.size() > 1 && blank(all.back())) all.pop_back();  // ended with a line break
        return all;
    }

    /// Parses up to the token that ends a row and leaves that token.
    Row row() {
        if (++depth_ > deepest) fail("nested too deeply");
        Row row;
        for (;;) {
            const Token& token = lexer_.peek();
            using enum Token::Kind;
            if (token.kind == end || token.kind == close || token.kind == align || token.kind == line) break;
            if (at_command("right") || at_command("end")) break;
            if (token.kind == sub || token.kind == super)
                script(row);
            else if (token.kind == prime)
                primes(row);
            else
                atom(row);
        }
        --depth_;
        return row;
    }

    Row braces() {
        const std::size_t from = lexer_.peek().at;
        if (lexer_.peek().kind != Token::Kind::open) fail("'{' expected");
        lexer_.take();
        Row inside = row();
        if (lexer_.peek().kind != Token::Kind::close) throw FormulaError(from, "this '{' has no '}'");
        lexer_.take();
        return inside;
    }

    /// Parses braces, or a single character or command.
    Row argument() {
        if (lexer_.peek().kind == Token::Kind::open) return braces();
        const Token token = lexer_.peek();
        if (token.kind == Token::Kind::character && is_digit(token.character)) {
            lexer_.take();
            return {glyphs(std::string(token.text), std::string(token.text), Atom::ordinary)};
        }
        Row row;
        if (token.kind != Token::Kind::character && token.kind != Token::Kind::command)
            fail("argument expected");
        if (at_command("right") || at_command("end")) fail("argument expected");
        if (++depth_ > deepest) fail("nested too deeply");
        atom(row);
        --depth_;
        return row;
    }

    Node node(Atom atom, decltype(Node::what) what) const { return {atom, live_, std::move(what)}; }
    Node glyphs(std::string text, std::string latex, Atom atom, Font font = Font::math_upright) const {
        return node(atom, Glyphs{std::move(text), std::move(latex), font});
    }

    static Scripted& scripted(Row& row) {
        if (row.empty() || std::holds_alternative<Space>(row.back().what))
            row.push_back({Atom::ordinary, false, Group{}});
        if (auto* const already = std::get_if<Scripted>(&row.back().what)) return *already;
        Node base = std::move(row.back());
        const auto* const letters = std::get_if<Glyphs>(&base.what);
        Scripted scripts;
        scripts.limits = letters != nullptr && letters->limits;
        Node whole{base.atom, base.live, {}};
        scripts.base.push_back(std::move(base));
        whole.what = std::move(scripts);
        row.back() = std::move(whole);
        return std::get<Scripted>(row.back().what);
    }

    void script(Row& row) {
        const Token sign = lexer_.take();
        const bool raised = sign.kind == Token::Kind::super;
        Row inside = argument();
        Row& place = raised ? scripted(row).above : scripted(row).below;
        if (!place.empty()) throw FormulaError(sign.at, "double superscript or subscript");
        place = std::move(inside);
    }

    void primes(Row& row) {
        Row& above = scripted(row).above;
        if (!above.empty()) fail("double superscript or subscript");
        while (lexer_.peek().kind == Token::Kind::prime) {
            lexer_.take();
            above.push_back(glyphs("′", "\\prime", Atom::ordinary));
        }
    }

    void atom(Row& row) {
        const Token token = lexer_.peek();
        if (token.kind == Token::Kind::open) return row.push_back(node(Atom::ordinary, Group{braces()}));
        if (token.kind == Token::Kind::character) return character(row, token);
        lexer_.take();
        command(row, token);
    }

    void character(Row& row, const Token& token) {
        const char32_t c = token.character;
        if (is_digit(c)) return number(row);
        if (const auto small = small_character(c)) return small_script(row, small->raised);
        lexer_.take();
        const std::string text(token.text);
        if (is_letter(c)) return row.push_back(glyphs(text, text, Atom::ordinary, Font::math));
        if (c < 0x80) return row.push_back(punctuation(token));
        if (c == U'−') return row.push_back(glyphs(text, "-", Atom::binary));
        if (c == U'′') return row.push_back(glyphs(text, "\\prime", Atom::ordinary));
        if (const Symbol* const known = symbol_written(text)) return row.push_back(symbol(*known));
        row.push_back(glyphs(text, "\\text{" + text + "}", Atom::ordinary));
    }

    void number(Row& row) {
        const std::string text = lexer_.number();
        std::string latex;
        for (const char c : text) latex += c == ',' ? "{,}" : std::string(1, c);
        row.push_back(glyphs(text, latex, Atom::ordinary));
    }

    /// Parses raised or lowered characters as scripts: 10⁷.
    void small_script(Row& row, bool raised) {
        Row inside;
        for (;;) {
            const auto small = small_character(lexer_.peek().character);
            if (lexer_.peek().kind != Token::Kind::character || !small || small->raised != raised) break;
            lexer_.take();
            std::string text;
            append_utf8(text, small->plain);
            const bool digit = is_digit(small->plain);
            inside.push_back(
                glyphs(text, small->plain == U'−' ? "-" : text, digit ? Atom::ordinary : Atom::binary));
        }
        Row& place = raised ? scripted(row).above : scripted(row).below;
        if (!place.empty()) fail("double superscript or subscript");
        place = std::move(inside);
    }

    [[nodiscard]] Node punctuation(const Token& token) const {
        struct Class {
            std::string_view characters;
            Atom atom;
        };
        constexpr std::array<Class, 6> classes{{{"+-*", Atom::binary},
                                                {"=<>:", Atom::relation},
                                                {"([", Atom::opening},
                                                {")]!", Atom::closing},
                                                {",;", Atom::punctuation},
                                                {"/|.?@", Atom::ordinary}}};
        for (const Class& one : classes) {
            if (one.characters.find(static_cast<char>(token.character)) == std::string_view::npos) continue;
            const std::string text(token.text);
            return glyphs(text == "-" ? "−" : text == "*" ? "∗" : text, text, one.atom);
        }
        if (token.character == U'~') return node(Atom::ordinary, Space{0.25, "~"});
        throw FormulaError(token.at, "the character '" + std::string(token.text) + "' means nothing here");
    }

    [[nodiscard]] Node symbol(const Symbol& known) const {
        const bool italic = known.kind == Symbol::Kind::italic, large = known.kind == Symbol::Kind::large;
        Glyphs letters{std::string(known.text), "\\" + std::string(known.name),
                       italic ? Font::math : Font::math_upright};
        if (known.name == "mod") letters.latex = "\\bmod";
        letters.large = large;
        letters.limits = (large && known.name != "int") || known.kind == Symbol::Kind::limits;
        return node(known.atom, std::move(letters));
    }

    void command(Row& row, const Token& token) {
        const std::string_view name = token.text;
        if (const auto* const space = std::ranges::find(named_spaces, name, &NamedSpace::name);
            space != named_spaces.end())
            return row.push_back(node(Atom::ordinary, Space{space->em, "\\" + std::string(name)}));
        if (const Symbol* const known = symbol_named(name)) return row.push_back(symbol(*known));
        if (name == "live") return live(row);
        if (name == "frac") {
            Row above = argument();
            return row.push_back(node(Atom::inner, Fraction{std::move(above), argument()}));
        }
        if (name == "sqrt") return row.push_back(node(Atom::ordinary, Root{argument()}));
        if (name == "text" || name == "mathrm" || name == "operatorname") return text_command(row, name);
        if (name == "left") return fenced(row, token);
        if (name == "begin") return environment(row, token);
        throw FormulaError(token.at, "the command '\\" + std::string(name) + "' is not known");
    }

    void live(Row& row) {
        const bool before = std::exchange(live_, true);
        Row inside = braces();
        live_ = before;
        std::ranges::move(inside, std::back_inserter(row));
    }

    void text_command(Row& row, std::string_view command) {
        const std::string text(lexer_.words());
        if (text.empty()) return;
        std::string latex = "\\" + std::string(command) + "{";
        for (const char c : text)
            latex +=
                std::string("#$%&_").find(c) == std::string::npos ? std::string(1, c) : std::string{'\\', c};
        row.push_back(
            glyphs(text, latex + "}", command == "operatorname" ? Atom::operation : Atom::ordinary));
    }

    std::string delimiter() {
        const Token token = lexer_.take();
        const bool command = token.kind == Token::Kind::command;
        const Symbol* const known = command ? symbol_named(token.text) : nullptr;
        std::string text(known != nullptr ? known->text : command ? std::string_view{} : token.text);
        static constexpr std::array<std::string_view, 12> usable{"(", ")", "[", "]", "{", "}",
                                                                 "|", "‖", "⌊", "⌋", "⌈", "⌉"};
        const bool brace = token.kind == Token::Kind::open || token.kind == Token::Kind::close;
        if (token.kind == Token::Kind::character && text == ".") return {};
        if (brace || std::ranges::find(usable, text) == usable.end())
            throw FormulaError(token.at, "delimiter expected");
        return text;
    }

    void fenced(Row& row_, const Token& token) {
        Fenced fence;
        fence.left = delimiter();
        fence.inside = row();
        if (!at_command("right")) throw FormulaError(token.at, "this '\\left' has no '\\right'");
        lexer_.take();
        fence.right = delimiter();
        row_.push_back(node(Atom::inner, std::move(fence)));
    }

    void environment(Row& row, const Token& token) {
        const std::string name(lexer_.words());
        Table table;
        if (name == "cases")
            table.kind = Table::Kind::cases;
        else if (name == "pmatrix")
            table.kind = Table::Kind::parentheses;
        else if (name == "bmatrix")
            table.kind = Table::Kind::brackets;
        else if (name != "matrix")
            throw FormulaError(token.at, "the environment '" + name + "' is not known");
        table.rows = lines();
        if (!at_command("end")) throw FormulaError(token.at, "this '\\begin' has no '\\end'");
        const Token end = lexer_.take();
        if (lexer_.words() != name) throw FormulaError(end.at, "this '\\end' is not that of '" + name + "'");
        row.push_back(node(Atom::inner, std::move(table)));
    }

    Lexer lexer_;
    std::size_t depth_ = 0;
    bool live_ = false;
};

}  // namespace
}  // namespace formula_detail

FormulaError::FormulaError(std::size_t position, const std::string& reason)
    : std::runtime_error("formula, byte " + std::to_string(position) + ": " + reason), position_(position) {}

Formula parse_formula(std::string_view markup) {
    using namespace formula_detail;
    if (markup.size() > longest_markup) throw FormulaError(longest_markup, "too long");
    return Formula(std::make_shared<const Tree>(Parser(markup).parse()));
}

}  // namespace poslab
