#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/parameter_help.hpp"
#include "core/params/descriptor.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// Where a row of the inspector lies: its left end, its top, its width, and at least how wide its label is.
struct RowPlace {
    double x = 0, y = 0, width = 0, label = 88;
    bool stacked = false;  // the label is above the control, which then has all of the width
    static constexpr double label_line = 14;
};

/// What the user did with a row.
struct RowTouch {
    std::optional<Value> value;
    std::vector<Value> beside;  // to be set beside the present one
    bool pick_file = false;     // a file is to be chosen for it
    bool refill = false;        // the parameters that it fills get its values again
    std::string complaint;      // a text was given up that could not be taken: why
    double pitch = 40;          // from the top of the row to that of the next one
};

/// Whether there is a row for parameters of this kind: all but sliders and what other gestures set.
[[nodiscard]] bool has_row(const Descriptor& descriptor);

/// The parameter that a row shows.
struct RowParameter {
    const Descriptor& descriptor;
    const Value& value;
    const StandardValues& standard;
    bool modified = false;  // Store::is_modified()
};

/// Draws the row of a choice, several of them, a switch, an optional number, a list or a file.
RowTouch parameter_row(Ui& ui, const RowPlace& place, const RowParameter& parameter, Language language);

}  // namespace poslab
