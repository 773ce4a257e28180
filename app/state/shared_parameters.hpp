#pragma once

#include "core/views/view.hpp"

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

/// Parameters that what is chosen in one view sets in others, too: a preset, a config, a file, and what each preset stands for.
/// Only those that more than one view has. Lengths are not among them: what one looks at stays (Control::keeps).
class SharedParameters {
  public:
    explicit SharedParameters(std::span<const View* const> views);

    [[nodiscard]] bool contains(std::string_view id) const { return ids_.contains(id); }

  private:
    std::set<std::string, std::less<>> ids_;
};

}  // namespace poslab
