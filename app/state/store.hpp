#pragma once

#include "app/cli/command_line.hpp"
#include "app/state/folds.hpp"
#include "app/state/history.hpp"
#include "app/state/lesson_settings.hpp"
#include "app/state/parameter_help.hpp"
#include "app/state/shared_parameters.hpp"
#include "app/state/visit.hpp"
#include "core/documents/session.hpp"
#include "core/figure/palette.hpp"
#include "core/views/view.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

enum class Tool { pan, zoom };

/// What the window knows of one view.
struct ViewState {
    const View* view = nullptr;
    Values values;
    Values baseline;      // what sliders go back to: View::opening, or what the preset or the config gives
    Values command_line;  // the same on a command line: View::defaults, or what the preset or the config gives
    /// The parameters that each preset, config or model has set, by its index.
    std::map<std::size_t, std::vector<std::size_t>> filled{};
    const FigureInfo* figure = nullptr;  // the one that is shown
    Pins pins{};                         // what is compared with them, at most Store::most_pins
    Comparison comparison{};             // how a single one of them is
    Unlinked unlinked{};                 // parameters that only this view sets
    /// Whether a hand has asked for all of this, however long it takes. A new length, and what came from elsewhere, are shown
    /// coarse first where they take long.
    bool asked = true;
};

/// The plain state of the window. Widgets edit a copy of the values and hand it to set(); the next frame starts from it.
///
/// Every set() is recorded for undo. Those of one gesture are one step: begin_frame() is told which, if any.
class Store {
  public:
    explicit Store(std::span<const View* const> views);

    [[nodiscard]] std::span<const ViewState> views() const { return views_; }
    [[nodiscard]] const ViewState& current() const { return views_.at(chosen_); }
    [[nodiscard]] const View& view() const { return *current().view; }
    [[nodiscard]] const Values& values() const { return current().values; }

    /// Throws UsageError for an unknown view.
    void choose(std::string_view view_id);

    /// The one way in which values change: they are brought to the nearest ones that fit together.
    /// Values that nothing can be made of are refused: false, and nothing has changed.
    bool set(const Values& values);
    /// The same, as a step of its own gesture.
    bool set(const Values& values, Gesture gesture);

    /// set() for what a hand has changed. A parameter that fills others takes them along, in this view and in all others that have
    /// them, as one step. What cannot be read leaves everything as it was; take_refusal() then has the sentence.
    bool edit(const Values& values);
    bool edit(const Values& values, Gesture gesture);
    /// Values of a whole command line: taken as they are; what the preset or config among them stands for goes into the other
    /// views.
    bool open(const Values& values, bool undoable);
    /// Values of several views, by their ids, as one step of undo; views that are not here are passed over.
    void open_all(const std::map<std::string, Values, std::less<>>& values);
    [[nodiscard]] std::optional<Sentence> take_refusal();
    /// True if the parameter, a preset, config or model, has set values that were changed since.
    [[nodiscard]] bool is_modified(std::size_t index) const;
    /// Sets its values again.
    void refill(std::size_t index);
    [[nodiscard]] StandardValues standard_values(std::size_t index) const {
        return {current().baseline[index], current().command_line[index]};
    }

    /// The figure of the chosen view that is shown; not a step of undo.
    [[nodiscard]] const FigureInfo& figure() const { return *current().figure; }
    /// False, and nothing happens, if the view has no such figure or the window does not offer it; `parts`: parts of others, too.
    bool choose_figure(std::string_view view_id, std::string_view figure_id, bool parts = false);

