#pragma once

#include "app/page/page_engine.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <vector>

namespace poslab {

// The parts of an answer as JSON; docs/page-protocol.md describes them.

/// Returns the controls with these ids, or those that the window lists first.
[[nodiscard]] nlohmann::ordered_json page_controls(const ShownState& state,
                                                   const std::optional<std::vector<std::string>>& ids,
                                                   Language language);

/// Returns the draw list; appends its points and the pixels of its heat maps to `answer`.
[[nodiscard]] nlohmann::ordered_json page_drawing(const DrawList& list, double pixel_ratio,
                                                  PageAnswer& answer);

/// Returns the panels that the pointer can act on.
[[nodiscard]] nlohmann::ordered_json page_panels(const ShownState& state, const Figure& figure,
                                                 const Layout& layout);

[[nodiscard]] nlohmann::ordered_json page_readout(const Readout& readout);

/// Returns the page's own texts, and the languages that it can be shown in.
[[nodiscard]] nlohmann::ordered_json page_words(Language language);
[[nodiscard]] nlohmann::ordered_json page_languages();

}  // namespace poslab
