#include "core/files/nested_list.hpp"

#include "core/files/decimal_numbers.hpp"
#include "core/files/tensor_info.hpp"

namespace poslab {

void NestedList::open() {
    if (counts_.size() == max_dimensions) {
        refuse(tr("has more than {} dimensions", max_dimensions));
        ++too_deep_;
        return;
    }
    if (counts_.size() == number_depth_)
        refuse(tr("ragged: its item {} is a list among numbers", next_item()));
    if (!counts_.empty()) ++counts_.back();
    counts_.push_back(0);
    if (shape_.size() < counts_.size()) shape_.push_back(-1);
}

void NestedList::close() {
    if (too_deep_ > 0) {
        --too_deep_;
        return;
    }
    const std::int64_t count = counts_.back();
    counts_.pop_back();
    if (count == 0 && number_depth_ == unknown) number_depth_ = counts_.size() + 1;
    std::int64_t& size = shape_[counts_.size()];
    if (size < 0) size = count;
    if (size == count) return;
    std::vector<std::int64_t> index = counts_;
    for (std::int64_t& n : index) --n;
    const std::string at = shape_text(index);
    refuse(tr_plural("ragged: its list {1} has {0} item instead of {2}",
                     "ragged: its list {1} has {0} items instead of {2}", count, at, size));
}

void NestedList::add(double number, const std::string& location) {
    if (number_depth_ == unknown) number_depth_ = counts_.size();
    if (counts_.size() != number_depth_)
        refuse(tr("ragged: its item {} is a number among lists", next_item()));
    if (!counts_.empty()) ++counts_.back();
    if (problem_.empty()) add_number(numbers_, number, location);
}

void NestedList::refuse(Message why) {
    if (!problem_.empty()) return;
    problem_ = std::move(why);
    numbers_ = {};
}

std::string NestedList::next_item() const {
    std::vector<std::int64_t> index = counts_;
    // an open list is already counted
    for (std::size_t level = 1; level < index.size(); ++level) --index[level - 1];
    return shape_text(index);
}

}  // namespace poslab