    static constexpr std::size_t most_pins = WindowOptions::most_pins;
    [[nodiscard]] const Pins& pins() const { return current().pins; }
    /// Keeps the present values of the chosen view. False: there is no room for more, or they are kept already.
    bool pin();
    /// Sets these beside the present values, one step of undo; what is there already is passed over. False: not all had room.
    bool pin_beside(const std::vector<Values>& others);
    /// These take a place in pins().
    void unpin(std::size_t place);
    void show_pin(std::size_t place, bool shown);
    /// Empty: it is called by what sets it apart again.
    void name_pin(std::size_t place, std::string_view name);
    /// Moves a pin up by one; the first one and the current values change places.
    void raise_pin(std::size_t place);
    /// The pin becomes the present and the present the pin, which has no name.
    void exchange_pin(std::size_t place);
    /// Of the chosen view; not a step of undo.
    void compare(const Comparison& comparison) { views_[chosen_].comparison = comparison; }
    /// Other pins, as a step of undo.
    void replace_pins(Pins pins) { change_pins(std::move(pins), values()); }
    /// Other values of the chosen view, brought to the nearest that fit together, and other pins beside them, at most most_pins:
    /// one step of undo, none where they are as they were. Throws as View::adjusted().
    void replace_all(const Values& values, Pins pins);
    /// Pins from elsewhere (a session, a command line): nothing to be undone.
    void restore_pins(std::string_view view_id, Pins pins, const Comparison& comparison = {});

    /// Whether a parameter of the chosen view is set by what is chosen in other views, too, unless it is unlinked.
    [[nodiscard]] bool is_shared(std::size_t index) const { return shared_.contains(view(), view().parameters()[index].id); }
    [[nodiscard]] bool is_linked(std::size_t index) const { return !current().unlinked.contains(view().parameters()[index].id); }
    /// A step of undo.
    void link(std::size_t index, bool linked);
    /// Those of a view from elsewhere (a session): nothing to be undone. What it does not share is passed over.
    void restore_unlinked(std::string_view view_id, const Unlinked& unlinked);

    /// All of the chosen view, however long it takes.
    void ask_for_all() { views_[chosen_].asked = true; }

    /// `gesture`: what the user is in the middle of; changes of different gestures are different steps.
    void begin_frame(Gesture gesture) { gesture_ = gesture; }
    [[nodiscard]] const History& history() const { return history_; }
    /// Goes to the view of the change, too. False at the end.
    bool undo();
    bool redo();

    /// Steps of an earlier start.
    void restore_history(std::vector<Change> done, std::vector<Change> undone) {
        history_.restore(std::move(done), std::move(undone));
    }

    /// Values from elsewhere (a session): nothing to be undone. Those that do not fit are brought to the nearest that do.
    void restore(std::string_view view_id, const Values& values);

    [[nodiscard]] Style style() const { return {theme, language}; }

    Theme theme = Theme::light;
    Language language = Language::english;
    Tool tool = Tool::pan;
    bool reduced_motion = false;
    static constexpr std::array<int, 5> sizes{100, 125, 150, 175, 200};
    int percent = 100;  // size of everything, one of `sizes`
    Folds folds{};      // of the inspector
    static constexpr std::size_t most_recent = 8;
    std::vector<std::string> recent;  // files that were opened, the newest first
    void note_opened(const std::string& path);
    LessonSettings lessons{};
    std::optional<Visit> visit{};  // a state that is shown for a while, and the way back from it
    bool welcome = true;           // the card for those who see the program first

  private:
    void apply(const Change& change, bool after);
    void change_pins(Pins next, const Values& values);
    void assign(std::size_t view, Values values);
    void assign_unasked(std::size_t view, Values values);
    [[nodiscard]] std::vector<std::size_t> filling(const Values& before, const Values& after) const;
    [[nodiscard]] std::vector<Values> filled(const Values& values, std::span<const std::size_t> filling, bool keep) const;
    void take(std::vector<Values> next, std::optional<Gesture> step);

    std::vector<ViewState> views_;
    SharedParameters shared_;
    std::size_t chosen_ = 0;
    History history_;
    Gesture gesture_ = 0;
    std::optional<Sentence> refusal_;
};

/// Those that the window offers, in their order.
[[nodiscard]] std::vector<const FigureInfo*> offered_figures(const View& view);

/// The value with this id, or null.
[[nodiscard]] const Value* value_of(const View& view, const Values& values, std::string_view id);

/// `values` with the ones of `stages` taken from `from`.
[[nodiscard]] Values with_stages(const View& view, Values values, const Values& from, std::initializer_list<Stage> stages);

/// Whether no value of `stages` differs.
[[nodiscard]] bool same_stages(const View& view, const Values& a, const Values& b, std::initializer_list<Stage> stages);

}  // namespace poslab
