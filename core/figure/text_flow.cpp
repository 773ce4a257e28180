#include "core/figure/text_flow.hpp"

#include "core/base/utf8.hpp"
#include "core/figure/draw_move.hpp"
#include "core/figure/formula.hpp"
#include "core/figure/text_fit.hpp"

#include <algorithm>
#include <utility>

namespace poslab {

namespace {

constexpr double formula_share = 1.12;  // relative to the text's size: letters of the formula face are lower

/// An unbreakable unit: a word, a Chinese character or a formula.
struct Atom {
    double width = 0, space = 0;        // space before it, unless it begins a line
    double above = 0, below = 0;        // extent above and below the baseline
    bool glued = false;                 // to the previous atom
    std::vector<DrawCommand> commands;  // origin at the left end of the baseline
};

class Cutter {
  public:
    Cutter(const TextMetrics& metrics, const FlowStyle& style) : metrics_(metrics), style_(style) {}

    std::vector<Atom> atoms(std::span<const FlowPiece> pieces) {
        for (const FlowPiece& piece : pieces) {
            if (piece.is_formula)
                add_formula(piece);
            else
                add_text(piece);
        }
        return std::move(atoms_);
    }

  private:
    void add_formula(const FlowPiece& piece) {
        const FormulaBox box =
            layout_formula(parse_formula(piece.text), metrics_,
                           {style_.size * formula_share, piece.color, piece.accent, style_.width});
        const bool breaks = std::exchange(spaces_, 0) > 0 || is_wide(last_);
        Atom atom{box.width, space_, box.baseline, box.height - box.baseline, !breaks, box.commands};
        for (DrawCommand& command : atom.commands) move_by(command, {0, -box.baseline});
        atoms_.push_back(std::move(atom));
        space_ = 0;
        last_ = U'x';
    }

    void add_text(const FlowPiece& piece) {
        std::string word;
        std::string_view rest = piece.text;
        while (!rest.empty()) {
            const char32_t c = next_code_point(rest);
            if (c == U' ') {
                end_word(word, piece);
                space_ = metrics_.width(" ", piece.font, style_.size);
                ++spaces_;
                last_ = c;
                continue;
            }
            const bool between = (is_wide(c) || is_wide(last_)) && !closes_text(c) && !opens_text(last_);
            const bool too_wide = !word.empty() && has_width(c, metrics_, piece.font, style_.size) &&
                                  metrics_.width(word + "mm", piece.font, style_.size) > style_.width;
            if (between || too_wide) {
                end_word(word, piece);
                breaks_ = true;
            }
            append_utf8(word, c);
            last_ = c;
        }
        end_word(word, piece);
    }

    void end_word(std::string& word, const FlowPiece& piece) {
        if (word.empty()) return;
        const bool breaks = spaces_ > 0 || breaks_;
        Atom atom{
            metrics_.width(word, piece.font, style_.size), space_, 0, 0, !breaks && !atoms_.empty(), {}};
        atom.commands.push_back(
            TextRun{std::exchange(word, {}), {0, 0}, piece.font, style_.size, piece.color, Align::left});
        atoms_.push_back(std::move(atom));
        spaces_ = 0;
        breaks_ = false;
        space_ = 0;
    }

    const TextMetrics& metrics_;
    FlowStyle style_;
    std::vector<Atom> atoms_;
    double space_ = 0;
    int spaces_ = 0;
    bool breaks_ = false;
    char32_t last_ = 0;
};

class Lines {
  public:
    explicit Lines(const FlowStyle& style) : style_(style) {}

    /// Adds a run of atoms that stay together, unless they are wider than a line.
    void add(std::span<Atom> run) {
        double width = 0;
        for (const Atom& atom : run) width += atom.width + (&atom == run.data() ? 0 : atom.space);
        if (run.size() > 1 && width > style_.width) {
            for (Atom& atom : run) add(std::span(&atom, 1));
            return;
        }
        if (!line_.empty() && x_ + run.front().space + width > style_.width) end();
        for (Atom& atom : run) {
            if (!line_.empty() || &atom != run.data()) x_ += atom.space;
            for (DrawCommand& command : atom.commands) move_by(command, {x_, 0});
            x_ += atom.width;
            above_ = std::max(above_, atom.above);
            below_ = std::max(below_, atom.below);
            line_.push_back(std::move(atom));
        }
    }

    std::vector<FlowLine> take() {
        if (!line_.empty()) end();
        return std::move(lines_);
    }

  private:
    void end() {
        // In a line without tall formulas, the text is vertically centred.
        const double text_above = style_.pitch / 2 + baseline_shift * style_.size,
                     text_below = style_.pitch - text_above;
        FlowLine line;
        line.baseline = std::max(text_above, above_ + 1);
        line.height = line.baseline + std::max(text_below, below_ + 1);
        line.width = x_;
        for (Atom& atom : line_)
            for (DrawCommand& command : atom.commands) {
                move_by(command, {0, line.baseline});
                line.commands.push_back(std::move(command));
            }
        lines_.push_back(std::move(line));
        line_.clear();
        x_ = above_ = below_ = 0;
    }

    FlowStyle style_;
    std::vector<FlowLine> lines_;
    std::vector<Atom> line_;
    double x_ = 0, above_ = 0, below_ = 0;
};

}  // namespace

std::vector<FlowLine> flow_text(std::span<const FlowPiece> pieces, const TextMetrics& metrics,
                                const FlowStyle& style) {
    std::vector<Atom> atoms = Cutter(metrics, style).atoms(pieces);
    Lines lines(style);
    for (std::size_t begin = 0; begin < atoms.size();) {
        std::size_t end = begin + 1;
        while (end < atoms.size() && atoms[end].glued) ++end;
        lines.add(std::span(atoms).subspan(begin, end - begin));
        begin = end;
    }
    return lines.take();
}

std::vector<DrawCommand> commands_at(std::span<const FlowLine> lines, Point origin) {
    std::vector<DrawCommand> all;
    for (const FlowLine& line : lines) {
        for (DrawCommand command : line.commands) {
            move_by(command, origin);
            all.push_back(std::move(command));
        }
        origin.y += line.height;
    }
    return all;
}

double height_of(std::span<const FlowLine> lines) {
    double height = 0;
    for (const FlowLine& line : lines) height += line.height;
    return height;
}

}  // namespace poslab
