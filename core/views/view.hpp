#pragma once

#include "core/base/job.hpp"
#include "core/figure/figure.hpp"
#include "core/figure/palette.hpp"
#include "core/params/descriptor.hpp"
#include "core/views/data.hpp"

#include <functional>
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

/// How an array that has fewer values than its extents have cells was made from them.
enum class Reduction {
    points,  // some of them: of a curve its ends, its break points and an even thinning between
    window,  // as the parameter `pool` says; the parameter `resolution` gives more
    pool,    // as the parameter `pool` says
    means,
    maxima,
    largest,   // in absolute value
    farthest,  // from the definition
};

struct ArrayInfo {
    std::string_view name;
    std::string_view axes;  // "rows, cols"
    std::string_view unit;
    Text help{};
    bool when_named = false;   // not among all arrays: comes only where it, or a figure that draws it, is asked for
    bool conditional = false;  // only with certain parameters, which `help` names
    Reduction reduction = Reduction::points;
};

struct FigureInfo {
    std::string_view id;  // the first one is the default: the main figure with its companion
    Text title;
    std::vector<std::string_view> arrays;  // what it needs
    bool offered = true;                   // false: a part of another one, which the window does not offer by itself
    std::vector<std::string_view> idle{};  // parameters that change nothing in it: the window does not list them beside it
    bool fixed = false;                    // none does
};

struct ValueInfo {
    std::string_view name;
    Text help{};
};

/// Where the rail lists a view.
enum class Section { positions, attention, memory, rotation, learn };

struct ViewInfo {
    std::string_view id{};
    Text title;        // heading of the figure
    Text short_title;  // in the rail
    Section section = Section::positions;
    Text summary;             // one sentence
    std::string_view source;  // article
    bool shares = true;   // what is chosen in one view (a preset, a file) reaches the others; false: neither from here nor to here
    bool trains = false;  // its models can be trained: the window offers it there
    std::size_t own_color = 1;  // among Palette::curves, that of the present values where others are beside them
    std::vector<FigureInfo> figures{};
    std::vector<ArrayInfo> arrays{};
    std::vector<ValueInfo> values{};
};

/// What is looked at, beside the parameters of stage `window`.
struct SampleRequest {
    std::vector<std::string> arrays;  // empty: all that the view has
    std::int64_t width = 1024;        // most columns of a pooled matrix, unless the parameter `resolution` says otherwise
    std::int64_t height = 1024;
    std::int64_t curve_points = 65'536;                        // most points of a curve
    static constexpr std::int64_t figure_curve_points = 4096;  // what a figure asks for: no screen shows more
    std::function<void(Data)> publish;                         // coarse answers on the way; may be empty

    [[nodiscard]] bool wants(std::string_view name) const {
        if (arrays.empty()) return true;
        for (const std::string& array : arrays)
            if (array == name) return true;
        return false;
    }
};

/// The pointer over a figure: which panel, and where in its data coordinates. Not a parameter.
struct Cursor {
    bool active = false;
    bool companion = false;
    std::size_t panel = 0;
    double x = 0, y = 0;
    std::string figure{};  // which of the view's figures; empty: the one that is drawn, or the first
    bool beside = false;   // over Figure::beside: x is the row, y the quantity
};

struct Style {
    Theme theme = Theme::light;
    Language language = Language::english;
};

/// One set of parameters with its data; several are compared in one figure (--versus, later: pins).
struct Variant {
    Values values;
    std::shared_ptr<const Data> data;  // null before anything was computed
    std::string label;                 // what sets it apart; empty for a single one
};

inline constexpr Color no_swatch{0, 0, 0, 0};

struct ReadoutRow {
    std::string label;
    std::string value;
    std::string unit;
    Color swatch = no_swatch;
    bool rare = false;                                         // seldom needed: folded away
    double number = std::numeric_limits<double>::quiet_NaN();  // what `value` is short for, where that is one number
    std::optional<ColorScale> scale{};                         // by which `swatch` colours `number` as the figure colours its cells
};

/// A value as it stands in a readout, and the number that it is short for; not finite where it is none.
struct ReadoutValue {
    ReadoutValue(std::string its_text) : text(std::move(its_text)) {}
    ReadoutValue(const char* its_text) : text(its_text) {}
    ReadoutValue(double its_number, std::string its_text) : text(std::move(its_text)), number(its_number) {}
    std::string text;
    double number = std::numeric_limits<double>::quiet_NaN();
};
[[nodiscard]] inline ReadoutValue exact(double number, std::string text) { return {number, std::move(text)}; }

