#pragma once

#include "app/cli/check.hpp"
#include "app/cli/export.hpp"

namespace poslab {

/// Returns the page that shows `report` for the same files and definition; the ending of `path` selects its
/// format. Throws UsageError for an unknown ending.
[[nodiscard]] PictureRequest check_report(const CheckOptions& options, const Values& definition,
                                          const ConformanceReport& report, const std::string& path);

}  // namespace poslab
