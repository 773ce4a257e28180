#pragma once

#include "core/views/view.hpp"

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// Parameters that what is chosen in one view sets in others, too: a preset, a config, a file, and what each preset stands for.
/// Only those that more than one view has.
class SharedParameters {
  public:
    explicit SharedParameters(std::span<const View* const> views);

    /// True if `view` has the parameter and others set it; a length is set only where there are models.
    [[nodiscard]] bool contains(const View& view, std::string_view id) const;

  private:
    std::set<std::string, std::less<>> ids_;
};

}  // namespace poslab
