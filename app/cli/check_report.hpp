#pragma once

#include "app/cli/check.hpp"
#include "app/cli/export.hpp"

namespace poslab {

/// The page that tells what `report` says, of the same files and the same definition; its format by the ending of `path`. Throws
/// UsageError for another one.
[[nodiscard]] PictureRequest check_report(const CheckOptions& options, const Values& definition, const ConformanceReport& report,
                                          const std::string& path);

}  // namespace poslab
