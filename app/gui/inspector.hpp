#pragma once

#include "app/gui/canvas.hpp"
#include "app/gui/widgets/toast.hpp"
#include "app/gui/widgets/ui.hpp"
#include "app/state/folds.hpp"
#include "app/state/player.hpp"
#include "app/state/store.hpp"
#include "app/state/view_parameter.hpp"
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

/// The pane with Parameters, Readout, Formula, Display and Notes. A changed parameter goes through
/// Store::edit.
class Inspector {
  public:
    static constexpr int tab_place = 4;  // position of its controls in the Tab order
    void draw(Ui& ui, Store& store, Player& player, const Canvas& canvas, Rect area, bool small);

    /// The ends of a slider's track, instead of the usual ones.
    using Range = std::optional<std::pair<double, double>>;
    /// Draws one parameter of the view alone at the upper left of `column`; returns its height.
    double draw_one(Ui& ui, Store& store, Player& player, std::size_t index, Rect column,
                    const Range& range = {});

    /// Returns the parameter that needs a file, once.
    [[nodiscard]] std::optional<ViewParameter> take_wanted_file() {
        return std::exchange(wanted_file_, std::nullopt);
    }
    /// Returns the parameter to record a film of, once.
    [[nodiscard]] std::optional<ViewParameter> take_recorded() {
        return std::exchange(recorded_, std::nullopt);
    }
    /// Returns a message for the user, once.
    [[nodiscard]] std::optional<Toast> take_notice() { return std::exchange(notice_, std::nullopt); }

  private:
    void section(Ui& ui, Store& store, Part part, std::string_view right, const std::function<void()>& draw);
    [[nodiscard]] bool open(const Store& store, Part part, double room_after);
    /// Draws the heading; returns true if it was clicked.
    bool heading(Ui& ui, const Store& store, Part part, std::string_view right, bool open);
    void warning_count(Ui& ui, double middle) const;
    void draw_parameters(Ui& ui, const Store& store, Player& player, Values& values, Part part);
    [[nodiscard]] std::vector<std::size_t> listed(const Store& store, Part part) const;
    void value_row(Ui& ui, const Store& store, std::size_t index, Value& value);
    void draw_rows(Ui& ui, const Readout& readout, bool rare);
    /// Marks whether a shared parameter is linked. A click, or Ctrl U with the focus on the parameter,
    /// toggles it.
    void link_mark(Ui& ui, const Store& store, std::size_t index, double middle);
    void apply_requested_link(Store& store);
    void slider_row(Ui& ui, const Store& store, Player& player, std::size_t index, Value& value);
    /// Draws the pins in a dock of their own below, so that the controls do not move.
    void draw_dock(Ui& ui, Store& store, const Canvas& canvas, Rect dock);
    [[nodiscard]] double dock_height(const Store& store, const Canvas& canvas) const;
    [[nodiscard]] static double pins_height(std::size_t pins, bool two);
    void draw_pins(Ui& ui, const Store& store, const Canvas& canvas);
    void draw_pin_name(Ui& ui, const Store& store, std::size_t index, Rect rect);
    void draw_pin(Ui& ui, const Store& store, std::size_t index, std::string_view label, Color swatch);
    void draw_comparison(Ui& ui, const Store& store, bool can_wipe);
    void apply_requested_refill(Store& store);
    void apply_pin_requests(Store& store);
    /// Notes that a typed value was replaced by another one.
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
    /// The readout of the canvas's variants and pointer.
    [[nodiscard]] const Readout& readout(const Store& store, const Canvas& canvas);

    std::array<double, part_count> heights_{};
    double notes_need_ = 0;
    std::size_t warnings_ = 0;
    /// An action on a pin, pending until the parameters of the frame are applied.
    struct PinChange {
        enum class What {
            up,
            exchange,
            show,
            remove,
            begin_name,
            begin_name_by_clicks,
            name
        } what = What::exchange;
        std::size_t place = 0;
        std::string name{};
    };
    std::optional<PinChange> requested_pin_change_;
    std::optional<std::size_t> named_pin_;  // the pin whose name is being typed
    bool name_begins_ = false;
    std::optional<std::size_t> exchanged_at_;                     // undo steps right after a pin was swapped
    std::vector<std::pair<std::size_t, Value>> compare_request_;  // parameters and the values to pin
    std::optional<Comparison::How> requested_comparison_;
    std::optional<std::size_t> requested_link_;  // a parameter to be linked or unlinked
    std::optional<std::size_t> typed_;           // a parameter with a typed value, in this frame
    std::optional<ViewParameter> wanted_file_;
    std::optional<std::size_t> requested_refill_;  // the preset or file to restore
    std::optional<ViewParameter> recorded_;
    std::optional<Toast> notice_;
    const Figure* figure_ = nullptr;         // the shown figure
    Part revealed_ = part_count;             // the section unfolded just now
    double offset_ = 0;                      // current scroll offset
    std::map<const View*, double> offsets_;  // scroll offset of each view
    std::optional<double> returning_;        // scroll offset to restore
    const View* scrolled_of_ = nullptr;
    double x_ = 0, y_ = 0, width_ = 0;  // the column being drawn
    /// True if notes open automatically: decided once per view and height, so that the pointer does not
    /// toggle them.
    std::pair<const View*, double> notes_of_{};
    bool notes_open_ = false;
    Rect area_;
    double whole_height_ = 0;  // including the dock
    bool small_ = false;
    bool alone_ = false;      // a parameter is drawn alone (draw_one)
    Range range_;             // of that parameter
    FigureSource read_from_;  // the source of readout_
    Readout readout_;
    struct FormulaKey {
        std::string markup;
        double width = 0;
        Color text, accent;
        bool operator==(const FormulaKey&) const = default;
    };
    std::optional<FormulaKey> formula_key_;  // of formula_
    FormulaBox formula_;
    std::string formula_of_;  // the definition for which formula_height_ was measured
    double formula_width_ = 0, formula_height_ = 0;
};

}  // namespace poslab
