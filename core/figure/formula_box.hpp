#pragma once

#include "core/figure/draw_move.hpp"
#include "core/figure/formula_tree.hpp"

#include <string_view>
#include <vector>

// The pieces that the layout of formulas is made of. Not for other code.

namespace poslab::formula_detail {

/// Something laid out: px, the origin is the left end of its baseline.
struct Box {
    double width = 0, ascent = 0, descent = 0;
    std::vector<DrawCommand> commands;

    /// Takes over what `other` draws, its origin at `at`; grows upward and downward, `width` stays.
    void put(Box&& other, Point at);
};

using poslab::move_by;

/// Thickness of bars: px; whole pixels at 100 %.
[[nodiscard]] double bar_thickness(double size);
/// How high the middle of bars, operators and tall delimiters lies over the baseline, so that a bar fills pixels.
[[nodiscard]] double axis_height(double size);

/// A delimiter around something that reaches `above` and `below` px from the axis; `size` of the letters in px.
/// `text` as in Fenced::left; empty: no width.
[[nodiscard]] Box delimiter_box(std::string_view text, double above, double below, double size, Color color,
                                const TextMetrics& metrics);

/// The root sign with its bar over `inside`.
[[nodiscard]] Box root_box(Box&& inside, double size, Color color);

/// What letters reach over and under the baseline, and past their advance to both sides, em.
struct Ink {
    double ascent = 0, descent = 0, left = 0, right = 0;
};
[[nodiscard]] Ink ink_of(std::string_view text, Font font);

struct Setting {
    const TextMetrics& metrics;
    double size;  // px of letters that are no scripts
    Color text, accent;
};

/// Lays rows out.
class Typesetter {
  public:
    explicit Typesetter(const Setting& setting) : setting_(setting) {}

    /// Part of a row, whose atoms act as `atoms` says. `before`: what stands left of it, for the space there.
    [[nodiscard]] Box part(const Row& row, std::size_t from, std::size_t to, const std::vector<Atom>& atoms,
                           std::optional<Atom> before, int level = 0) const;
    [[nodiscard]] Box row(const Row& row, int level = 0) const;
    /// px of letters; level 1 is a script, 2 a script's script.
    [[nodiscard]] double size_at(int level) const;

  private:
    [[nodiscard]] Box node(const Node& node, int level) const;
    [[nodiscard]] Box box(const Glyphs& glyphs, const Node& node, int level) const;
    [[nodiscard]] Box box(const Fraction& fraction, const Node& node, int level) const;
    [[nodiscard]] Box box(const Root& root, const Node& node, int level) const;
    [[nodiscard]] Box box(const Scripted& scripted, const Node& node, int level) const;
    [[nodiscard]] Box box(const Table& table, const Node& node, int level) const;
    [[nodiscard]] Box box(const Fenced& fenced, const Node& node, int level) const;
    [[nodiscard]] Box box(const Group& group, const Node& node, int level) const;
    [[nodiscard]] Box box(const Space& space, const Node& node, int level) const;
    [[nodiscard]] Box stacked(const Scripted& scripted, Box&& base, int level) const;
    [[nodiscard]] Box beside(const Scripted& scripted, Box&& base, int level) const;
    [[nodiscard]] Box cells(const Table& table, int level) const;
    [[nodiscard]] Color color_of(const Node& node) const { return node.live ? setting_.accent : setting_.text; }

    Setting setting_;
};

}  // namespace poslab::formula_detail
