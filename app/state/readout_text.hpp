#pragma once

#include "core/views/view.hpp"

#include <string>

namespace poslab {

/// Returns the readout as lines "label<tab>value<tab>unit" for the clipboard, which spreadsheets accept.
/// Numbers have enough digits to be read back exactly.
[[nodiscard]] std::string readout_text(const Readout& readout);

}  // namespace poslab
