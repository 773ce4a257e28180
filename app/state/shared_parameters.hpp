#pragma once

#include "core/views/view.hpp"

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// Parameters that a choice in one view also sets in others: a preset, a config, a file, and the parameters
/// that each preset sets. Contains only those of more than one view.
class SharedParameters {
  public:
    explicit SharedParameters(std::span<const View* const> views);

    /// True if `view` has the parameter and others set it; a length is shared only by views with models.
    [[nodiscard]] bool contains(const View& view, std::string_view id) const;

  private:
    std::set<std::string, std::less<>> ids_;
};

}  // namespace poslab
