#pragma once

#include "core/base/job.hpp"
#include "core/params/value.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// Maximum number of cells of a pooled matrix.
inline constexpr std::int64_t max_matrix_cells = 16'777'216;

/// The work to be redone when the parameter changes (docs/architecture.md). `prepare`: everything; `sample`:
/// only the samples; `window`: also the samples, but previous data are shown in the new window meanwhile;
/// `style`: only the picture.
enum class Stage { prepare, sample, window, style };

enum class Kind {
    toggle,
    integer,
    real,
    choice,
    interval,
    resolution,
    optional_real,
    list,
    file,
    choice_list,
    axes
};

/// Maximum length of a list of numbers: one per rotary pair of the largest head.
inline constexpr std::size_t max_numbers = 2048;

struct Choice {
    std::string_view id{};  // lower-case words with hyphens: command line and JSON
    Text label{};
    /// A line in the unit square, y upwards, next to the label in a menu.
    std::span<const std::array<double, 2>> sketch{};
    Text source{};             // the publication; empty: see Descriptor::source
    std::string_view alias{};  // another id that is accepted when read, never written
    Text effect{};             // one sentence on its effect; may be empty
};

template <class Enum>
struct EnumChoice {
    Enum value;
    std::string_view id;
    Text label;
};
/// Returns the choices of a parameter of an enumeration type. Does not compile unless they are in the order
/// of the enumeration.
template <class Enum, std::size_t count>
[[nodiscard]] consteval std::array<Choice, count> choices(const EnumChoice<Enum> (&list)[count]) {
    std::array<Choice, count> result{};
    for (std::size_t n = 0; n < count; ++n) {
        if (static_cast<std::size_t>(list[n].value) != n)
            throw "choices must be in the order of their enumeration";
        result[n] = {list[n].id, list[n].label};
    }
    return result;
}

/// The values that a parameter may have, and their names.
struct Domain {
    double minimum = 0;
    double maximum = 0;
    bool open_minimum = false;        // the minimum itself is excluded
    bool open_maximum = false;        // the maximum itself is excluded
    bool whole = false;               // a list or an optional number holds integers only
    Choice unset{"auto", "auto"_tr};  // id and label of an optional number that is not set
    std::span<const Choice> choices{};
    std::span<const Choice> (*choices_of)() = nullptr;  // the choices, if known only at run time
    /// Returns the index of the choice that another spelling means, negative if there is none. Null: only ids
    /// and aliases are accepted.
    std::int32_t (*choice_meant)(std::string_view) = nullptr;
    std::string_view second{};  // id of the parameter set by the part after the x of "24x32" (parse_values())
    /// Names of false and true of a toggle, if two names are clearer than a switch.
    std::span<const Text> states{};
};

/// The control that sets the parameter.
enum class Widget {
    by_kind,  // a slider for numbers; for optional numbers only if Control::maximum_parameter is set
    slider,   // a slider, also for an optional number, over the whole range
    buttons,  // previous and next: for a small number that selects one of several things
    colors,   // a list of colour maps with their colours; the choices' ids are the maps' names
};

/// The spacing of a slider: linear; logarithmic in the value (the lower end is then at least one step above
/// 0); or logarithmic in the distance from the maximum, for numbers such as 0.999.
enum class Spacing { linear, logarithmic, logarithmic_to_maximum };

/// How Play animates the parameter.
struct Play {
    enum class Run {
        sweep,    // over a part of the track
        count,    // upwards from the current value at an even pace
        through,  // forward over the whole track, then again from its start
    };
    bool first = false;  // played unless the user last changed another parameter
    bool last = false;   // played only if the user last changed it
    Run run = Run::sweep;
};

/// The section of the inspector that lists the parameter.
enum class Listed {
    by_stage,   // style parameters without a slider separately, the others as parameters
    prominent,  // among the parameters, although it changes only how the same values are shown
    rare,       // in the folded section of rarely needed parameters
    nowhere,    // not listed: set by other gestures (zoom, pan)
};

/// How the window presents the parameter. The allowed values do not depend on it.
struct Control {
    Widget widget = Widget::by_kind;
    Spacing spacing = Spacing::linear;
    /// Id of an integer parameter of the same view whose value is the slider's upper end (on_track());
    /// Domain::maximum still limits the value. If it is a real parameter and the range is symmetric about 0,
    /// the slider ends at ± its value. An optional number with a `maximum_parameter` has a slider; unset, it
    /// means View::resolved_auto_value(), or that end.
    std::string_view maximum_parameter{};
    /// Range of the slider while the value is inside (on_track()); equal: the whole range.
    double track_from = 0, track_to = 0;
    /// Value at which the knob of an unset number is drawn; set by on_track().
    double unset_at = std::numeric_limits<double>::quiet_NaN();
    Play play{};
    Listed listed = Listed::by_stage;
    /// The largest value that a preset, a config or a model sets; the user can set larger ones.
    double max_filled = std::numeric_limits<double>::infinity();
    int order = 0;  // the inspector lists lower ones first, equal ones in the order of declaration
};

/// Everything about a parameter except its default, which is the initialiser of the struct's member. Slider,
/// tooltip, flag, JSON key, documentation row, undo label and fuzz domain are derived from it.
struct Descriptor {
    std::string_view id{};
    Text label{};
    std::string_view symbol{};  // as in formulas, e.g. "w"; may be empty
    Text unit{};
    Text help{};
    Text source{};  // the publication (docs/formulas.md); empty: specific to PosLab
    Stage stage = Stage::prepare;
    Domain domain{};
    Control control{};
    /// Returns the values {id: value} that a value sets for other parameters, in any view that has them.
    /// Null: it sets no others. Throws InputError for a file that cannot be read.
    nlohmann::json (*expand_preset)(const Value&) = nullptr;
    /// For a file parameter: true if a file dropped on the window belongs to it. Throws InputError;
    /// Cancelled.
    bool (*accepts)(const std::string& path, const Job& job) = nullptr;
    Kind kind = Kind::real;  // set from the member's type
};

/// Returns the publication for this value: the source of the choice if it has one, else the parameter's.
[[nodiscard]] Text source_of(const Descriptor& descriptor, const Value& value);

/// Returns "256", "true", "leaky-rerope", "alibi,t5" (in the order of the choices), "10:20", "300x200",
/// "16,24,24" or a path. An unset value is "all" (intervals), "auto" (resolutions; optional numbers have
/// their own name) or "none" (lists, files; a file with that name is "./none").
[[nodiscard]] std::string to_string(const Descriptor& descriptor, const Value& value);

/// Parses the text of to_string(), as on the command line. Numbers may be 1e6, 2^12 or 128k (read_number(); k
/// is 1024 for tokens). Throws UsageError with parameter, value and range.
[[nodiscard]] Value parse_value(const Descriptor& descriptor, std::string_view text);

/// Throws UsageError with parameter, value and range if `value` has the wrong kind or is outside the range.
void check_value(const Descriptor& descriptor, const Value& value);

/// Returns "[0, 16777216]", "(1, 1e+12]", "rope, pi, …", "none, or some of alibi, t5, … separated by commas".
[[nodiscard]] std::string range_text(const Descriptor& descriptor);

}  // namespace poslab
