#include "core/base/utf8.hpp"
#include "core/figure/formula_box.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace poslab::formula_detail {

namespace {

/// Extents in the STIX faces, rounded; letters that are not listed have the most common extent.
Ink ink_of(char32_t c, bool italic) {
    const auto among = [c](std::u32string_view set) { return set.find(c) != std::u32string_view::npos; };
    if (is_wide(c)) return {0.88, 0.12, 0, 0};
    Ink ink{0.68, 0.01, 0, 0};
    if (among(U"acegmnopqrsuvwxyzαγεικμνοπρστυχω")) ink.ascent = 0.45;
    if (among(U"gjpqyβγζημξρφϕχψ") || (italic && c == U'f')) ink.descent = 0.21;
    if (among(U"()[]|{},;")) ink.descent = 0.18;
    if (among(U"+−=<>≤≥≈×·±∓∈≡∼∝→↦∗∘")) ink = {0.53, 0.03, 0, 0};
    if (!italic) return ink;
    if (among(U"fj")) ink.left = 0.12;
    if (among(U"py")) ink.left = 0.06;
    if (c == U'f') ink.right = 0.14;
    if (among(U"TVWYFPE")) ink.right = 0.08;
    if (among(U"dlCHIJKMNUXZθψ")) ink.right = 0.04;
    return ink;
}

/// True if the text has Chinese characters. They fill their em, so at the same size they would look far
/// larger than Latin letters.
bool has_wide(std::string_view text) {
    while (!text.empty())
        if (is_wide(next_code_point(text))) return true;
    return false;
}

}  // namespace

void Box::put(Box&& other, Point at) {
    ascent = std::max(ascent, other.ascent - at.y);
    descent = std::max(descent, other.descent + at.y);
    for (DrawCommand& command : other.commands) {
        move_by(command, at);
        commands.push_back(std::move(command));
    }
}

Ink ink_of(std::string_view text, Font font) {
    Ink all;
    for (bool first = true; !text.empty(); first = false) {
        const Ink ink = ink_of(next_code_point(text), font == Font::math);
        all.ascent = std::max(all.ascent, ink.ascent);
        all.descent = std::max(all.descent, ink.descent);
        if (first) all.left = ink.left;
        all.right = ink.right;
    }
    return all;
}

double Typesetter::size_at(int level) const {
    constexpr std::array<double, 3> sizes{1, 0.72, 0.6};
    return setting_.size * sizes.at(static_cast<std::size_t>(std::clamp(level, 0, 2)));
}

Box Typesetter::part(const Row& row, std::size_t from, std::size_t to, const std::vector<Atom>& atoms,
                     std::optional<Atom> before, int level) const {
    Box line;
    const double em = size_at(level);
    std::optional<Atom> left = before;
    for (std::size_t i = from; i < to; ++i) {
        if (!std::holds_alternative<Space>(row[i].what)) {
            if (left) line.width += em / 18 * space_between(*left, atoms[i], level > 0);
            left = atoms[i];
        }
        Box next = node(row[i], level);
        const double width = next.width;
        line.put(std::move(next), {line.width, 0});
        line.width += width;
    }
    return line;
}

Box Typesetter::row(const Row& row, int level) const {
    return part(row, 0, row.size(), acting_atoms(row, {}), {}, level);
}

Box Typesetter::node(const Node& node, int level) const {
    return std::visit([&](const auto& what) { return box(what, node, level); }, node.what);
}

