#pragma once

#include "core/params/value.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// Cells that a pooled matrix has at the most.
inline constexpr std::int64_t max_matrix_cells = 16'777'216;

/// What has to be done again when the parameter changes (docs/architecture.md): all; only samples are taken anew, `window` where it
/// says which part is looked at, so that data of before can be shown there meanwhile; nothing but the picture.
enum class Stage { prepare, sample, window, style };

enum class Kind { toggle, integer, real, choice, interval, resolution, optional_real, list, file, choice_list, axes };

/// The longest list of numbers: one per rotary pair of the largest head.
inline constexpr std::size_t most_numbers = 2048;

struct Choice {
    std::string_view id{};  // lower-case words with hyphens: command line and JSON
    Text label{};
    std::span<const std::array<double, 2>> sketch{};  // a line in the unit square, y upwards, beside the label in a menu
    Text source{};                                    // where it was published; empty: see Descriptor::source
    std::string_view alias{};                         // another id that is read as this one, and not written
    Text effect{};                                    // one sentence on what it does; may be empty
};

template <class Enum>
struct EnumChoice {
    Enum value;
    std::string_view id;
    Text label;
};
/// The choices of a parameter of an enumeration, each with the enumerator that it stands for; does not compile where they are not
/// in the enumeration's order.
template <class Enum, std::size_t count>
[[nodiscard]] consteval std::array<Choice, count> choices(const EnumChoice<Enum> (&list)[count]) {
    std::array<Choice, count> result{};
    for (std::size_t n = 0; n < count; ++n) {
        if (static_cast<std::size_t>(list[n].value) != n) throw "choices must stand in the order of their enumeration";
        result[n] = {list[n].id, list[n].label};
    }
    return result;
}

/// Which values a parameter may have, and what they are called.
struct Domain {
    double minimum = 0;
    double maximum = 0;
    bool open_minimum = false;        // the lower end itself is excluded
    bool open_maximum = false;        // the upper one
    bool whole = false;               // of a list or an optional number: whole ones only
    Choice unset{"auto", "auto"_tr};  // what an optional number is called that is left to the program
    std::span<const Choice> choices{};
    std::span<const Choice> (*choices_of)() = nullptr;  // where they are known at run time only
    /// Index of the choice that another spelling means; negative if there is none. Null: ids and aliases alone are read.
    std::int32_t (*choice_meant)(std::string_view) = nullptr;
    std::string_view second{};       // id of the parameter that takes what follows the x of "24x32" (parse_values())
    std::span<const Text> states{};  // of a toggle, what false and true are called where two names say more than a switch
};

/// What it is set with.
enum class Widget {
    by_kind,  // of numbers a slider, but of an optional one only where Control::track_end is given
    slider,   // of an optional number, too: over its whole range
    buttons,  // for the next one and the one before: a small number to choose one of several things
    colors,   // a list of colour maps, each with its colours: the ids of the choices are their names
};

/// How a slider spreads the range: evenly; by the logarithm (the lower end is then at least one step above 0); or by the logarithm
/// of what is left to the upper end, for numbers such as 0.999 that are told apart by how little they are below it.
enum class Spacing { linear, logarithmic, logarithmic_to_maximum };

/// How Play runs it.
struct Play {
    enum class Run {
        sweep,    // a piece of the track
        count,    // on from its value at an even pace
        through,  // the whole track forward, and begins again at its end
    };
    bool first = false;  // what Play runs unless another one was touched last
    Run run = Run::sweep;
};

/// Where the inspector lists it.
enum class Listed {
    by_stage,   // apart from what is computed, where it changes only how that is shown and has no slider
    prominent,  // among the parameters although it only changes what is shown of the same numbers
    rare,       // seldom needed: folded away
    nowhere,    // set by other gestures (zoom, pan)
};

/// How the window lets one set it; which values it may have is the same whatever stands here.
struct Control {
    Widget widget = Widget::by_kind;
    Spacing spacing = Spacing::linear;
    /// Id of an integer parameter of the same view, at whose value the slider ends (on_track()); Domain::maximum stays what is
    /// allowed. Or of a real one, where a range that is as wide on both sides of 0 ends on both. An optional number then has a
    /// slider, too, and unset it stands for View::stands_for(), or for that end.
    std::string_view track_end{};
    double track_from = 0, track_to = 0;  // where a slider lies while its value is inside (on_track()); equal: over the whole range
    double unset_at = std::numeric_limits<double>::quiet_NaN();  // where the knob of an unset one is; on_track() fills it in
    Play play{};
    Listed listed = Listed::by_stage;
    /// The largest value that a preset, a config or a model sets; the user can set more.
    double max_filled = std::numeric_limits<double>::infinity();
    int order = 0;  // in the inspector lower ones come first, equal ones as they are listed
};

/// Everything about a parameter but its default, which is the initialiser of the struct's member. Slider, tooltip, flag,
/// JSON key, documentation row, undo label and fuzz domain come from here.
struct Descriptor {
    std::string_view id{};
    Text label{};
    std::string_view symbol{};  // as in formulas, e.g. "w"; may be empty
    Text unit{};
    Text help{};
    Text source{};  // where what it stands for was published (docs/formulas.md); empty: the program's own affair
    Stage stage = Stage::prepare;
    Domain domain{};
    Control control{};
    /// What a value stands for: {id: value} of other parameters, in whatever view has them. Null: for itself only.
    /// Throws InputError for a file that cannot be read.
    nlohmann::json (*fills)(const Value&) = nullptr;
    bool (*accepts)(const std::string& path) = nullptr;  // of a file: whether one dropped on the window is for this parameter
    Kind kind = Kind::real;                              // filled in from the member's type
};

/// Where what the parameter stands for with this value was published: of a choice its own source, if it has one.
[[nodiscard]] Text source_of(const Descriptor& descriptor, const Value& value);

/// "256", "true", "leaky-rerope", "alibi,t5" (in the order of the choices), "10:20", "300x200", "16,24,24", a path; what is unset
/// gives "all" (intervals), "auto" (resolutions; optional numbers have their own word) or "none" (lists, files; a file of that
/// name is "./none").
[[nodiscard]] std::string to_string(const Descriptor& descriptor, const Value& value);

/// The inverse, as the command line reads it. Numbers may be written 1e6, 2^12, 128k (read_number(); of tokens 128 times 1024).
/// Throws UsageError naming parameter, value, range.
[[nodiscard]] Value parse_value(const Descriptor& descriptor, std::string_view text);

/// Throws UsageError naming parameter, value and range if `value` is of the wrong kind or outside the range.
void check_value(const Descriptor& descriptor, const Value& value);

/// "[0, 16777216]", "(1, 1e+12]", "rope, pi, …", "none, or some of alibi, t5, … separated by commas".
[[nodiscard]] std::string range_text(const Descriptor& descriptor);

}  // namespace poslab
