#pragma once

#include "core/base/job.hpp"
#include "core/base/number_format.hpp"
#include "core/figure/figure.hpp"
#include "core/figure/palette.hpp"
#include "core/params/descriptor.hpp"
#include "core/views/data.hpp"

#include <cmath>
#include <concepts>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

class Engine;

/// How the values of an array that has fewer values than its extents have cells were derived from them.
enum class Reduction {
    points,  // a selection: for a curve its ends, its break points and evenly spaced samples between them
    window,  // pooled as the parameter `pool` says; a higher `resolution` gives more values
    pool,    // pooled as the parameter `pool` says
    means,
    maxima,
    largest,   // in absolute value
    farthest,  // largest error against the definition
};

struct ArrayInfo {
    std::string_view name;
    std::string_view axes;  // "rows, cols"
    std::string_view unit;
    Text help{};
    bool when_named = false;   // computed only if requested by name, or by a figure that draws it
    bool conditional = false;  // exists only with certain parameters, which `help` names
    Reduction reduction = Reduction::points;
};

struct FigureInfo {
    std::string_view id;  // the first figure of a view is the default: the main figure with its companion
    Text title;
    std::vector<std::string_view> arrays;  // the arrays that it draws
    bool offered = true;  // false: a part of another figure, which the window does not offer separately
    // parameters without effect on this figure: the window does not list them next to it
    std::vector<std::string_view> idle{};
    bool fixed = false;  // no parameter has an effect
};

struct ValueInfo {
    std::string_view name;
    Text help{};
};

/// The section of the rail that lists a view.
enum class Section { positions, attention, memory, rotation, learn };

struct ViewInfo {
    std::string_view id{};
    Text title;        // heading of the figure
    Text short_title;  // in the rail
    Section section = Section::positions;
    Text summary;             // one sentence
    std::string_view source;  // article
    // true: choices such as a preset or a file carry over between this view and the others
    bool shares = true;
    bool trains = false;  // the window offers to train its models
    // index into Palette::curves for the current values when others are compared with them
    std::size_t own_color = 1;
    std::vector<FigureInfo> figures{};
    std::vector<ArrayInfo> arrays{};
    std::vector<ValueInfo> values{};
};

/// The data requested from a view, in addition to its parameters of stage `window`.
struct SampleRequest {
    std::vector<std::string> arrays;  // empty: all arrays of the view
    // maximum columns of a pooled matrix, unless the parameter `resolution` sets them
    std::int64_t width = 1024;
    std::int64_t height = 1024;
    std::int64_t curve_points = 65'536;                        // maximum points of a curve
    static constexpr std::int64_t figure_curve_points = 4096;  // for a figure: no screen shows more
    std::function<void(Data)> publish;  // receives coarse results while the sampling runs; may be empty

    [[nodiscard]] bool wants(std::string_view name) const {
        if (arrays.empty()) return true;
        for (const std::string& array : arrays)
            if (array == name) return true;
        return false;
    }
};

/// The pointer over a figure: its panel and its data coordinates there. Not a parameter.
struct Cursor {
    bool active = false;
    bool companion = false;
    std::size_t panel = 0;
    double x = 0, y = 0;
    std::string figure{};   // which of the view's figures; empty: the one being drawn, or the first
    bool marginal = false;  // over Figure::marginal: x is the row, y the quantity
};

struct Style {
    Theme theme = Theme::light;
    Language language = Language::english;
};

/// One set of parameters with its data; a figure compares several of them (--versus, pins).
struct Variant {
    Values values;
    std::shared_ptr<const Data> data;  // null until something was computed
    std::string label;  // the values that distinguish it from the other variants; empty for a single one
};

inline constexpr Color no_swatch{0, 0, 0, 0};

struct ReadoutRow {
    std::string label;
    std::string value;
    std::string unit;
    Color swatch = no_swatch;
    bool rare = false;  // seldom needed: folded away
    // exact number behind `value`, if it is a single number
    double number = std::numeric_limits<double>::quiet_NaN();
    // the scale that colours `swatch` as the figure colours a cell of value `number`
    std::optional<ColorScale> scale{};
};

/// A value as a readout shows it, and the exact number behind it; NaN if it is not a number.
struct ReadoutValue {
    ReadoutValue(std::string shown_text) : text(std::move(shown_text)) {}
    ReadoutValue(const char* shown_text) : text(shown_text) {}
    template <std::integral Integer>
    ReadoutValue(Integer whole)
        : text(format_integer(static_cast<std::int64_t>(whole))), number(static_cast<double>(whole)) {}
    ReadoutValue(double value, std::string shown_text) : text(std::move(shown_text)), number(value) {}
    std::string text;
    double number = std::numeric_limits<double>::quiet_NaN();
};
[[nodiscard]] inline ReadoutValue readout_value(double number, std::string text) {
    return {number, std::move(text)};
}
/// Returns the number as `format(number, options...)` writes it.
template <class Format, class... Options>
requires std::invocable<const Format&, double, const Options&...>
[[nodiscard]] ReadoutValue readout_value(double number, const Format& format, const Options&... options) {
    return {number, format(number, options...)};
}
/// Returns the number with at most `decimals` digits after the point; "–" if it is not finite.
[[nodiscard]] inline ReadoutValue readout_value(double number, int decimals, int significant = 9) {
    return {number, std::isfinite(number) ? format_number(number, decimals, significant) : "–"};
}

