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

/// The values that presets, configs and models set.
struct FilledValues {
    Values baseline;  // View::defaults for the parameters that none of them sets
    /// The parameters that each of them sets, by its index.
    std::map<std::size_t, std::vector<std::size_t>> places{};
};
/// Reads the files that `values` name for this; unreadable ones are skipped.
[[nodiscard]] FilledValues read_filled(const View& view, const Values& values);
/// Returns the indices of the parameters whose files read_filled() reads.
[[nodiscard]] std::vector<std::size_t> filling_files(const View& view, const Values& values);

/// The window's state of one view.
struct ViewState {
    const View* view = nullptr;
    Values values;
    Values baseline;      // values that sliders reset to: View::opening, or those of the preset or config
    Values command_line;  // the same on the command line: View::defaults, or those of the preset or config
    /// The parameters that each preset, config or model has set, by its index.
    std::map<std::size_t, std::vector<std::size_t>> filled{};
    const FigureInfo* figure = nullptr;  // the shown figure
    Pins pins{};                         // at most Store::max_pins
    Comparison comparison{};             // display of a single shown pin
    Unlinked unlinked{};                 // parameters that only this view sets
    /// True if the user confirmed a slow computation. If false, as after a larger length or values from other
    /// views, a slow computation stops at a coarse result.
    bool confirmed = true;
    /// True while filling_files() wait to be read; `baseline` is then as if they were unreadable.
    bool unread = false;
};

/// The plain state of the window. Widgets edit a copy of the values and pass it to set(); the next frame
/// starts from it.
///
/// Every set() is recorded for undo. Calls with the same gesture (begin_frame()) are one step.
class Store {
  public:
    explicit Store(std::span<const View* const> views);

    [[nodiscard]] std::span<const ViewState> views() const { return views_; }
    [[nodiscard]] const ViewState& current() const { return views_.at(chosen_); }
    [[nodiscard]] const View& view() const { return *current().view; }
    [[nodiscard]] const Values& values() const { return current().values; }

    /// Chooses a view. Throws UsageError for an unknown one.
    void choose(std::string_view view_id);

    /// Sets all values, adjusted to the nearest valid ones. Returns false, with nothing changed, if there are
    /// none.
    bool set(const Values& values);
    /// The same as a step of the given gesture.
    bool set(const Values& values, Gesture gesture);

    /// Sets values that the user changed. A parameter that fills others also sets those, in this view and in
    /// all others that have them, as one step. On failure nothing changes and take_refusal() returns the
    /// reason.
    bool edit(const Values& values);
    bool edit(const Values& values, Gesture gesture);
    /// Sets the values of a whole command line unchanged; the parameters that a preset or config among them
    /// fills are also set in the other views.
    bool open(const Values& values, bool undoable);
    /// Sets the values of several views, by their ids, as one undo step; unknown views are skipped.
    void open_all(const std::map<std::string, Values, std::less<>>& values);
    [[nodiscard]] std::optional<Message> take_refusal();
    /// True if values that the parameter (a preset, config or model) has set were changed since.
    [[nodiscard]] bool is_modified(std::size_t index) const;
    /// Sets the values of that preset, config or model again.
    void refill(std::size_t index);
    /// Returns the index of a view whose files wait to be read, if any: read_filled() may take seconds, so it
    /// belongs on another thread.
    [[nodiscard]] std::optional<std::size_t> unread_view() const;
    /// Takes what read_filled() returned for `values`; ignored if the view now has other files.
    void take_filled(std::size_t view, const Values& values, FilledValues filled);
    /// Treats the files that wait as unreadable ones.
    void leave_unread();
    [[nodiscard]] StandardValues standard_values(std::size_t index) const {
        return {current().baseline[index], current().command_line[index]};
    }

    /// Returns the shown figure of the chosen view; not part of undo.
    [[nodiscard]] const FigureInfo& figure() const { return *current().figure; }
    /// Shows a figure. Returns false, with no effect, if the view has no such figure or the window does not
    /// offer it; `parts` also allows parts of other figures.
    bool choose_figure(std::string_view view_id, std::string_view figure_id, bool parts = false);

