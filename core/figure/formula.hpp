#pragma once

#include "core/figure/draw_list.hpp"
#include "core/figure/text_metrics.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

namespace formula_detail {
struct Tree;
}  // namespace formula_detail

// Formula markup is a part of LaTeX's mathematics; any of its characters may also be written in Unicode (Δ, −, ≤, 10⁷):
//   letters (italic), digits, + - * / = < > ( ) [ ] | , ; !, Greek, \le \ne \approx \in \times \cdot \infty \dots and so on;
//   _{} ^{} ', \frac{}{}, \sqrt{}, \sum \prod \int, \min \max \log \cos \mod \operatorname{}, \mathrm{}, \text{} (any language);
//   \left( \right) with ( ) [ ] \{ \} | \lfloor \rfloor \lceil \rceil or "." for none;
//   \begin{} \end{} of cases, matrix, pmatrix, bmatrix, with & and \\;
//   \, \: \; \! \quad \qquad; \live{} is ours: the numbers of the moment, in the accent colour.
// Lines of a block are separated by \\; at & they are aligned with each other, as in LaTeX's "aligned".
// A comma between digits belongs to the number if exactly three digits follow it (65,536), unless a space does.

/// Markup that is not understood: what is wrong, and at which byte of the markup.
class FormulaError : public std::runtime_error {
  public:
    FormulaError(std::size_t position, const std::string& reason);
    [[nodiscard]] std::size_t position() const { return position_; }

  private:
    std::size_t position_;
};

/// A formula that has been understood; cheap to copy, may be shared between threads.
class Formula {
  public:
    explicit Formula(std::shared_ptr<const formula_detail::Tree> tree) : tree_(std::move(tree)) {}
    [[nodiscard]] const formula_detail::Tree& tree() const { return *tree_; }

  private:
    std::shared_ptr<const formula_detail::Tree> tree_;
};

/// Throws FormulaError; also for markup beyond 16 KiB or nested deeper than 24 levels.
[[nodiscard]] Formula parse_formula(std::string_view markup);

struct FormulaStyle {
    double size = 17;  // px, of letters that are no scripts
    Color text;
    Color accent;          // \live{}
    double max_width = 0;  // px; 0: any
};

/// A formula in its place: px, the origin is the top left corner of its box.
struct FormulaBox {
    double width = 0, height = 0;
    double baseline = 0;  // of the first line, from the top
    double size = 0;      // px, what was used
    std::vector<DrawCommand> commands;
};

/// Wider formulas than max_width are broken before relations and operators; if that is not enough the size goes down, to 12 px
/// (or the size asked for, if smaller) at least, and what is still too wide stays so.
[[nodiscard]] FormulaBox layout_formula(const Formula& formula, const TextMetrics& metrics, const FormulaStyle& style);

/// The commands of a formula whose box has its top left corner at `origin`.
[[nodiscard]] std::vector<DrawCommand> commands_at(const FormulaBox& box, Point origin);

/// One block of several lines.
[[nodiscard]] std::string joined_lines(std::span<const std::string> lines);

/// What LaTeX with amsmath compiles, without the dollar signs; several or aligned lines stand in "aligned". Throws FormulaError.
[[nodiscard]] std::string latex_of(std::string_view markup);

/// One line of Unicode: p(Δ) = w + (Δ − w)/k. Throws FormulaError.
[[nodiscard]] std::string plain_text_of(std::string_view markup);

}  // namespace poslab
