#pragma once

#include "app/paint/picture.hpp"
#include "core/figure/draw_list.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

/// The figure as an SVG file with real text: searchable and editable, in the same fonts where the reader has them. The same
/// list always makes the same file. No `background` is transparent.
[[nodiscard]] std::string paint_svg(const DrawList& list, const PictureMetadata& metadata, std::optional<Color> background);

/// Colours that are others on dark ground, as classes of CSS; one for all figures of a page.
class DarkClasses {
  public:
    /// "dark3": `property` (fill or stroke) in that colour where the page is dark.
    [[nodiscard]] std::string class_of(std::string_view property, Color color);
    /// Rules for the page's style, to stand where it is dark.
    [[nodiscard]] std::string rules() const;

  private:
    std::vector<std::pair<std::string, std::string>> rules_;  // name, declarations
};

/// How a figure stands in a page of HTML.
struct SvgInPage {
    std::string prefix;          // of ids: one figure's are not another's
    std::string css_class;       // of the element
    std::string label;           // what it shows, for those who do not see it
    DarkClasses& dark;           // gets what it needs
    const TextMetrics& metrics;  // by which it was laid out: other fonts are drawn as wide
};

/// The figure as an element of HTML that is as wide as there is room. `dark_list` is the same figure in the dark theme: where its
/// colours are others they take over on a page that is dark. Where it is not drawn alike, `list` stands on its own ground there.
/// Pictures of heat maps that differ are of class "on-light" and "on-dark".
[[nodiscard]] std::string svg_in_page(const DrawList& list, const DrawList& dark_list, Color ground, const SvgInPage& page);

}  // namespace poslab
