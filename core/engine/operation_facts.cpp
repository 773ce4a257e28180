#include "core/engine/each_operation.hpp"

namespace poslab {
namespace {

template <class... Request, class... Answer>
constexpr std::array<OperationFacts, operation_count> all_facts(
    AnswersEach<Answers<Request, Answer>...>* /*list*/) {
    return {Request::facts...};
}

constexpr std::array<OperationFacts, operation_count> all = all_facts(static_cast<Operations*>(nullptr));

constexpr bool in_order() {
    for (std::size_t n = 0; n < all.size(); ++n)
        if (static_cast<std::size_t>(all[n].operation) != n) return false;
    return true;
}
static_assert(in_order(), "operations are listed in the order of their enumeration");

}  // namespace

const std::array<OperationFacts, operation_count>& operation_facts() { return all; }

}  // namespace poslab
