#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// What one axis of one plot shows, or what one colour bar goes from and to, where that is not left to the figure.
struct AxisSetting {
    enum class Scale {
        as_is,  // what the figure has
        linear,
        log,
        symlog,  // logarithmic on both sides of 0, linear about it
    };
    std::string figure;  // its id; empty: every figure of the view
    bool y = false;      // else x
    int plot = 1;        // of the figure's plots, or bars, from 1
    Scale scale = Scale::as_is;
    bool limited = false;  // from `low` to `high`; else as far as the data go
    double low = 0, high = 1;
    bool color = false;  // neither x nor y: the colours of a bar
    bool operator==(const AxisSetting&) const = default;

    [[nodiscard]] bool same_axis(const AxisSetting& other) const {
        return figure == other.figure && y == other.y && color == other.color && plot == other.plot;
    }
};

/// Those that are not left to the figures; each axis at most once.
struct AxisSettings {
    static constexpr std::size_t most = 64;
    static constexpr int most_plots = 99;
    std::vector<AxisSetting> list;
    bool operator==(const AxisSettings&) const = default;
};

/// "x:0:100,y:log:0.1:10,errors/y2:symlog,c:0:1", or "auto": for each axis the figure with a slash (none: every one), x or y with
/// the number of the plot (1 is left out), its scale and its limits, either of which may be left out; c are the colours of a bar,
/// whose limits alone can be set.
[[nodiscard]] std::string to_string(const AxisSettings& settings);

/// The inverse. Not good: it is no such text, or are_possible() says no.
struct ReadAxisSettings {
    AxisSettings settings;
    bool good = false;
};
[[nodiscard]] ReadAxisSettings read_axis_settings(std::string_view text);

/// Whether the numbers can be those of axes: finite, low below high, above 0 on a logarithmic axis.
[[nodiscard]] bool are_possible(const AxisSettings& settings);

}  // namespace poslab
