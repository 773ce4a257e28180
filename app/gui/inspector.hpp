#pragma once

#include "app/gui/canvas.hpp"
#include "app/gui/store.hpp"
#include "app/gui/widgets/ui.hpp"
#include "core/figure/formula.hpp"

#include <array>
#include <optional>
#include <string>

namespace poslab {

/// Parameters, Readout, Formula and Notes. A changed parameter goes through Store::set.
class Inspector {
  public:
    void draw(Ui& ui, Store& store, const Canvas& canvas, Rect area, bool small);

  private:
    enum Part { part_parameters, part_readout, part_formula, part_notes, part_count };

    /// Draws the heading, returns whether the part is open.
    bool heading(Ui& ui, const Store& store, Part part, std::string_view right);
    void draw_parameters(Ui& ui, Store& store);
    void draw_readout(Ui& ui, const Readout& readout);
    void draw_formula(Ui& ui, const Readout& readout);
    void draw_notes(Ui& ui, const Store& store, const Readout& readout);
    void choice_row(Ui& ui, const Store& store, const Descriptor& descriptor, Value& value);
    void toggle_row(Ui& ui, const Store& store, const Descriptor& descriptor, Value& value);
    void row_label(Ui& ui, const Store& store, const Descriptor& descriptor, double middle, double width);
    void separator(Ui& ui);
    void scroll(Ui& ui, Rect area);

    std::array<bool, part_count> folded_{};
    double offset_ = 0;                 // how far it is scrolled
    double content_ = 0;                // height of all of it
    double x_ = 0, y_ = 0, width_ = 0;  // the column being drawn
    Rect area_;
    bool small_ = false;
    std::string formula_markup_;  // what formula_ was made from
    std::optional<Formula> formula_;
};

}  // namespace poslab
