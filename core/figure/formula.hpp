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

// Formula markup is a subset of LaTeX's mathematics; any character may be written in Unicode (Δ, −, ≤, 10⁷):
//   letters (italic), digits, + - * / = < > ( ) [ ] | , ; !, Greek, \le \ne \approx \in \times \cdot
//   \infty \dots etc.;
//   _{} ^{} ', \frac{}{}, \sqrt{}, \sum \prod \int, \min \max \log \cos \mod \operatorname{}, \mathrm{},
//   \text{} (any language);
//   \left( \right) with ( ) [ ] \{ \} | \lfloor \rfloor \lceil \rceil or "." for none;
//   \begin{} \end{} of cases, matrix, pmatrix, bmatrix, with & and \\;
//   \, \: \; \! \quad \qquad; and \live{}, which is PosLab's own: current values, in the accent colour.
// Lines of a block are separated by \\ and aligned at &, as in LaTeX's "aligned".
// A comma between digits belongs to the number if exactly three digits follow (65,536), unless a space does.

/// A syntax error in markup: the reason and its byte position.
class FormulaError : public std::runtime_error {
  public:
    FormulaError(std::size_t position, const std::string& reason);
    [[nodiscard]] std::size_t position() const { return position_; }

  private:
    std::size_t position_;
};

/// A parsed formula; cheap to copy, may be shared between threads.
class Formula {
  public:
    explicit Formula(std::shared_ptr<const formula_detail::Tree> tree) : tree_(std::move(tree)) {}
    [[nodiscard]] const formula_detail::Tree& tree() const { return *tree_; }

  private:
    std::shared_ptr<const formula_detail::Tree> tree_;
};

/// Parses markup. Throws FormulaError, also if it exceeds 16 KiB or 24 levels of nesting.
[[nodiscard]] Formula parse_formula(std::string_view markup);

struct FormulaStyle {
    double size = 17;  // px, of letters that are not scripts
    Color text;
    Color accent;          // \live{}
    double max_width = 0;  // px; 0: unlimited
};

/// A formula after layout: px, the origin is the top left corner of its box.
struct FormulaBox {
    double width = 0, height = 0;
    double baseline = 0;  // of the first line, from the top
    double size = 0;      // px, the size that was used
    std::vector<DrawCommand> commands;
};

/// Lays a formula out. Formulas wider than max_width are broken before relations and operators, then shrunk
/// to at least 12 px (or the requested size, if smaller); a formula that is still too wide stays so.
[[nodiscard]] FormulaBox layout_formula(const Formula& formula, const TextMetrics& metrics,
                                        const FormulaStyle& style);

/// Returns the commands of a formula whose box has its top left corner at `origin`.
[[nodiscard]] std::vector<DrawCommand> commands_at(const FormulaBox& box, Point origin);

/// Joins lines into one block.
[[nodiscard]] std::string joined_lines(std::span<const std::string> lines);

/// Returns LaTeX for amsmath, without dollar signs; several or aligned lines are in "aligned". Throws
/// FormulaError.
[[nodiscard]] std::string latex_of(std::string_view markup);

/// Returns one line of Unicode: p(Δ) = w + (Δ − w)/k. Throws FormulaError.
[[nodiscard]] std::string plain_text_of(std::string_view markup);

}  // namespace poslab
