#pragma once

#include "core/base/message.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace poslab {

/// Numbers in nested lists, in the order of parsing, and their shape. Only the first problem is stored;
/// afterwards numbers are ignored.
class NestedList {
  public:
    void open();
    void close();
    /// Throws TooLarge with `location` before memory is exhausted.
    void add(double number, const std::string& location);
    void refuse(Message why);

    /// Returns the indices of the next item, such as "[1, 0]".
    [[nodiscard]] std::string next_item() const;
    [[nodiscard]] bool is_open() const { return !counts_.empty(); }
    [[nodiscard]] const Message& problem() const { return problem_; }
    [[nodiscard]] const std::vector<std::int64_t>& shape() const { return shape_; }
    [[nodiscard]] std::vector<double> take_numbers() { return std::move(numbers_); }

  private:
    static constexpr std::size_t unknown = ~std::size_t{0};

    std::vector<std::int64_t> counts_;  // number of items in each open list
    std::vector<std::int64_t> shape_;   // -1: no list of that depth is closed yet
    std::size_t number_depth_ = unknown;
    std::size_t too_deep_ = 0;
    std::vector<double> numbers_;
    Message problem_;
};

}  // namespace poslab
