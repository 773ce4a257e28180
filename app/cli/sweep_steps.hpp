#pragma once

#include "app/cli/export.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

inline constexpr std::int64_t max_sweep_steps = 100'000;

/// A parameter and its values in sequence.
struct SweepAxis {
    std::size_t parameter = 0;  // index in the view's list
    std::vector<Value> values;
    std::int64_t requested = 0;  // number of values before equal neighbours were removed
};

/// Parses "PARAM=FROM:TO:COUNT" and "PARAM=VALUE,VALUE,…" (semicolons separate lists, multiple choices and
/// files). A range is evenly spaced on the parameter's slider (Control::spacing); its ends are exact, and
/// whole numbers are rounded without repetition. "PARAM=FROM:TO:COUNT:ease" slows down at both ends and has
/// COUNT values, with repetition; so does each of two axes of equal length that run `together`.
///
/// Throws UsageError; TooLarge for more than max_sweep_steps, before any value is computed.
[[nodiscard]] std::vector<SweepAxis> sweep_axes(const View& view, const std::vector<std::string>& over,
                                                bool together = false);

/// Returns the --over in the form that the document stores: files have the paths of with_distinct_paths().
[[nodiscard]] std::vector<std::string> stored_over(const View& view, const std::vector<std::string>& over,
                                                   bool together, const std::string& document);

/// The states of a sweep in row-major order (the last axis varies fastest), or of all axes stepped
/// `together`. Steps are counted from 0.
class SweepSteps {
  public:
    SweepSteps(Selection shared, const std::vector<std::string>& over, bool together = false);

    [[nodiscard]] std::int64_t size() const;
    /// Returns the number of steps before equal neighbours were removed.
    [[nodiscard]] std::int64_t requested() const;
    /// Returns the number of different states, ignoring unused parameters. Throws UsageError, InputError,
    /// Cancelled.
    [[nodiscard]] std::int64_t distinct(const Job& job = {}) const;
    /// Returns "60 steps requested, 56 differ" (or "frames"); empty if all differ. Throws as distinct().
    [[nodiscard]] std::vector<Message> notes(bool frames = false, const Job& job = {}) const;
    [[nodiscard]] const std::vector<SweepAxis>& axes() const { return axes_; }
    /// True if the steps combine every value of one axis with every value of the other.
    [[nodiscard]] bool is_grid() const { return axes_.size() == 2 && !together_; }
    [[nodiscard]] const Descriptor& descriptor(std::size_t axis) const;
    [[nodiscard]] const Value& value(std::int64_t step, std::size_t axis) const;
    /// Returns the steps with the paths that the document stores, as in stored_over(); for their values only.
    [[nodiscard]] SweepSteps stored_in(const std::string& document) const;
    /// Returns the state of a step, with the parameters that its values set (Descriptor::fills). Throws
    /// UsageError, InputError.
    [[nodiscard]] Selection selection(std::int64_t step) const;
    /// Returns the caption of a step: "w = 16, k = 2".
    [[nodiscard]] std::string caption(std::int64_t step, Language language) const;
    /// Throws the first error of any state, with its step; Cancelled.
    void check(const Job& job) const;

  private:
    Selection shared_;
    std::vector<SweepAxis> axes_;
    bool together_;
};

}  // namespace poslab
