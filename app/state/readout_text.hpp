#pragma once

#include "core/views/view.hpp"

#include <string>

namespace poslab {

/// The readout as lines "label<tab>value<tab>unit", for the clipboard: a spreadsheet takes them as they are. A number has as many
/// digits as bring it back exactly.
[[nodiscard]] std::string readout_text(const Readout& readout);

}  // namespace poslab