    static constexpr std::size_t max_pins = WindowOptions::max_pins;
    [[nodiscard]] const Pins& pins() const { return current().pins; }
    /// Pins the current values of the chosen view. Returns false if the list is full or has them already.
    bool pin();
    /// Pins several values as one undo step; those already pinned are skipped. Returns false if not all fit.
    bool pin_alongside(const std::vector<Values>& others);
    /// These take an index into pins().
    void unpin(std::size_t index);
    void show_pin(std::size_t index, bool shown);
    /// An empty name restores the automatic label.
    void name_pin(std::size_t index, std::string_view name);
    /// Moves a pin up by one; the first one is swapped with the current values.
    void raise_pin(std::size_t index);
    /// Swaps a pin with the current values; the new pin has no name.
    void exchange_pin(std::size_t index);
    /// Sets the comparison of the chosen view; not part of undo.
    void compare(const Comparison& comparison) { views_[chosen_].comparison = comparison; }
    /// Replaces the pins as one undo step.
    void replace_pins(Pins pins) { change_pins(std::move(pins), values()); }
    /// Replaces the values of the chosen view, adjusted to the nearest valid ones, and its pins, at most
    /// max_pins, as one undo step; none if nothing changes. Throws as View::adjusted().
    void replace_all(const Values& values, Pins pins);
    /// Sets pins from a session or command line, without an undo step.
    void restore_pins(std::string_view view_id, Pins pins, const Comparison& comparison = {});

    /// True if choices in other views also set the parameter of the chosen view, unless it is unlinked.
    [[nodiscard]] bool is_shared(std::size_t index) const {
        return shared_.contains(view(), view().parameters()[index].id);
    }
    [[nodiscard]] bool is_linked(std::size_t index) const {
        return !current().unlinked.contains(view().parameters()[index].id);
    }
    /// Links or unlinks a parameter, as an undo step.
    void link(std::size_t index, bool linked);
    /// Sets the unlinked parameters of a view from a session, without an undo step. Parameters that are not
    /// shared are skipped.
    void restore_unlinked(std::string_view view_id, const Unlinked& unlinked);

    /// Requests the complete result of the chosen view, however long it takes.
    void confirm_slow() { views_[chosen_].confirmed = true; }

    /// `gesture`: the user's current gesture; changes of different gestures are different undo steps.
    void begin_frame(Gesture gesture) { gesture_ = gesture; }
    [[nodiscard]] const History& history() const { return history_; }
    /// Undoes a step and chooses its view. Returns false at the end.
    bool undo();
    bool redo();

    /// Restores the steps of an earlier session.
    void restore_history(std::vector<Change> done, std::vector<Change> undone) {
        history_.restore(std::move(done), std::move(undone));
    }

    /// Sets values from a session, adjusted to the nearest valid ones, without an undo step.
    void restore(std::string_view view_id, const Values& values);

    [[nodiscard]] Style style() const { return {theme, language}; }

    Theme theme = Theme::light;
    Language language = Language::english;
    Tool tool = Tool::pan;
    bool reduced_motion = false;
    static constexpr std::array<int, 5> sizes{100, 125, 150, 175, 200};
    int percent = 100;  // interface size, one of `sizes`
    Folds folds{};      // of the inspector
    static constexpr std::size_t max_recent = 8;
    std::vector<std::string> recent;  // opened files, the newest first
    void note_opened(const std::string& path);
    LessonSettings lessons{};
    std::optional<Visit> visit{};  // a temporarily shown state, and the state before it
    bool welcome = true;           // the card for first-time users

  private:
    void apply(const Change& change, bool after);
    void change_pins(Pins next, const Values& values);
    void assign(std::size_t view, Values values);
    void assign_unconfirmed(std::size_t view, Values values);
    [[nodiscard]] std::vector<std::size_t> filling(const Values& before, const Values& after) const;
    [[nodiscard]] std::vector<Values> filled(const Values& values, std::span<const std::size_t> filling,
                                             bool keep) const;
    void take(std::vector<Values> next, std::optional<Gesture> step);

    std::vector<ViewState> views_;
    SharedParameters shared_;
    std::size_t chosen_ = 0;
    History history_;
    Gesture gesture_ = 0;
    std::optional<Message> refusal_;
};

/// Returns the figures that the window offers, in order.
[[nodiscard]] std::vector<const FigureInfo*> offered_figures(const View& view);

/// Returns `values` with the parameters of `stages` taken from `from`.
[[nodiscard]] Values with_stages(const View& view, Values values, const Values& from,
                                 std::initializer_list<Stage> stages);

}  // namespace poslab
