#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A scale and limits set by the user for one axis of a plot or for one colour bar.
struct AxisSetting {
    enum class Scale {
        as_is,  // the figure's own scale
        linear,
        log,
        symlog,  // logarithmic on both sides of 0, linear around 0
    };
    std::string figure;  // its id; empty: every figure of the view
    bool y = false;      // true: y axis; false: x axis
    int plot = 1;        // number of the plot or colour bar in the figure, from 1
    Scale scale = Scale::as_is;
    bool limited = false;  // limits are `low` and `high`; otherwise those of the data
    double low = 0, high = 1;
    bool color = false;  // the limits of a colour bar; `y` is then false
    bool operator==(const AxisSetting&) const = default;

    [[nodiscard]] bool same_axis(const AxisSetting& other) const {
        return figure == other.figure && y == other.y && color == other.color && plot == other.plot;
    }
};

/// The settings of all axes that differ from the figures' defaults; at most one per axis.
struct AxisSettings {
    static constexpr std::size_t most = 64;
    static constexpr int max_plots = 99;
    std::vector<AxisSetting> list;
    bool operator==(const AxisSettings&) const = default;
};

/// Returns "x:0:100,y:log:0.1:10,errors/y2:symlog,c:0:1", or "auto" if the list is empty. Each entry is the
/// figure's id and a slash (absent: every figure), x or y with the number of the plot (absent: 1), the scale
/// and the limits, either of which may be absent. c is a colour bar, which has limits only.
[[nodiscard]] std::string to_string(const AxisSettings& settings);

/// The result of parsing the text of to_string(). `good` is false if the text has another form or
/// are_possible() is false.
struct ReadAxisSettings {
    AxisSettings settings;
    bool good = false;
};
[[nodiscard]] ReadAxisSettings read_axis_settings(std::string_view text);

/// True if the limits are valid: finite, low below high, and above 0 on a logarithmic axis.
[[nodiscard]] bool are_possible(const AxisSettings& settings);

}  // namespace poslab
