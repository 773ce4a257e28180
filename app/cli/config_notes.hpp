#pragma once

#include "core/base/sentence.hpp"
#include "core/params/value.hpp"
#include "core/views/view.hpp"

#include <vector>

namespace poslab {

/// Returns what the --config of these values reports: other layer types and parts, assumed and ignored keys. Empty if none is set, or if
/// the file cannot be read any more.
[[nodiscard]] std::vector<Sentence> config_notes(const View& view, const Values& values);

}  // namespace poslab
