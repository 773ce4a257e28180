#pragma once

#include "core/figure/draw_move.hpp"
#include "core/figure/formula_tree.hpp"

#include <string_view>
#include <vector>

// The boxes used by the formula layout. Internal.

namespace poslab::formula_detail {

/// A laid-out part: px, the origin is the left end of its baseline.
struct Box {
    double width = 0, ascent = 0, descent = 0;
    std::vector<DrawCommand> commands;

    /// Appends the commands of `other`, its origin at `at`; ascent and descent grow, `width` stays.
    void put(Box&& other, Point at);
};

using poslab::move_by;

/// Returns the thickness of bars in px; whole pixels at 100 %.
[[nodiscard]] double bar_thickness(double size);
/// Returns the height of the math axis above the baseline, chosen so that a bar fills whole pixels.
[[nodiscard]] double axis_height(double size);

/// Returns a delimiter around content that reaches `above` and `below` px from the axis; `size` of the
/// letters in px. `text` as in Fenced::left; empty: no width.
[[nodiscard]] Box delimiter_box(std::string_view text, double above, double below, double size, Color color,
                                const TextMetrics& metrics);

/// Returns the root sign with its bar over `inside`.
[[nodiscard]] Box root_box(Box&& inside, double size, Color color);

/// The extent of glyphs above and below the baseline, and beyond their advance on both sides, in em.
struct Ink {
    double ascent = 0, descent = 0, left = 0, right = 0;
};
[[nodiscard]] Ink ink_of(std::string_view text, Font font);

struct Setting {
    const TextMetrics& metrics;
    double size;  // px, of letters that are not scripts
    Color text, accent;
};

/// Lays out rows.
class Typesetter {
  public:
    explicit Typesetter(const Setting& setting) : setting_(setting) {}

    /// Lays out a part of a row whose atoms act as `atoms`. `before`: its left neighbour, which determines
    /// the space there.
    [[nodiscard]] Box part(const Row& row, std::size_t from, std::size_t to, const std::vector<Atom>& atoms,
                           std::optional<Atom> before, int level = 0) const;
    [[nodiscard]] Box row(const Row& row, int level = 0) const;
    /// Returns the letter size in px; level 1 is a script, 2 a script of a script.
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
    [[nodiscard]] Box marginal(const Scripted& scripted, Box&& base, int level) const;
    [[nodiscard]] Box cells(const Table& table, int level) const;
    [[nodiscard]] Color color_of(const Node& node) const {
        return node.live ? setting_.accent : setting_.text;
    }

    Setting setting_;
};

}  // namespace poslab::formula_detail
