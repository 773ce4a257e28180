#pragma once

#include "core/base/message.hpp"
#include "core/params/value.hpp"
#include "core/views/view.hpp"

#include <vector>

namespace poslab {

/// Returns the notes on the --config of these values: other layer types and parts, assumed and ignored keys.
/// Empty if no config is set or the file can no longer be read.
[[nodiscard]] std::vector<Message> config_notes(const View& view, const Values& values);

}  // namespace poslab
