#pragma once

#include "app/gui/history.hpp"
#include "core/figure/palette.hpp"
#include "core/views/view.hpp"

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

enum class Tool { pan, zoom };

/// What the window knows of one view: its values and those it started from.
struct ViewState {
    const View* view = nullptr;
    Values values;
    Values defaults;
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

    /// `gesture`: what the user is in the middle of; changes of different gestures are different steps.
    void begin_frame(Gesture gesture) { gesture_ = gesture; }
    [[nodiscard]] const History& history() const { return history_; }
    /// Goes to the view of the change, too. False at the end.
    bool undo();
    bool redo();

    /// Values from elsewhere (a session): nothing to be undone. Those that do not fit are brought to the nearest that do.
    void restore(std::string_view view_id, const Values& values);

    [[nodiscard]] Style style() const { return {theme, language}; }

    Theme theme = Theme::light;
    Language language = Language::english;
    Tool tool = Tool::pan;
    bool reduced_motion = false;
    static constexpr std::array<int, 5> sizes{100, 125, 150, 175, 200};
    int percent = 100;    // size of everything, one of `sizes`
    bool welcome = true;  // the card for those who see the program first

  private:
    void apply(const Change& change, bool after);

    std::vector<ViewState> views_;
    std::size_t chosen_ = 0;
    History history_;
    Gesture gesture_ = 0;
};

/// The value with this id, or null.
[[nodiscard]] const Value* value_of(const View& view, const Values& values, std::string_view id);

/// `values` with the ones of `stages` taken from `from`.
[[nodiscard]] Values with_stages(const View& view, Values values, const Values& from, std::initializer_list<Stage> stages);

/// Whether no value of `stage` differs.
[[nodiscard]] bool same_stage(const View& view, const Values& a, const Values& b, Stage stage);

}  // namespace poslab
