#pragma once

#include "app/gui/widgets/ui.hpp"
#include "core/params/value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The box with the equivalent command line and a button that copies it.
class CommandBox {
  public:
    /// Wraps the command to a box of this width.
    [[nodiscard]] static std::vector<std::string> lines(const Ui& ui, std::string_view command, double width);
    /// Height of the box for this many lines.
    [[nodiscard]] static double height(std::size_t lines);

    /// Draws as many of `lines` as fit in `box`.
    void draw(Ui& ui, Language language, const std::string& command, const std::vector<std::string>& lines,
              Rect box);

  private:
    void draw_copy(Ui& ui, Language language, const std::string& command, Rect box);

    double copied_at_ = -10;
};

}  // namespace poslab
