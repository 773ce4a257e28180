#pragma once

#include "core/params/value.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace poslab {

/// A parameter's value before and after a change.
struct ParameterChange {
    std::size_t view = 0, index = 0;
    Value before, after;
};

/// Values retained for comparison with the current ones.
struct Pin {
    Values values;
    bool shown = true;
    std::string name{};  // its name in legends; empty: the parameters that differ
    bool operator==(const Pin&) const = default;
};
/// Returns a text as the name of a pin: one line of at most 60 characters, without leading and trailing
/// spaces.
[[nodiscard]] std::string fitting_pin_name(std::string_view text);
using Pins = std::vector<Pin>;

/// The pins of a view before and after a change.
struct PinsChange {
    Pins before, after;
};

/// Ids of a view's unlinked parameters: a preset or a file chosen in another view does not set them.
using Unlinked = std::set<std::string, std::less<>>;

/// The unlinked parameters of a view before and after a change.
struct LinksChange {
    Unlinked before, after;
};

/// The changes of one gesture, in its view and in the others that share the parameters.
struct Change {
    std::size_t view = 0;                     // the view of the gesture
    std::vector<ParameterChange> parameters;  // those of `view` first; may be empty if pins changed
    std::optional<PinsChange> pins{};         // of `view`
    std::optional<LinksChange> links{};       // of `view`
};

/// All values of one view before and after a change.
struct ViewChange {
    std::size_t view = 0;
    Values before, after;
};

/// Changes with the same gesture are one undo step. 0 is no gesture.
using Gesture = std::uint64_t;

/// Undo and redo as a list of changes. Only changed parameters are stored, so gestures that run at the same
/// time (a playing slider, another that is dragged) are separate steps, and each undoes its own parameters.
class History {
  public:
    static constexpr std::size_t max_steps = 20'000;

    /// Adds to the step of the same gesture if that is among the newest; otherwise begins a step and clears
    /// redo. The first of `changes` is the view of the gesture.
    void record(std::span<const ViewChange> changes, Gesture gesture);
    void record(std::size_t view, const Values& before, const Values& after, Gesture gesture);
    /// Records changed pins, and values with them, as a separate step.
    void record(const ViewChange& change, PinsChange pins);
    /// Records that a parameter was unlinked or linked, as a separate step.
    void record(std::size_t view, LinksChange links);

    /// Returns the change to be undone (apply its `before` values) or redone (its `after` values); nullopt at
    /// the end.
    [[nodiscard]] std::optional<Change> undo();
    [[nodiscard]] std::optional<Change> redo();

    [[nodiscard]] std::size_t undo_steps() const { return done_.size(); }
    [[nodiscard]] std::size_t redo_steps() const { return undone_.size(); }
    /// Returns the next change of undo() or redo(); null at the end.
    [[nodiscard]] const Change* next_undo() const { return done_.empty() ? nullptr : &done_.back().change; }
    [[nodiscard]] const Change* next_redo() const {
        return undone_.empty() ? nullptr : &undone_.back().change;
    }

    struct Step {
        Change change;
        Gesture gesture = 0;
    };
    /// Return the steps of undo() and redo(), the next one last.
    [[nodiscard]] const std::deque<Step>& done() const { return done_; }
    [[nodiscard]] const std::vector<Step>& undone() const { return undone_; }
    /// Replaces all steps by those of an earlier session.
    void restore(std::vector<Change> done, std::vector<Change> undone);

  private:
    [[nodiscard]] std::size_t open_step(std::size_t view, Gesture gesture) const;
    static void merge(Change& into, const ViewChange& change);

    std::deque<Step> done_;
    std::vector<Step> undone_;
};

}  // namespace poslab
