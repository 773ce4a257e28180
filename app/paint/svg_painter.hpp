#pragma once

#include "app/paint/picture.hpp"
#include "core/figure/draw_list.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

/// Returns the figure as an SVG file with searchable and editable text, in the same fonts if the viewer has
/// them. The same list always gives the same file; without `background` it is transparent.
[[nodiscard]] std::string paint_svg(const DrawList& list, const PictureMetadata& metadata,
                                    std::optional<Color> background);

/// Colours that differ in the dark theme, as CSS classes; shared by all figures of a page.
class DarkClasses {
  public:
    /// Returns the class, such as "dark3", that sets `property` (fill or stroke) to this colour in the dark
    /// theme.
    [[nodiscard]] std::string class_of(std::string_view property, Color color);
    /// Returns the rules for the dark theme of the page's style sheet.
    [[nodiscard]] std::string rules() const;

  private:
    std::vector<std::pair<std::string, std::string>> rules_;  // name, declarations
};

/// The settings of a figure in an HTML page.
struct SvgInPage {
    std::string prefix;          // prefix of ids, unique per figure
    std::string css_class;       // class of the element
    std::string label;           // text alternative for screen readers
    DarkClasses& dark;           // receives the required classes
    const TextMetrics& metrics;  // metrics of the layout; other fonts are fitted to these widths
};

/// Returns the figure as an HTML element that fills the available width. `dark_list` is the same figure in
/// the dark theme, whose colours apply on a dark page. If its drawing differs, `list` is shown on its own
/// background there.
///
/// Heat maps that differ have the classes "on-light" and "on-dark".
[[nodiscard]] std::string svg_in_page(const DrawList& list, const DrawList& dark_list, Color ground,
                                      const SvgInPage& page);

}  // namespace poslab
