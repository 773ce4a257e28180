#pragma once

#include "app/gui/widgets/ui.hpp"
#include "app/state/parameter_help.hpp"
#include "core/params/descriptor.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The position of a row of the inspector, its width and the minimum width of its label.
struct RowGeometry {
    double x = 0, y = 0, width = 0, label = 88;
    bool stacked = false;  // the label is above the control, which has the full width
    static constexpr double label_line = 14;
};

/// The user's input on a row.
struct RowResult {
    std::optional<Value> value;
    std::vector<Value> compare;  // values to compare with the current one
    bool pick_file = false;      // the user requested the file dialog
    bool refill = false;         // restore the values of the preset or file
    std::string complaint;       // why an abandoned text was rejected
    double pitch = 40;           // distance to the top of the next row
};

/// The parameter that a row shows.
struct RowParameter {
    const Descriptor& descriptor;
    const Value& value;
    const StandardValues& standard;
    bool modified = false;  // Store::is_modified()
};

/// Draws the row of a choice, several of them, a switch, an optional number, a list or a file.
RowResult parameter_row(Ui& ui, const RowGeometry& geometry, const RowParameter& parameter,
                        Language language);

}  // namespace poslab