Box Typesetter::box(const Glyphs& glyphs, const Node& node, int level) const {
    const double em = size_at(level);
    const double axis = axis_height(em);
    static constexpr std::array<std::string_view, 6> path_delimiters{"⌊", "⌋", "⌈", "⌉", "|", "‖"};
    if (std::ranges::find(path_delimiters, glyphs.text) != path_delimiters.end())
        return delimiter_box(glyphs.text, 0, 0, em, color_of(node), setting_.metrics);
    const double size = em * (glyphs.large ? 1.4 : has_wide(glyphs.text) ? 0.86 : 1);
    const Ink ink = ink_of(glyphs.text, glyphs.font);
    Box box;
    const double drop = glyphs.large ? std::round(axis_height(size) - axis) : 0;
    box.commands.emplace_back(
        TextRun{glyphs.text, {ink.left * em, drop}, glyphs.font, size, color_of(node), Align::left});
    box.width = setting_.metrics.width(glyphs.text, glyphs.font, size) + (ink.left + ink.right) * em;
    box.ascent = glyphs.large ? 0.77 * size - drop : ink.ascent * em;
    box.descent = glyphs.large ? 0.26 * size + drop : ink.descent * em;
    return box;
}

Box Typesetter::box(const Fraction& fraction, const Node& node, int level) const {
    // In a line, numerator and denominator stay large, so that no digit is smaller than its neighbours.
    const double em = size_at(level), axis = axis_height(em), line = bar_thickness(em);
    Box above = row(fraction.above, level), below = row(fraction.below, level);
    const double widest = std::max(above.width, below.width), overhang = em * 0.07, pad = em * 0.06,
                 gap = em * 0.14;
    const double up = std::round(std::max(em * 0.66, axis + line / 2 + gap + above.descent));
    const double down = std::round(std::max(em * 0.68, below.ascent + gap + line / 2 - axis));
    Box box;
    box.width = widest + 2 * (overhang + pad);
    const double above_at = (box.width - above.width) / 2, below_at = (box.width - below.width) / 2;
    box.put(std::move(above), {above_at, -up});
    box.put(std::move(below), {below_at, down});
    box.commands.emplace_back(
        Polyline{{{pad, -axis}, {box.width - pad, -axis}}, color_of(node), line, {}, false});
    return box;
}

Box Typesetter::box(const Root& root, const Node& node, int level) const {
    return root_box(row(root.inside, level), size_at(level), color_of(node));
}

Box Typesetter::box(const Scripted& scripted, const Node& /*node*/, int level) const {
    Box base = row(scripted.base, level);
    return scripted.limits ? stacked(scripted, std::move(base), level)
                           : marginal(scripted, std::move(base), level);
}

Box Typesetter::stacked(const Scripted& scripted, Box&& base, int level) const {
    Box above = row(scripted.above, level + 1), below = row(scripted.below, level + 1);
    const double gap = size_at(level) * 0.13;
    Box box;
    box.width = std::max({base.width, above.width, below.width});
    const auto centered = [&](const Box& part) { return (box.width - part.width) / 2; };
    const Point above_at{centered(above), -std::round(base.ascent + gap + above.descent)};
    const Point below_at{centered(below), std::round(base.descent + gap + below.ascent)};
    const Point base_at{centered(base), 0};
    box.put(std::move(base), base_at);
    if (!scripted.above.empty()) box.put(std::move(above), above_at);
    if (!scripted.below.empty()) box.put(std::move(below), below_at);
    return box;
}

Box Typesetter::marginal(const Scripted& scripted, Box&& base, int level) const {
    const double em = size_at(level), kern = em * 0.03;
    const bool primes = is_primes(scripted.above);
    Box above = row(scripted.above, primes ? level : level + 1), below = row(scripted.below, level + 1);
    const double up =
        primes ? std::max(0.0, base.ascent - em * 0.7) : std::max(em * 0.36, base.ascent - em * 0.3);
    double down = std::max(em * 0.17, base.descent - em * 0.04);
    if (!primes && !scripted.above.empty() && !scripted.below.empty()) {
        const double gap = up - above.descent + down - below.ascent, least = em * 0.16;
        down += std::max(0.0, least - gap);
    }
    const double after = base.width + kern;
    Box box;
    box.width = after + std::max(above.width, below.width) + kern;
    box.put(std::move(base), {0, 0});
    if (!scripted.above.empty()) box.put(std::move(above), {after, -std::round(up)});
    if (!scripted.below.empty()) box.put(std::move(below), {after, std::round(down)});
    return box;
}

