#pragma once

#include "app/gui/widgets/ui.hpp"
#include "core/params/value.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The command as it is shown: of long lists of numbers the first and the last. Only the whole one is of use to a shell.
[[nodiscard]] std::string shown_command(std::string_view command);

/// Breaks a command before its options, so that every line but the last ends in a backslash and fits `room`; an option stays with
/// its value. Only a single argument wider than `room` makes a line that does not fit.
[[nodiscard]] std::vector<std::string> command_lines(std::string_view command, const std::function<double(std::string_view)>& width,
                                                     double room);

/// The box with the command that does the same, and a button that copies it whole.
class CommandBox {
  public:
    /// Lines that the command takes in a box of this width.
    [[nodiscard]] static std::vector<std::string> lines(const Ui& ui, std::string_view command, double width);
    /// Height of the box for so many lines.
    [[nodiscard]] static double height(std::size_t lines);

    /// `box` shows as many of `lines` as it is high.
    void draw(Ui& ui, Language language, const std::string& command, const std::vector<std::string>& lines, Rect box);

  private:
    void draw_copy(Ui& ui, Language language, const std::string& command, Rect box);

    double copied_at_ = -10;
};

}  // namespace poslab
