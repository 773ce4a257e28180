#pragma once

#include "app/cli/export.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace poslab {

inline constexpr std::int64_t most_sweep_steps = 100'000;

/// A parameter and its values, one after the other.
struct SweepAxis {
    std::size_t parameter = 0;  // place in the view's list
    std::vector<Value> values;
    std::int64_t requested = 0;  // values before equal neighbours were left out
};

/// What "PARAM=FROM:TO:COUNT" and "PARAM=VALUE,VALUE,…" say (lists, choices of several and files are separated by semicolons).
/// A range is even on the parameter's slider: by Control::spacing; its ends are exact, whole numbers are rounded and come once.
/// "PARAM=FROM:TO:COUNT:ease" goes slowly at both ends and has COUNT values, equal ones among them. So has each of two axes that
/// run `together`, which are equally long. Throws UsageError; TooLarge for more than most_sweep_steps, before any value is made.
[[nodiscard]] std::vector<SweepAxis> sweep_axes(const View& view, const std::vector<std::string>& over, bool together = false);

/// The states of a sweep, row-major: the last axis varies fastest; or all axes at once, `together`. Steps are counted from 0.
class SweepSteps {
  public:
    SweepSteps(Selection shared, const std::vector<std::string>& over, bool together = false);

    [[nodiscard]] std::int64_t size() const;
    /// Steps before equal neighbours were left out.
    [[nodiscard]] std::int64_t requested() const;
    /// Different states among them: with what is not used left aside. Throws UsageError, InputError.
    [[nodiscard]] std::int64_t distinct() const;
    /// "60 steps requested, 56 differ", or frames; nothing if all do.
    [[nodiscard]] std::vector<Sentence> notes(bool frames = false) const;
    [[nodiscard]] const std::vector<SweepAxis>& axes() const { return axes_; }
    /// Whether every value of one axis meets every value of the other.
    [[nodiscard]] bool is_grid() const { return axes_.size() == 2 && !together_; }
    [[nodiscard]] const Descriptor& descriptor(std::size_t axis) const;
    [[nodiscard]] const Value& value(std::int64_t step, std::size_t axis) const;
    /// With what the values of the axes stand for (Descriptor::fills). Throws UsageError, InputError.
    [[nodiscard]] Selection selection(std::int64_t step) const;
    /// "w = 16, k = 2".
    [[nodiscard]] std::string caption(std::int64_t step, Language language) const;
    /// Throws the first error among all states, with its step named; Cancelled.
    void check(const Job& job) const;

  private:
    Selection shared_;
    std::vector<SweepAxis> axes_;
    bool together_;
};

}  // namespace poslab
