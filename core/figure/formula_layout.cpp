#include "core/figure/formula_box.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace poslab {

namespace formula_detail {
namespace {

constexpr double min_size = 12;

struct Piece {
    std::size_t from = 0, to = 0;
    bool indented = false;  // begins with an operator, not with a relation
    bool section = false;   // follows a wide space: starts a section, not a continuation
};

enum class Depth { outermost, any };

/// Splits a row where it may be broken: before relations or operators, preferably outside parentheses.
std::vector<Piece> pieces_of(const std::vector<Atom>& atoms, const Piece& whole, Atom breaks_before,
                             Depth allowed) {
    std::vector<Piece> pieces{whole};
    int depth = 0;
    for (std::size_t i = whole.from; i < whole.to; ++i) {
        if (atoms[i] == Atom::opening) ++depth;
        if (atoms[i] == Atom::closing) depth = std::max(0, depth - 1);
        const bool here =
            i > whole.from && atoms[i] == breaks_before && (depth == 0 || allowed == Depth::any);
        if (!here) continue;
        pieces.back().to = i;
        pieces.push_back({i, whole.to, breaks_before == Atom::binary});
    }
    return pieces;
}

/// Splits a row at its wide spaces (\quad), which are dropped.
std::vector<Piece> sections_of(const Row& row) {
    std::vector<Piece> sections{{0, row.size()}};
    for (std::size_t i = 0; i < row.size(); ++i) {
        const auto* space = std::get_if<Space>(&row[i].what);
        if (space == nullptr || space->em < 1) continue;
        sections.back().to = i;
        if (sections.back().from == i) sections.pop_back();
        sections.push_back({i + 1, row.size(), false, !sections.empty()});
    }
    if (sections.back().from == row.size()) sections.pop_back();
    return sections;
}

class Block {
  public:
    Block(const Tree& tree, const Setting& setting, double max_width)
        : tree_(tree), setting_(setting), typesetter_(setting), max_width_(max_width) {
        measure_columns();
    }

    Box take() {
        for (const Line& line : tree_.lines) add(line);
        Box box = std::move(box_);
        box.descent = std::max(box.descent, bottom_);
        return box;
    }

  private:
    /// The left neighbour of a cell: after & there is always one, so "&= x" has its space and "& - x" is a
    /// difference.
    [[nodiscard]] static std::optional<Atom> before(std::size_t column) {
        return column == 0 ? std::nullopt : std::optional(Atom::ordinary);
    }

    [[nodiscard]] Box whole(const Row& row, std::size_t column) const {
        return typesetter_.part(row, 0, row.size(), acting_atoms(row, before(column)), before(column));
    }

    void measure_columns() {
        for (const Line& line : tree_.lines) {
            if (line.cells.size() < 2) continue;
            for (std::size_t i = 0; i < line.cells.size(); ++i) {
                if (i == widths_.size()) widths_.push_back(0);
                const bool last = i + 1 == line.cells.size();
                if (!last) widths_[i] = std::max(widths_[i], whole(line.cells[i], i).width);
            }
        }
    }

    void add(const Line& line) {
        Box placed;
        double x = 0;
        for (std::size_t i = 0; i + 1 < line.cells.size(); ++i) {
            Box cell = whole(line.cells[i], i);
            const double slack = i % 2 == 0 ? widths_[i] - cell.width : 0;
            placed.put(std::move(cell), {x + slack, 0});
            x += widths_[i] + (i % 2 == 1 ? setting_.size : 0);
        }
        const std::size_t last = line.cells.size() - 1;
        broken(line.cells[last], last, std::move(placed), x);
    }

    [[nodiscard]] double width_of(const Row& row, const std::vector<Atom>& atoms, std::size_t from,
                                  std::size_t to, std::optional<Atom> left) const {
        return typesetter_.part(row, from, to, atoms, left).width;
    }

    /// Places the last cell of a line at `x`, on as many lines as it needs; `placed` is on the first.
    void broken(const Row& row, std::size_t column, Box&& placed, double x) {
        const std::vector<Atom> atoms = acting_atoms(row, before(column));
        double hang = x;
        if (column == 0) hang += hanging(row, atoms);
        std::vector<Piece> lines;
        if (x + width_of(row, atoms, 0, row.size(), before(column)) <= max_width_)
            lines.push_back({0, row.size(), false});
        if (lines.empty())
            for (const Piece& section : sections_of(row))
                add_section(lines, section, row, atoms, column, x, hang);
        Box beginning = std::move(placed);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const Piece& piece = lines[i];
            const auto left = i == 0 ? before(column) : std::optional(Atom::ordinary);
            Box part = typesetter_.part(row, piece.from, piece.to, atoms, left);
            const double at = i == 0 ? x : begin_of(piece, x, hang);
            Box whole_line = std::exchange(beginning, Box{});
            whole_line.width = at + part.width;
            whole_line.put(std::move(part), {at, 0});
            stack(std::move(whole_line), i > 0);
        }
    }

