#pragma once

#include "app/gui/canvas.hpp"
#include "app/gui/widgets/toast.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/folds.hpp"
#include "app/state/player.hpp"
#include "app/state/store.hpp"
#include "core/figure/formula.hpp"

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

/// Parameters, Readout, Formula, Display and Notes. A changed parameter goes through Store::set.
class Inspector {
  public:
    static constexpr int tab_place = 4;  // of its controls in the order of Tab
    void draw(Ui& ui, Store& store, Player& player, const Canvas& canvas, Rect area, bool small);

    /// From where to where a slider goes instead of its own track.
    using Range = std::optional<std::pair<double, double>>;
    /// One parameter of the view by itself, at the left upper corner of `column`; returns how high it is.
    double draw_one(Ui& ui, Store& store, Player& player, std::size_t index, Rect column, const Range& range = {});

    /// The parameter for which a file is to be chosen, once.
    [[nodiscard]] std::optional<std::size_t> take_wanted_file() { return std::exchange(wanted_file_, std::nullopt); }
    /// The parameter of which a film is to be made, once.
    [[nodiscard]] std::optional<std::size_t> take_recorded() { return std::exchange(recorded_, std::nullopt); }
    /// What the user should be told, once.
    [[nodiscard]] std::optional<Toast> take_notice() { return std::exchange(notice_, std::nullopt); }

  private:
    void section(Ui& ui, Store& store, Part part, std::string_view right, const std::function<void()>& draw);
    [[nodiscard]] bool open(const Store& store, Part part, double room_after);
    /// Draws the heading; true if it was clicked.
    bool heading(Ui& ui, const Store& store, Part part, std::string_view right, bool open);
    void warning_count(Ui& ui, double middle) const;
    void draw_parameters(Ui& ui, const Store& store, Player& player, Values& values, Part part);
    [[nodiscard]] std::vector<std::size_t> listed(const Store& store, Part part) const;
    void value_row(Ui& ui, const Store& store, std::size_t index, Value& value);
    void draw_rows(Ui& ui, const Readout& readout, bool rare);
    /// Beside a parameter that other views share: whether it is linked. Clicked, or Ctrl U where it has the focus: the other.
    void link_mark(Ui& ui, const Store& store, std::size_t index, double middle);
    void take_link_wish(Store& store);
    void slider_row(Ui& ui, const Store& store, Player& player, std::size_t index, Value& value);
    /// What is pinned has a place of its own below: controls stay where they are.
    void draw_dock(Ui& ui, Store& store, const Canvas& canvas, Rect dock);
    [[nodiscard]] double dock_height(const Store& store, const Canvas& canvas) const;
    [[nodiscard]] static double pins_height(std::size_t pins, bool two);
    void draw_pins(Ui& ui, const Store& store, const Canvas& canvas);
    void draw_pin_name(Ui& ui, const Store& store, std::size_t place, Rect rect);
    void draw_pin(Ui& ui, const Store& store, std::size_t place, std::string_view label, Color swatch);
    void draw_comparison(Ui& ui, const Store& store, bool wipes);
    void take_refill_wish(Store& store);
    void take_pin_wish(Store& store);
    /// Another value than the one that was typed.
    void note_rounded(const Store& store, std::size_t index, const Value& typed);
    void draw_readout(Ui& ui, const Readout& readout);
    void draw_formula(Ui& ui, const Readout& readout);
    void draw_notes(Ui& ui, const Store& store, const Readout& readout);
    void draw_warnings(Ui& ui, const Readout& readout);
    void draw_snippets(Ui& ui, const Store& store, const Readout& readout);
    [[nodiscard]] double notes_height(const Ui& ui, const Store& store, const Readout& readout) const;
    void separator(Ui& ui);
    void draw_scrolled(Ui& ui, Store& store, Player& player, const Canvas& canvas);
    void keep_offset(const Ui& ui, const Store& store, double scrolled);
    void draw_parts(Ui& ui, Store& store, Player& player, const Canvas& canvas);

    std::array<double, part_count> heights_{};
    double notes_need_ = 0;
    std::size_t warnings_ = 0;
    /// What was done to a pin, until the parameters of the frame are taken.
    struct PinWish {
        enum class What { up, exchange, show, remove, begin_name, begin_name_by_clicks, name } what = What::exchange;
        std::size_t place = 0;
        std::string name{};
    };
    std::optional<PinWish> pin_wish_;
    std::optional<std::size_t> named_pin_;  // whose name is being typed
    bool name_begins_ = false;
    std::optional<std::size_t> exchanged_at_;  // how many steps there were to be undone right after a pin was exchanged
    std::vector<std::pair<std::size_t, Value>> beside_wish_;  // parameters and what is to be set beside their values
    std::optional<Comparison::How> comparison_wish_;
    std::optional<std::size_t> link_wish_;  // a parameter to be linked or unlinked
    std::optional<std::size_t> typed_;      // in this frame
    std::optional<std::size_t> wanted_file_;
    std::optional<std::size_t> refill_wish_;  // the preset or file whose values are to be restored
    std::optional<std::size_t> recorded_;
    std::optional<Toast> notice_;
    const Figure* figure_ = nullptr;         // that is shown
    Part revealed_ = part_count;             // was unfolded just now
    double offset_ = 0;                      // how far it is scrolled
    std::map<const View*, double> offsets_;  // how far each view's was
    std::optional<double> returning_;        // how far it is to be scrolled again
    const View* scrolled_of_ = nullptr;
    double x_ = 0, y_ = 0, width_ = 0;  // the column being drawn
    /// Whether notes are open by themselves: decided once for a view and a height, so that they do not come and go with the
    /// pointer.
    std::pair<const View*, double> notes_of_{};
    bool notes_open_ = false;
    Rect area_;
    double whole_height_ = 0;  // with the dock
    bool small_ = false;
    bool alone_ = false;          // a parameter is drawn by itself
    Range range_;                 // of it
    std::string formula_markup_;  // what formula_ was made from
    std::optional<Formula> formula_;
    std::string formula_of_;  // the definition that formula_height_ belongs to
    double formula_width_ = 0, formula_height_ = 0;
};

}  // namespace poslab
