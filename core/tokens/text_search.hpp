#pragma once

#include "core/base/job.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Finds a text in other texts, in time linear in their sizes (the algorithm of Knuth, Morris and Pratt).
class TextSearch {
  public:
    /// `text` must not be empty.
    explicit TextSearch(std::string text);

    /// Returns the beginning of the first occurrence in `in` that begins at or after `from`; npos if there is
    /// none. Throws Cancelled.
    [[nodiscard]] std::size_t find(std::string_view in, std::size_t from, const Job& job) const;
    [[nodiscard]] std::size_t size() const { return text_.size(); }

  private:
    std::string text_;
    std::vector<std::uint32_t> borders_;  // per prefix: the longest shorter prefix that is also its end
};

}  // namespace poslab
