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

/// One parameter's way from a value to another.
struct ParameterChange {
    std::size_t view = 0, index = 0;
    Value before, after;
};

/// Values that are kept beside the present ones, to be compared with them.
struct Pin {
    Values values;
    bool shown = true;
    std::string name{};  // what legends call it; empty: what sets it apart
    bool operator==(const Pin&) const = default;
};
/// A text as the name of a pin: one line of so many characters at most, without blanks around it.
[[nodiscard]] std::string fitting_pin_name(std::string_view text);
using Pins = std::vector<Pin>;

/// The pins of a view before and after.
struct PinsChange {
    Pins before, after;
};

/// Ids of parameters of a view that are its own: what a preset or a file chosen in another view does not reach.
using Unlinked = std::set<std::string, std::less<>>;

/// Those of a view before and after.
struct LinksChange {
    Unlinked before, after;
};

/// What one gesture did to a view, and to the others that what it set there belongs to as well.
struct Change {
    std::size_t view = 0;                     // where it was done
    std::vector<ParameterChange> parameters;  // those of `view` first; may be none where pins changed
    std::optional<PinsChange> pins{};         // of `view`
    std::optional<LinksChange> links{};       // of `view`
};

/// All values of one view before and after.
struct ViewChange {
    std::size_t view = 0;
    Values before, after;
};

/// Changes that share a gesture are one step of undo. 0 belongs to nothing.
using Gesture = std::uint64_t;

/// Undo and redo as a list of changes. Only the parameters that changed are kept, so that gestures that run at the same
/// time (a slider that plays, another that is dragged) are steps of their own and each takes back its own parameters.
class History {
  public:
    static constexpr std::size_t most_steps = 20'000;

    /// Joins the step of the same gesture if that is among the newest; otherwise begins one and forgets what was undone.
    /// The first of `changes` is of the view where it was done.
    void record(std::span<const ViewChange> changes, Gesture gesture);
    void record(std::size_t view, const Values& before, const Values& after, Gesture gesture);
    /// Pins that changed, and values with them: a step of its own.
    void record(const ViewChange& change, PinsChange pins);
    /// A parameter that was unlinked or linked again: a step of its own.
    void record(std::size_t view, LinksChange links);

    /// The change to be taken back (its `before` values hold) or done again (its `after` values); none at the end.
    [[nodiscard]] std::optional<Change> undo();
    [[nodiscard]] std::optional<Change> redo();

    [[nodiscard]] std::size_t undo_steps() const { return done_.size(); }
    [[nodiscard]] std::size_t redo_steps() const { return undone_.size(); }
    /// The change that undo() would take back, redo() do again; null at the end.
    [[nodiscard]] const Change* next_undo() const { return done_.empty() ? nullptr : &done_.back().change; }
    [[nodiscard]] const Change* next_redo() const { return undone_.empty() ? nullptr : &undone_.back().change; }

    struct Step {
        Change change;
        Gesture gesture = 0;
    };
    /// What undo() takes back and redo() does again, the next one last.
    [[nodiscard]] const std::deque<Step>& done() const { return done_; }
    [[nodiscard]] const std::vector<Step>& undone() const { return undone_; }
    /// Those of an earlier start, in the place of what is here.
    void restore(std::vector<Change> done, std::vector<Change> undone);

  private:
    [[nodiscard]] std::size_t open_step(std::size_t view, Gesture gesture) const;
    static void merge(Change& into, const ViewChange& change);

    std::deque<Step> done_;
    std::vector<Step> undone_;
};

}  // namespace poslab