/// A text to be pasted elsewhere, e.g. into a model's config.
struct Snippet {
    std::string label;  // "rope_parameters"
    std::string text;
};

/// Exact values under the pointer, and the formula with those numbers in it.
struct Readout {
    std::string where;              // "pointer", "last query"
    std::vector<ReadoutRow> heads;  // three columns: query i, key j, distance
    std::vector<ReadoutRow> rows;
    /// Lines of one block in formula markup (core/figure/formula.hpp), aligned at &: first the definition, which may itself be
    /// several lines, then the numbers.
    std::vector<std::string> formula;
    std::string notes;
    std::vector<std::string> warnings;  // one sentence each, above the notes
    std::vector<Snippet> snippets;      // what can be copied, below the notes
};

/// A view as the shell sees it: plain values in, values out. Made from a typed one by ViewOf (view_of.hpp).
class View {
  public:
    virtual ~View() = default;

    [[nodiscard]] virtual const ViewInfo& info() const = 0;
    [[nodiscard]] virtual std::span<const Descriptor> parameters() const = 0;
    [[nodiscard]] virtual Values defaults() const = 0;
    /// What the window has before anything was touched: values that make the view's point at first sight. Where they have a preset,
    /// all that it stands for is theirs, too. A command line begins with the defaults.
    [[nodiscard]] virtual Values opening() const { return defaults(); }
    /// Per parameter, whether the present choices make use of it.
    [[nodiscard]] virtual std::vector<bool> used(const Values& values) const = 0;
    /// Throws UsageError for values that each are in range but do not fit together.
    [[nodiscard]] virtual Values checked(const Values& values) const = 0;
    /// The nearest values that fit together, for the window, where one slider moves at a time.
    [[nodiscard]] virtual Values adjusted(const Values& values) const = 0;

    /// The values after the mouse was drawn along `stroke` (data coordinates, in their order) in a panel that asks for it
    /// (PanelDrag::Kind::draw and place). While it is drawn, each time with the values from before and all of the stroke so far.
    [[nodiscard]] virtual Values drawn(const Values& values, std::string_view /*parameter*/,
                                       std::span<const Point> /*stroke*/) const {
        return values;
    }

    /// The number that an optional one is, left to the program, with these values; none: the end of its track.
    [[nodiscard]] virtual std::optional<double> stands_for(const Values& /*values*/, std::string_view /*parameter*/) const {
        return std::nullopt;
    }

    using Prepared = std::shared_ptr<const void>;
    /// What of something prepared other parameters may take over, small or shared with it; null: nothing.
    using Reusable = std::shared_ptr<const void>;
    [[nodiscard]] virtual Reusable reusable(const Prepared& /*prepared*/) const { return nullptr; }
    /// What depends on parameters of stage `prepare` only. `reusable`: of this view, made while its files were what they are; or
    /// null.
    [[nodiscard]] virtual Prepared prepare(const Values& values, const Engine& engine, const Job& job,
                                           const Reusable& reusable = nullptr) const = 0;
    [[nodiscard]] virtual Data sample(const Values& values, const Prepared& prepared, const SampleRequest& request,
                                      const Engine& engine, const Job& job) const = 0;
    [[nodiscard]] virtual Figure figure(std::string_view id, std::span<const Variant> variants, const Style& style,
                                        const Cursor& cursor) const = 0;
    [[nodiscard]] virtual Readout readout(std::span<const Variant> variants, const Style& style, const Cursor& cursor) const = 0;
};

/// The parameter with this id, or -1.
[[nodiscard]] int parameter_index(const View& view, std::string_view id);

/// Per parameter, whether the present choices make use of it in that figure.
[[nodiscard]] std::vector<bool> used_in(const View& view, const FigureInfo& figure, const Values& values);

/// The parameter as its slider has it beside these values: its range is Control::track_from to track_to, or ends where track_end
/// says, unset it is at what it stands for.
[[nodiscard]] Descriptor on_track(const View& view, const Values& values, std::size_t index);

}  // namespace poslab
