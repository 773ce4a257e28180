#pragma once

#include "core/views/view.hpp"

#include <string>

namespace poslab {

/// The readout as lines "label<tab>value<tab>unit", for the clipboard: a spreadsheet takes them as they are.
[[nodiscard]] std::string readout_text(const Readout& readout);

}  // namespace poslab