    /// Adds a section in one piece if it fits on a line, else broken before its relations.
    void add_section(std::vector<Piece>& lines, const Piece& section, const Row& row,
                     const std::vector<Atom>& atoms, std::size_t column, double x, double hang) const {
        if (x + width_of(row, atoms, section.from, section.to, Atom::ordinary) <= max_width_)
            return join(lines, section, row, atoms, column, x, hang);
        std::vector<Piece> chains = pieces_of(atoms, section, Atom::relation, Depth::outermost);
        for (std::size_t n = 0; n < chains.size(); ++n) {
            chains[n].section = section.section && n == 0;
            for (const Piece& piece : parts_of(row, atoms, chains[n], hang))
                join(lines, piece, row, atoms, column, x, hang);
        }
    }

    /// Returns the x at which lines after the first begin.
    [[nodiscard]] double begin_of(const Piece& piece, double x, double hang) const {
        return piece.section ? x : hang + (piece.indented ? indent() : 0);
    }

    [[nodiscard]] double indent() const { return setting_.size * 1.3; }

    /// Hanging indent of a line without &: further lines begin under its first relation, unless that is far
    /// to the right.
    [[nodiscard]] double hanging(const Row& row, const std::vector<Atom>& atoms) const {
        const auto relation = std::ranges::find(atoms, Atom::relation);
        const auto at = static_cast<std::size_t>(relation - atoms.begin());
        const double width = width_of(row, atoms, 0, at, std::nullopt);
        return relation != atoms.end() && width < max_width_ * 0.45 ? width : setting_.size;
    }

    /// Splits a part between relations at operators if it does not fit on a line; inside parentheses only if
    /// necessary.
    [[nodiscard]] std::vector<Piece> parts_of(const Row& row, const std::vector<Atom>& atoms,
                                              const Piece& chain, double hang) const {
        const auto fits = [&](const Piece& piece) {
            const double at = hang + (piece.indented ? indent() : 0);
            return at + width_of(row, atoms, piece.from, piece.to, Atom::ordinary) <= max_width_;
        };
        if (fits(chain)) return {chain};
        std::vector<Piece> parts;
        for (const Piece& term : pieces_of(atoms, chain, Atom::binary, Depth::outermost)) {
            const std::vector<Piece> pieces =
                fits(term) ? std::vector<Piece>{term} : pieces_of(atoms, term, Atom::binary, Depth::any);
            parts.insert(parts.end(), pieces.begin(), pieces.end());
        }
        return parts;
    }

    /// Appends a piece to the last line if it fits there.
    void join(std::vector<Piece>& lines, const Piece& piece, const Row& row, const std::vector<Atom>& atoms,
              std::size_t column, double x, double hang) const {
        if (!lines.empty()) {
            const bool first = lines.size() == 1;
            const double at = first ? x : begin_of(lines.back(), x, hang);
            const auto left = first ? before(column) : std::optional(Atom::ordinary);
            if (at + width_of(row, atoms, lines.back().from, piece.to, left) <= max_width_) {
                lines.back().to = piece.to;
                return;
            }
        }
        lines.push_back(piece);
    }

    /// Adds a line below the existing ones.
    void stack(Box&& line, bool continued) {
        const double gap = setting_.size * (continued ? 0.35 : 0.65);
        const double ascent = std::max(line.ascent, setting_.size * 0.68),
                     descent = std::max(line.descent, setting_.size * 0.2);
        const double y = started_ ? std::round(bottom_ + gap + ascent) : 0;
        if (!started_) box_.ascent = std::ceil(ascent);
        started_ = true;
        bottom_ = y + descent;
        box_.width = std::max(box_.width, line.width);
        const double before = box_.ascent;
        box_.put(std::move(line), {0, y});
        box_.ascent = before;
    }

    const Tree& tree_;
    Setting setting_;
    Typesetter typesetter_;
    double max_width_;
    std::vector<double> widths_;
    Box box_;
    double bottom_ = 0;
    bool started_ = false;
};

}  // namespace
}  // namespace formula_detail

FormulaBox layout_formula(const Formula& formula, const TextMetrics& metrics, const FormulaStyle& style) {
    using namespace formula_detail;
    const double limit = style.max_width > 0 ? style.max_width : std::numeric_limits<double>::infinity();
    double size = style.size;
    Box box = Block(formula.tree(), {metrics, size, style.text, style.accent}, limit).take();
    while (box.width > limit && size > min_size) {
        size = std::max(min_size, size - 0.5);
        box = Block(formula.tree(), {metrics, size, style.text, style.accent}, limit).take();
    }
    FormulaBox whole{box.width, box.ascent + box.descent, box.ascent, size, {}};
    for (DrawCommand& command : box.commands) move_by(command, {0, box.ascent});
    whole.commands = std::move(box.commands);
    return whole;
}

std::vector<DrawCommand> commands_at(const FormulaBox& box, Point origin) {
    std::vector<DrawCommand> commands = box.commands;
    for (DrawCommand& command : commands) move_by(command, origin);
    return commands;
}

}  // namespace poslab