/// A text to paste elsewhere, e.g. into a model's config.
struct Snippet {
    std::string label;  // "rope_parameters"
    std::string text;
};

/// The exact values under the pointer, and the formula with those numbers.
struct Readout {
    std::string where;              // "pointer", "last query"
    std::vector<ReadoutRow> heads;  // three columns: query i, key j, distance
    std::vector<ReadoutRow> rows;
    /// Lines of one block in formula markup (core/figure/formula.hpp), aligned at &: first the definition,
    /// which may have several lines, then the numbers.
    std::vector<std::string> formula;
    std::string notes;
    std::vector<std::string> warnings;  // one sentence each, above the notes
    std::vector<Snippet> snippets;      // texts to copy, below the notes
};

/// A view with its types erased: plain values in, plain values out. ViewOf (view_of.hpp) makes one from a
/// typed view.
class View {
  public:
    virtual ~View() = default;

    [[nodiscard]] virtual const ViewInfo& info() const = 0;
    [[nodiscard]] virtual std::span<const Descriptor> parameters() const = 0;
    [[nodiscard]] virtual Values defaults() const = 0;
    /// Returns the values that the window starts with, which show the point of the view at first sight; a
    /// command line starts with the defaults. If they name a preset, they include all values of that preset.
    [[nodiscard]] virtual Values opening() const { return defaults(); }
    /// Returns for each parameter whether it has an effect with these values.
    [[nodiscard]] virtual std::vector<bool> used(const Values& values) const = 0;
    /// Throws UsageError for values that are each in range but cannot be combined.
    [[nodiscard]] virtual Values checked(const Values& values) const = 0;
    /// Returns the nearest values that can be combined; for the window, where one slider moves at a time.
    [[nodiscard]] virtual Values adjusted(const Values& values) const = 0;

    /// Returns the values after a drag along `stroke` (data coordinates, in order) in a panel that accepts
    /// strokes (`PanelDrag::Kind::draw` and `place`). During the drag it is called repeatedly, always with
    /// the values from before the drag and the whole stroke up to now.
    [[nodiscard]] virtual Values apply_stroke(const Values& values, std::string_view /*parameter*/,
                                              std::span<const Point> /*stroke*/) const {
        return values;
    }

    /// Returns the number that an optional parameter left to the program takes with these values; empty if
    /// that is the end of its track.
    [[nodiscard]] virtual std::optional<double> resolved_auto_value(const Values& /*values*/,
                                                                    std::string_view /*parameter*/) const {
        return std::nullopt;
    }

    /// Returns the portion of `prepared` that other parameters can reuse, small or shared with it; empty if
    /// there is none.
    [[nodiscard]] virtual Held reusable(const Held& /*prepared*/) const { return {}; }
    /// Computes everything that depends on parameters of stage `prepare` only. `reusable` is empty or comes
    /// from this view, made while its files were unchanged.
    [[nodiscard]] virtual Held prepare(const Values& values, const Engine& engine, const Job& job,
                                       const Held& reusable = {}) const = 0;
    [[nodiscard]] virtual Data sample(const Values& values, const Held& prepared,
                                      const SampleRequest& request, const Engine& engine,
                                      const Job& job) const = 0;
    [[nodiscard]] virtual Figure figure(std::string_view id, std::span<const Variant> variants,
                                        const Style& style, const Cursor& cursor) const = 0;
    [[nodiscard]] virtual Readout readout(std::span<const Variant> variants, const Style& style,
                                          const Cursor& cursor) const = 0;
};

/// Returns the figure with this id, for an empty one the first; null if the view has no such figure.
[[nodiscard]] const FigureInfo* find_figure(const View& view, std::string_view id);

/// Returns the index of the parameter with this id, or -1.
[[nodiscard]] int parameter_index(const View& view, std::string_view id);

/// Returns the value with this id, or null.
[[nodiscard]] const Value* value_of(const View& view, const Values& values, std::string_view id);

/// Returns for each parameter whether it has an effect on that figure with these values.
[[nodiscard]] std::vector<bool> used_in(const View& view, const FigureInfo& figure, const Values& values);

/// True if all values of parameters of these stages are equal.
[[nodiscard]] bool same_stages(const View& view, const Values& a, const Values& b,
                               std::initializer_list<Stage> stages);

/// Returns the parameter as its slider shows it with these values: its range is Control::track_from to
/// track_to, or ends at the value of maximum_parameter. An unset parameter is at its automatic value.
[[nodiscard]] Descriptor on_track(const View& view, const Values& values, std::size_t index);

}  // namespace poslab
