#pragma once

#include "core/base/sentence.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// Numbers in nested lists, as a parser meets them, and the shape that they turn out to have. What does not fit is the problem,
/// which the first one remains; numbers are not kept then.
class NestedList {
  public:
    void open();
    void close();
    /// Throws TooLarge, of `place`, before the numbers outgrow the memory.
    void add(double number, const std::string& place);
    void refuse(Sentence why);

    /// Indices of the item that comes next, "[1, 0]".
    [[nodiscard]] std::string next_item() const;
    [[nodiscard]] bool is_open() const { return !counts_.empty(); }
    [[nodiscard]] const Sentence& problem() const { return problem_; }
    [[nodiscard]] const std::vector<std::int64_t>& shape() const { return shape_; }
    [[nodiscard]] std::vector<double> take_numbers() { return std::move(numbers_); }

  private:
    static constexpr std::size_t unknown = ~std::size_t{0};

    std::vector<std::int64_t> counts_;  // of what the open lists have so far
    std::vector<std::int64_t> shape_;   // -1: no list of that depth has been closed
    std::size_t number_depth_ = unknown;
    std::size_t too_deep_ = 0;
    std::vector<double> numbers_;
    Sentence problem_;
};

}  // namespace poslab