Box Typesetter::cells(const Table& table, int level) const {
    const double em = size_at(level), row_gap = em * 0.4, column_gap = em * 0.9;
    std::vector<std::vector<Box>> boxes;
    std::vector<double> widths;
    for (const auto& line : table.rows) {
        boxes.emplace_back();
        for (std::size_t i = 0; i < line.size(); ++i) {
            boxes.back().push_back(row(line[i], level));
            if (i == widths.size()) widths.push_back(0);
            widths[i] = std::max(widths[i], boxes.back().back().width);
        }
    }
    Box grid;
    double y = 0;
    for (std::size_t r = 0; r < boxes.size(); ++r) {
        double ascent = em * 0.68, descent = em * 0.2;
        for (const Box& cell : boxes[r])
            ascent = std::max(ascent, cell.ascent), descent = std::max(descent, cell.descent);
        y = std::round(y + (r > 0 ? row_gap : 0) + ascent);
        double x = 0;
        for (std::size_t i = 0; i < boxes[r].size(); ++i) {
            const double slack = table.kind == Table::Kind::cases ? 0 : (widths[i] - boxes[r][i].width) / 2;
            grid.put(std::move(boxes[r][i]), {x + slack, y});
            grid.width = std::max(grid.width, x + widths[i]);
            x += widths[i] + column_gap;
        }
        y += descent;
    }
    grid.ascent = 0;
    grid.descent = y;
    return grid;
}

Box Typesetter::box(const Table& table, const Node& node, int level) const {
    const double em = size_at(level), axis = axis_height(em);
    Box grid = cells(table, level);
    const double top = -std::round(grid.descent / 2 + axis), half = grid.descent / 2 + em * 0.06,
                 width = grid.width;
    const bool cases = table.kind == Table::Kind::cases, round = table.kind == Table::Kind::parentheses;
    const bool bare = table.kind == Table::Kind::matrix;
    const auto side = [&](std::string_view text) {
        return delimiter_box(text, half, half, em, color_of(node), setting_.metrics);
    };
    Box left = side(bare    ? ""
                    : cases ? "{"
                    : round ? "("
                            : "["),
        right = side(bare || cases ? ""
                     : round       ? ")"
                                   : "]");
    const double gap = bare ? 0 : em * (cases ? 0.2 : 0.12);
    const double grid_at = left.width + gap, right_at = grid_at + width + (cases ? 0 : gap);
    Box box;
    box.width = right_at + right.width;
    box.put(std::move(left), {0, 0});
    box.put(std::move(grid), {grid_at, top});
    box.put(std::move(right), {right_at, 0});
    return box;
}

Box Typesetter::box(const Fenced& fenced, const Node& node, int level) const {
    const double em = size_at(level), axis = axis_height(em), clear = em * 0.04;
    Box inside = row(fenced.inside, level);
    const double above = inside.ascent - axis + clear, below = inside.descent + axis + clear,
                 width = inside.width;
    Box left = delimiter_box(fenced.left, above, below, em, color_of(node), setting_.metrics);
    Box right = delimiter_box(fenced.right, above, below, em, color_of(node), setting_.metrics);
    const double at = left.width;
    Box box;
    box.width = at + width + right.width;
    box.put(std::move(left), {0, 0});
    box.put(std::move(inside), {at, 0});
    box.put(std::move(right), {at + width, 0});
    return box;
}

Box Typesetter::box(const Group& group, const Node& /*node*/, int level) const {
    return row(group.inside, level);
}

Box Typesetter::box(const Space& space, const Node& /*node*/, int level) const {
    Box box;
    box.width = space.em * size_at(level);
    return box;
}

}  // namespace poslab::formula_detail
